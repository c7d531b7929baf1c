//! Reading structural schemas: their nodes, what a path points at, what values they take.

pub mod core_types;
pub mod path;
pub mod value;

use serde_json::{Map, Value};

/// The extension that marks an integer or a string.
pub const INT_OR_STRING: &str = "x-kubernetes-int-or-string";
/// The extension that keeps fields which the schema does not name.
pub const PRESERVE: &str = "x-kubernetes-preserve-unknown-fields";
/// The extension that marks a whole object of the API.
pub const EMBEDDED: &str = "x-kubernetes-embedded-resource";
/// The extension that says how lists are merged.
pub const LIST_TYPE: &str = "x-kubernetes-list-type";
/// The extension that names the keys of a list that is merged as a map.
pub const LIST_MAP_KEYS: &str = "x-kubernetes-list-map-keys";
/// The extension that says how maps are merged.
pub const MAP_TYPE: &str = "x-kubernetes-map-type";

/// The junctors that take a list.
pub const JUNCTORS: [&str; 3] = ["allOf", "anyOf", "oneOf"];

/// A node that is reached through `properties`, `items` and `additionalProperties`.
#[derive(Clone, Debug)]
pub struct Node<'a> {
    /// Where it is in the object: `.spec.rules[].match`; `{}` stands for any key of a map.
    pub path: String,
    /// Where it is in the schema: a JSON pointer such as `/properties/spec`; empty for the root.
    pub pointer: String,
    /// What it says.
    pub schema: &'a Value,
    /// Whether it is the root.
    pub root: bool,
}

impl Node<'_> {
    /// The path, with a name for the root.
    pub fn place(&self) -> &str {
        if self.root { "the root" } else { &self.path }
    }
}

/// All nodes of a schema, parents first, properties by name.
pub fn nodes(schema: &Value) -> Vec<Node<'_>> {
    let mut nodes = Vec::new();
    let root = Node {
        path: String::new(),
        pointer: String::new(),
        schema,
        root: true,
    };
    visit(root, &mut nodes);
    nodes
}

fn visit<'a>(node: Node<'a>, nodes: &mut Vec<Node<'a>>) {
    let below = children(&node);
    nodes.push(node);
    for child in below {
        visit(child, nodes);
    }
}

/// The nodes directly below a node.
pub fn children<'a>(node: &Node<'a>) -> Vec<Node<'a>> {
    let Node {
        path,
        pointer,
        schema,
        ..
    } = node;
    let child = |path: String, pointer: String, schema: &'a Value| Node {
        path,
        pointer,
        schema,
        root: false,
    };
    let properties = fields(schema, "properties").map(|(name, schema)| {
        let pointer = format!("{pointer}/properties/{}", escaped(name));
        child(join(path, name), pointer, schema)
    });
    let inner = [("items", "[]"), ("additionalProperties", "{}")]
        .into_iter()
        .filter_map(|(key, mark)| {
            let schema = schema.get(key).filter(|schema| schema.is_object())?;
            Some(child(format!("{path}{mark}"), format!("{pointer}/{key}"), schema))
        });
    properties.chain(inner).collect()
}

/// A name as a part of a JSON pointer.
pub fn escaped(name: &str) -> String {
    name.replace('~', "~0").replace('/', "~1")
}

/// The pointer of the deepest node that a text about a place begins with: `.spec.a oneOf[0]` is about `.spec.a`,
/// and so is `.spec.a[3]`.
pub fn pointer_of(schema: &Value, place: &str) -> String {
    let is_around = |path: &str| match place.strip_prefix(path) {
        Some("") => true,
        Some(rest) => rest.starts_with([' ', '.', '[', '{']),
        None => false,
    };
    let mut at = Node {
        path: String::new(),
        pointer: String::new(),
        schema,
        root: true,
    };
    // A node around the place has only one child that is.
    while let Some(child) = children(&at).into_iter().find(|child| is_around(&child.path)) {
        at = child;
    }
    at.pointer
}

/// A path and one more field; names that are no plain words are quoted.
pub fn join(path: &str, name: &str) -> String {
    let plain = !name.is_empty()
        && name
            .chars()
            .all(|c| c.is_ascii_alphanumeric() || "_-$".contains(c));
    if plain {
        format!("{path}.{name}")
    } else {
        format!("{path}[{name:?}]")
    }
}

/// The members of a map of schemas, such as `properties`.
pub fn fields<'a>(schema: &'a Value, key: &str) -> impl Iterator<Item = (&'a String, &'a Value)> {
    schema.get(key).and_then(Value::as_object).into_iter().flatten()
}

/// The schema of a property.
pub fn property<'a>(schema: &'a Value, name: &str) -> Option<&'a Value> {
    schema.get("properties")?.get(name)
}

/// The branches of a junctor.
pub fn branches<'a>(schema: &'a Value, junctor: &str) -> impl Iterator<Item = &'a Value> {
    schema
        .get(junctor)
        .and_then(Value::as_array)
        .into_iter()
        .flatten()
}

/// The strings of a list, such as `required`.
pub fn words<'a>(schema: &'a Value, key: &str) -> impl Iterator<Item = &'a str> {
    schema
        .get(key)
        .and_then(Value::as_array)
        .into_iter()
        .flatten()
        .filter_map(Value::as_str)
}

/// Whether a flag is set.
pub fn flag(schema: &Value, key: &str) -> bool {
    schema.get(key) == Some(&Value::Bool(true))
}

/// A keyword that is text.
pub fn word<'a>(schema: &'a Value, key: &str) -> Option<&'a str> {
    schema.get(key).and_then(Value::as_str)
}

/// A value without its null members, at any depth.
pub fn without_nulls(value: &Value) -> Value {
    match value {
        Value::Object(fields) => fields
            .iter()
            .filter(|(_, value)| !value.is_null())
            .map(|(key, value)| (key.clone(), without_nulls(value)))
            .collect::<Map<_, _>>()
            .into(),
        Value::Array(items) => items.iter().map(without_nulls).collect(),
        other => other.clone(),
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::pointer_of;

    #[test]
    fn places_lead_to_nodes() {
        let schema = json!({ "properties": { "spec": { "properties": {
            "a": { "items": { "properties": { "b": {} } } },
            "ab": { "additionalProperties": {} },
            "x/y z": {},
        }}}});
        for (place, expected) in [
            ("", ""),
            ("somewhere", ""),
            (".spec", "/properties/spec"),
            (".spec.a", "/properties/spec/properties/a"),
            (".spec.a oneOf[0]", "/properties/spec/properties/a"),
            (".spec.a[3].b", "/properties/spec/properties/a"),
            (".spec.a[].b", "/properties/spec/properties/a/items/properties/b"),
            (
                ".spec.ab{}",
                "/properties/spec/properties/ab/additionalProperties",
            ),
            (".spec.abc", "/properties/spec"),
            (".spec[\"x/y z\"] not", "/properties/spec/properties/x~1y z"),
        ] {
            assert_eq!(pointer_of(&schema, place), expected, "{place}");
        }
    }
}
