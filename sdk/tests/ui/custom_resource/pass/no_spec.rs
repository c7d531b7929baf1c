//! A kind without `spec`: its fields stand beside `metadata`.

use kopr::kube::CustomResourceExt as _;
use kopr::prelude::*;
use kopr::schemars::_private::serde_json::{self, json};

/// Who may do what.
#[derive(CustomResource, Serialize, Deserialize, Clone, Debug, PartialEq)]
#[kopr(
    group = "policy.example.com",
    version = "v1",
    kind = "Policy",
    namespaced,
    no_spec,
    status = "PolicyStatus",
    selectable = ".template.name",
    printcolumn(name = "Template", type_ = "string", json_path = ".template.name")
)]
#[serde(rename_all = "camelCase")]
pub struct PolicyFields {
    /// What is made.
    pub template: Inner,
    #[kopr(column)]
    #[serde(default)]
    pub max_size: i32,
    #[serde(flatten)]
    pub more: More,
}

#[derive(Schema, Serialize, Deserialize, Clone, Debug, PartialEq)]
pub struct Inner {
    pub name: String,
}

#[derive(Schema, Serialize, Deserialize, Clone, Debug, PartialEq, Default)]
pub struct More {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub note: Option<String>,
}

#[derive(Schema, Serialize, Deserialize, Clone, Debug, Default, PartialEq)]
pub struct PolicyStatus {
    #[kopr(column)]
    pub ready: bool,
}

fn policy() -> Policy {
    Policy::new(
        "one",
        PolicyFields {
            template: Inner { name: "t".to_owned() },
            max_size: 3,
            more: More {
                note: Some("n".to_owned()),
            },
        },
    )
}

#[test]
fn wire_form() {
    let mut policy = policy();
    policy.status = Some(PolicyStatus { ready: true });
    let written = json!({
        "apiVersion": "policy.example.com/v1",
        "kind": "Policy",
        "metadata": { "name": "one" },
        "template": { "name": "t" },
        "maxSize": 3,
        "note": "n",
        "status": { "ready": true },
    });
    assert_eq!(serde_json::to_value(&policy).expect("serialisable"), written);
    let read: Policy = serde_json::from_value(written).expect("what was written can be read");
    assert_eq!((read.spec, read.status), (policy.spec, policy.status));
}

#[test]
fn schema() {
    let crd = serde_json::to_value(Policy::crd()).expect("a CRD is serialisable");
    let version = &crd["spec"]["versions"][0];
    let schema = &version["schema"]["openAPIV3Schema"];
    assert_eq!(schema["type"], "object");
    assert_eq!(schema["description"], "Who may do what.");
    assert_eq!(schema["required"], json!(["template"]));
    let names: Vec<&String> = schema["properties"]
        .as_object()
        .expect("an object")
        .keys()
        .collect();
    assert_eq!(
        names,
        [
            "apiVersion",
            "kind",
            "maxSize",
            "metadata",
            "note",
            "status",
            "template"
        ]
    );
    let columns: Vec<_> = version["additionalPrinterColumns"]
        .as_array()
        .expect("there are some")
        .iter()
        .map(|column| column["jsonPath"].as_str().expect("a path"))
        .collect();
    assert_eq!(
        columns,
        [
            ".maxSize",
            ".status.ready",
            ".template.name",
            ".metadata.creationTimestamp"
        ]
    );
    assert_eq!(
        version["selectableFields"],
        json!([{ "jsonPath": ".template.name" }])
    );
}

/// What the derive cannot see, since it is flattened, is seen when the operator is described.
#[test]
fn taken_names() {
    #[derive(CustomResource, Serialize, Deserialize, Clone, Debug)]
    #[kopr(
        group = "policy.example.com",
        version = "v1",
        kind = "Taken",
        namespaced,
        no_spec
    )]
    struct TakenFields {
        #[serde(flatten)]
        more: Hidden,
    }
    #[derive(Schema, Serialize, Deserialize, Clone, Debug)]
    struct Hidden {
        kind: String,
    }
    let failure = Operator::new("policy-operator")
        .crd::<Taken>()
        .describe()
        .expect_err("`kind` is taken");
    let [offence] = failure.offences.as_slice() else {
        panic!("{failure:?}")
    };
    assert!(
        offence
            .message
            .starts_with("`.kind` is taken: every object has it"),
        "{offence:?}"
    );
    assert!(offence.source.item.ends_with("Hidden::kind"), "{offence:?}");
}
