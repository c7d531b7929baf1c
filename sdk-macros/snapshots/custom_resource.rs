//! A spec with a status, columns, and a field that serde leaves out.

/// A memcached cluster.
#[derive(CustomResource, Serialize, Deserialize, Clone, Debug)]
#[kopr(
    group = "cache.example.com",
    version = "v1alpha1",
    kind = "Memcached",
    namespaced,
    status = "MemcachedStatus",
    shortname = "mc"
)]
#[serde(rename_all = "camelCase")]
pub struct MemcachedSpec {
    /// How many memcached pods run.
    #[kopr(column)]
    #[schemars(range(min = 1, max = 9))]
    pub size: i32,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub arguments_from: Option<String>,
    #[serde(skip)]
    pub cache: Cache,
    #[serde(flatten)]
    pub more: More,
}
