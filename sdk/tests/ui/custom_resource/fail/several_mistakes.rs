//! Several mistakes at once: each is reported, on its own token.

use kopr::prelude::*;

#[derive(CustomResource, Serialize, Deserialize, Clone, Debug)]
#[kopr(
    group = "cache",
    version = "V1",
    kind = "Memcached",
    namespaced,
    cluster,
    status = "MemcachedStatus",
    shortname = "mc",
    shortname = "MC",
    printcolumn(name = "Size", type_ = "int", json_path = "spec.size")
)]
pub struct MemcachedSpec {
    #[kopr(column)]
    #[serde(flatten)]
    limits: std::collections::BTreeMap<String, i32>,
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
