//! S1: every node of a schema has a type.

use super::{Family, Rule, Subject, Version};
use crate::schema::{INT_OR_STRING, PRESERVE, flag, nodes, word};

pub(super) const FAMILY: Family = Family {
    name: "types",
    rules: &[Rule {
        id: "S1",
        about: "each node has one of the types object, array, string, integer, number, boolean",
    }],
    on: Subject::Version(check),
};

const TYPES: [&str; 6] = ["array", "boolean", "integer", "number", "object", "string"];

fn check(version: &mut Version<'_>) {
    for node in nodes(&version.version.schema) {
        // S15 is about the root.
        if node.root {
            continue;
        }
        let free = flag(node.schema, INT_OR_STRING) || flag(node.schema, PRESERVE);
        match word(node.schema, "type") {
            Some(known) if TYPES.contains(&known) => {}
            Some(odd) => version.error(
                "S1",
                &node.path,
                format!("the schema has the type `{odd}`, which there is not"),
                format!("there are: `{}`", TYPES.join("`, `")),
            ),
            None if free => {}
            None => version.error(
                "S1",
                &node.path,
                "the schema has no type",
                "give the field a type with one shape, or let it take anything with `x-kubernetes-preserve-unknown-fields`",
            ),
        }
    }
}
