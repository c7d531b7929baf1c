//! Groups that the API server refuses.

use kopr::prelude::*;

#[derive(CustomResource, Serialize, Deserialize, Clone, Debug)]
#[kopr(group = "cache", version = "v1", kind = "NoDot", namespaced)]
pub struct NoDotSpec {
    size: i32,
}

#[derive(CustomResource, Serialize, Deserialize, Clone, Debug)]
#[kopr(group = "Cache.example.com", version = "v1", kind = "Capital", namespaced)]
pub struct CapitalSpec {
    size: i32,
}

#[derive(CustomResource, Serialize, Deserialize, Clone, Debug)]
#[kopr(
    group = "my_cache.example.com",
    version = "v1",
    kind = "Underscore",
    namespaced
)]
pub struct UnderscoreSpec {
    size: i32,
}

#[derive(CustomResource, Serialize, Deserialize, Clone, Debug)]
#[kopr(group = "", version = "v1", kind = "Empty", namespaced)]
pub struct EmptySpec {
    size: i32,
}

fn main() {
    let _ = |object: &NoDot| object.spec.size;
    let _ = |object: &Capital| object.spec.size;
    let _ = |object: &Underscore| object.spec.size;
    let _ = |object: &Empty| object.spec.size;
}
