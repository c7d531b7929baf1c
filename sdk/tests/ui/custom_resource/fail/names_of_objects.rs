//! Limits of `metadata.name` that no name could keep.

use kopr::prelude::*;

#[derive(CustomResource, Serialize, Deserialize, Clone, Debug)]
#[kopr(group = "cache.example.com", version = "v1", kind = "Empty", namespaced, name())]
pub struct EmptySpec {}

#[derive(CustomResource, Serialize, Deserialize, Clone, Debug)]
#[kopr(
    group = "cache.example.com",
    version = "v1",
    kind = "Long",
    namespaced,
    name(max_length = 300, min_length = 0)
)]
pub struct LongSpec {}

#[derive(CustomResource, Serialize, Deserialize, Clone, Debug)]
#[kopr(
    group = "cache.example.com",
    version = "v1",
    kind = "Crossed",
    namespaced,
    name(min_length = 30, max_length = 20)
)]
pub struct CrossedSpec {}

#[derive(CustomResource, Serialize, Deserialize, Clone, Debug)]
#[kopr(group = "cache.example.com", version = "v1", kind = "Word", namespaced, name = "word")]
pub struct WordSpec {}

fn main() {}
