//! From the schema of a node to the type that a rule sees there, as the API server does it.

use std::collections::BTreeMap;
use std::sync::Arc;

use serde_json::{Value, json};

use super::types::Type;
use crate::schema::{EMBEDDED, INT_OR_STRING, PRESERVE, fields, flag, join, property, word, words};
use kopr_model::names::cel as escape;

/// The largest request that the server takes: the bound of all that has none of its own.
pub(super) const REQUEST: u64 = 3 * 1024 * 1024;
/// Names of objects are at most this long.
const NAME: u64 = 253;

/// What a rule sees at a node.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Decl {
    /// Its type and what is below.
    pub shape: Shape,
    /// Most items of a list, entries of a map, or bytes of a text.
    pub max: u64,
    /// Fewest bytes of its JSON.
    pub min: u64,
    /// The keyword that would bound it, where `max` is only a guess from the largest request.
    pub open: Option<&'static str>,
    /// Where it is in the object.
    pub path: String,
}

/// The form of a declaration.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Shape {
    /// A plain value.
    Scalar(Type),
    /// A list.
    List(Arc<Decl>),
    /// A map from text.
    Map(Arc<Decl>),
    /// An object.
    Object(Arc<Object>),
}

/// An object of the schema. Two with equal fields are different types, as they are for the server.
#[derive(Clone, Debug)]
pub(super) struct Object {
    /// Where it is in the object; what makes it this type and no other.
    pub path: String,
    /// What rules can reach, by the name in rules.
    pub fields: BTreeMap<String, Field>,
    /// What the schema has and rules cannot reach, with the reason.
    pub hidden: BTreeMap<String, &'static str>,
    /// Whether fields that the schema does not name are kept.
    pub preserves: bool,
    /// Whether it is the metadata of one.
    pub metadata: bool,
}

/// A field that rules can reach.
#[derive(Clone, Debug)]
pub(super) struct Field {
    /// Its name in JSON.
    pub name: String,
    /// What it is.
    pub decl: Decl,
}

impl PartialEq for Object {
    fn eq(&self, other: &Self) -> bool {
        self.path == other.path
    }
}

impl Eq for Object {}

impl Object {
    /// Its name in messages.
    pub(super) fn place(&self) -> String {
        if self.path.is_empty() {
            "of the root".to_owned()
        } else {
            format!("`{}`", self.path)
        }
    }
}

impl Decl {
    /// The type of a rule's value here.
    pub(super) fn ty(&self) -> Type {
        match &self.shape {
            Shape::Scalar(ty) => ty.clone(),
            Shape::List(item) => Type::list(item.ty()),
            Shape::Map(value) => Type::map(Type::String, value.ty()),
            Shape::Object(object) => Type::Object(Arc::clone(object)),
        }
    }

    fn scalar(ty: Type, min: u64, max: u64, path: &str) -> Self {
        Self {
            shape: Shape::Scalar(ty),
            max,
            min,
            open: None,
            path: path.to_owned(),
        }
    }

    fn open(mut self, keyword: &'static str) -> Self {
        self.open = Some(keyword);
        self
    }
}

/// What a rule sees at a node; none where the schema says too little for the server to let rules in.
pub(super) fn declare(schema: &Value, path: &str, resource: bool) -> Option<Decl> {
    if flag(schema, INT_OR_STRING) {
        return Some(text(schema, Type::Dyn, 1, path));
    }
    match word(schema, "type")? {
        "array" => list(schema, path),
        "object" => match values(schema) {
            Some(value) => map(schema, value, path),
            None => Some(object(schema, path, resource)),
        },
        "string" => Some(string(schema, path)),
        "boolean" => Some(Decl::scalar(Type::Bool, 4, 0, path)),
        "number" => Some(Decl::scalar(Type::Double, 1, 0, path)),
        "integer" => Some(Decl::scalar(Type::Int, 1, 0, path)),
        _ => None,
    }
}

/// The schema of a map's values.
pub(super) fn values(schema: &Value) -> Option<&Value> {
    schema
        .get("additionalProperties")
        .filter(|child| child.is_object())
}

fn list(schema: &Value, path: &str) -> Option<Decl> {
    let items = schema.get("items").filter(|items| items.is_object())?;
    let item = declare(items, &format!("{path}[]"), flag(items, EMBEDDED))?;
    let max = bound(schema, "maxItems");
    let decl = Decl {
        max: max.unwrap_or((REQUEST - 2) / (item.min + 1)),
        min: 2,
        open: None,
        path: path.to_owned(),
        shape: Shape::List(Arc::new(item)),
    };
    Some(if max.is_some() {
        decl
    } else {
        decl.open("maxItems")
    })
}

fn map(schema: &Value, value: &Value, path: &str) -> Option<Decl> {
    let value = declare(value, &format!("{path}{{}}"), flag(value, EMBEDDED))?;
    let max = bound(schema, "maxProperties");
    let decl = Decl {
        // A key of no letters, its quotes, a colon and a comma.
        max: max.unwrap_or((REQUEST - 2) / (value.min + 6)),
        min: 2,
        open: None,
        path: path.to_owned(),
        shape: Shape::Map(Arc::new(value)),
    };
    Some(if max.is_some() {
        decl
    } else {
        decl.open("maxProperties")
    })
}

fn object(schema: &Value, path: &str, resource: bool) -> Decl {
    let required: Vec<&str> = words(schema, "required").collect();
    let mut object = Object {
        path: path.to_owned(),
        fields: BTreeMap::new(),
        hidden: BTreeMap::new(),
        preserves: flag(schema, PRESERVE),
        metadata: false,
    };
    let mut min = 2;
    let mut add = |name: &str, schema: &Value, decl: Option<Decl>| {
        let Some(decl) = decl else {
            object
                .hidden
                .insert(name.to_owned(), "its schema does not say what is in it");
            return;
        };
        if required.contains(&name) && schema.get("default").is_none_or(Value::is_null) {
            min += name.len() as u64 + decl.min + 4;
        }
        match escape(name) {
            Some(escaped) => {
                let name = name.to_owned();
                object.fields.insert(escaped, Field { name, decl });
            }
            None => {
                object
                    .hidden
                    .insert(name.to_owned(), "its name cannot be written in a rule");
            }
        }
    };
    // A resource that spells all of it out is taken at its word.
    let implied = resource && !spelt_out(schema);
    for (name, child) in fields(schema, "properties") {
        if !(implied && ["apiVersion", "kind", "metadata"].contains(&name.as_str())) {
            let decl = declare(child, &join(path, name), flag(child, EMBEDDED));
            add(name, child, decl);
        }
    }
    if implied {
        let plain = json!({ "type": "string" });
        for name in ["apiVersion", "kind"] {
            add(name, &plain, declare(&plain, &join(path, name), false));
        }
        add(
            "metadata",
            &plain,
            Some(metadata(schema, &join(path, "metadata"))),
        );
    }
    Decl {
        shape: Shape::Object(Arc::new(object)),
        max: 0,
        min,
        open: None,
        path: path.to_owned(),
    }
}

fn spelt_out(schema: &Value) -> bool {
    let is = |schema: Option<&Value>, ty: &str| schema.is_some_and(|schema| word(schema, "type") == Some(ty));
    let metadata = property(schema, "metadata");
    let within = |name: &str| metadata.and_then(|metadata| property(metadata, name));
    is(property(schema, "kind"), "string")
        && is(property(schema, "apiVersion"), "string")
        && is(metadata, "object")
        && is(within("name"), "string")
        && is(within("generateName"), "string")
}

/// Of metadata, rules see two fields.
fn metadata(schema: &Value, path: &str) -> Decl {
    let given = |name: &str| {
        let metadata = property(schema, "metadata")?;
        bound(property(metadata, name)?, "maxLength")
    };
    let fields = [("name", NAME), ("generateName", NAME - 1)].map(|(name, most)| {
        let most = given(name).map_or(most, |given| given.min(most));
        let decl = Decl::scalar(Type::String, 2, most * 4, &join(path, name));
        let field = Field {
            name: name.to_owned(),
            decl,
        };
        (name.to_owned(), field)
    });
    Decl {
        shape: Shape::Object(Arc::new(Object {
            path: path.to_owned(),
            fields: BTreeMap::from(fields),
            hidden: BTreeMap::new(),
            preserves: false,
            metadata: true,
        })),
        max: 0,
        min: 2,
        open: None,
        path: path.to_owned(),
    }
}

fn string(schema: &Value, path: &str) -> Decl {
    match word(schema, "format") {
        Some("byte") => match bound(schema, "maxLength") {
            Some(max) => Decl::scalar(Type::Bytes, 2, max, path),
            None => Decl::scalar(Type::Bytes, 2, REQUEST - 2, path).open("maxLength"),
        },
        Some("duration") => Decl::scalar(Type::Duration, 3, 32, path),
        Some("date") => Decl::scalar(Type::Timestamp, 12, 12, path),
        Some("date-time") => Decl::scalar(Type::Timestamp, 21, 32, path),
        _ => text(schema, Type::String, 2, path),
    }
}

fn text(schema: &Value, ty: Type, min: u64, path: &str) -> Decl {
    if let Some(max) = bound(schema, "maxLength") {
        // A letter is at most four bytes.
        return Decl::scalar(ty, min, max.saturating_mul(4), path);
    }
    let values = schema.get("enum").and_then(Value::as_array);
    match values.filter(|values| !values.is_empty() && ty == Type::String) {
        Some(values) => {
            let longest = values.iter().filter_map(Value::as_str).map(str::len).max();
            Decl::scalar(ty, min, longest.unwrap_or(0) as u64, path)
        }
        None => Decl::scalar(ty, min, REQUEST - 2, path).open("maxLength"),
    }
}

/// A bound of the schema; a negative one is none at all, so nothing.
pub(super) fn bound(schema: &Value, keyword: &str) -> Option<u64> {
    let value = schema.get(keyword)?;
    value.as_u64().or_else(|| value.as_i64().map(|_| 0))
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::declare;

    /// The type, the largest size and the smallest JSON of a node.
    fn check(schema: &Value, expected: Option<(&str, u64, u64)>) {
        let decl = declare(schema, "", false);
        let seen = decl
            .as_ref()
            .map(|decl| (decl.ty().to_string(), decl.max, decl.min));
        let expected = expected.map(|(ty, max, min)| (ty.to_owned(), max, min));
        assert_eq!(seen, expected, "{schema}");
    }

    #[test]
    fn nodes_have_the_type_and_size_that_the_server_gives_them() {
        let string = json!({ "type": "string" });
        for (schema, expected) in [
            (json!({ "type": "string" }), Some(("string", 3_145_726, 2))),
            (
                json!({ "type": "string", "maxLength": 20 }),
                Some(("string", 80, 2)),
            ),
            (
                json!({ "type": "string", "enum": ["a", "bcd"] }),
                Some(("string", 3, 2)),
            ),
            (
                json!({ "type": "string", "format": "byte" }),
                Some(("bytes", 3_145_726, 2)),
            ),
            (
                json!({ "type": "string", "format": "byte", "maxLength": 20 }),
                Some(("bytes", 20, 2)),
            ),
            (
                json!({ "type": "string", "format": "duration" }),
                Some(("duration", 32, 3)),
            ),
            (
                json!({ "type": "string", "format": "date" }),
                Some(("timestamp", 12, 12)),
            ),
            (
                json!({ "type": "string", "format": "date-time" }),
                Some(("timestamp", 32, 21)),
            ),
            (
                json!({ "type": "string", "format": "uuid" }),
                Some(("string", 3_145_726, 2)),
            ),
            (json!({ "type": "integer" }), Some(("int", 0, 1))),
            (json!({ "type": "number" }), Some(("double", 0, 1))),
            (json!({ "type": "boolean" }), Some(("bool", 0, 4))),
            (
                json!({ "x-kubernetes-int-or-string": true }),
                Some(("dyn", 3_145_726, 1)),
            ),
            (json!({ "x-kubernetes-preserve-unknown-fields": true }), None),
            (
                json!({ "type": "array", "items": string }),
                Some(("list(string)", 1_048_575, 2)),
            ),
            (
                json!({ "type": "array", "items": string, "maxItems": 3 }),
                Some(("list(string)", 3, 2)),
            ),
            (
                json!({ "type": "array", "items": { "x-kubernetes-preserve-unknown-fields": true } }),
                None,
            ),
            (
                json!({ "type": "object", "additionalProperties": string }),
                Some(("map(string, string)", 393_215, 2)),
            ),
            (
                json!({ "type": "object", "required": ["ab", "cd"], "properties": {
                    "ab": string, "cd": { "type": "string", "default": "x" }, "ef": string,
                }}),
                Some(("object of the root", 0, 10)),
            ),
        ] {
            check(&schema, expected);
        }
    }

    #[test]
    fn resources_show_a_little_of_their_metadata() {
        let decl = declare(&json!({ "type": "object" }), "", true).expect("an object");
        let super::Shape::Object(root) = decl.shape else {
            panic!("an object")
        };
        let names: Vec<&String> = root.fields.keys().collect();
        assert_eq!(names, ["apiVersion", "kind", "metadata"]);
        let super::Shape::Object(metadata) = &root.fields["metadata"].decl.shape else {
            panic!("an object")
        };
        let sizes: Vec<(&str, u64)> = metadata
            .fields
            .iter()
            .map(|(name, field)| (name.as_str(), field.decl.max))
            .collect();
        assert_eq!(sizes, [("generateName", 1008), ("name", 1012)]);
    }
}
