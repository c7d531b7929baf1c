//! Fields whose types have no schema: alone, in a list, in an option.

use kopr::prelude::*;

#[derive(CustomResource, Serialize, Deserialize, Clone, Debug)]
#[kopr(
    group = "cache.example.com",
    version = "v1alpha1",
    kind = "Memcached",
    namespaced
)]
pub struct MemcachedSpec {
    limits: Limits,
    more: Vec<Limits>,
    perhaps: Option<Limits>,
}

#[derive(Serialize, Deserialize, Clone, Debug)]
pub struct Limits {
    memory: String,
}

fn main() {
    let _ = |object: &Memcached| object.spec.limits.memory.clone();
}
