//! What is said of the root struct: its name, derives and attributes.

use kopr::prelude::*;

#[derive(CustomResource, Serialize, Deserialize, Clone, Debug)]
#[kopr(
    group = "cache.example.com",
    version = "v1",
    kind = "Memcached",
    root = "MemcachedSpec",
    namespaced,
    derive = "Clone",
    derive = "PartialEq, Eq",
    derive = "Default",
    derive = "Default",
    attr = "derive(PartialEq)",
    attr = "serde(default)",
    attr = "schemars(title = \"x\")",
    attr = "allow deprecated"
)]
pub struct MemcachedSpec {
    pub size: i32,
}

#[derive(CustomResource, Serialize, Deserialize, Clone, Debug)]
#[kopr(group = "cache.example.com", version = "v1", kind = "Odd", root = "odd name", namespaced)]
pub struct OddSpec {
    pub size: i32,
}

fn main() {}
