//! Where the schema comes from.

use kopr::prelude::*;

#[derive(CustomResource, Serialize, Deserialize, Clone, Debug)]
#[kopr(group = "cache.example.com", version = "v1", kind = "Word", namespaced, schema = "none")]
pub struct WordSpec {}

#[derive(CustomResource, Serialize, Deserialize, Clone, Debug)]
#[kopr(
    group = "cache.example.com",
    version = "v1",
    kind = "Nothing",
    namespaced,
    schema = "disabled",
    shortname = "n",
    selectable = ".spec.size"
)]
pub struct NothingSpec {}

#[derive(CustomResource, Serialize, Deserialize, Clone, Debug)]
#[kopr(group = "cache.example.com", version = "v1", kind = "Others", namespaced, foreign, schema = "manual")]
pub struct OthersSpec {}

fn main() {}
