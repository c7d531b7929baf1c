//! S17: default values.

use super::{Family, Rule, SCHEMA, Subject, Version};
use crate::schema::{flag, nodes, value::breaches};

pub(super) const FAMILY: Family = Family {
    name: "defaults",
    rules: &[Rule {
        id: "S17",
        about: "a default obeys its schema, holds no null and no field that would be dropped",
    }],
    on: Subject::Version(check),
};

fn check(version: &mut Version<'_>) {
    for node in nodes(&version.version.schema) {
        let Some(default) = node.schema.get("default") else {
            continue;
        };
        if node.root {
            version.error_in(
                "S17",
                &node,
                "default",
                "the root has a default",
                "give defaults to fields",
            );
            continue;
        }
        if default.is_null() && !flag(node.schema, "nullable") {
            version.warn_in(
                "S17",
                &node,
                "default",
                "the default is null, which the server drops",
                "leave the default out: an absent field is `None`",
            );
            continue;
        }
        // The server judges it as it stands: defaults of fields inside are not filled in before.
        for breach in breaches(node.schema, default, &node.path) {
            let message = format!("the default does not obey its schema: {}", breach.message);
            version.error_at(
                "S17",
                &format!("{SCHEMA}{}/default", node.pointer),
                &breach.path,
                message,
                "change the default, or the bounds of the type",
            );
        }
    }
}
