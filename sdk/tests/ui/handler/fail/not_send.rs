//! A future that cannot move between threads.

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

async fn reconcile(_memcached: Arc<Memcached>, deployments: Owned<Deployment>) -> Result<Action> {
    let count = std::rc::Rc::new(1);
    let found = deployments.list().await?;
    let _ = found.len() + *count;
    Ok(Action::await_change())
}

fn main() {
    let _ = Operator::new("memcached-operator").controller(reconcile);
}
