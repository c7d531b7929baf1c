//! An error that is a text and no error.

use kopr::prelude::*;

#[derive(CustomResource, Serialize, Deserialize, Clone, Debug)]
#[kopr(group = "cache.example.com", version = "v1alpha1", kind = "Memcached", namespaced)]
pub struct MemcachedSpec {
    size: i32,
}

async fn reconcile(_memcached: Arc<Memcached>) -> Result<Action, String> {
    Err("no".to_owned())
}

fn main() {
    let _ = Operator::new("memcached-operator").controller(reconcile);
}
