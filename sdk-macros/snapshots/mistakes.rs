//! Two mistakes: two errors, and a stub so that what uses the kind still compiles.

#[derive(CustomResource, Serialize, Deserialize, Clone, Debug)]
#[kopr(group = "cache", version = "v1", kind = "Memcached", cluster, status = "MemcachedStatus", shortnames = "mc")]
pub struct MemcachedSpec {
    pub size: i32,
}
