//! A derive of the root struct asks the same of spec and status.

use kopr::prelude::*;

#[derive(CustomResource, Serialize, Deserialize, Clone, Debug)]
#[kopr(
    group = "cache.example.com",
    version = "v1",
    kind = "Memcached",
    namespaced,
    derive = "Default"
)]
pub struct MemcachedSpec {
    pub size: i32,
}

fn main() {
    let _ = Memcached::default();
}
