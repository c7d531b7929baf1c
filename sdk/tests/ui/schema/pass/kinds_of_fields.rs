//! Fields of every kind compile, alone and in nested types, generic ones among them.
#![allow(dead_code, reason = "only the shape of the types matters")]

use std::collections::{BTreeMap, BTreeSet};
use std::marker::PhantomData;

use kopr::k8s_openapi::api::core::v1::{LocalObjectReference, PodTemplateSpec, ResourceRequirements};
use kopr::k8s_openapi::apimachinery::pkg::api::resource::Quantity;
use kopr::k8s_openapi::apimachinery::pkg::apis::meta::v1::{LabelSelector, Time};
use kopr::k8s_openapi::apimachinery::pkg::util::intstr::IntOrString;
use kopr::prelude::*;
use kopr::schemars::_private::serde_json::Value;

#[derive(CustomResource, Serialize, Deserialize, Clone, Debug)]
#[kopr(group = "fields.example.com", version = "v1", kind = "Fields", namespaced)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct FieldsSpec {
    pub text: String,
    pub borrowed: std::borrow::Cow<'static, str>,
    pub boxed: Box<i64>,
    pub shared: Box<str>,
    pub flag: bool,
    pub numbers: (u8, u8),
    pub array: [u16; 4],
    pub float: f32,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub perhaps: Option<String>,
    #[serde(default)]
    pub list: Vec<Option<i32>>,
    pub set: BTreeSet<String>,
    pub map: BTreeMap<String, Vec<Nested>>,
    pub by_number: BTreeMap<u16, String>,
    pub any: Value,
    pub wrapper: Wrapper,
    pub pair: Generic<i32, Nested>,
    pub port: IntOrString,
    pub memory: Quantity,
    pub since: Time,
    pub selector: LabelSelector,
    pub template: PodTemplateSpec,
    pub resources: ResourceRequirements,
    pub secret: LocalObjectReference,
    pub conditions: Vec<Condition>,
    pub tree: Tree,
    pub choice: Choice,
    #[serde(skip)]
    pub cache: Uncommon,
    #[schemars(with = "String")]
    pub said: Uncommon,
    #[serde(flatten)]
    pub more: Nested,
    #[serde(with = "as_text")]
    #[schemars(with = "String")]
    pub number_as_text: i32,
}

/// Has no schema, and needs none where it is skipped or said to be something else.
#[derive(Serialize, Deserialize, Clone, Debug, Default)]
pub struct Uncommon {
    inner: String,
}

#[derive(Schema, Serialize, Deserialize, Clone, Debug)]
pub struct Nested {
    #[schemars(length(min = 1, max = 63), regex(pattern = "^[a-z]+$"))]
    pub name: String,
}

#[derive(Schema, Serialize, Deserialize, Clone, Debug)]
#[serde(transparent)]
pub struct Wrapper(#[schemars(range(min = 1))] i32);

#[derive(Schema, Serialize, Deserialize, Clone, Debug)]
pub struct Generic<A, B>
where
    B: Clone,
{
    left: A,
    right: Vec<B>,
    #[serde(skip)]
    marker: PhantomData<A>,
}

#[derive(Schema, Serialize, Deserialize, Clone, Debug)]
pub struct Tree {
    name: String,
    #[serde(default)]
    children: Vec<Tree>,
    #[serde(skip_serializing_if = "Option::is_none")]
    left: Option<Box<Self>>,
}

#[derive(Schema, Serialize, Deserialize, Clone, Debug)]
#[serde(rename_all = "kebab-case")]
pub enum Choice {
    One { value: i32 },
    Two(Nested),
    Three(i32),
    Four(i32, i32),
}

/// Lifetimes and constants as parameters.
#[derive(Schema)]
pub struct Parameters<'a, T, const N: usize> {
    text: &'a str,
    items: [T; 3],
    #[schemars(skip)]
    rest: [u8; N],
}

#[derive(Schema)]
pub struct Unit;

mod as_text {
    use kopr::prelude::*;

    #[allow(
        clippy::trivially_copy_pass_by_ref,
        reason = "the signature that serde asks for"
    )]
    pub(super) fn serialize<S: serde::Serializer>(value: &i32, serializer: S) -> Result<S::Ok, S::Error> {
        value.to_string().serialize(serializer)
    }

    pub(super) fn deserialize<'de, D: serde::Deserializer<'de>>(deserializer: D) -> Result<i32, D::Error> {
        String::deserialize(deserializer)?
            .parse()
            .map_err(serde::de::Error::custom)
    }
}

#[test]
fn all_have_a_schema() {
    let model = Operator::new("fields-operator")
        .crd::<Fields>()
        .describe()
        .expect("every field has a schema");
    let spec = &model.resources[0].versions[0].schema["properties"]["spec"];
    for (field, type_) in [
        ("text", "string"),
        ("borrowed", "string"),
        ("boxed", "integer"),
        ("shared", "string"),
        ("said", "string"),
        ("name", "string"),
        ("numberAsText", "string"),
        ("wrapper", "integer"),
        ("pair", "object"),
        ("tree", "object"),
    ] {
        assert_eq!(spec["properties"][field]["type"], type_, "{field}");
    }
    assert!(spec["properties"].get("cache").is_none());
}
