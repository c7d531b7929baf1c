//! Versions that the API server refuses.

use kopr::prelude::*;

#[derive(CustomResource, Serialize, Deserialize, Clone, Debug)]
#[kopr(group = "cache.example.com", version = "1", kind = "Digit", namespaced)]
pub struct DigitSpec {
    size: i32,
}

#[derive(CustomResource, Serialize, Deserialize, Clone, Debug)]
#[kopr(group = "cache.example.com", version = "V1", kind = "Capital", namespaced)]
pub struct CapitalSpec {
    size: i32,
}

#[derive(CustomResource, Serialize, Deserialize, Clone, Debug)]
#[kopr(group = "cache.example.com", version = "v0.1", kind = "Dot", namespaced)]
pub struct DotSpec {
    size: i32,
}

#[derive(CustomResource, Serialize, Deserialize, Clone, Debug)]
#[kopr(group = "cache.example.com", version = "", kind = "Empty", namespaced)]
pub struct EmptySpec {
    size: i32,
}

fn main() {
    let _ = |object: &Digit| object.spec.size;
    let _ = |object: &Capital| object.spec.size;
    let _ = |object: &Dot| object.spec.size;
    let _ = |object: &Empty| object.spec.size;
}
