//! A kind with the name of the struct that derives it.

use kopr::prelude::*;

#[derive(CustomResource, Serialize, Deserialize, Clone, Debug)]
#[kopr(
    group = "cache.example.com",
    version = "v1alpha1",
    kind = "Memcached",
    namespaced,
    status = "MemcachedStatus"
)]
pub struct Memcached {
    size: i32,
}

// Whatever is wrong above, what uses the kind is right.
async fn reconcile(object: Arc<Memcached>, status: Status<Memcached>) -> Result<Action> {
    status.update(|status| status.ready = object.size).await?;
    Ok(Action::await_change())
}

#[derive(Schema, Serialize, Deserialize, Clone, Debug, Default)]
pub struct MemcachedStatus {
    ready: i32,
}

fn main() {
    let _ = Operator::new("memcached-operator").controller(reconcile);
}
