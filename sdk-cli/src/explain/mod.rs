//! What a field of a kind is: found by its name, and shown as text or JSON. All are pure.

mod error;
mod facts;
mod find;
mod json;
pub mod rbac;
mod text;

pub use error::ExplainError;
pub use facts::{constraints_without_schema, of_field, type_of};
pub use find::find;
pub use json::json;
pub use text::text;

use kopr_model::{Resource, ResourceVersion, Source};

use crate::schema::{self, Node, words};

/// A kind in a version, and a field of it.
#[derive(Clone, Debug)]
pub struct Subject<'a> {
    /// The kind.
    pub resource: &'a Resource,
    /// The version.
    pub version: &'a ResourceVersion,
    /// The field; the root where the kind as a whole is meant.
    pub field: Field<'a>,
}

/// A field: a node of the schema, and whether it has to be there.
#[derive(Clone, Debug)]
pub struct Field<'a> {
    /// Its name; empty for the root.
    pub name: String,
    /// Its schema and its place.
    pub node: Node<'a>,
    /// Whether the object around it cannot do without.
    pub required: bool,
}

impl<'a> Subject<'a> {
    /// Where a node comes from.
    fn source(&self, node: &Node<'_>) -> Option<&'a Source> {
        Some(self.version.source_of(&node.pointer)).filter(|source| **source != Source::default())
    }
}

/// The node that has the fields: lists and maps are walked through.
pub fn inner<'a>(node: &Node<'a>) -> Node<'a> {
    let mut at = node.clone();
    loop {
        let has_fields = schema::fields(at.schema, "properties").next().is_some();
        let mut children = schema::children(&at).into_iter();
        match children.next() {
            Some(child) if !has_fields => at = child,
            _ => return at,
        }
    }
}

/// The fields of a node, or of what is in it where it is a list or a map.
pub fn fields<'a>(node: &Node<'a>) -> Vec<Field<'a>> {
    let around = inner(node);
    let required: Vec<&str> = words(around.schema, "required").collect();
    let names = schema::fields(around.schema, "properties").map(|(name, _)| name);
    names
        .zip(schema::children(&around))
        .map(|(name, node)| Field {
            required: required.contains(&name.as_str()),
            name: name.clone(),
            node,
        })
        // Each object has them; one counts only where the kind says something of it.
        .filter(|field| {
            let of_all = around.root && matches!(field.name.as_str(), "apiVersion" | "kind" | "metadata");
            !of_all || field.node.schema.get("properties").is_some()
        })
        .collect()
}

#[cfg(test)]
mod tests;
