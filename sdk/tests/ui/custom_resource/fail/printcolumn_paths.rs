//! Columns whose path leads nowhere, or to something that the column cannot show.

use std::collections::BTreeMap;

use kopr::k8s_openapi::apimachinery::pkg::apis::meta::v1::Time;
use kopr::prelude::*;

#[derive(CustomResource, Serialize, Deserialize, Clone, Debug)]
#[kopr(
    group = "cache.example.com",
    version = "v1",
    kind = "Memcached",
    namespaced,
    status = "MemcachedStatus",
    printcolumn(name = "Root", type_ = "integer", json_path = ".sepc.size"),
    printcolumn(name = "Case", type_ = "integer", json_path = ".status.ready_replicas"),
    printcolumn(name = "Typo", type_ = "string", json_path = ".spec.imagge"),
    printcolumn(name = "Far", type_ = "string", json_path = ".spec.placement.nothing"),
    printcolumn(name = "Through", type_ = "string", json_path = ".spec.image.tag"),
    printcolumn(name = "List", type_ = "string", json_path = ".spec.hosts.name"),
    printcolumn(name = "Index", type_ = "string", json_path = ".spec.placement[0]"),
    printcolumn(name = "Item", type_ = "string", json_path = ".spec.hosts[0].nam"),
    printcolumn(name = "Text", type_ = "integer", json_path = ".spec.image"),
    printcolumn(name = "When", type_ = "integer", json_path = ".status.since"),
    printcolumn(name = "Count", type_ = "boolean", json_path = ".spec.size"),
    printcolumn(name = "Ratio", type_ = "integer", json_path = ".spec.ratio"),
    printcolumn(name = "Label", type_ = "date", json_path = ".spec.labels.x")
)]
#[serde(rename_all = "camelCase")]
pub struct MemcachedSpec {
    pub size: i32,
    pub ratio: f64,
    pub image: String,
    pub hosts: Vec<Host>,
    pub placement: Option<Box<Placement>>,
    pub labels: BTreeMap<String, i64>,
}

#[derive(Schema, Serialize, Deserialize, Clone, Debug)]
pub struct Host {
    pub name: String,
}

#[derive(Schema, Serialize, Deserialize, Clone, Debug)]
pub struct Placement {
    pub zone: String,
    pub region: String,
}

#[derive(Schema, Serialize, Deserialize, Clone, Debug)]
#[serde(rename_all = "camelCase")]
pub struct MemcachedStatus {
    pub ready_replicas: i32,
    pub since: Time,
}

fn main() {}
