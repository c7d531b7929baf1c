//! A spec that may be missing is the default one.

use kopr::kube::CustomResourceExt;
use kopr::prelude::*;
use serde_json::json;

/// A cache.
#[derive(CustomResource, Serialize, Deserialize, Clone, Debug, Default, PartialEq)]
#[kopr(
    group = "cache.example.com",
    version = "v1",
    kind = "Cache",
    namespaced,
    optional_spec,
    status = "CacheStatus"
)]
pub struct CacheSpec {
    /// How many.
    #[serde(default)]
    pub size: i32,
}

/// What is seen.
#[derive(Schema, Serialize, Deserialize, Clone, Debug, Default, PartialEq)]
pub struct CacheStatus {
    /// How many are ready.
    pub ready: i32,
}

#[test]
fn a_missing_spec_is_the_default_one() {
    let read = |object| serde_json::from_value::<Cache>(object).expect("it can be read");
    let cache = read(json!({ "metadata": { "name": "a" }, "status": { "ready": 1 } }));
    assert_eq!(cache.spec, CacheSpec::default());
    assert_eq!(cache.status, Some(CacheStatus { ready: 1 }));
    let cache = read(json!({ "metadata": { "name": "a" }, "spec": { "size": 2 } }));
    assert_eq!(cache.spec.size, 2);
}

#[test]
fn the_schema_does_not_require_it() {
    let crd = serde_json::to_value(Cache::crd()).expect("a CRD is serialisable");
    let schema = &crd["spec"]["versions"][0]["schema"]["openAPIV3Schema"];
    assert!(schema.get("required").is_none(), "{schema}");
}
