//! A function that is not async.

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

fn reconcile(_memcached: Arc<Memcached>) -> Result<Action> {
    Ok(Action::await_change())
}

fn main() {
    let _ = Operator::new("memcached-operator").controller(reconcile);
}
