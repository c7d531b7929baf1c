//! `Status<K>`: the status of the object.

use std::marker::PhantomData;
use std::sync::Arc;

use kopr_model::Verb;
use kube::core::object::HasStatus;
use serde::Serialize;
use serde::de::DeserializeOwned;

use super::{Context, Extract, Needs};
use crate::error::Result;
use crate::kind::{Kind, KindWithStatus};
use crate::runtime::Run;

/// The status of the object that is reconciled.
pub struct Status<K> {
    run: Arc<Run>,
    types: PhantomData<fn() -> K>,
}

impl<K: KindWithStatus> Extract<K> for Status<K> {
    fn needs(needs: &mut Needs) {
        let scope = needs.beside_primary();
        needs.rule::<K>(Some("status"), &[Verb::Patch], scope);
    }

    fn extract(context: &Context<K>) -> Self {
        Self {
            run: Arc::clone(&context.run),
            types: PhantomData,
        }
    }
}

impl<K> Status<K>
where
    K: Kind + HasStatus,
    K::Status: Serialize + DeserializeOwned + Clone + Default,
{
    /// Changes the status. What is the same afterwards is not written.
    ///
    /// # Errors
    /// The API server's answer.
    #[expect(
        clippy::unused_async,
        reason = "every way to the cluster is awaited, so that one may become a request"
    )]
    pub async fn update(&self, change: impl FnOnce(&mut K::Status)) -> Result<()> {
        self.run.update_status::<K>(change)
    }
}
