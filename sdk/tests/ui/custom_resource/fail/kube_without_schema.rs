//! Beside `#[kube(..)]` the schema is the user's to derive.

use kopr::CustomResource;
use serde::{Deserialize, Serialize};

#[derive(CustomResource, Serialize, Deserialize, Clone, Debug)]
#[kube(group = "cache.example.com", version = "v1", kind = "Memcached")]
pub struct MemcachedSpec {
    pub size: i32,
}

fn main() {
    let _ = Memcached::new("one", MemcachedSpec { size: 1 });
}
