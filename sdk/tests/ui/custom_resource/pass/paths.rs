//! Paths that lead somewhere, whatever serde and the types do, and those that the compiler cannot follow.

use std::collections::BTreeMap;

use kopr::k8s_openapi::api::core::v1::{Container, ResourceRequirements};
use kopr::k8s_openapi::apimachinery::pkg::apis::meta::v1::Time;
use kopr::k8s_openapi::apimachinery::pkg::util::intstr::IntOrString;
use kopr::prelude::*;

#[derive(CustomResource, Serialize, Deserialize, Clone, Debug)]
#[kopr(
    group = "paths.example.com",
    version = "v1",
    kind = "Paths",
    namespaced,
    status = "PathsStatus",
    scale(
        spec_replicas_path = ".spec.max-size",
        status_replicas_path = ".status.readyReplicas",
        label_selector_path = ".status.selector"
    ),
    selectable = ".spec.mode",
    selectable = ".spec.deep.inner.name",
    selectable = ".spec.on",
    printcolumn(
        name = "Object",
        type_ = "string",
        json_path = ".metadata.labels['app.kubernetes.io/name']"
    ),
    printcolumn(name = "Renamed", type_ = "integer", json_path = ".spec.max-size"),
    printcolumn(name = "Raw", type_ = "string", json_path = ".spec.type"),
    printcolumn(name = "Number", type_ = "number", json_path = ".spec.max-size"),
    printcolumn(name = "Ratio", type_ = "number", json_path = ".spec.ratio"),
    printcolumn(name = "On", type_ = "boolean", json_path = ".spec.on"),
    printcolumn(name = "When", type_ = "date", json_path = ".status.since"),
    printcolumn(name = "Text date", type_ = "date", json_path = ".spec.type"),
    printcolumn(name = "Optional", type_ = "string", json_path = ".spec.deep.inner.name"),
    printcolumn(name = "Boxed", type_ = "string", json_path = ".spec.child.child.child.type"),
    printcolumn(name = "List", type_ = "string", json_path = ".spec.items[0].name"),
    printcolumn(name = "All", type_ = "string", json_path = ".spec.items[*].name"),
    printcolumn(name = "Whole", type_ = "string", json_path = ".spec.items"),
    printcolumn(
        name = "Filter",
        type_ = "string",
        json_path = ".status.conditions[?(@.type=='Ready')].status"
    ),
    printcolumn(name = "Map", type_ = "integer", json_path = ".spec.counts.any"),
    printcolumn(name = "Quoted", type_ = "integer", json_path = ".spec.counts['a.b']"),
    printcolumn(name = "Everywhere", type_ = "string", json_path = ".spec..name"),
    printcolumn(name = "Flattened", type_ = "integer", json_path = ".spec.beside"),
    printcolumn(name = "Foreign", type_ = "string", json_path = ".spec.resources.limits.cpu"),
    printcolumn(
        name = "Foreign list",
        type_ = "string",
        json_path = ".spec.containers[0].image"
    ),
    printcolumn(name = "Generic", type_ = "integer", json_path = ".spec.generic.value"),
    printcolumn(name = "By hand", type_ = "integer", json_path = ".spec.other.whatever"),
    printcolumn(name = "Port", type_ = "string", json_path = ".spec.port"),
    printcolumn(name = "Newtype", type_ = "integer", json_path = ".spec.newtype"),
    printcolumn(name = "Transparent", type_ = "string", json_path = ".spec.transparent"),
    printcolumn(name = "Tag", type_ = "string", json_path = ".spec.tagged.kind"),
    printcolumn(name = "Of a variant", type_ = "integer", json_path = ".spec.tagged.bytes"),
    printcolumn(name = "Variant", type_ = "string", json_path = ".spec.variants.first.deep"),
    printcolumn(name = "Value", type_ = "string", json_path = ".spec.any.thing")
)]
pub struct PathsSpec {
    #[serde(rename = "max-size")]
    pub size: u16,
    pub r#type: String,
    pub ratio: f32,
    #[serde(default)]
    pub on: bool,
    pub mode: Mode,
    pub deep: Option<Box<Deep>>,
    pub child: Option<Box<Child>>,
    pub items: Vec<Inner>,
    pub counts: BTreeMap<String, i64>,
    #[serde(flatten)]
    pub more: More,
    #[serde(default)]
    pub resources: ResourceRequirements,
    pub containers: Vec<Container>,
    pub generic: Generic<i32>,
    #[schemars(with = "BTreeMap<String, i32>")]
    pub other: Other,
    pub port: IntOrString,
    pub newtype: Newtype,
    pub transparent: Transparent,
    pub tagged: Tagged,
    pub variants: Variants,
    #[kopr(preserve_unknown)]
    pub any: Inner,
}

#[derive(Schema, Serialize, Deserialize, Clone, Debug)]
#[serde(rename_all = "camelCase")]
pub struct PathsStatus {
    pub ready_replicas: Option<i64>,
    pub selector: Option<String>,
    pub since: Option<Time>,
    pub conditions: Vec<Condition>,
}

#[derive(Schema, Serialize, Deserialize, Clone, Debug)]
pub enum Mode {
    Fast,
    Slow,
}

#[derive(Schema, Serialize, Deserialize, Clone, Debug)]
pub struct Deep {
    pub inner: Inner,
}

#[derive(Schema, Serialize, Deserialize, Clone, Debug)]
pub struct Inner {
    pub name: String,
}

/// Contains itself.
#[derive(Schema, Serialize, Deserialize, Clone, Debug)]
pub struct Child {
    pub r#type: String,
    pub child: Option<Box<Self>>,
}

#[derive(Schema, Serialize, Deserialize, Clone, Debug)]
pub struct More {
    pub beside: i32,
}

#[derive(Schema, Serialize, Deserialize, Clone, Debug)]
pub struct Generic<T> {
    pub value: T,
}

#[derive(Serialize, Deserialize, Clone, Debug)]
pub struct Other(BTreeMap<String, i32>);

#[derive(Schema, Serialize, Deserialize, Clone, Debug)]
pub struct Newtype(i32);

#[derive(Schema, Serialize, Deserialize, Clone, Debug)]
#[serde(transparent)]
pub struct Transparent {
    text: String,
}

#[derive(Schema, Serialize, Deserialize, Clone, Debug)]
#[serde(tag = "kind")]
pub enum Tagged {
    Memory { bytes: i64 },
}

#[derive(Schema, Serialize, Deserialize, Clone, Debug)]
#[serde(rename_all = "camelCase")]
pub enum Variants {
    First { deep: String },
    Second {},
}

#[test]
fn they_are_there() {
    let model = Operator::new("paths-operator")
        .crd::<Paths>()
        .describe()
        .expect("all of it can be");
    let version = &model.resources[0].versions[0];
    assert_eq!(version.columns.len(), 30);
    assert_eq!(
        version.selectable,
        [".spec.mode", ".spec.deep.inner.name", ".spec.on"]
    );
}
