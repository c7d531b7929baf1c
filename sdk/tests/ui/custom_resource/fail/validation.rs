//! Rules on the whole object that are no rules.

use kopr::prelude::*;

#[derive(CustomResource, Serialize, Deserialize, Clone, Debug)]
#[kopr(
    group = "cache.example.com",
    version = "v1",
    kind = "Memcached",
    namespaced,
    validation = "",
    validation = 3,
    rule = " ",
    validation("self.spec.size > 0")
)]
pub struct MemcachedSpec {
    pub size: i32,
}

#[derive(CustomResource, Serialize, Deserialize, Clone, Debug)]
#[kopr(group = "cache.example.com", version = "v1", kind = "Typed", namespaced, validation = vec![1])]
pub struct TypedSpec {
    pub size: i32,
}

fn main() {}
