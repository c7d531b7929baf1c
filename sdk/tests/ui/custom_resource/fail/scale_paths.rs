//! Paths of the scale subresource that an autoscaler would read nothing at.

use kopr::k8s_openapi::apimachinery::pkg::apis::meta::v1::LabelSelector;
use kopr::prelude::*;

/// A Rust name where the JSON name is another one, and an object where a text belongs.
#[derive(CustomResource, Serialize, Deserialize, Clone, Debug)]
#[kopr(
    group = "cache.example.com",
    version = "v1",
    kind = "Memcached",
    namespaced,
    status = "MemcachedStatus",
    scale(
        spec_replicas_path = ".spec.size",
        status_replicas_path = ".status.ready_replicas",
        label_selector_path = ".status.selector"
    )
)]
pub struct MemcachedSpec {
    pub size: String,
}

#[derive(Schema, Serialize, Deserialize, Clone, Debug)]
#[serde(rename_all = "camelCase")]
pub struct MemcachedStatus {
    pub ready_replicas: i32,
    pub selector: Selector,
    pub labels: LabelSelector,
}

#[derive(Schema, Serialize, Deserialize, Clone, Debug)]
pub struct Selector {
    pub app: String,
}

fn main() {}
