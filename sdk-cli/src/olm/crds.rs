//! `spec.customresourcedefinitions`: what the operator owns, and what it needs of others.

use serde_json::{Map, Value, json};

use super::{descriptors, kinds};
use crate::emit::Input;

/// Owned kinds, one entry for each served version, and required ones.
pub(super) fn crds(input: &Input<'_>) -> Option<Value> {
    let operator = input.operator;
    let owned: Vec<Value> = kinds::own(operator)
        .into_iter()
        .flat_map(|resource| {
            let served = resource
                .by_priority()
                .into_iter()
                .filter(|version| version.served);
            served.map(move |version| descriptors::owned(operator, resource, version))
        })
        .collect();
    let required: Vec<Value> = kinds::foreign(operator)
        .into_iter()
        .map(|kind| {
            json!({
                "name": format!("{}.{}", kind.plural, kind.group),
                "version": kind.version,
                "kind": kind.kind,
                "displayName": kopr_model::names::heading(&kind.kind),
                "description": format!("{} of {}", kind.kind, kind.group),
            })
        })
        .collect();
    let lists = [("owned", owned), ("required", required)];
    let lists: Map<String, Value> = lists
        .into_iter()
        .filter(|(_, list)| !list.is_empty())
        .map(|(key, list)| (key.to_owned(), Value::Array(list)))
        .collect();
    (!lists.is_empty()).then_some(Value::Object(lists))
}
