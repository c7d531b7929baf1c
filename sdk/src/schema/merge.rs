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
            ("required", Some(Value::Array(known))) => {
                if let Value::Array(more) = value {
                    known.extend(more);
                    known.sort_by_key(ToString::to_string);
                    known.dedup();
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
    if bare(a) == bare(b) {
        return (
            if a.get("description").is_some() {
                a.clone()
            } else {
                b.clone()
            },
            true,
        );
    }
    let type_of = |node: &Value| {
        node.get("type")
            .and_then(Value::as_str)
            .unwrap_or_default()
            .to_owned()
    };
    let (type_a, type_b) = (type_of(a), type_of(b));
    if type_a == type_b
        && !type_a.is_empty()
        && let (Some(values_a), Some(values_b)) = (
            a.get("enum").and_then(Value::as_array),
            b.get("enum").and_then(Value::as_array),
        )
    {
        let mut values = values_a.clone();
        values.extend(values_b.iter().filter(|value| !values_a.contains(value)).cloned());
        let mut node = json!({ "type": type_a, "enum": values });
        if let Some(description) = a.get("description") {
            node["description"] = description.clone();
        }
        return (node, true);
    }
    let int_or_string = |a: &str, b: &str| a == "integer" && b == "string";
    if int_or_string(&type_a, &type_b) || int_or_string(&type_b, &type_a) {
        let mut node = Map::from_iter([("x-kubernetes-int-or-string".to_owned(), json!(true))]);
        super::scalar::int_or_string(&mut node);
        return (Value::Object(node), true);
    }
    (json!({ "x-kubernetes-preserve-unknown-fields": true }), false)
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
