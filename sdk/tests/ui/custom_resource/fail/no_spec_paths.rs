//! Without a `spec`, paths begin with the fields.

use kopr::prelude::*;

#[derive(CustomResource, Serialize, Deserialize, Clone, Debug)]
#[kopr(
    group = "cache.example.com",
    version = "v1",
    kind = "Policy",
    namespaced,
    no_spec,
    printcolumn(name = "Size", type_ = "integer", json_path = ".spec.size"),
    printcolumn(name = "Max", type_ = "integer", json_path = ".maxSise")
)]
#[serde(rename_all = "camelCase")]
pub struct PolicyFields {
    pub size: i32,
    pub max_size: i32,
}

fn main() {}
