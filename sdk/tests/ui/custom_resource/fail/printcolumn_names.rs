//! Headings of columns.

use kopr::prelude::*;

#[derive(CustomResource, Serialize, Deserialize, Clone, Debug)]
#[kopr(
    group = "cache.example.com",
    version = "v1",
    kind = "Memcached",
    namespaced,
    printcolumn(name = "", type_ = "integer", json_path = ".spec.size"),
    printcolumn(name = "Size", type_ = "integer", json_path = ".spec.size"),
    printcolumn(name = "Size", type_ = "integer", json_path = ".spec.size", priority = -1),
    printcolumn(name = "Open", type_ = "integer", json_path = ".spec.size["),
    printcolumn(name = "Blank", type_ = "integer", json_path = ".spec. size")
)]
pub struct MemcachedSpec {
    pub size: i32,
}

fn main() {}
