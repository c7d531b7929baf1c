//! What serde's attributes say and schemars does not: the derive puts it beside the rest of what it knows.
//!
//! On a field `aliases`, on a variant `other`, on a type `tag`, all among the attributes that travel in the
//! JSON Schema.

use kopr_model::attribute::SCHEMA_KEY;
use serde_json::{Map, Value, json};

use super::marks;
use super::structural::Converter;

impl Converter<'_> {
    /// `alias`: the API server takes out what is written under a name that the schema does not have.
    pub(super) fn aliases(&mut self, kopr: &Value, path: &str) {
        let aliases = kopr["attributes"]["aliases"].as_array().into_iter().flatten();
        let names: Vec<String> = aliases
            .filter_map(Value::as_str)
            .map(|name| format!("`{name}`"))
            .collect();
        if !names.is_empty() {
            self.lose(
                path,
                format!(
                    "what is written as {}, which serde would read too: the API server knows the field under its own name only, and prunes others before the operator sees them",
                    names.join(" or ")
                ),
            );
        }
    }

    /// `other`: words that no variant has do not get as far as serde.
    pub(super) fn other(&mut self, branches: &[Value], path: &str) {
        let is_other = |branch: &Value| {
            let kopr = branch.get(SCHEMA_KEY);
            kopr.is_some_and(|kopr| kopr["attributes"]["other"] == json!(true))
        };
        if branches.iter().any(is_other) {
            self.lose(
                path,
                "names that no variant has, which serde would read as the one with `other`: the API server refuses them",
            );
        }
    }
}

/// `tag` on a struct: a member that serde writes and does not ask for.
pub(super) fn tag(fields: &Map<String, Value>, node: &mut Map<String, Value>) {
    for (_, kopr) in marks::of_types(fields) {
        let tag = &kopr["attributes"]["tag"];
        let (Some(name), Some(value)) = (tag["name"].as_str(), tag["value"].as_str()) else {
            continue;
        };
        let members = node.entry("properties").or_insert_with(|| json!({}));
        if let Some(members) = members.as_object_mut() {
            members.insert(name.to_owned(), json!({ "type": "string", "enum": [value] }));
        }
    }
}
