//! Both scopes, and none.

use kopr::prelude::*;

#[derive(CustomResource, Serialize, Deserialize, Clone, Debug)]
#[kopr(
    group = "cache.example.com",
    version = "v1",
    kind = "Both",
    namespaced,
    cluster
)]
pub struct BothSpec {
    size: i32,
}

#[derive(CustomResource, Serialize, Deserialize, Clone, Debug)]
#[kopr(group = "cache.example.com", version = "v1", kind = "Neither")]
pub struct NeitherSpec {
    size: i32,
}

fn main() {
    let _ = |object: &Both| object.spec.size;
    let _ = |object: &Neither| object.spec.size;
}
