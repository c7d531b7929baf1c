//! `Events`: Kubernetes events on the object.

use std::sync::Arc;

use k8s_openapi::api::events::v1::Event;
use kopr_model::Verb;

use super::{Context, Extract, Needs};
use crate::error::Result;
use crate::kind::Kind;
use crate::runtime::Run;

/// Kubernetes events on the object that is reconciled, as `kubectl describe` shows them.
pub struct Events {
    run: Arc<Run>,
}

impl<K: Kind> Extract<K> for Events {
    fn needs(needs: &mut Needs) {
        let scope = needs.beside_primary();
        needs.rule::<Event>(None, &[Verb::Create, Verb::Patch], scope);
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
    /// # Errors
    /// The API server's answer.
    pub async fn normal(&self, reason: &str, note: impl Into<String>) -> Result<()> {
        self.run
            .event(kube::runtime::events::EventType::Normal, reason, note.into())
            .await
    }

    /// Something that is not as it should be.
    ///
    /// # Errors
    /// The API server's answer.
    pub async fn warning(&self, reason: &str, note: impl Into<String>) -> Result<()> {
        self.run
            .event(kube::runtime::events::EventType::Warning, reason, note.into())
            .await
    }
}
