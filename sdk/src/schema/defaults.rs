//! Defaults, as the API server takes them: without the nulls that serde writes, and complete.

use serde_json::{Map, Value, json};

use super::structural::Converter;

/// Takes nulls out of the default of a node that is complete, and the default itself where it lacks what is
/// required: the API server would refuse the whole CRD.
pub(super) fn complete(converter: &mut Converter<'_>, node: &mut Map<String, Value>, path: &str) {
    let Some(default) = node.remove("default") else {
        return;
    };
    let default = without_nulls(default, node);
    match lacking(&default, node) {
        None => {
            node.insert("default".to_owned(), default);
        }
        Some(name) => converter.lose(
            path,
            format!(
                "its default, in which there is no `{name}`, though that is required: serde sets it, the API server does not"
            ),
        ),
    }
}

/// The schema of a member, if any.
fn member<'a>(node: &'a Map<String, Value>, name: &str) -> Option<&'a Map<String, Value>> {
    let named = node.get("properties").and_then(|members| members.get(name));
    named.or_else(|| node.get("additionalProperties"))?.as_object()
}

fn is_required(node: &Map<String, Value>, name: &str) -> bool {
    let names = node.get("required").and_then(Value::as_array);
    names.is_some_and(|names| names.contains(&json!(name)))
}

/// A null member is as good as none, unless it has to be there, is the value of a map, or is not looked into.
fn without_nulls(value: Value, node: &Map<String, Value>) -> Value {
    let empty = Map::new();
    match value {
        Value::Object(members) if node.contains_key("properties") => {
            let kept = members
                .into_iter()
                .filter(|(name, value)| !value.is_null() || is_required(node, name))
                .map(|(name, value)| {
                    let value = without_nulls(value, member(node, &name).unwrap_or(&empty));
                    (name, value)
                });
            Value::Object(kept.collect())
        }
        Value::Object(members) => {
            let kept = members.into_iter().map(|(name, value)| {
                let value = without_nulls(value, member(node, &name).unwrap_or(&empty));
                (name, value)
            });
            Value::Object(kept.collect())
        }
        Value::Array(items) => {
            let inner = node.get("items").and_then(Value::as_object).unwrap_or(&empty);
            Value::Array(items.into_iter().map(|item| without_nulls(item, inner)).collect())
        }
        other => other,
    }
}

/// The first required member that is not there, and has no default of its own.
fn lacking(value: &Value, node: &Map<String, Value>) -> Option<String> {
    match value {
        Value::Object(members) => {
            let required = node
                .get("required")
                .and_then(Value::as_array)
                .into_iter()
                .flatten();
            let gone = required.filter_map(Value::as_str).find(|name| {
                let defaulted = member(node, name).is_some_and(|member| member.contains_key("default"));
                let nullable = member(node, name).is_some_and(|member| member.contains_key("nullable"));
                match members.get(*name) {
                    None => !defaulted,
                    Some(value) => value.is_null() && !nullable,
                }
            });
            gone.map(str::to_owned).or_else(|| {
                members
                    .iter()
                    .find_map(|(name, value)| lacking(value, member(node, name)?))
            })
        }
        Value::Array(items) => {
            let inner = node.get("items").and_then(Value::as_object)?;
            items.iter().find_map(|item| lacking(item, inner))
        }
        _ => None,
    }
}
