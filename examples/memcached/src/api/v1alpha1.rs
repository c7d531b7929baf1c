//! Version v1alpha1 of cache.example.com.

use kopr::prelude::*;

/// A memcached cluster.
#[derive(CustomResource, Serialize, Deserialize, Clone, Debug)]
#[kopr(
    group = "cache.example.com",
    version = "v1alpha1",
    kind = "Memcached",
    namespaced,
    status = "MemcachedStatus",
    shortname = "mc",
    ui(display_name = "Memcached cluster")
)]
#[serde(rename_all = "camelCase")]
pub struct MemcachedSpec {
    /// How many memcached pods run.
    #[kopr(column, ui(pod_count))]
    #[schemars(range(min = 1, max = 9))]
    pub size: i32,
    /// Image that the pods run.
    #[serde(default = "default_image")]
    pub image: String,
    /// Name of a ConfigMap in the same namespace whose key `args` holds further arguments of memcached.
    #[kopr(ui(kind = "ConfigMap", advanced))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub arguments_from: Option<String>,
}

fn default_image() -> String {
    "memcached:1.6".to_owned()
}

/// What was observed of a memcached cluster.
#[derive(Schema, Serialize, Deserialize, Clone, Debug, Default)]
#[serde(rename_all = "camelCase")]
pub struct MemcachedStatus {
    /// How many of the pods are ready.
    #[kopr(column)]
    #[serde(default)]
    pub ready: i32,
    /// Generation of the spec that this status is about; kopr keeps it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub observed_generation: Option<i64>,
    /// Conditions: `Ready`.
    #[serde(default)]
    pub conditions: Vec<Condition>,
}
