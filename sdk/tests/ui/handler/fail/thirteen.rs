//! Thirteen extractors: one too many.

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

async fn reconcile(
    _memcached: Arc<Memcached>,
    _1: Events,
    _2: Events,
    _3: Events,
    _4: Events,
    _5: Events,
    _6: Events,
    _7: Events,
    _8: Events,
    _9: Events,
    _10: Events,
    _11: Events,
    _12: Events,
    _13: Events,
) -> Result<Action> {
    Ok(Action::await_change())
}

fn main() {
    let _ = Operator::new("memcached-operator").controller(reconcile);
}
