//! Selectable fields by path.

use kopr::prelude::*;

#[derive(CustomResource, Serialize, Deserialize, Clone, Debug)]
#[kopr(
    group = "cache.example.com",
    version = "v1",
    kind = "Syntax",
    namespaced,
    selectable = "spec.size",
    selectable = ".metadata.name",
    selectable = ".spec.hosts[0]",
    selectable = ".spec.size",
    selectable = ".spec.size"
)]
pub struct SyntaxSpec {
    pub size: i32,
    pub hosts: Vec<String>,
}

#[derive(CustomResource, Serialize, Deserialize, Clone, Debug)]
#[kopr(
    group = "cache.example.com",
    version = "v1",
    kind = "Paths",
    namespaced,
    selectable = ".spec.max_size",
    selectable = ".spec.hosts",
    selectable = ".spec.ratio",
    selectable = ".spec.deep.inner",
    selectable = ".spec.deep.unknown"
)]
#[serde(rename_all = "camelCase")]
pub struct PathsSpec {
    pub max_size: i32,
    pub hosts: Vec<String>,
    pub ratio: f64,
    pub deep: Option<Deep>,
}

#[derive(Schema, Serialize, Deserialize, Clone, Debug)]
pub struct Deep {
    pub inner: Inner,
}

#[derive(Schema, Serialize, Deserialize, Clone, Debug)]
pub struct Inner {
    pub name: String,
}

fn main() {}
