//! The conversion of one schema, from the root down.

use std::collections::{BTreeMap, BTreeSet};

use kopr_model::attribute::{CONSTRAINTS_KEY, Docs, SCHEMA_KEY, TYPE_KEY};
use kopr_model::{Column, Descriptors, Loss, Source};
use serde_json::{Map, Value, json};

use super::{columns, contracts, descriptors, known, legal, marks, merge, scalar, union, unsaid};

/// More nodes than any CRD that an API server stores: where types multiply through each other, the
/// conversion ends here.
const NODES_MAX: usize = 30_000;

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
    "x-kubernetes-embedded-resource",
    "x-kubernetes-int-or-string",
    "x-kubernetes-list-map-keys",
    "x-kubernetes-list-type",
    "x-kubernetes-map-type",
    "x-kubernetes-preserve-unknown-fields",
    "x-kubernetes-validations",
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
    /// JSON paths of the fields that objects can be selected by, in the order of the code.
    pub selectable: Vec<String>,
    /// What is said of fields for people who see them in a console, in the order of the code.
    pub descriptors: Descriptors,
    /// Places where the schema says less than the type.
    pub losses: Vec<Loss>,
    /// What cannot be; the description fails with it.
    pub problems: Vec<Problem>,
    /// Where nodes come from, by their JSON pointers in the schema of the whole object.
    pub sources: BTreeMap<String, Source>,
}

/// What cannot be.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Problem {
    /// Where in the object, such as `.spec.size`.
    pub path: String,
    /// Where in the schema of the object, such as `/properties/spec/properties/size`.
    pub pointer: String,
    /// Where in the code, as far as it is known.
    pub source: Option<Source>,
    /// What is wrong with it, and the way out; it goes on after the path.
    pub message: String,
}

impl std::fmt::Display for Problem {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "`{}` {} (at {})", self.path, self.message, self.pointer)
    }
}

/// Converts the JSON Schema of a type that stands at `path` (`.spec`, `.status`) in its object.
///
/// It never fails: what cannot be said becomes `x-kubernetes-preserve-unknown-fields` and a loss, what
/// makes no sense a problem.
pub fn structural(schema: &Value, path: &str) -> Structural {
    structural_with(schema, path, None)
}

/// The same, with how much of the doc comments is kept where neither field nor type says it.
pub(crate) fn structural_with(schema: &Value, path: &str, docs: Option<Docs>) -> Structural {
    let empty = Map::new();
    let definitions = schema.get("$defs").and_then(Value::as_object).unwrap_or(&empty);
    let mut converter = Converter {
        definitions,
        root: schema,
        open: Vec::new(),
        in_list: false,
        in_core: false,
        nodes: 0,
        docs,
        here: None,
        controls: Vec::new(),
        pointer: path.replace('.', "/properties/"),
        out: Structural::default(),
    };
    let mut root = schema.as_object().cloned().unwrap_or_default();
    // schemars writes the type's name there; in a CRD it would be noise that changes with a rename.
    let title = root.remove("title");
    root.remove("$defs");
    converter.open.push(ROOT.to_owned());
    let name = title.as_ref().and_then(Value::as_str).unwrap_or_default();
    converter.in_core = known::is_core(name);
    let mut node = converter.node(&Value::Object(root), path);
    converter.refine(name, &mut node, path);
    converter.out.schema = Value::Object(node);
    descriptors::finish(&mut converter, path);
    converter.out.losses.sort();
    converter.out.losses.dedup();
    // Variants may share a field, and the type of a problem may be met at several places.
    let mut seen = BTreeSet::new();
    converter
        .out
        .columns
        .retain(|column| seen.insert((column.json_path.clone(), column.name.clone())));
    let mut seen = BTreeSet::new();
    converter.out.selectable.retain(|path| seen.insert(path.clone()));
    let mut seen = BTreeSet::new();
    converter
        .out
        .problems
        .retain(|problem| seen.insert(problem.clone()));
    converter.out
}

/// What schemars writes for the type at the root when it contains itself.
const ROOT: &str = "#";

pub(super) struct Converter<'a> {
    definitions: &'a Map<String, Value>,
    root: &'a Value,
    /// References that are being expanded, outermost first.
    open: Vec<String>,
    /// Whether the node is inside a list or map, where a column has no path.
    pub(super) in_list: bool,
    /// Whether the node is inside one of Kubernetes' own types.
    pub(super) in_core: bool,
    /// How many nodes there are so far.
    nodes: usize,
    /// How much of the doc comments is kept here; unset where nobody said.
    pub(super) docs: Option<Docs>,
    /// The field that the node belongs to.
    here: Option<Source>,
    /// Fields that others are shown by, to look for when the schema is whole.
    pub(super) controls: Vec<descriptors::Control>,
    /// The node's JSON pointer in the schema of the whole object.
    pub(super) pointer: String,
    pub(super) out: Structural,
}

impl Converter<'_> {
    pub(super) fn lose(&mut self, path: &str, reason: impl Into<String>) {
        self.out.losses.push(Loss {
            path: path.to_owned(),
            reason: reason.into(),
        });
    }

    /// Notes what cannot be, of this source or else of the field at hand; the message goes on after the path.
    pub(super) fn refuse(&mut self, path: &str, source: Option<&Source>, message: impl Into<String>) {
        self.out.problems.push(Problem {
            path: path.to_owned(),
            pointer: self.pointer.clone(),
            source: source.or(self.here.as_ref()).cloned(),
            message: message.into(),
        });
    }

    /// Goes down the schema by these steps of a JSON pointer.
    fn below<T>(&mut self, steps: &[&str], go: impl FnOnce(&mut Self) -> T) -> T {
        let here = self.pointer.len();
        for step in steps {
            self.pointer.push('/');
            self.pointer.push_str(&step.replace('~', "~0").replace('/', "~1"));
        }
        let result = go(self);
        self.pointer.truncate(here);
        result
    }

    /// Anything at all, without a check.
    pub(super) fn anything() -> Map<String, Value> {
        Map::from_iter([("x-kubernetes-preserve-unknown-fields".to_owned(), json!(true))])
    }

    /// One node: its reference resolved, its union merged, its children converted, and legal.
    pub(super) fn node(&mut self, schema: &Value, path: &str) -> Map<String, Value> {
        let kopr = schema.get(SCHEMA_KEY);
        let outside = self.here.clone();
        if let Some(source) = kopr.and_then(marks::source) {
            self.here = Some(source);
        }
        let mut node = self.raw(schema, path);
        if node.get("type") == Some(&json!("null")) {
            node = self.nothing(kopr, &node, path);
        }
        if let Some(kopr) = kopr {
            self.field(kopr, &mut node, path);
        }
        legal::legal(self, &mut node, path);
        if let Some(kopr) = kopr {
            let text = schema.get("description").and_then(Value::as_str);
            self.shown(kopr, text, &node, path);
            self.aliases(kopr, path);
        }
        self.nullable(kopr.is_some(), &mut node, path);
        self.contracts(schema, path);
        self.here = outside;
        node
    }

    /// A node with what is known of it so far, before something is merged into it.
    pub(super) fn raw(&mut self, schema: &Value, path: &str) -> Map<String, Value> {
        self.nodes += 1;
        if self.nodes > NODES_MAX {
            if self.nodes == NODES_MAX + 1 {
                self.refuse(path, None, format!(
                    "is where the schema gets more than {NODES_MAX} nodes, and no API server stores such a CRD: take a type that is free there, such as `serde_json::Value`"
                ));
            }
            return Self::anything();
        }
        let Some(fields) = schema.as_object() else {
            // `true` takes anything; `false` nothing, which no field of a Rust type means.
            return Self::anything();
        };
        let docs = self.docs_of(fields);
        let outside = std::mem::replace(&mut self.docs, docs);
        let mut node = match fields.get("$ref").and_then(Value::as_str) {
            Some(reference) => {
                let target = self.reference(reference, path);
                let beside = self.plain(fields, path);
                let target = self.as_object(target, &beside, path);
                merge::overlay(target, beside)
            }
            None => self.plain(fields, path),
        };
        self.constraints(fields, &mut node, path);
        self.docs = outside;
        node
    }

    /// The nearest that a structural schema has to "null and nothing else".
    pub(super) fn null() -> Map<String, Value> {
        Map::from_iter([
            ("type".to_owned(), json!("object")),
            ("maxProperties".to_owned(), json!(0)),
            ("nullable".to_owned(), json!(true)),
        ])
    }

    fn reference(&mut self, reference: &str, path: &str) -> Map<String, Value> {
        let name = if reference == ROOT {
            ROOT.to_owned()
        } else {
            let last = reference.rsplit('/').next().unwrap_or_default();
            last.replace("~1", "/").replace("~0", "~")
        };
        let (root, definitions) = (self.root, self.definitions);
        let definition = match name.as_str() {
            ROOT => Some(root),
            name => definitions.get(name),
        };
        let Some(definition) = definition else {
            self.refuse(
                path,
                None,
                format!("refers to `{reference}`, which is not in the schema"),
            );
            return Self::anything();
        };
        if let Some(form) = self.form(&name, definition, path) {
            return form;
        }
        if self.open.contains(&name) {
            let what = match name.as_str() {
                ROOT => "the type".to_owned(),
                name => format!("`{name}`"),
            };
            self.lose(
                path,
                format!("{what} contains itself; from here on the API server checks nothing"),
            );
            let mut cut = Self::anything();
            if definition.get("type") == Some(&json!("object")) {
                cut.insert("type".to_owned(), json!("object"));
            }
            return cut;
        }
        self.open.push(name.clone());
        let around = std::mem::replace(&mut self.in_core, known::is_core(&name));
        let mut node = self.raw(definition, path);
        self.in_core = around;
        self.open.pop();
        self.refine(&name, &mut node, path);
        node
    }

    /// A node without its reference and without `#[kopr(..)]`.
    fn plain(&mut self, fields: &Map<String, Value>, path: &str) -> Map<String, Value> {
        let mut node = Map::new();
        for (key, value) in fields {
            if KEPT.contains(&key.as_str()) {
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
        if let Some(text) = fields.get("description").and_then(Value::as_str) {
            match self.told(text) {
                Some(told) => node.insert("description".to_owned(), json!(told)),
                None => node.remove("description"),
            };
        }
        if let Some(types) = scalar::nulls(&mut node) {
            let reason =
                format!("it takes one of several forms ({types}); the API server does not check which");
            self.lose(path, reason);
        }
        scalar::bounds(fields, &mut node);
        if let Some(branch) = fields.get("not").map(union::constraint) {
            node.insert("not".to_owned(), branch);
        }
        self.children(fields, &mut node, path);
        unsaid::tag(fields, &mut node);
        self.unknown(fields, path);
        for keyword in ["allOf", "oneOf", "anyOf"] {
            if let Some(branches) = fields.get(keyword).and_then(Value::as_array) {
                node = self.union(keyword, node, branches, path);
            }
        }
        scalar::formats(self, &mut node, path);
        self.types(fields, &mut node, path);
        node
    }

    fn children(&mut self, fields: &Map<String, Value>, node: &mut Map<String, Value>, path: &str) {
        if let Some(properties) = fields.get("properties").and_then(Value::as_object) {
            let mut converted = Map::new();
            for (name, property) in marks::in_order(properties) {
                let child = self.below(&["properties", name], |converter| {
                    converter.node(property, &columns::join(path, name))
                });
                converted.insert(name.clone(), Value::Object(child));
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
            let child = self.below(&["items"], |converter| converter.node(items, &inside));
            node.insert("items".to_owned(), Value::Object(child));
            // A `u8`, and not an `Option` of one.
            let bytes =
                items.get("format") == Some(&json!("uint8")) && items.get("type") == Some(&json!("integer"));
            if bytes && !(fields.contains_key("maxItems") || fields.contains_key("uniqueItems")) {
                self.lose(
                    path,
                    "that these are bytes: they are written as a list with a number for each; take `ByteString` of `k8s_openapi`, which is one text in base64",
                );
            }
        } else if let Some(parts) = fields.get("prefixItems").and_then(Value::as_array) {
            let parts: Vec<_> = parts
                .iter()
                .map(|part| self.below(&["items"], |converter| converter.node(part, &inside)))
                .collect();
            let mut distinct = parts.clone();
            distinct.dedup();
            let item = if let [one] = distinct.as_slice() {
                one.clone()
            } else {
                self.lose(
                    &inside,
                    "the items of a tuple differ; the API server checks only their number",
                );
                Self::anything()
            };
            node.insert("items".to_owned(), Value::Object(item));
            node.insert("minItems".to_owned(), json!(parts.len()));
            node.insert("maxItems".to_owned(), json!(parts.len()));
        } else if node.get("type") == Some(&json!("array")) {
            node.insert("items".to_owned(), Value::Object(Self::anything()));
        }
        if fields.get("uniqueItems") == Some(&json!(true)) {
            if node.get("items").is_some_and(legal::is_set_item) {
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
        let open = fields
            .get("additionalProperties")
            .filter(|values| **values != json!(false));
        let mut all: Vec<&Value> = patterns.into_iter().flat_map(Map::values).chain(open).collect();
        all.dedup();
        let values = match all.as_slice() {
            [] => return,
            [one] => (*one).clone(),
            several => json!({ "anyOf": several }),
        };
        if let Some(patterns) = patterns.filter(|_| open.is_none()) {
            let keys: Vec<String> = patterns.keys().map(|key| format!("`{key}`")).collect();
            self.lose(
                path,
                format!(
                    "that the keys match {}; the API server checks values only",
                    keys.join(" or ")
                ),
            );
        }
        let child = self.below(&["additionalProperties"], |converter| {
            converter.node(&values, &format!("{path}{{}}"))
        });
        if is_free(&child) {
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
            "not",
            "oneOf",
            "patternProperties",
            "prefixItems",
            "properties",
            "uniqueItems",
        ];
        for key in fields.keys() {
            let key = key.as_str();
            if !(KEPT.contains(&key) || SILENT.contains(&key) || TREATED.contains(&key) || is_mark(key)) {
                self.lose(path, format!("`{key}`: it has no place in a structural schema"));
            }
        }
    }
}

/// Whether a keyword is one of ours, taken out elsewhere.
fn is_mark(key: &str) -> bool {
    key == SCHEMA_KEY
        || key == CONSTRAINTS_KEY
        || key.starts_with(TYPE_KEY)
        || contracts::MARKS.contains(&key)
}

/// Whether a node takes anything at all.
pub(super) fn is_free(node: &Map<String, Value>) -> bool {
    !node.contains_key("type") && !node.contains_key("x-kubernetes-int-or-string")
}
