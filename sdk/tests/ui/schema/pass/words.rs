//! Every word on types and fields, where it fits.

use std::collections::BTreeMap;

use kopr::k8s_openapi::api::core::v1::{Container, ContainerPort};
use kopr::prelude::*;
use kopr::schema::{json_schema, structural};

#[derive(Schema, Serialize, Deserialize)]
#[kopr(
    rule(
        cel = "self.name != ''",
        message = "a name is needed",
        reason = "FieldValueInvalid",
        field_path = ".name"
    ),
    at_most_one_of("secret", "config-map"),
    exactly_one_of("secret", "config-map", "inline"),
    at_least_one_of("secret", "inline"),
    docs = "short"
)]
#[serde(rename_all = "kebab-case")]
pub struct Spec {
    #[kopr(immutable, title = "Name", example = "one".to_owned(), selectable, column(name = "Is"))]
    pub name: String,
    pub secret: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    pub config_map: Option<String>,
    pub inline: Option<Inline>,
    #[kopr(list_map_keys("name", "target-number"))]
    pub ports: Vec<Port>,
    #[kopr(list_type = "map", list_map_keys = ["name"])]
    pub more: Option<Box<[Port]>>,
    #[kopr(list_map_keys("protocol"))]
    pub defaulted: Vec<Port>,
    /// Types of others are looked at when the operator is described.
    #[kopr(list_map_keys("containerPort"))]
    pub container_ports: Vec<ContainerPort>,
    #[kopr(list_map_keys("name"))]
    pub containers: Vec<Container>,
    #[kopr(list_type = "set")]
    pub texts: Vec<String>,
    #[kopr(list_type = "set")]
    pub whole: Option<Vec<Whole>>,
    #[kopr(list_type = "atomic")]
    pub once: Vec<Port>,
    #[kopr(map_type = "atomic")]
    pub map: BTreeMap<String, String>,
    #[kopr(struct_type = "atomic", external_docs = "https://example.com")]
    pub one: Inline,
    #[kopr(int_or_string, nullable = false)]
    pub either: String,
    #[kopr(preserve_unknown)]
    pub open: Inline,
    #[kopr(
        rule = "self > 0",
        rule(cel = "self < oldSelf", message_expr = "'not ' + string(self)", optional_old)
    )]
    pub number: i64,
}

#[derive(Schema, Serialize, Deserialize)]
pub struct Inline {
    pub text: String,
}

#[derive(Schema, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub struct Port {
    pub name: String,
    pub target_number: u16,
    #[serde(default = "tcp")]
    pub protocol: String,
}

fn tcp() -> String {
    "TCP".to_owned()
}

#[derive(Schema, Serialize, Deserialize)]
#[kopr(struct_type = "atomic")]
pub struct Whole {
    pub name: String,
}

#[test]
fn they_fit() {
    let found = structural(&json_schema::<Spec>(), ".spec");
    assert_eq!(found.problems, []);
}
