//! The conversion of one schema, from the root down.

use std::collections::BTreeMap;

use kopr_model::attribute::{FieldAttributes, SCHEMA_KEY};
use kopr_model::{Column, Loss};
use serde_json::{Map, Value, json};

use super::{columns, known, merge, scalar};

/// Keywords that a structural schema takes as they are.
const KEPT: &[&str] = &[
    "default",
    "description",
    "enum",
    "example",
    "externalDocs",
    "format",
    "maxItems",
    "maxLength",
    "maxProperties",
    "maximum",
    "minItems",
    "minLength",
    "minProperties",
    "minimum",
    "multipleOf",
    "nullable",
    "pattern",
    "required",
    "title",
    "type",
];

/// Keywords that say nothing the API server could check, or nothing that holds here, so that leaving
/// them out loses nothing: unknown fields are pruned anyway.
const SILENT: &[&str] = &[
    "$schema",
    "$id",
    "$comment",
    "deprecated",
    "readOnly",
    "writeOnly",
    "unevaluatedProperties",
    "propertyNames",
];

/// A structural schema with what the conversion noticed.
#[derive(Clone, Debug, Default)]
pub struct Structural {
    /// The schema.
    pub schema: Value,
    /// Fields that are columns, in the order of the code.
    pub columns: Vec<Column>,
    /// Places where the schema says less than the type.
    pub losses: Vec<Loss>,
    /// What cannot be; the description fails with it.
    pub problems: Vec<String>,
}

/// Converts the JSON Schema of a type that stands at `path` (`.spec`, `.status`) in its object.
///
/// It never fails: what cannot be said becomes `x-kubernetes-preserve-unknown-fields` and a loss, what
/// makes no sense a problem.
pub fn structural(schema: &Value, path: &str) -> Structural {
    let empty = Map::new();
    let definitions = schema.get("$defs").and_then(Value::as_object).unwrap_or(&empty);
    let mut converter = Converter {
        definitions,
        open: Vec::new(),
        in_list: false,
        out: Structural::default(),
    };
    let mut root = schema.as_object().cloned().unwrap_or_default();
    // schemars writes the type's name there; in a CRD it would be noise that changes with a rename.
    root.remove("title");
    root.remove("$defs");
    let node = converter.node(&Value::Object(root), path);
    converter.out.schema = Value::Object(node);
    converter.out.losses.sort();
    converter.out.losses.dedup();
    converter.out
}

pub(super) struct Converter<'a> {
    definitions: &'a Map<String, Value>,
    /// References that are being expanded, outermost first.
    open: Vec<String>,
    /// Whether the node is inside a list or map, where a column has no path.
    in_list: bool,
    pub(super) out: Structural,
}

impl Converter<'_> {
    pub(super) fn lose(&mut self, path: &str, reason: impl Into<String>) {
        self.out.losses.push(Loss {
            path: path.to_owned(),
            reason: reason.into(),
        });
    }

    /// Anything at all, without a check.
    pub(super) fn anything() -> Map<String, Value> {
        Map::from_iter([("x-kubernetes-preserve-unknown-fields".to_owned(), json!(true))])
    }

    /// One node: its reference resolved, its union merged, its children converted.
    pub(super) fn node(&mut self, schema: &Value, path: &str) -> Map<String, Value> {
        let Some(fields) = schema.as_object() else {
            // `true` takes anything; `false` nothing, which no field of a Rust type means.
            return Self::anything();
        };
        let mut fields = fields.clone();
        let kopr = fields.remove(SCHEMA_KEY);
        let mut node = match fields.remove("$ref").as_ref().and_then(Value::as_str) {
            Some(reference) => {
                let target = self.reference(reference, path);
                let beside = self.plain(&fields, path);
                merge::overlay(target, beside)
            }
            None => self.plain(&fields, path),
        };
        if let Some(kopr) = kopr {
            self.field(&kopr, &mut node, path);
        }
        node
    }

    fn reference(&mut self, reference: &str, path: &str) -> Map<String, Value> {
        let name = reference
            .rsplit('/')
            .next()
            .unwrap_or_default()
            .replace("~1", "/")
            .replace("~0", "~");
        let Some(definition) = self.definitions.get(&name) else {
            self.out.problems.push(format!(
                "`{path}` refers to `{reference}`, which is not in the schema"
            ));
            return Self::anything();
        };
        if self.open.contains(&name) {
            self.lose(
                path,
                format!("`{name}` contains itself; from here on the API server checks nothing"),
            );
            let mut cut = Self::anything();
            if definition.get("type") == Some(&json!("object")) {
                cut.insert("type".to_owned(), json!("object"));
            }
            return cut;
        }
        let definition = definition.clone();
        self.open.push(name.clone());
        let mut node = self.node(&definition, path);
        self.open.pop();
        known::refine(&name, &mut node);
        node
    }

    /// A node without reference and without `#[kopr(..)]`.
    fn plain(&mut self, fields: &Map<String, Value>, path: &str) -> Map<String, Value> {
        if fields.is_empty() {
            return Map::new();
        }
        let mut node = Map::new();
        for (key, value) in fields {
            if KEPT.contains(&key.as_str()) || (key.starts_with("x-") && key != SCHEMA_KEY) {
                node.insert(key.clone(), value.clone());
            }
        }
        if let Some(value) = fields.get("const") {
            node.insert("enum".to_owned(), json!([value]));
        }
        if let Some(example) = fields
            .get("examples")
            .and_then(Value::as_array)
            .and_then(|all| all.first())
        {
            node.insert("example".to_owned(), example.clone());
        }
        scalar::nulls(&mut node);
        scalar::bounds(fields, &mut node);
        self.children(fields, &mut node, path);
        self.unknown(fields, path);
        for keyword in ["allOf", "oneOf", "anyOf"] {
            if let Some(branches) = fields.get(keyword).and_then(Value::as_array) {
                node = self.union(keyword, node, branches, path);
            }
        }
        scalar::formats(&mut node, path, &mut self.out);
        scalar::int_or_string(&mut node);
        if !has_shape(&node)
            && !fields.contains_key("description")
            && fields.keys().all(|key| key == "default")
        {
            return node;
        }
        node
    }

    fn children(&mut self, fields: &Map<String, Value>, node: &mut Map<String, Value>, path: &str) {
        if let Some(properties) = fields.get("properties").and_then(Value::as_object) {
            let mut converted = Map::new();
            for (name, property) in in_order(properties) {
                let child = self.node(property, &columns::join(path, name));
                converted.insert(name.clone(), Value::Object(typed(child)));
            }
            node.insert("properties".to_owned(), Value::Object(converted));
        }
        let was_in_list = std::mem::replace(&mut self.in_list, true);
        self.items(fields, node, path);
        self.map_values(fields, node, path);
        self.in_list = was_in_list;
    }

    fn items(&mut self, fields: &Map<String, Value>, node: &mut Map<String, Value>, path: &str) {
        let inside = format!("{path}[]");
        if let Some(items) = fields
            .get("items")
            .filter(|items| !items.is_boolean() || **items == json!(true))
        {
            let child = typed(self.node(items, &inside));
            node.insert("items".to_owned(), Value::Object(child));
        } else if let Some(parts) = fields.get("prefixItems").and_then(Value::as_array) {
            let parts: Vec<_> = parts.iter().map(|part| typed(self.node(part, &inside))).collect();
            let mut distinct = parts.clone();
            distinct.dedup();
            let item = match distinct.as_slice() {
                [one] => one.clone(),
                _ => {
                    self.lose(
                        &inside,
                        "the items of a tuple differ; the API server checks only their number",
                    );
                    Self::anything()
                }
            };
            node.insert("items".to_owned(), Value::Object(item));
            node.insert("minItems".to_owned(), json!(parts.len()));
            node.insert("maxItems".to_owned(), json!(parts.len()));
        } else if node.get("type") == Some(&json!("array")) {
            node.insert("items".to_owned(), Value::Object(Self::anything()));
        }
        if fields.get("uniqueItems") == Some(&json!(true)) {
            let scalar = node["items"]["type"]
                .as_str()
                .is_some_and(|type_| type_ != "object" && type_ != "array");
            if scalar {
                node.entry("x-kubernetes-list-type").or_insert(json!("set"));
            } else {
                self.lose(
                    path,
                    "that the items are distinct; the API server checks it for scalars only",
                );
            }
        }
        known::list(fields.get("items"), node);
    }

    fn map_values(&mut self, fields: &Map<String, Value>, node: &mut Map<String, Value>, path: &str) {
        // Maps with keys that are not strings come as patterns; on the wire their keys are strings too.
        let patterns = fields.get("patternProperties").and_then(Value::as_object);
        let values = match (
            fields.get("additionalProperties"),
            patterns.and_then(|all| all.values().next()),
        ) {
            (Some(Value::Bool(false)) | None, None) => return,
            (Some(Value::Bool(false)) | None, Some(pattern)) => pattern.clone(),
            (Some(values), _) => values.clone(),
        };
        let child = self.node(&values, &format!("{path}{{}}"));
        let free = !has_shape(&child);
        if free || node.contains_key("properties") {
            if !free {
                self.lose(
                    path,
                    "the values of members beside the named ones; the API server keeps them unchecked",
                );
            }
            // `additionalProperties: true` would keep the keys but empty the objects below them.
            node.insert("x-kubernetes-preserve-unknown-fields".to_owned(), json!(true));
        } else {
            node.insert("additionalProperties".to_owned(), Value::Object(child));
        }
    }

    fn unknown(&mut self, fields: &Map<String, Value>, path: &str) {
        const TREATED: &[&str] = &[
            "$ref",
            "$defs",
            "additionalProperties",
            "allOf",
            "anyOf",
            "const",
            "examples",
            "exclusiveMaximum",
            "exclusiveMinimum",
            "items",
            "oneOf",
            "patternProperties",
            "prefixItems",
            "properties",
            "uniqueItems",
        ];
        for key in fields.keys() {
            let key = key.as_str();
            if !(KEPT.contains(&key)
                || SILENT.contains(&key)
                || TREATED.contains(&key)
                || key.starts_with("x-"))
            {
                self.lose(path, format!("`{key}`: it has no place in a structural schema"));
            }
        }
    }

    /// What `#[kopr(..)]` said of the field whose node this is.
    fn field(&mut self, kopr: &Value, node: &mut Map<String, Value>, path: &str) {
        let attributes: FieldAttributes =
            serde_json::from_value(kopr["attributes"].clone()).unwrap_or_default();
        if attributes.omits_none {
            node.remove("nullable");
        }
        let Some(column) = attributes.column else { return };
        let place = || {
            let file = kopr["file"].as_str().unwrap_or_default();
            format!("{file}:{}", kopr["line"])
        };
        if self.in_list {
            self.out.problems.push(format!(
                "`{path}` cannot be a column ({}): it is inside a list or map, so an object has many of it",
                place()
            ));
            return;
        }
        match columns::column(&column, node, path) {
            Ok(column) => self.out.columns.push(column),
            Err(reason) => {
                self.out
                    .problems
                    .push(format!("`{path}` cannot be a column ({}): {reason}", place()));
            }
        }
    }
}

/// Properties in the order of the code, as far as it is known; then by name.
fn in_order(properties: &Map<String, Value>) -> Vec<(&String, &Value)> {
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

/// Whether a node says of itself what it takes.
pub(super) fn has_shape(node: &Map<String, Value>) -> bool {
    [
        "type",
        "x-kubernetes-int-or-string",
        "x-kubernetes-preserve-unknown-fields",
    ]
    .iter()
    .any(|key| node.contains_key(*key))
}

/// A node that says what it takes: anything, if it said nothing.
fn typed(mut node: Map<String, Value>) -> Map<String, Value> {
    if !has_shape(&node) {
        if node.contains_key("properties") {
            node.insert("type".to_owned(), json!("object"));
        } else if node.contains_key("items") {
            node.insert("type".to_owned(), json!("array"));
        } else {
            node.insert("x-kubernetes-preserve-unknown-fields".to_owned(), json!(true));
        }
    }
    node
}
