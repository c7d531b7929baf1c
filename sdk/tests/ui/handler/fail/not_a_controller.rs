//! A number instead of a controller.

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

fn main() {
    let _ = Operator::new("memcached-operator").controller(5);
}
