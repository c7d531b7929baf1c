//! S5, S8: only keywords that the API server knows.

use serde_json::Value;

use super::{Family, Rule, SCHEMA, Subject, Version};
use crate::schema::{JUNCTORS, branches, escaped, flag, nodes};
use crate::suggest;

pub(super) const FAMILY: Family = Family {
    name: "keywords",
    rules: &[
        Rule {
            id: "S5",
            about: "a schema has only keywords that the API server supports",
        },
        Rule {
            id: "S8",
            about: "`uniqueItems` is not true",
        },
    ],
    on: Subject::Version(check),
};

/// Known, and refused.
const FORBIDDEN: [(&str, &str); 6] = [
    (
        "$ref",
        "write the schema out; a type that contains itself has to end somewhere",
    ),
    ("additionalItems", "a list has one schema for all its items"),
    ("definitions", "write the schema out where it is used"),
    ("dependencies", "say it with a rule in `x-kubernetes-validations`"),
    ("id", "leave it out"),
    ("patternProperties", "use `additionalProperties` for all keys"),
];

const KNOWN: [&str; 38] = [
    "$schema",
    "additionalProperties",
    "allOf",
    "anyOf",
    "default",
    "description",
    "enum",
    "example",
    "exclusiveMaximum",
    "exclusiveMinimum",
    "externalDocs",
    "format",
    "items",
    "maxItems",
    "maxLength",
    "maxProperties",
    "maximum",
    "minItems",
    "minLength",
    "minProperties",
    "minimum",
    "multipleOf",
    "not",
    "nullable",
    "oneOf",
    "pattern",
    "properties",
    "required",
    "title",
    "type",
    "uniqueItems",
    "x-kubernetes-embedded-resource",
    "x-kubernetes-int-or-string",
    "x-kubernetes-list-map-keys",
    "x-kubernetes-list-type",
    "x-kubernetes-map-type",
    "x-kubernetes-preserve-unknown-fields",
    "x-kubernetes-validations",
];

fn check(version: &mut Version<'_>) {
    for node in nodes(&version.version.schema) {
        keywords(version, node.schema, &node.path, &node.pointer);
        if flag(node.schema, "uniqueItems") {
            version.error_in(
                "S8",
                &node,
                "uniqueItems",
                "`uniqueItems: true` is too slow for the server",
                "use `x-kubernetes-list-type: set`",
            );
        }
    }
}

fn keywords(version: &mut Version<'_>, schema: &Value, path: &str, pointer: &str) {
    for (key, _) in schema.as_object().into_iter().flatten() {
        let at = format!("{SCHEMA}{pointer}/{}", escaped(key));
        if let Some((_, way_out)) = FORBIDDEN.iter().find(|(forbidden, _)| forbidden == key) {
            version.error_at("S5", &at, path, format!("`{key}` is not supported"), *way_out);
        } else if !KNOWN.contains(&key.as_str()) {
            let help = match suggest::nearest(key, KNOWN) {
                Some(near) => format!("did you mean `{near}`?"),
                None => "leave it out".to_owned(),
            };
            version.error_at(
                "S5",
                &at,
                path,
                format!("`{key}` is not a keyword of a CRD's schema"),
                help,
            );
        }
    }
    for junctor in JUNCTORS {
        for (at, branch) in branches(schema, junctor).enumerate() {
            keywords(version, branch, path, &format!("{pointer}/{junctor}/{at}"));
        }
    }
    if let Some(branch) = schema.get("not") {
        keywords(version, branch, path, &format!("{pointer}/not"));
    }
}
