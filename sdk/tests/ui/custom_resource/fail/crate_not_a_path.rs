//! A path of kopr that is none.

use kopr::prelude::*;

#[derive(CustomResource, Serialize, Deserialize, Clone, Debug)]
#[kopr(
    group = "cache.example.com",
    version = "v1alpha1",
    kind = "Memcached",
    namespaced,
    status = "MemcachedStatus",
    crate = "not a path"
)]
pub struct MemcachedSpec {
    size: i32,
}

// Whatever is wrong above, what uses the kind is right.
async fn reconcile(object: Arc<Memcached>, status: Status<Memcached>) -> Result<Action> {
    status.update(|status| status.ready = object.spec.size).await?;
    Ok(Action::await_change())
}

#[derive(Schema, Serialize, Deserialize, Clone, Debug, Default)]
pub struct MemcachedStatus {
    ready: i32,
}

fn main() {
    let _ = Operator::new("memcached-operator").controller(reconcile);
}
