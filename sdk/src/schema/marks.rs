//! What `#[kopr(..)]` said of a field: it travels inside the JSON Schema, and is taken out at its place.

use std::collections::BTreeMap;

use kopr_model::attribute::{FieldAttributes, SCHEMA_KEY};
use serde_json::{Map, Value};

use super::columns;
use super::structural::Converter;

impl Converter<'_> {
    /// What `#[kopr(..)]` said of the field whose node this is.
    pub(super) fn field(
        &mut self,
        kopr: &Value,
        text: Option<&str>,
        node: &mut Map<String, Value>,
        path: &str,
    ) {
        let attributes: FieldAttributes =
            serde_json::from_value(kopr["attributes"].clone()).unwrap_or_default();
        if attributes.omits_none {
            node.remove("nullable");
        }
        let Some(column) = attributes.column else { return };
        if self.in_list {
            self.out.problems.push(format!(
                "`{path}` cannot be a column ({}): it is inside a list or map, so an object has many of it",
                place(kopr)
            ));
            return;
        }
        match columns::column(&column, text, node, path) {
            Ok(column) => self.out.columns.push(column),
            Err(reason) => {
                self.out
                    .problems
                    .push(format!("`{path}` cannot be a column ({}): {reason}", place(kopr)));
            }
        }
    }

    /// What is always null: nothing that a user could write.
    pub(super) fn nothing(
        &mut self,
        kopr: Option<&Value>,
        node: &Map<String, Value>,
        path: &str,
    ) -> Map<String, Value> {
        match kopr {
            Some(kopr) => self.out.problems.push(format!(
                "`{path}` ({}) is always null, for which the API server has no type: take the field out, or skip it with `#[serde(skip)]`",
                place(kopr)
            )),
            None => self.lose(path, "that only null is taken; an empty object is taken too"),
        }
        let mut stand_in = Self::null();
        if let Some(description) = node.get("description") {
            stand_in.insert("description".to_owned(), description.clone());
        }
        stand_in
    }
}

/// Properties in the order of the code, as far as it is known; then by name.
pub(super) fn in_order(properties: &Map<String, Value>) -> Vec<(&String, &Value)> {
    let mut ordered: BTreeMap<(u64, &String), &Value> = BTreeMap::new();
    for (name, property) in properties {
        let order = property[SCHEMA_KEY]["attributes"]["order"]
            .as_u64()
            .unwrap_or(u64::MAX);
        ordered.insert((order, name), property);
    }
    ordered
        .into_iter()
        .map(|((_, name), property)| (name, property))
        .collect()
}

/// Where a field is in the code.
fn place(kopr: &Value) -> String {
    let file = kopr["file"].as_str().unwrap_or_default();
    format!("{file}:{}", kopr["line"])
}
