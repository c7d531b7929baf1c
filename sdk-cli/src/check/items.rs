//! S7: a list has one schema for its items.

use super::{Family, Rule, Subject, Version};
use crate::schema::{nodes, word};

pub(super) const FAMILY: Family = Family {
    name: "items",
    rules: &[Rule {
        id: "S7",
        about: "`type: array` has `items`, and `items` is one schema",
    }],
    on: Subject::Version(check),
};

fn check(version: &mut Version<'_>) {
    for node in nodes(&version.version.schema) {
        match node.schema.get("items") {
            Some(items) if !items.is_object() => version.error(
                "S7",
                &node.path,
                "`items` is not one schema",
                "a tuple has no structural schema: use a struct, or a list of one type",
            ),
            None if word(node.schema, "type") == Some("array") => {
                version.error(
                    "S7",
                    &node.path,
                    "the list has no schema for its items",
                    "describe `items`",
                );
            }
            _ => {}
        }
    }
}
