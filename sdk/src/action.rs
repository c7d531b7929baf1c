//! What happens after a reconcile that went well.

use std::time::Duration;

/// What happens after a reconcile that went well.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[must_use]
pub struct Action {
    after: Option<Duration>,
}

impl Action {
    /// Nothing, until something changes that the controller watches or has read.
    pub fn await_change() -> Self {
        Self { after: None }
    }

    /// Reconcile again after that time, or earlier if something changes.
    pub fn requeue(after: Duration) -> Self {
        Self { after: Some(after) }
    }

    /// When to reconcile again, if not only on change.
    pub fn after(&self) -> Option<Duration> {
        self.after
    }
}
