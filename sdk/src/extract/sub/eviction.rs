//! `Eviction`: pods asked to go, as far as their disruption budgets let them.

use k8s_openapi::api::core::v1::Pod;
use kopr_model::Verb;
use serde_json::json;

use super::{AccessScopeKind, Names, Sub, Subresource};
use crate::error::Result;

/// Marker: pods are asked to go, as far as their `PodDisruptionBudget` lets them.
pub struct Eviction;

impl Subresource<Pod> for Eviction {
    const NAME: &'static str = "eviction";
    const VERBS: &'static [Verb] = &[Verb::Create];
}

/// What came of an eviction.
#[derive(Clone, Debug, PartialEq, Eq)]
#[must_use = "a budget may have refused it"]
pub enum Evicted {
    /// The pod goes.
    Yes,
    /// There is no pod of that name.
    Gone,
    /// A `PodDisruptionBudget` does not let it go now; the API server's words. Try again later.
    Refused(String),
}

impl<N: Names, W: AccessScopeKind> Sub<Pod, Eviction, N, W> {
    /// Asks the pod of that name to go.
    ///
    /// # Errors
    /// The API server's answer, but for those that [`Evicted`] tells.
    pub async fn evict(&self, name: &str) -> Result<Evicted> {
        let place = self.place(name)?;
        let body = json!({
            "apiVersion": "policy/v1",
            "kind": "Eviction",
            "metadata": { "name": name, "namespace": place.namespace() },
        });
        match self.run.post_to(&place, Eviction::NAME, &body).await {
            Ok(_) => Ok(Evicted::Yes),
            Err(kube::Error::Api(status)) if status.code == 404 => Ok(Evicted::Gone),
            Err(kube::Error::Api(status)) if is_of_a_budget(&status) => Ok(Evicted::Refused(status.message)),
            Err(error) => Err(place.failed(Eviction::NAME, error)),
        }
    }
}

/// 429 is also what a busy API server says.
fn is_of_a_budget(status: &kube::core::Status) -> bool {
    let mut causes = status.details.iter().flat_map(|details| &details.causes);
    status.code == 429 && causes.any(|cause| cause.reason == "DisruptionBudget")
}
