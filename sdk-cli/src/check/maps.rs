//! S6: properties and keys that are free exclude each other.

use serde_json::Value;

use super::{Family, Rule, Subject, Version};
use crate::schema::{fields, nodes};

pub(super) const FAMILY: Family = Family {
    name: "maps",
    rules: &[Rule {
        id: "S6",
        about: "`additionalProperties` stands neither beside `properties` nor at the root",
    }],
    on: Subject::Version(check),
};

fn check(version: &mut Version<'_>) {
    for node in nodes(&version.version.schema) {
        let Some(additional) = node.schema.get("additionalProperties") else {
            continue;
        };
        if node.root {
            version.error_in(
                "S6",
                &node,
                "additionalProperties",
                "`additionalProperties` stands at the root",
                "put the map into a field of the spec",
            );
        } else if fields(node.schema, "properties").next().is_some() && *additional != Value::Bool(true) {
            version.error_in(
                "S6",
                &node,
                "additionalProperties",
                "`additionalProperties` stands beside `properties`",
                "put the map into a field of its own, or use `x-kubernetes-preserve-unknown-fields`",
            );
        }
    }
}
