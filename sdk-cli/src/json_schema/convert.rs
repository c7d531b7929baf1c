//! From a structural schema of Kubernetes to JSON Schema, so that an editor refuses what the API server refuses or
//! drops, and nothing that it takes.

use serde_json::{Map, Value, json};

use super::formats::{is_number, is_portable, is_shared, range};
use super::metadata;
use crate::explain::constraints_without_schema;
use crate::schema::{
    EMBEDDED, INT_OR_STRING, JUNCTORS, LIST_TYPE, PRESERVE, branches, fields, flag, word, words,
};

/// The schema of a node.
pub(super) fn convert(schema: &Value) -> Value {
    Value::Object(node(schema, true))
}

/// Keywords that both have, with one meaning.
const SHARED: [&str; 9] = [
    "maxItems",
    "maxLength",
    "maxProperties",
    "minItems",
    "minLength",
    "minProperties",
    "multipleOf",
    "title",
    "default",
];

/// `structural` is false inside junctors, which restrict values and say nothing about unknown fields.
fn node(schema: &Value, structural: bool) -> Map<String, Value> {
    let mut out = Map::new();
    for key in SHARED {
        if let Some(value) = schema.get(key) {
            out.insert(key.to_owned(), value.clone());
        }
    }
    types(schema, &mut out);
    numbers(schema, &mut out);
    texts(schema, &mut out);
    if let Some(items) = schema.get("items").filter(|items| items.is_object()) {
        out.insert("items".to_owned(), Value::Object(node(items, structural)));
    }
    // Items of a map list may be equal but for their keys, which JSON Schema cannot say.
    if word(schema, LIST_TYPE) == Some("set") {
        out.insert("uniqueItems".to_owned(), json!(true));
    }
    object(schema, structural, &mut out);
    if let Some(example) = schema.get("example") {
        out.insert("examples".to_owned(), json!([example]));
    }
    if structural {
        describe(schema, &mut out);
    }
    junctors(schema, &mut out);
    out
}

fn types(schema: &Value, out: &mut Map<String, Value>) {
    let mut types = if flag(schema, INT_OR_STRING) {
        vec!["integer", "string"]
    } else {
        word(schema, "type").into_iter().collect()
    };
    let nullable = flag(schema, "nullable");
    if nullable && !types.is_empty() {
        types.push("null");
    }
    match types.as_slice() {
        [] => {}
        [one] => {
            out.insert("type".to_owned(), json!(one));
        }
        many => {
            out.insert("type".to_owned(), json!(many));
        }
    }
    if let Some(Value::Array(values)) = schema.get("enum") {
        let mut values = values.clone();
        if nullable && !values.contains(&Value::Null) {
            values.push(Value::Null);
        }
        out.insert("enum".to_owned(), values.into());
    }
}

/// Bounds. Whether a bound itself is taken is a flag in OpenAPI and a bound of its own in JSON Schema.
fn numbers(schema: &Value, out: &mut Map<String, Value>) {
    for (bound, exclusive) in [("minimum", "exclusiveMinimum"), ("maximum", "exclusiveMaximum")] {
        if let Some(value) = schema.get(bound) {
            let key = if flag(schema, exclusive) { exclusive } else { bound };
            out.insert(key.to_owned(), value.clone());
        }
    }
    if let Some((least, most)) = word(schema, "format").and_then(range) {
        for (bound, exclusive, value) in [
            ("minimum", "exclusiveMinimum", least),
            ("maximum", "exclusiveMaximum", most),
        ] {
            if !out.contains_key(exclusive) {
                out.entry(bound).or_insert(json!(value));
            }
        }
    }
}

fn texts(schema: &Value, out: &mut Map<String, Value>) {
    if let Some(pattern) = word(schema, "pattern").filter(|pattern| is_portable(pattern)) {
        out.insert("pattern".to_owned(), json!(pattern));
    }
    if let Some(format) = word(schema, "format").filter(|format| is_shared(format)) {
        out.insert("format".to_owned(), json!(format));
    }
}

fn object(schema: &Value, structural: bool, out: &mut Map<String, Value>) {
    let mut properties: Map<String, Value> = fields(schema, "properties")
        .map(|(name, child)| (name.clone(), Value::Object(node(child, structural))))
        .collect();
    // The server fills in defaults before it looks what is missing.
    let mut required: Vec<&str> = words(schema, "required")
        .filter(|name| {
            let default = schema.pointer(&format!("/properties/{}/default", crate::schema::escaped(name)));
            default.is_none_or(Value::is_null)
        })
        .collect();
    if flag(schema, EMBEDDED) {
        for name in ["apiVersion", "kind"] {
            let given = properties
                .remove(name)
                .unwrap_or_else(|| json!({ "type": "string", "minLength": 1 }));
            properties.insert(name.to_owned(), given);
            if !required.contains(&name) {
                required.push(name);
            }
        }
        properties
            .entry("metadata")
            .or_insert_with(|| metadata::schema(None));
    }
    let is_object = word(schema, "type") == Some("object");
    let map = schema.get("additionalProperties");
    let open = flag(schema, PRESERVE) || !structural;
    match map {
        Some(Value::Object(_)) => {
            let value = map.map(|value| node(value, structural)).unwrap_or_default();
            out.insert("additionalProperties".to_owned(), Value::Object(value));
        }
        Some(Value::Bool(true)) => {}
        _ if is_object && !open => {
            out.insert("additionalProperties".to_owned(), json!(false));
        }
        _ => {}
    }
    if !properties.is_empty() {
        out.insert("properties".to_owned(), Value::Object(properties));
    }
    if !required.is_empty() {
        out.insert("required".to_owned(), json!(required));
    }
}

/// The description twice: editors that know Markdown take the second, which has what JSON Schema cannot say too.
fn describe(schema: &Value, out: &mut Map<String, Value>) {
    let description = word(schema, "description").unwrap_or_default();
    if !description.is_empty() {
        out.insert("description".to_owned(), json!(description));
    }
    let unsaid: Vec<String> = constraints_without_schema(schema)
        .into_iter()
        .filter(|fact| match fact.split_once(": ") {
            Some(("format", format)) => !is_shared(format) && !is_number(format),
            Some(("pattern", pattern)) => !is_portable(pattern),
            _ => true,
        })
        .collect();
    let mut text = description.to_owned();
    for fact in unsaid {
        text.push_str(if text.is_empty() { "" } else { "\n\n" });
        let line = match fact.split_once(": ") {
            Some((label @ ("rule" | "pattern" | "format"), value)) => format!("{label}: `{value}`"),
            _ => fact,
        };
        text.push_str(&line);
    }
    if !text.is_empty() {
        out.insert("markdownDescription".to_owned(), json!(text));
    }
}

fn junctors(schema: &Value, out: &mut Map<String, Value>) {
    let mut more = Map::new();
    for junctor in JUNCTORS {
        let all: Vec<Value> = branches(schema, junctor)
            .map(|branch| Value::Object(node(branch, false)))
            .collect();
        if !all.is_empty() {
            more.insert(junctor.to_owned(), all.into());
        }
    }
    if let Some(not) = schema.get("not") {
        more.insert("not".to_owned(), Value::Object(node(not, false)));
    }
    if more.is_empty() {
        return;
    }
    if flag(schema, "nullable") {
        // The server asks nothing more of a null that may be there.
        out.insert("anyOf".to_owned(), json!([{ "type": "null" }, more]));
    } else {
        out.extend(more);
    }
}
