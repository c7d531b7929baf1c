//! The objects of a schema that have fields, each of which is a section of a page.

use std::fmt::Write as _;

use kopr_model::ResourceVersion;

use crate::explain::{Field, fields, inner};
use crate::schema::core_types::{CoreType, core_type};
use crate::schema::{Node, property};

/// An object that has fields.
pub(super) struct Section<'a> {
    /// Its anchor.
    pub id: String,
    /// The object.
    pub node: Node<'a>,
    /// Its fields.
    pub fields: Vec<Field<'a>>,
    /// The section that has it, and the field there; none for the root.
    pub within: Option<(usize, String)>,
}

/// All sections of a version, the root first, each before those below it.
pub(super) fn sections<'a>(version: &'a ResourceVersion, root: &Node<'a>) -> Vec<Section<'a>> {
    let mut sections = Vec::new();
    visit(version, root, &version.name, None, &mut sections);
    sections
}

fn visit<'a>(
    version: &'a ResourceVersion,
    node: &Node<'a>,
    id: &str,
    within: Option<(usize, String)>,
    sections: &mut Vec<Section<'a>>,
) {
    let at = sections.len();
    let fields = fields(node);
    sections.push(Section {
        id: id.to_owned(),
        node: node.clone(),
        fields: fields.clone(),
        within,
    });
    for field in fields {
        if let Some(inside) = target(version, &field) {
            let id = anchor(id, &field.name);
            visit(version, &inside, &id, Some((at, field.name)), sections);
        }
    }
}

/// The object with fields that a field leads to, through lists and maps.
pub(super) fn target<'a>(version: &ResourceVersion, field: &Field<'a>) -> Option<Node<'a>> {
    let inside = inner(&field.node);
    let has_fields = inside
        .schema
        .get("properties")
        .and_then(serde_json::Value::as_object)
        .is_some_and(|fields| !fields.is_empty());
    (has_fields && core(version, &inside).is_none()).then_some(inside)
}

/// The type of Kubernetes that a node is. A type of the operator's own has places in its code.
pub(super) fn core(version: &ResourceVersion, node: &Node<'_>) -> Option<&'static CoreType> {
    let below = format!("{}/properties/", node.pointer);
    let is_own = version
        .sources
        .range(below.clone()..)
        .next()
        .is_some_and(|(pointer, _)| pointer.starts_with(&below));
    core_type(node.schema).filter(|_| !is_own)
}

/// The anchor of a field: those of an object and its field, with a dot between. A letter that an address cannot
/// hold is written as its number.
pub(super) fn anchor(around: &str, name: &str) -> String {
    let mut id = format!("{around}.");
    for c in name.chars() {
        if c.is_ascii_alphanumeric() || "_-".contains(c) {
            id.push(c);
        } else {
            let _ = write!(id, "~{:x}~", u32::from(c));
        }
    }
    id
}

/// Whether the kind says something of metadata itself.
pub(super) fn restricts_metadata(version: &ResourceVersion) -> bool {
    property(&version.schema, "metadata").is_some_and(|metadata| metadata.get("properties").is_some())
}
