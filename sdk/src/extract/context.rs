//! What an extractor is made from: one run of one object.

use std::any::TypeId;
use std::sync::Arc;

use crate::kind::Kind;
use crate::runtime::Run;

/// One run of a handler for one object: what its extractors are made from.
pub struct Context<K> {
    pub(crate) run: Arc<Run>,
    pub(crate) object: Arc<K>,
}

impl<K: Kind> Context<K> {
    pub(crate) fn new(run: Arc<Run>, object: Arc<K>) -> Self {
        Self { run, object }
    }

    /// The object that is reconciled.
    pub fn object(&self) -> &Arc<K> {
        &self.object
    }

    /// A value that the operator was given. The description refuses handlers whose state is missing.
    #[expect(
        clippy::expect_used,
        reason = "an operator whose description failed is never run"
    )]
    pub(crate) fn state<T: Send + Sync + 'static>(&self) -> Arc<T> {
        let shared = self
            .run
            .state(TypeId::of::<T>())
            .expect("described before it runs");
        shared.downcast().expect("kept under the id of its own type")
    }
}
