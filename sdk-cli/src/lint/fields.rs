//! Kinds as those see them who write their objects: words, names, lists, status.

use kopr_model::{Resource, ResourceVersion};

use super::{Family, Lint, Spot, Subject, rule};
use crate::check::Level;
use crate::schema::core_types::core_type;
use crate::schema::{LIST_TYPE, Node, children, nodes, property, word};

pub(super) const FAMILY: Family = Family {
    name: "fields",
    rules: RULES,
    find,
};

const RULES: &[Lint] = &[
    rule(
        "D1",
        Level::Warning,
        "JSON names are camelCase",
        "put `#[serde(rename_all = \"camelCase\")]` on the type; of a kind that is in use, the old name has to be kept",
    ),
    rule(
        "D2",
        Level::Note,
        "each field has a description",
        "write a doc comment: `kubectl explain`, editors and the reference show it",
    ),
    rule(
        "D3",
        Level::Warning,
        "each kind has a description",
        "write a doc comment on the spec: `kubectl explain`, editors and the reference show it",
    ),
    rule(
        "D4",
        Level::Note,
        "a list of objects says how it is merged",
        "`#[kopr(list(map = \"name\"))]` lets two people apply items of one list; without, the last one replaces the list",
    ),
    rule(
        "D5",
        Level::Warning,
        "a kind that a controller looks after has a status",
        "give it one with `status = \"..\"`: without, nobody sees whether it works",
    ),
    rule(
        "D6",
        Level::Note,
        "a status has conditions",
        "add `conditions: Vec<Condition>`: `kubectl wait` and GitOps tools read them",
    ),
];

fn find(subject: &Subject<'_>, spots: &mut Vec<Spot>) {
    for resource in &subject.input.operator.resources {
        for version in &resource.versions {
            of_version(resource, version, spots);
        }
    }
}

fn of_version(resource: &Resource, version: &ResourceVersion, spots: &mut Vec<Spot>) {
    let kind = format!("{} {}", resource.crd_name(), version.name);
    let mut spot = |rule, pointer: &str, path: &str, message: &str| {
        spots.push(Spot {
            rule,
            place: format!("{kind} {path}").trim_end().to_owned(),
            message: message.to_owned(),
            source: Some(version.source_of(pointer).clone()),
        });
    };
    if word(&version.schema, "description").is_none_or(str::is_empty) {
        spot("D3", "", "", "the kind has no description");
    }
    let status = property(&version.schema, "status");
    if resource.reconciled && !version.status {
        spot("D5", "", "", "it has no status");
    } else if let Some(status) = status
        && property(status, "conditions").is_none()
    {
        spot("D6", "/properties/status", ".status", "it has no conditions");
    }
    for node in nodes(&version.schema).into_iter().take(1) {
        visit(version, &node, &mut spot);
    }
}

/// Looks at the fields below a node, as far as they are the operator's own: types of Kubernetes and of other crates
/// are written elsewhere.
fn visit(version: &ResourceVersion, node: &Node<'_>, spot: &mut impl FnMut(&'static str, &str, &str, &str)) {
    if core_type(node.schema).is_some() {
        return;
    }
    for child in children(node) {
        let name = child.pointer.strip_prefix(&node.pointer).unwrap_or_default();
        let of_all = node.root
            && [
                "/properties/apiVersion",
                "/properties/kind",
                "/properties/metadata",
            ]
            .contains(&name);
        if of_all {
            continue;
        }
        let is_own = version.sources.is_empty() || version.sources.contains_key(&child.pointer);
        if let Some(name) = name.strip_prefix("/properties/").filter(|_| is_own) {
            if !is_camel_case(&name.replace("~1", "/").replace("~0", "~")) {
                spot("D1", &child.pointer, &child.path, "the name is not camelCase");
            }
            let of_root = node.root && ["spec", "status"].contains(&name);
            if !of_root && word(child.schema, "description").is_none_or(str::is_empty) {
                spot("D2", &child.pointer, &child.path, "the field has no description");
            }
            let of_objects = child
                .schema
                .get("items")
                .is_some_and(|items| word(items, "type") == Some("object"));
            if of_objects && word(child.schema, LIST_TYPE).is_none() {
                spot(
                    "D4",
                    &child.pointer,
                    &child.path,
                    "the list is replaced as a whole",
                );
            }
        }
        visit(version, &child, spot);
    }
}

fn is_camel_case(name: &str) -> bool {
    name.starts_with(|c: char| c.is_ascii_lowercase()) && name.chars().all(|c| c.is_ascii_alphanumeric())
}
