//! What a schema says of a field, beside its description and its fields: type, bounds, merging, rules.

use kopr_model::Loss;
use serde_json::Value;

use super::{Field, Subject};
use crate::schema::{
    EMBEDDED, INT_OR_STRING, JUNCTORS, LIST_MAP_KEYS, LIST_TYPE, MAP_TYPE, PRESERVE, flag, word, words,
};

/// The type in one word, as `kubectl explain` writes it.
pub fn type_of(schema: &Value) -> String {
    if flag(schema, INT_OR_STRING) {
        return "integer or string".to_owned();
    }
    match word(schema, "type") {
        Some("array") => format!(
            "[]{}",
            schema.get("items").map_or_else(|| "any".to_owned(), type_of)
        ),
        Some("object") => match schema.get("additionalProperties") {
            Some(Value::Object(_)) => format!("map[string]{}", type_of(&schema["additionalProperties"])),
            Some(Value::Bool(true)) => "map[string]any".to_owned(),
            _ => "Object".to_owned(),
        },
        Some(other) => other.to_owned(),
        None => "any".to_owned(),
    }
}

/// What the schema says, and what else the kind says of the field.
pub fn of_field(subject: &Subject<'_>, field: &Field<'_>) -> Vec<String> {
    let path = &field.node.path;
    let mut lines = facts(field.node.schema);
    let version = subject.version;
    for column in version.columns.iter().filter(|column| column.json_path == *path) {
        lines.push(format!("column of `kubectl get`: {}", column.name));
    }
    if version.selectable.contains(path) {
        lines.push("can be selected with `--field-selector`".to_owned());
    }
    // What is lost of an item is told at the list.
    let of_field = |loss: &&Loss| {
        loss.path
            .trim_end_matches("[]")
            .trim_end_matches("{}")
            .trim_end_matches("[]")
            == path
    };
    for loss in version.losses.iter().filter(of_field) {
        lines.push(format!("not in the schema: {}", loss.reason));
    }
    lines
}

/// What has to hold, one fact a line.
fn facts(schema: &Value) -> Vec<String> {
    let mut facts = Vec::new();
    if flag(schema, "nullable") {
        facts.push("may be null".to_owned());
    }
    if let Some(default) = schema.get("default") {
        facts.push(format!("default: {default}"));
    }
    if let Some(Value::Array(values)) = schema.get("enum") {
        facts.push(format!("one of: {}", list(values)));
    }
    if let Some(format) = word(schema, "format") {
        facts.push(format!("format: {format}"));
    }
    facts.extend(bounds(schema));
    facts.extend(merging(schema));
    if flag(schema, PRESERVE) {
        facts.push("keeps fields that the schema does not name".to_owned());
    }
    if flag(schema, EMBEDDED) {
        facts.push("holds a whole object of the API".to_owned());
    }
    for junctor in JUNCTORS.into_iter().chain(["not"]) {
        // The one form that only repeats the type.
        let repeats = flag(schema, INT_OR_STRING) && junctor == "anyOf";
        if let Some(branches) = schema.get(junctor).filter(|_| !repeats) {
            facts.push(format!("{junctor}: {branches}"));
        }
    }
    let rules = schema.get("x-kubernetes-validations").and_then(Value::as_array);
    facts.extend(rules.into_iter().flatten().flat_map(rule));
    if let Some(example) = schema.get("example") {
        facts.push(format!("example: {example}"));
    }
    if let Some(docs) = schema.get("externalDocs") {
        let text = word(docs, "description").map(|text| format!(" ({text})"));
        facts.push(format!(
            "see: {}{}",
            word(docs, "url").unwrap_or_default(),
            text.unwrap_or_default()
        ));
    }
    // What is in a list or a map has bounds of its own.
    for (key, what) in [("items", "each item"), ("additionalProperties", "each value")] {
        if let Some(inner) = schema.get(key).filter(|inner| inner.is_object()) {
            facts.extend(
                self::facts(inner)
                    .into_iter()
                    .map(|fact| format!("{what}: {fact}")),
            );
        }
    }
    facts
}

fn bounds(schema: &Value) -> Vec<String> {
    let text = |key: &str| schema.get(key).map(Value::to_string);
    let strict = |key: &str| if flag(schema, key) { " (itself not)" } else { "" };
    let mut facts = Vec::new();
    let mut range = |what: &str, least: Option<String>, most: Option<String>| match (least, most) {
        (Some(least), Some(most)) if least == most => facts.push(format!("{what}: {least}")),
        (Some(least), Some(most)) => facts.push(format!("{what}: {least} to {most}")),
        (Some(least), None) => facts.push(format!("{what}: at least {least}")),
        (None, Some(most)) => facts.push(format!("{what}: at most {most}")),
        (None, None) => {}
    };
    range(
        "value",
        text("minimum").map(|least| least + strict("exclusiveMinimum")),
        text("maximum").map(|most| most + strict("exclusiveMaximum")),
    );
    range("characters", text("minLength"), text("maxLength"));
    range("items", text("minItems"), text("maxItems"));
    range("fields", text("minProperties"), text("maxProperties"));
    if let Some(step) = text("multipleOf") {
        facts.push(format!("a multiple of {step}"));
    }
    if let Some(pattern) = word(schema, "pattern") {
        facts.push(format!("pattern: {pattern}"));
    }
    facts
}

/// How server-side apply merges it.
fn merging(schema: &Value) -> Option<String> {
    match (word(schema, LIST_TYPE), word(schema, MAP_TYPE)) {
        (Some("map"), _) => Some(format!(
            "list type: map, keyed by {}",
            words(schema, LIST_MAP_KEYS).collect::<Vec<_>>().join(", ")
        )),
        (Some(other), _) => Some(format!("list type: {other}")),
        (None, Some(other)) => Some(format!("map type: {other}")),
        (None, None) => None,
    }
}

/// What the API server checks and JSON Schema has no word for: formats, patterns of Go, keys of lists, rules.
pub fn constraints_without_schema(schema: &Value) -> Vec<String> {
    let text = |key: &str| word(schema, key).map(|value| format!("{key}: {value}"));
    let keyed = merging(schema).filter(|_| word(schema, LIST_TYPE) == Some("map"));
    let rules = schema.get("x-kubernetes-validations").and_then(Value::as_array);
    [text("format"), text("pattern"), keyed]
        .into_iter()
        .flatten()
        .chain(rules.into_iter().flatten().flat_map(rule))
        .collect()
}

fn rule(rule: &Value) -> Vec<String> {
    let mut lines = vec![format!("rule: {}", word(rule, "rule").unwrap_or_default())];
    for (key, what) in [
        ("message", "says"),
        ("messageExpression", "says, in CEL"),
        ("reason", "reason"),
        ("fieldPath", "at"),
    ] {
        if let Some(text) = word(rule, key) {
            lines.push(format!("  {what}: {text}"));
        }
    }
    lines
}

fn list(values: &[Value]) -> String {
    values.iter().map(Value::to_string).collect::<Vec<_>>().join(", ")
}
