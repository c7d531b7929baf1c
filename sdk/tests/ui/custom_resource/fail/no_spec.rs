//! Fields at the root of the object: names that are taken, and shapes that have no fields.

use kopr::prelude::*;

#[derive(CustomResource, Serialize, Deserialize, Clone, Debug)]
#[kopr(group = "cache.example.com", version = "v1", kind = "Policy", namespaced, no_spec)]
#[serde(rename_all = "camelCase")]
pub struct PolicyFields {
    pub kind: String,
    pub api_version: String,
    #[serde(rename = "metadata")]
    pub more: String,
    #[serde(rename = "phase")]
    pub status: String,
}

#[derive(CustomResource, Serialize, Deserialize, Clone, Debug)]
#[kopr(group = "cache.example.com", version = "v1", kind = "Task", namespaced, no_spec)]
pub enum TaskFields {
    Copy { from: String },
}

#[derive(CustomResource, Serialize, Deserialize, Clone, Debug)]
#[kopr(
    group = "cache.example.com",
    version = "v1",
    kind = "Scaled",
    namespaced,
    no_spec,
    status = "ScaledStatus",
    scale(spec_replicas_path = ".replicas", status_replicas_path = ".status.replicas"),
    printcolumn(name = "Size", type_ = "integer", json_path = ".spec.size")
)]
pub struct ScaledFields {
    pub size: i32,
}

#[derive(Schema, Serialize, Deserialize, Clone, Debug)]
pub struct ScaledStatus {
    pub replicas: i32,
}

fn main() {}
