//! One mistake; everything else that the attribute asks for can still be used, so it is the only error.

use kopr::prelude::*;

#[derive(CustomResource, Serialize, Deserialize, Clone, Debug, PartialEq, Default)]
#[kopr(
    group = "cache.example.com",
    version = "v1",
    kind = "Memcached",
    root = "Cache",
    namespaced,
    no_spec,
    status = "MemcachedStatus",
    derive = "PartialEq",
    derive = "Default",
    cel,
    shortnames = "mc"
)]
pub struct MemcachedSpec {
    pub size: i32,
}

#[derive(Schema, Serialize, Deserialize, Clone, Debug, PartialEq, Default)]
pub struct MemcachedStatus {
    pub ready: i32,
}

async fn reconcile(cache: Arc<Cache>, status: Status<Cache>) -> Result<Action> {
    status.update(|status| status.ready = cache.spec.size).await?;
    Ok(Action::await_change())
}

fn main() {
    let cache = Cache::default();
    assert!(cache == Cache::new("one", MemcachedSpec { size: 1 }));
    assert!(cache.validate_cel().is_ok());
    let _ = Operator::new("cache-operator").controller(reconcile);
}
