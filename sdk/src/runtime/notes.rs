//! What one run wrote, for whoever wonders why the object runs again and again.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};

/// What one run wrote.
#[derive(Default)]
pub(crate) struct Notes {
    wrote: AtomicBool,
    /// Whether it is worth saying what.
    worth: bool,
    last: Mutex<Option<String>>,
}

impl Notes {
    /// Notes of a run; `worth` is whether it is worth saying what it wrote.
    pub(crate) fn new(worth: bool) -> Self {
        Self {
            worth,
            ..Self::default()
        }
    }

    /// Something was written. What is only asked for where it is worth saying.
    pub(crate) fn wrote(&self, what: impl FnOnce() -> String) {
        self.wrote.store(true, Ordering::Relaxed);
        if self.worth {
            *self.last.lock().unwrap_or_else(PoisonError::into_inner) = Some(what());
        }
    }

    /// Whether anything was written.
    pub(crate) fn any(&self) -> bool {
        self.wrote.load(Ordering::Relaxed)
    }

    /// What was written last, if that was worth saying.
    pub(crate) fn last(&self) -> Option<String> {
        self.last.lock().unwrap_or_else(PoisonError::into_inner).clone()
    }
}
