//! Trying rules in tests needs a feature of kopr; what is called of it brings no further error.

use kopr::prelude::*;

#[derive(CustomResource, Serialize, Deserialize, Clone, Debug)]
#[kopr(group = "cache.example.com", version = "v1", kind = "Memcached", namespaced, cel)]
pub struct MemcachedSpec {
    pub size: i32,
}

fn main() {
    let memcached = Memcached::new("one", MemcachedSpec { size: 1 });
    assert!(memcached.validate_cel().is_ok());
    assert!(memcached.validate_cel_update(&memcached).is_ok());
}
