//! Two nodes made one.

use serde_json::{Map, Value, json};

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
            ("oneOf" | "anyOf", Some(known)) if *known != value => {
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
/// all that they say.
pub(super) fn either(a: &Value, b: &Value) -> (Value, bool) {
    let described = |mut node: Map<String, Value>| {
        if let Some(text) = a.get("description").or_else(|| b.get("description")) {
            node.insert("description".to_owned(), text.clone());
        }
        if a.get("nullable").is_some() || b.get("nullable").is_some() {
            node.insert("nullable".to_owned(), json!(true));
        }
        Value::Object(node)
    };
    let shape = |node: &Value| match bare(node) {
        Value::Object(mut fields) => {
            fields.remove("nullable");
            fields
        }
        _ => Map::new(),
    };
    let (shape_a, shape_b) = (shape(a), shape(b));
    if shape_a == shape_b {
        let with_texts = if a.get("description").is_some() { a } else { b };
        let node = with_texts.as_object().cloned().unwrap_or_default();
        return (described(node), true);
    }
    let list = |node: &Value, key: &str| node.get(key).and_then(Value::as_array).cloned();
    let type_of = |node: &Value| {
        node.get("type")
            .and_then(Value::as_str)
            .unwrap_or_default()
            .to_owned()
    };
    let (type_a, type_b) = (type_of(a), type_of(b));
    let only = |type_: &str| Map::from_iter([("type".to_owned(), json!(type_))]);
    match (type_a.as_str(), type_b.as_str()) {
        ("integer", "string") | ("string", "integer") => {
            let whole = shape_a.len() <= 2 && shape_b.len() <= 2;
            let mut node = Map::new();
            super::scalar::int_or_string(&mut node);
            (described(node), whole)
        }
        ("integer", "number") | ("number", "integer") => (described(only("number")), false),
        (same, other) if same == other && matches!(same, "string" | "integer" | "number" | "boolean") => {
            let mut node = only(same);
            if let (Some(values), Some(more)) = (list(a, "enum"), list(b, "enum")) {
                let new = more.into_iter().filter(|value| !values.contains(value));
                let all: Vec<Value> = values.iter().cloned().chain(new).collect();
                node.insert("enum".to_owned(), json!(all));
                let others =
                    |shape: &Map<String, Value>| shape.keys().any(|key| key != "type" && key != "enum");
                let whole = !others(&shape_a) && !others(&shape_b);
                return (described(node), whole);
            }
            (described(node), false)
        }
        ("array", "array") => {
            let (items, whole) = either(&a["items"], &b["items"]);
            let mut node = only("array");
            node.insert("items".to_owned(), items);
            let others = |shape: &Map<String, Value>| shape.keys().any(|key| key != "type" && key != "items");
            (described(node), whole && !others(&shape_a) && !others(&shape_b))
        }
        ("object", "object") => {
            let mut node = only("object");
            node.insert("x-kubernetes-preserve-unknown-fields".to_owned(), json!(true));
            (described(node), false)
        }
        _ => {
            let node = Map::from_iter([("x-kubernetes-preserve-unknown-fields".to_owned(), json!(true))]);
            (described(node), false)
        }
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
