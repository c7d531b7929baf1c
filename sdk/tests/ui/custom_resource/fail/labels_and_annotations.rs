//! Labels and annotations that the API server would refuse.

use kopr::prelude::*;

#[derive(CustomResource, Serialize, Deserialize, Clone, Debug)]
#[kopr(
    group = "cache.example.com",
    version = "v1",
    kind = "Memcached",
    namespaced,
    annotation("example.com/owner", "any text: it is free"),
    annotation("example.com/owner", "twice"),
    annotation("example.com/", "no name"),
    annotation("only a name"),
    annotation = "example.com/owner",
    annotation,
    label("app_kubernetes_io/part of", "cache"),
    label("tier", "a/b"),
    label("tier", "back")
)]
pub struct MemcachedSpec {
    pub size: i32,
}

fn main() {}
