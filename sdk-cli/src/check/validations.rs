//! S21: rules in CEL, as far as their form goes.

use serde_json::Value;

use super::{Family, Rule, Subject, Version};
use crate::schema::{nodes, word};

pub(super) const FAMILY: Family = Family {
    name: "validations",
    rules: &[Rule {
        id: "S21",
        about: "a rule in CEL is not empty and its message is one line",
    }],
    on: Subject::Version(check),
};

fn check(version: &mut Version<'_>) {
    for node in nodes(&version.version.schema) {
        let rules = node
            .schema
            .get("x-kubernetes-validations")
            .and_then(Value::as_array);
        for rule in rules.into_iter().flatten() {
            let text = word(rule, "rule").unwrap_or_default();
            if text.trim().is_empty() {
                version.error(
                    "S21",
                    &node.path,
                    "a rule in CEL is empty",
                    "write the rule, or leave it out",
                );
            }
            let message = word(rule, "message").unwrap_or_default();
            if message.contains(['\n', '\r']) {
                let wrong = format!("the message of the rule `{text}` has a line break");
                version.error("S21", &node.path, wrong, "write it in one line");
            } else if text.contains(['\n', '\r']) && message.is_empty() {
                let wrong = format!("the rule {text:?} has a line break and no message");
                version.error(
                    "S21",
                    &node.path,
                    wrong,
                    "write the rule in one line, or give it a message",
                );
            }
        }
    }
}
