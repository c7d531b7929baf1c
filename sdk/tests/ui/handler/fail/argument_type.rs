//! An argument that is no extractor, among others that are.

use kopr::k8s_openapi::api::apps::v1::Deployment;
use kopr::prelude::*;

#[derive(CustomResource, Serialize, Deserialize, Clone, Debug)]
#[kopr(
    group = "cache.example.com",
    version = "v1alpha1",
    kind = "Memcached",
    namespaced
)]
pub struct MemcachedSpec {
    size: i32,
}

async fn reconcile(
    _memcached: Arc<Memcached>,
    _deployments: Owned<Deployment>,
    _replicas: u32,
    _events: Events,
) -> Result<Action> {
    Ok(Action::await_change())
}

fn main() {
    let _ = Operator::new("memcached-operator").controller(reconcile);
}
