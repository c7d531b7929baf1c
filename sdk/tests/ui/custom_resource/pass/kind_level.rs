//! What a kind says of its CRD beside names and columns.

use kopr::kube::CustomResourceExt;
use kopr::prelude::*;
use kopr::schemars::_private::serde_json::{self, Value, json};

/// A cache.
#[derive(CustomResource, Serialize, Deserialize, Clone, Debug)]
#[kopr(
    group = "cache.k8s.io",
    version = "v1",
    kind = "Cache",
    namespaced,
    api_approved = "https://github.com/kubernetes/enhancements/pull/1111",
    annotation("example.com/owner", "the cache team"),
    label("tier", "back"),
    name(max_length = 40, min_length = 3, pattern = "^[a-z]"),
    conversion(
        service = "cache/webhook",
        path = "/convert",
        port = 8443,
        ca_bundle = "LS0tLS1CRUdJTg==",
        review_versions("v1", "v1beta1")
    ),
    validation = "self.metadata.name != 'default'",
    validation = kopr::Rule::new("self.spec.size <= 9").message("too big"),
    rule(cel = "self.size > 0", message = "too small"),
    docs = "short"
)]
pub struct CacheSpec {
    /// How many.
    ///
    /// And more.
    pub size: i32,
}

#[derive(CustomResource, Serialize, Deserialize, Clone, Debug)]
#[kopr(
    group = "cache.example.com",
    version = "v1",
    kind = "Remote",
    namespaced,
    conversion(url = "https://convert.example.com/cache")
)]
pub struct RemoteSpec {}

#[derive(CustomResource, Serialize, Deserialize, Clone, Debug)]
#[kopr(
    group = "cache.example.com",
    version = "v1",
    kind = "Plain",
    namespaced,
    conversion = "none"
)]
pub struct PlainSpec {}

fn crd<K: CustomResourceExt>() -> Value {
    serde_json::to_value(K::crd()).expect("a CRD is serialisable")
}

#[test]
fn metadata() {
    assert_eq!(
        crd::<Cache>()["metadata"],
        json!({
            "name": "caches.cache.k8s.io",
            "annotations": {
                "api-approved.kubernetes.io": "https://github.com/kubernetes/enhancements/pull/1111",
                "example.com/owner": "the cache team",
            },
            "labels": { "tier": "back" },
        })
    );
    // They are the CRD's, not those of objects.
    assert_eq!(Cache::new("one", CacheSpec { size: 1 }).metadata.labels, None);
}

#[test]
fn conversions() {
    let conversion = |crd: Value| crd["spec"]["conversion"].clone();
    assert_eq!(
        conversion(crd::<Cache>()),
        json!({
            "strategy": "Webhook",
            "webhook": {
                "clientConfig": {
                    "service": { "namespace": "cache", "name": "webhook", "path": "/convert", "port": 8443 },
                    "caBundle": "LS0tLS1CRUdJTg==",
                },
                "conversionReviewVersions": ["v1", "v1beta1"],
            },
        })
    );
    assert_eq!(
        conversion(crd::<Remote>()),
        json!({
            "strategy": "Webhook",
            "webhook": {
                "clientConfig": { "url": "https://convert.example.com/cache" },
                "conversionReviewVersions": ["v1"],
            },
        })
    );
    assert_eq!(conversion(crd::<Plain>()), Value::Null);
}

#[test]
fn schema() {
    let crd = crd::<Cache>();
    let schema = &crd["spec"]["versions"][0]["schema"]["openAPIV3Schema"];
    assert_eq!(
        schema["properties"]["metadata"],
        json!({
            "type": "object",
            "properties": {
                "name": { "type": "string", "maxLength": 40, "minLength": 3, "pattern": "^[a-z]" },
            },
        })
    );
    assert_eq!(
        schema["x-kubernetes-validations"],
        json!([
            { "rule": "self.metadata.name != 'default'" },
            { "rule": "self.spec.size <= 9", "message": "too big" },
        ])
    );
    let spec = &schema["properties"]["spec"];
    assert_eq!(
        spec["x-kubernetes-validations"],
        json!([{ "rule": "self.size > 0", "message": "too small" }])
    );
    assert_eq!(spec["properties"]["size"]["description"], "How many.");
}
