//! Paths of crates are kube's key: derived code of kopr needs only kopr.

use kopr::prelude::*;

#[derive(CustomResource, Serialize, Deserialize, Clone, Debug)]
#[kopr(
    group = "cache.example.com",
    version = "v1",
    kind = "Memcached",
    namespaced,
    crates(kube_core = "::kube::core")
)]
pub struct MemcachedSpec {
    pub size: i32,
}

fn main() {}
