//! What `#[kopr(..)]` said of a field or a type: it travels inside the JSON Schema, and is taken out at
//! its place.

use std::collections::BTreeMap;

use kopr_model::Source;
use kopr_model::attribute::{FieldAttributes, Marks, SCHEMA_KEY, TYPE_KEY};
use serde_json::{Map, Value};

use super::structural::Converter;
use super::{columns, words};

impl Converter<'_> {
    /// What `#[kopr(..)]` said of the field whose node this is, before the node is made legal.
    pub(super) fn field(&mut self, kopr: &Value, node: &mut Map<String, Value>, path: &str) {
        let attributes = attributes(kopr);
        let source = source(kopr);
        if attributes.omits_none {
            node.remove("nullable");
        }
        words::apply(self, &attributes.marks, source.as_ref(), node, path);
        // Variants travel alike, and have no place of their own.
        if let Some(source) = source {
            self.out.sources.insert(self.pointer.clone(), source);
        }
    }

    /// Columns, field selectors and descriptors, of the node as it will be.
    pub(super) fn shown(&mut self, kopr: &Value, text: Option<&str>, node: &Map<String, Value>, path: &str) {
        let attributes = attributes(kopr);
        let source = source(kopr);
        let many = "it is inside a list or map, so an object has many of it";
        if let Some(column) = attributes.column {
            let made = if self.in_list {
                Err(many.to_owned())
            } else {
                columns::column(&column, text, node, path)
            };
            match made {
                Ok(column) => self.out.columns.push(column),
                Err(reason) => self.refuse(path, source.as_ref(), format!("cannot be a column: {reason}")),
            }
        }
        if let Some(ui) = attributes.ui {
            self.described(&ui, source.as_ref(), text, node, path);
        }
        if attributes.selectable {
            let type_ = node.get("type").and_then(Value::as_str).unwrap_or("anything");
            let reason = match type_ {
                _ if self.in_list => many.to_owned(),
                "boolean" | "integer" | "string" => {
                    self.out.selectable.push(path.to_owned());
                    return;
                }
                other => format!("its type is {other}, and only a string, an integer or a boolean will do"),
            };
            self.refuse(path, source.as_ref(), format!("cannot be `selectable`: {reason}"));
        }
    }

    /// What `#[kopr(..)]` said of the types that this schema is made of: its own, and those that serde
    /// flattened into it.
    pub(super) fn types(&mut self, fields: &Map<String, Value>, node: &mut Map<String, Value>, path: &str) {
        for (_, kopr) in of_types(fields) {
            let source = source(kopr);
            words::apply(self, &marks(kopr), source.as_ref(), node, path);
            if let Some(source) = source {
                self.out.sources.entry(self.pointer.clone()).or_insert(source);
            }
        }
        if let Some(members) = fields.get("properties").and_then(Value::as_object) {
            for name in words::once_set(&fixed(members), node) {
                self.refuse(
                    &columns::join(path, &name),
                    None,
                    "is `immutable`, and no rule in CEL can reach a member of that name to keep it from being taken away: make it required, or rename it",
                );
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
            Some(kopr) => self.refuse(
                path,
                source(kopr).as_ref(),
                "is always null, for which the API server has no type: take the field out, or skip it with `#[serde(skip)]`",
            ),
            None => self.lose(path, "that only null is taken; an empty object is taken too"),
        }
        let mut stand_in = Self::null();
        if let Some(description) = node.get("description") {
            stand_in.insert("description".to_owned(), description.clone());
        }
        stand_in
    }
}

/// The attributes of types that a schema carries, by key.
pub(super) fn of_types(fields: &Map<String, Value>) -> impl Iterator<Item = (&String, &Value)> {
    fields.iter().filter(|(key, _)| key.starts_with(TYPE_KEY))
}

/// The attributes of a field.
pub(super) fn attributes(kopr: &Value) -> FieldAttributes {
    serde_json::from_value(kopr["attributes"].clone()).unwrap_or_default()
}

/// The attributes of a type.
pub(super) fn marks(kopr: &Value) -> Marks {
    serde_json::from_value(kopr["attributes"].clone()).unwrap_or_default()
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

/// Members that cannot be changed.
fn fixed(members: &Map<String, Value>) -> Vec<&str> {
    in_order(members)
        .into_iter()
        .filter(|(_, member)| {
            member
                .get(SCHEMA_KEY)
                .is_some_and(|kopr| attributes(kopr).marks.immutable)
        })
        .map(|(name, _)| name.as_str())
        .collect()
}

/// Where a field or type is in the code; variants do not say.
pub(super) fn source(kopr: &Value) -> Option<Source> {
    let line = kopr["line"].as_u64().and_then(|line| u32::try_from(line).ok());
    Some(Source {
        item: kopr["item"].as_str()?.to_owned(),
        file: kopr["file"].as_str().unwrap_or_default().to_owned(),
        line: line.unwrap_or_default(),
    })
}
