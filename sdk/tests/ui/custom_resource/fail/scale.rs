//! The scale subresource without a status, and with paths that are not where replicas are.

use kopr::prelude::*;

#[derive(CustomResource, Serialize, Deserialize, Clone, Debug)]
#[kopr(
    group = "cache.example.com",
    version = "v1alpha1",
    kind = "Memcached",
    namespaced,
    scale(
        spec_replicas_path = ".status.size",
        status_replicas_path = "status.ready",
        label_selector_path = ".metadata.labels"
    )
)]
pub struct MemcachedSpec {
    size: i32,
}

async fn reconcile(_object: Arc<Memcached>) -> Result<Action> {
    Ok(Action::await_change())
}

fn main() {
    let _ = Operator::new("memcached-operator").controller(reconcile);
}
