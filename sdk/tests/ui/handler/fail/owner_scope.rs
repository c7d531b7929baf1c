//! A namespaced object as the owner of a cluster-scoped one.

use kopr::k8s_openapi::api::core::v1::Namespace;
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

async fn reconcile(_memcached: Arc<Memcached>, _namespaces: Owned<Namespace>) -> Result<Action> {
    Ok(Action::await_change())
}

fn main() {
    let _ = Operator::new("memcached-operator").controller(reconcile);
}
