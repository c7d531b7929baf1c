//! A path into a status that the kind has not.

use kopr::prelude::*;

#[derive(CustomResource, Serialize, Deserialize, Clone, Debug)]
#[kopr(
    group = "cache.example.com",
    version = "v1",
    kind = "Memcached",
    namespaced,
    printcolumn(name = "Ready", type_ = "integer", json_path = ".status.ready")
)]
pub struct MemcachedSpec {
    pub size: i32,
}

fn main() {}
