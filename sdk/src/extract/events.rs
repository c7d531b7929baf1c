//! `Events`: Kubernetes events on the object.

use std::sync::Arc;

use k8s_openapi::api::events::v1::Event as EventKind;
use kopr_model::Verb;

use super::{Context, Extract, Needs};
use crate::error::Result;
use crate::kind::Kind;
use crate::runtime::{Event, Run};

/// Kubernetes events on the object that is reconciled, as `kubectl describe` shows them.
///
/// A controller with this argument in one of its handlers has kopr's own events too: of runs that fail for good, or
/// again and again, of panics, and of objects that are reconciled round and round.
pub struct Events {
    run: Arc<Run>,
}

impl<K: Kind> Extract<K> for Events {
    fn needs(needs: &mut Needs) {
        let scope = needs.beside_primary();
        needs.rule::<EventKind>(None, &[Verb::Create, Verb::Patch], scope);
    }

    fn extract(context: &Context<K>) -> Self {
        Self {
            run: Arc::clone(&context.run),
        }
    }
}

impl Events {
    /// Something that is as it should be. `reason` is a `PascalCase` word, `note` a sentence.
    ///
    /// The same event on the same object is one object with a count. An event that cannot be written is logged; no
    /// run fails because of it.
    ///
    /// # Errors
    /// None so far.
    pub async fn normal(&self, reason: &str, note: impl Into<String>) -> Result<()> {
        self.tell(false, reason, &note.into()).await
    }

    /// Something that is not as it should be.
    ///
    /// # Errors
    /// As [`normal`](Self::normal).
    pub async fn warning(&self, reason: &str, note: impl Into<String>) -> Result<()> {
        self.tell(true, reason, &note.into()).await
    }

    async fn tell(&self, warning: bool, reason: &str, note: &str) -> Result<()> {
        self.run
            .event(Event {
                warning,
                reason,
                note,
            })
            .await
    }
}
