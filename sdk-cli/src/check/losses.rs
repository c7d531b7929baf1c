//! S19: what the API server drops or does not check.

use serde_json::Value;

use super::{Family, Rule, Subject, Version};
use crate::schema::nodes;

pub(super) const FAMILY: Family = Family {
    name: "losses",
    rules: &[
        Rule {
            id: "S19",
            about: "no value is dropped on the way to the operator",
        },
        Rule {
            id: "L1",
            about: "the schema says all that the Rust type says",
        },
    ],
    on: Subject::Version(check),
};

fn check(version: &mut Version<'_>) {
    for node in nodes(&version.version.schema) {
        if node.schema.get("additionalProperties") == Some(&Value::Bool(true)) {
            version.warn_in(
                "S19",
                &node,
                "additionalProperties",
                "objects below `additionalProperties: true` are emptied by the server",
                "use `x-kubernetes-preserve-unknown-fields: true`",
            );
        }
    }
    for loss in &version.version.losses {
        version.warn("L1", &loss.path, loss.reason.clone(), "");
    }
}
