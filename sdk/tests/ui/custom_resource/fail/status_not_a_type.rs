//! A status that is not a type.

use kopr::prelude::*;

#[derive(CustomResource, Serialize, Deserialize, Clone, Debug)]
#[kopr(
    group = "cache.example.com",
    version = "v1alpha1",
    kind = "Memcached",
    namespaced,
    status = "Memcached Status"
)]
pub struct MemcachedSpec {
    size: i32,
}

// Whatever is wrong above, what uses the kind is right.

#[derive(Schema, Serialize, Deserialize, Clone, Debug, Default)]
pub struct MemcachedStatus {
    ready: i32,
}

fn main() {
    let _ = Operator::new("memcached-operator");
}
