//! Kinds whose schema is not that of the type.

use std::borrow::Cow;

use kopr::kube::CustomResourceExt as _;
use kopr::prelude::*;
use kopr::schemars::_private::serde_json::{self, json};
use kopr::schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};

/// The spec needs no schema: that of the root is written by hand.
#[derive(CustomResource, Serialize, Deserialize, Clone, Debug)]
#[kopr(
    group = "modes.example.com",
    version = "v1",
    kind = "Manual",
    namespaced,
    status = "ManualStatus",
    schema = "manual",
    printcolumn(name = "Size", type_ = "integer", json_path = ".spec.size")
)]
pub struct ManualSpec {
    pub size: i32,
}

#[derive(Serialize, Deserialize, Clone, Debug)]
pub struct ManualStatus {
    pub ready: i32,
}

impl JsonSchema for Manual {
    fn schema_name() -> Cow<'static, str> {
        "Manual".into()
    }
    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        json_schema!({
            "type": "object",
            "properties": {
                "apiVersion": { "type": "string" },
                "spec": { "type": "object", "properties": { "size": { "type": "integer", "maximum": 9 } } },
                "status": { "type": "object", "x-kubernetes-preserve-unknown-fields": true },
            },
            "required": ["apiVersion", "spec"],
        })
    }
}

/// Read and never installed.
#[derive(CustomResource, Serialize, Deserialize, Clone, Debug)]
#[kopr(
    group = "metrics.k8s.io",
    version = "v1beta1",
    kind = "PodMetrics",
    namespaced,
    schema = "disabled"
)]
pub struct PodMetricsSpec {
    pub window: String,
}

async fn reconcile(_: Arc<PodMetrics>) -> Result<Action> {
    Ok(Action::await_change())
}

#[test]
fn manual() {
    let crd = serde_json::to_value(Manual::crd()).expect("a CRD is serialisable");
    let version = &crd["spec"]["versions"][0];
    assert_eq!(
        version["schema"]["openAPIV3Schema"],
        json!({
            "type": "object",
            "description": "The spec needs no schema: that of the root is written by hand.",
            "properties": {
                "apiVersion": { "type": "string" },
                "kind": { "type": "string" },
                "metadata": { "type": "object" },
                "spec": { "type": "object", "properties": { "size": { "type": "integer", "maximum": 9.0 } } },
                "status": { "type": "object", "x-kubernetes-preserve-unknown-fields": true },
            },
            "required": ["spec"],
        })
    );
    assert_eq!(version["subresources"], json!({ "status": {} }));
}

/// No CRD of it is made, and no schema is in the one that kube's trait gives out.
#[test]
fn disabled() {
    let operator = Operator::new("metrics-operator").controller(reconcile);
    let model = operator.describe().expect("it can be reconciled");
    assert!(model.resources.is_empty());
    let crd = serde_json::to_value(PodMetrics::crd()).expect("a CRD is serialisable");
    assert_eq!(crd["spec"]["versions"][0]["schema"], json!({}));
}
