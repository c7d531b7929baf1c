//! `Memcached` in version `v1alpha1`.

use kopr::prelude::*;

/// Runs some pods of one image.
#[derive(CustomResource, Serialize, Deserialize, Clone, Debug)]
#[kopr(
    group = "cache.example.com",
    version = "v1alpha1",
    kind = "Memcached",
    namespaced,
    status = "MemcachedStatus"
)]
#[serde(rename_all = "camelCase")]
pub struct MemcachedSpec {
    /// How many pods run.
    #[kopr(column)]
    #[schemars(range(min = 0, max = 9))]
    pub size: i32,
    /// What they run.
    #[serde(default = "default_image")]
    pub image: String,
}

fn default_image() -> String {
    "nginxinc/nginx-unprivileged:1.29-alpine".to_owned()
}

/// What was seen last.
#[derive(Schema, Serialize, Deserialize, Clone, Debug, Default)]
#[serde(rename_all = "camelCase", default)]
pub struct MemcachedStatus {
    /// How many pods are ready.
    #[kopr(column)]
    pub ready: i32,
    /// Generation of the spec that this status is about; kopr keeps it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub observed_generation: Option<i64>,
    /// Conditions: `Ready`.
    pub conditions: Vec<Condition>,
}
