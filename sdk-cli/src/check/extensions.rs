//! X1: extensions stand where they mean something.

use serde_json::{Value, json};

use super::{Family, Rule, Subject, Version};
use crate::schema::{
    EMBEDDED, INT_OR_STRING, LIST_TYPE, MAP_TYPE, Node, PRESERVE, fields, flag, nodes, word,
};

pub(super) const FAMILY: Family = Family {
    name: "extensions",
    rules: &[Rule {
        id: "X1",
        about: "an extension stands on the type that it is for, with a value that it takes",
    }],
    on: Subject::Version(check),
};

fn check(version: &mut Version<'_>) {
    for node in nodes(&version.version.schema) {
        for (key, wrong, help) in mistakes(&node) {
            version.error_in("X1", &node, key, wrong, help);
        }
    }
}

/// Each mistake with its keyword and the way out.
fn mistakes(node: &Node<'_>) -> Vec<(&'static str, String, &'static str)> {
    let schema = node.schema;
    let has = |key: &str| schema.get(key).is_some();
    let mut wrong = Vec::new();
    if has(LIST_TYPE) && word(schema, "type") != Some("array") {
        wrong.push((
            LIST_TYPE,
            format!("`{LIST_TYPE}` stands on something that is no list"),
            "leave it out",
        ));
    }
    if has(MAP_TYPE) && word(schema, "type") != Some("object") {
        wrong.push((
            MAP_TYPE,
            format!("`{MAP_TYPE}` stands on something that is no object"),
            "leave it out",
        ));
    }
    if has(MAP_TYPE) && !matches!(word(schema, MAP_TYPE), Some("atomic" | "granular")) {
        wrong.push((
            MAP_TYPE,
            format!("`{MAP_TYPE}` is {}", schema[MAP_TYPE]),
            "it is `atomic` or `granular`",
        ));
    }
    if schema.get(PRESERVE).is_some_and(|value| *value != json!(true)) {
        wrong.push((
            PRESERVE,
            format!("`{PRESERVE}` is not true"),
            "leave it out: it is true or not there",
        ));
    }
    if schema.get(INT_OR_STRING).is_some_and(|value| !value.is_boolean()) {
        wrong.push((
            INT_OR_STRING,
            format!("`{INT_OR_STRING}` is not a boolean"),
            "write `true`",
        ));
    }
    if flag(schema, EMBEDDED) && !flag(schema, PRESERVE) && fields(schema, "properties").next().is_none() {
        wrong.push((
            EMBEDDED,
            format!("`{EMBEDDED}` stands on an object without fields"),
            "add `x-kubernetes-preserve-unknown-fields: true`, or describe its fields",
        ));
    }
    let bounds = ["exclusiveMinimum", "exclusiveMaximum"];
    for key in bounds
        .into_iter()
        .filter(|key| !matches!(schema.get(*key), None | Some(Value::Bool(_))))
    {
        wrong.push((
            key,
            format!("`{key}` is not a boolean"),
            "write the bound as `minimum` or `maximum` beside it",
        ));
    }
    wrong
}
