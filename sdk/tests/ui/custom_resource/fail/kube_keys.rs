//! `#[kube(..)]` with keys that it has not, and without those that it needs.

use kopr::CustomResource;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

#[derive(CustomResource, Serialize, Deserialize, JsonSchema, Clone, Debug)]
#[kube(group = "cache.example.com", version = "v1", kind = "Misspelt", shortnames = "m", namespace)]
pub struct MisspeltSpec {
    pub size: i32,
}

#[derive(CustomResource, Serialize, Deserialize, JsonSchema, Clone, Debug)]
#[kube(group = "cache.example.com", kind = "Missing")]
pub struct MissingSpec {
    pub size: i32,
}

/// What kopr adds to a kind is taken; what it adds to a schema is not, since the schema is not its own here.
#[derive(CustomResource, Serialize, Deserialize, JsonSchema, Clone, Debug)]
#[kube(group = "cache.example.com", version = "v1", kind = "Words", foreign, docs = "none", rule = "true")]
pub struct WordsSpec {
    pub size: i32,
}

#[derive(CustomResource, Serialize, Deserialize, JsonSchema, Clone, Debug)]
#[kube(group = "cache.example.com", version = "v1", kind = "Paths", crates(kubecore = "::kube::core"))]
pub struct PathsSpec {
    pub size: i32,
}

fn main() {
    let _ = (
        Misspelt::new("one", MisspeltSpec { size: 1 }),
        Words::new("one", WordsSpec { size: 1 }),
        Paths::new("one", PathsSpec { size: 1 }),
    );
}
