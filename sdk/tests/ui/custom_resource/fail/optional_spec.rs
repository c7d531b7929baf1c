//! A spec that may be missing, of a type without a default; and one that is not there at all.

use kopr::prelude::*;

#[derive(CustomResource, Serialize, Deserialize, Clone, Debug)]
#[kopr(group = "cache.example.com", version = "v1", kind = "Cache", namespaced, optional_spec)]
pub struct CacheSpec {
    size: i32,
}

#[derive(CustomResource, Serialize, Deserialize, Clone, Debug, Default)]
#[kopr(group = "cache.example.com", version = "v1", kind = "Flat", namespaced, no_spec, optional_spec)]
pub struct FlatFields {
    size: i32,
}

fn main() {}
