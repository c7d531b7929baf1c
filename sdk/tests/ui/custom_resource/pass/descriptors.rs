//! Every form of `ui(..)`, on a kind, a spec, a nested type and a status; all of it arrives, and none in the CRD.

use std::collections::BTreeMap;

use kopr::prelude::*;
use kopr::schemars::_private::serde_json::{self, json};

/// A cache.
#[derive(CustomResource, Serialize, Deserialize, Clone, Debug)]
#[kopr(
    group = "cache.example.com",
    version = "v1",
    kind = "Cache",
    namespaced,
    status = "CacheStatus",
    ui(
        display_name = "Big cache",
        description = "Keeps things.",
        resource(kind = "Pod", version = "v1"),
        resource(kind = "ConfigMap", version = "v1", name = "settings")
    )
)]
pub struct CacheSpec {
    #[kopr(column, ui(display_name = "Pods", description = "How many.", pod_count))]
    pub size: i32,
    #[kopr(ui(urn = "urn:x:y", advanced))]
    pub image: String,
    #[kopr(ui(skip))]
    pub internal: bool,
    #[kopr(ui(kind("Secret")))]
    pub secret: String,
    #[kopr(ui(select = ["a", "b"], field_group = "modes"))]
    pub mode: String,
    /// Only with more than one pod.
    #[kopr(ui(skip = false, field_dependency("size", "1")))]
    pub limits: Option<Limits>,
}

#[derive(Schema, Serialize, Deserialize, Clone, Debug)]
pub struct Limits {
    #[kopr(ui(text))]
    pub memory: String,
}

#[derive(Schema, Serialize, Deserialize, Clone, Debug, Default)]
pub struct CacheStatus {
    #[kopr(ui(pod_statuses))]
    pub pods: BTreeMap<String, Vec<String>>,
    #[kopr(ui(text, hidden))]
    pub note: String,
}

#[test]
fn all_arrive() {
    let model = Operator::new("cache-operator").crd::<Cache>().describe();
    let model = model.expect("it can be described");
    let descriptors = serde_json::to_value(&model.resources[0].versions[0].descriptors);
    let ui = |word: &str| format!("urn:alm:descriptor:com.tectonic.ui:{word}");
    assert_eq!(
        descriptors.expect("it is serialisable"),
        json!({
            "displayName": "Big cache",
            "description": "Keeps things.",
            "resources": [
                { "kind": "Pod", "version": "v1" },
                { "kind": "ConfigMap", "version": "v1", "name": "settings" },
            ],
            "spec": [
                {
                    "path": "size", "displayName": "Pods", "description": "How many.",
                    "xDescriptors": [ui("podCount")], "replaces": true,
                },
                { "path": "image", "xDescriptors": [ui("advanced"), "urn:x:y"], "replaces": true },
                { "path": "internal", "skip": true },
                { "path": "secret", "xDescriptors": ["urn:alm:descriptor:io.kubernetes:Secret"], "replaces": true },
                {
                    "path": "mode",
                    "xDescriptors": [ui("select:a"), ui("select:b"), ui("fieldGroup:modes")], "replaces": true,
                },
                { "path": "limits.memory", "xDescriptors": [ui("text")], "replaces": true },
                {
                    "path": "limits", "description": "Only with more than one pod.",
                    "xDescriptors": [ui("fieldDependency:size:1")],
                },
            ],
            "status": [
                { "path": "pods", "xDescriptors": [ui("podStatuses")], "replaces": true },
                { "path": "note", "xDescriptors": ["urn:alm:descriptor:text", ui("hidden")], "replaces": true },
            ],
        })
    );
    let crd = kopr::model::crd(&model.resources[0]).to_string();
    for word in ["x-kopr", "urn:", "Big cache", "How many."] {
        assert!(!crd.contains(word), "{word}: {crd}");
    }
}
