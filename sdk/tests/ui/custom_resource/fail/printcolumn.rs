//! Columns with a wrong type and a wrong path.

use kopr::prelude::*;

#[derive(CustomResource, Serialize, Deserialize, Clone, Debug)]
#[kopr(
    group = "cache.example.com",
    version = "v1alpha1",
    kind = "Memcached",
    namespaced,
    status = "MemcachedStatus",
    printcolumn(name = "Size", type_ = "int", json_path = ".spec.size"),
    printcolumn(name = "Image", type_ = "string", json_path = "spec.image")
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
