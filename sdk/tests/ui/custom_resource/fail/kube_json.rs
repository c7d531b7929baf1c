//! Columns and scale as raw JSON, each with another mistake.

use kopr::CustomResource;
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

#[derive(CustomResource, Serialize, Deserialize, JsonSchema, Clone, Debug)]
#[kube(
    group = "cache.example.com",
    version = "v1",
    kind = "Memcached",
    status = "MemcachedStatus",
    printcolumn = r#"{"name": "Size", "type": "integer"}"#,
    printcolumn = r#"{"name": "Size", "type": "integer", "jsonPath": ".spec.size", "width": 3}"#,
    printcolumn = r#"{"name": "Size""#,
    printcolumn = r#"{"name": "Image", "type": "text", "jsonPath": "spec.image"}"#,
    scale = r#"{"specReplicasPath": ".spec.size"}"#
)]
pub struct MemcachedSpec {
    pub size: i32,
}

#[derive(Serialize, Deserialize, JsonSchema, Clone, Debug)]
pub struct MemcachedStatus {
    pub ready: i32,
}

fn main() {}
