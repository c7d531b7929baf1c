//! A result with something else in it.

use kopr::prelude::*;

#[derive(CustomResource, Serialize, Deserialize, Clone, Debug)]
#[kopr(group = "cache.example.com", version = "v1alpha1", kind = "Memcached", namespaced)]
pub struct MemcachedSpec {
    size: i32,
}

async fn reconcile(memcached: Arc<Memcached>) -> Result<i32> {
    Ok(memcached.spec.size)
}

fn main() {
    let _ = Operator::new("memcached-operator").controller(reconcile);
}
