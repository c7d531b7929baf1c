//! Every key of `#[kopr(..)]` is used once and arrives in the CRD.

use kopr::kube::CustomResourceExt;
use kopr::prelude::*;
use kopr::schemars::_private::serde_json::{self, Value, json};

/// Not shown: `doc` is.
#[derive(CustomResource, Serialize, Deserialize, Clone, Debug)]
#[kopr(
    group = "cache.example.com",
    version = "v1beta1",
    kind = "Memcached",
    plural = "memcachedes",
    singular = "onememcached",
    shortname = "mc",
    shortname = "mcd",
    category = "all",
    category = "caches",
    cluster,
    status = "MemcachedStatus",
    printcolumn(
        name = "Image",
        type_ = "string",
        json_path = ".spec.image",
        description = "what runs",
        format = "byte",
        priority = 1
    ),
    scale(
        spec_replicas_path = ".spec.size",
        status_replicas_path = ".status.ready",
        label_selector_path = ".status.selector"
    ),
    age = false,
    served = true,
    storage = false,
    deprecated = "use v1",
    doc = "A cache.",
    crate = "::kopr"
)]
pub struct MemcachedSpec {
    /// How many run.
    #[kopr(column(name = "Pods", priority = 2, format = "int64"))]
    pub size: i32,
    pub image: String,
}

#[derive(Schema, Serialize, Deserialize, Clone, Debug, Default)]
#[kopr(crate = "::kopr")]
pub struct MemcachedStatus {
    #[kopr(column)]
    pub ready: i32,
    pub selector: String,
}

/// A flag instead of a text, and a namespaced kind of somebody else.
#[derive(CustomResource, Serialize, Deserialize, Clone, Debug)]
#[kopr(
    group = "other.example.com",
    version = "v1",
    kind = "Other",
    namespaced,
    deprecated
)]
pub struct OtherSpec {}

#[derive(CustomResource, Serialize, Deserialize, Clone, Debug)]
#[kopr(
    group = "other.example.com",
    version = "v1",
    kind = "Foreign",
    namespaced,
    foreign
)]
pub struct ForeignSpec {}

#[test]
fn all_arrive() {
    let crd = crd::<Memcached>();
    let version = &crd["spec"]["versions"][0];
    assert_eq!(crd["metadata"]["name"], "memcachedes.cache.example.com");
    assert_eq!(
        crd["spec"]["names"],
        json!({
            "kind": "Memcached",
            "listKind": "MemcachedList",
            "plural": "memcachedes",
            "singular": "onememcached",
            "shortNames": ["mc", "mcd"],
            "categories": ["all", "caches"],
        })
    );
    assert_eq!(crd["spec"]["scope"], "Cluster");
    assert_eq!(
        version["additionalPrinterColumns"],
        json!([
            { "name": "Pods", "type": "integer", "format": "int64", "jsonPath": ".spec.size",
              "description": "How many run.", "priority": 2 },
            { "name": "Ready", "type": "integer", "format": "int32", "jsonPath": ".status.ready" },
            { "name": "Image", "type": "string", "format": "byte", "jsonPath": ".spec.image",
              "description": "what runs", "priority": 1 },
        ])
    );
    assert_eq!(
        version["subresources"],
        json!({
            "status": {},
            "scale": {
                "specReplicasPath": ".spec.size",
                "statusReplicasPath": ".status.ready",
                "labelSelectorPath": ".status.selector",
            },
        })
    );
    let said: Vec<_> = ["name", "served", "storage", "deprecated", "deprecationWarning"]
        .map(|key| version[key].clone())
        .into();
    assert_eq!(json!(said), json!(["v1beta1", true, false, true, "use v1"]));
    assert_eq!(version["schema"]["openAPIV3Schema"]["description"], "A cache.");
    assert_eq!(Memcached::shortnames(), ["mc", "mcd"]);
}

#[test]
fn flags() {
    let crd = crd::<Other>();
    assert_eq!(crd["spec"]["versions"][0]["deprecated"], true);
    assert_eq!(crd["spec"]["scope"], "Namespaced");
    assert_eq!(
        crd["spec"]["versions"][0]["schema"]["openAPIV3Schema"]["description"],
        "A flag instead of a text, and a namespaced kind of somebody else."
    );
    assert_eq!(Foreign::crd_name(), "foreigns.other.example.com");
}

fn crd<K: CustomResourceExt>() -> Value {
    serde_json::to_value(K::crd()).expect("a CRD is serialisable")
}
