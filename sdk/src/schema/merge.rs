//! Two nodes made one.

use std::cmp::Ordering;

use serde_json::{Map, Value, json};

use super::{nullable, scalar};

/// `over` on top of `under`: what the field says beside its type's reference wins.
pub(super) fn overlay(mut under: Map<String, Value>, over: Map<String, Value>) -> Map<String, Value> {
    for (key, value) in over {
        match (key.as_str(), under.get_mut(&key)) {
            ("properties", Some(Value::Object(known))) => {
                if let Value::Object(more) = value {
                    known.extend(more);
                }
            }
            ("required" | "allOf", Some(Value::Array(known))) => {
                if let Value::Array(more) = value {
                    let more: Vec<Value> = more.into_iter().filter(|one| !known.contains(one)).collect();
                    known.extend(more);
                }
            }
            ("oneOf" | "anyOf" | "not", Some(known)) if *known != value => {
                // Both hold, as when two enums are flattened into one struct.
                let known = known.take();
                under.remove(&key);
                let both = [(key.clone(), value), (key, known)]
                    .map(|(key, value)| Value::Object(Map::from_iter([(key, value)])));
                match under.entry("allOf").or_insert_with(|| json!([])) {
                    Value::Array(all) => all.extend(both),
                    other => *other = json!(both),
                }
            }
            _ => {
                under.insert(key, value);
            }
        }
    }
    under
}

/// A property that two branches of a union have: one schema that takes both, and whether it still says
/// all that they say. A default that they do not share is in neither: it would appear in the other one.
pub(super) fn either(a: &Value, b: &Value) -> (Value, bool) {
    let (shape_a, shape_b) = (shape(a), shape(b));
    let (mut node, whole) = if shape_a == shape_b {
        let with_texts = if a.get("description").is_some() { a } else { b };
        (with_texts.as_object().cloned().unwrap_or_default(), true)
    } else {
        shapes(&shape_a, &shape_b)
    };
    if let Some(text) = a.get("description").or_else(|| b.get("description")) {
        node.insert("description".to_owned(), text.clone());
    }
    if a.get("nullable").is_some() || b.get("nullable").is_some() {
        node.insert("nullable".to_owned(), json!(true));
        nullable::pattern(&mut node);
    }
    node.remove("default");
    if let Some(default) = a
        .get("default")
        .filter(|default| b.get("default") == Some(default))
    {
        node.insert("default".to_owned(), default.clone());
    }
    (Value::Object(node), whole)
}

/// What a node takes, without texts, default and null.
fn shape(node: &Value) -> Map<String, Value> {
    match bare(node) {
        Value::Object(mut fields) => {
            fields.remove("nullable");
            fields.remove("default");
            fields
        }
        _ => Map::new(),
    }
}

/// Two shapes that differ.
fn shapes(a: &Map<String, Value>, b: &Map<String, Value>) -> (Map<String, Value>, bool) {
    let open = || Map::from_iter([("x-kubernetes-preserve-unknown-fields".to_owned(), json!(true))]);
    let int_or_string = || {
        let mut node = Map::new();
        scalar::int_or_string(&mut node);
        node
    };
    let simple = |shape: &Map<String, Value>| shape.keys().all(|key| key == "type" || key == "format");
    match (form(a), form(b)) {
        ("integer", "string") | ("string", "integer") => (int_or_string(), simple(a) && simple(b)),
        ("either", "integer" | "string" | "either") => (int_or_string(), simple(b) && plain(a)),
        ("integer" | "string", "either") => (int_or_string(), simple(a) && plain(b)),
        ("integer", "number") | ("number", "integer") => {
            let mut node = wider(a, b);
            node.insert("type".to_owned(), json!("number"));
            (node, false)
        }
        ("array", "array") => {
            let null = Value::Null;
            let items = |shape: &Map<String, Value>| shape.get("items").unwrap_or(&null).clone();
            let (items, whole) = either(&items(a), &items(b));
            let mut node = wider(a, b);
            node.insert("items".to_owned(), items);
            let only = |shape: &Map<String, Value>| shape.keys().all(|key| key == "type" || key == "items");
            (node, whole && only(a) && only(b))
        }
        ("object", "object") => {
            let mut node = open();
            node.insert("type".to_owned(), json!("object"));
            (node, false)
        }
        (same, other) if same == other && matches!(same, "string" | "integer" | "number" | "boolean") => {
            let list = |shape: &Map<String, Value>| shape.get("enum").and_then(Value::as_array).cloned();
            if let (Some(mut values), Some(more)) = (list(a), list(b)) {
                for value in more {
                    if !values.contains(&value) {
                        values.push(value);
                    }
                }
                let only =
                    |shape: &Map<String, Value>| shape.keys().all(|key| key == "type" || key == "enum");
                let mut node = wider(a, b);
                node.insert("enum".to_owned(), json!(values));
                return (node, only(a) && only(b));
            }
            (wider(a, b), false)
        }
        _ => (open(), false),
    }
}

/// The type, or `either` for an integer or a text.
fn form(shape: &Map<String, Value>) -> &str {
    match shape.get("type").and_then(Value::as_str) {
        Some(type_) => type_,
        None if shape.contains_key("x-kubernetes-int-or-string") => "either",
        None => "",
    }
}

/// Whether an integer or a text is not restricted further.
fn plain(shape: &Map<String, Value>) -> bool {
    shape
        .keys()
        .all(|key| matches!(key.as_str(), "x-kubernetes-int-or-string" | "anyOf"))
}

/// What two nodes of one type both say: what is equal, and the wider of two bounds.
fn wider(a: &Map<String, Value>, b: &Map<String, Value>) -> Map<String, Value> {
    let mut node = Map::new();
    for (key, value) in a {
        let Some(other) = b.get(key) else { continue };
        let order = compare(value, other);
        let kept = match key.as_str() {
            "minimum" | "minLength" | "minItems" | "minProperties" => match order {
                Some(Ordering::Greater) => other,
                Some(_) => value,
                None => continue,
            },
            "maximum" | "maxLength" | "maxItems" | "maxProperties" => match order {
                Some(Ordering::Less) => other,
                Some(_) => value,
                None => continue,
            },
            // It belongs to one bound, which may not be the wider one.
            "exclusiveMinimum" | "exclusiveMaximum" => continue,
            _ if value == other => value,
            _ => continue,
        };
        node.insert(key.clone(), kept.clone());
    }
    node
}

fn compare(a: &Value, b: &Value) -> Option<Ordering> {
    match (a.as_i64(), b.as_i64()) {
        (Some(a), Some(b)) => Some(a.cmp(&b)),
        _ => a.as_f64()?.partial_cmp(&b.as_f64()?),
    }
}

/// A node without its texts, to compare shapes.
pub(super) fn bare(node: &Value) -> Value {
    match node {
        Value::Object(fields) => Value::Object(
            fields
                .iter()
                .filter(|(key, value)| {
                    !(matches!(key.as_str(), "description" | "title") && value.is_string())
                })
                .map(|(key, value)| (key.clone(), bare(value)))
                .collect(),
        ),
        Value::Array(items) => Value::Array(items.iter().map(bare).collect()),
        other => other.clone(),
    }
}
