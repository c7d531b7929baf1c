//! An unknown key of the type and a mistake at a field: the one does not hide the other.

use kopr::prelude::*;

#[derive(CustomResource, Serialize, Deserialize, Clone, Debug)]
#[kopr(
    group = "cache.example.com",
    version = "v1alpha1",
    kind = "Memcached",
    namespaced,
    status = "MemcachedStatus",
    shortnames = "mc"
)]
pub struct MemcachedSpec {
    #[kopr(column)]
    #[serde(skip)]
    cache: i32,
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
