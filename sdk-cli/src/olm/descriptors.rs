//! A version of a kind in `spec.customresourcedefinitions.owned`: what consoles show of it.
//!
//! What code says with `#[kopr(ui(..))]` comes first; the rest follows from the schema and from what the
//! controllers touch.

mod kinds;
#[cfg(test)]
mod tests;

use std::collections::{BTreeMap, BTreeSet};

use kopr_model::descriptor::words::{find, urn};
use kopr_model::descriptor::{Part, member, plain};
use kopr_model::{Descriptor, Operator, RelatedKind, Resource, ResourceVersion, names};
use serde_json::{Map, Value, json};

use crate::schema::core_types::core_type;
use crate::schema::{fields, property, word, words};

/// The entry of a version.
pub fn owned(operator: &Operator, resource: &Resource, version: &ResourceVersion) -> Value {
    let said = &version.descriptors;
    let mut entry = Map::new();
    let mut text = |key: &str, text: String| {
        if !text.is_empty() {
            entry.insert(key.to_owned(), json!(text));
        }
    };
    text("name", resource.crd_name());
    text("kind", resource.kind.clone());
    text("version", version.name.clone());
    text(
        "displayName",
        said.display_name
            .clone()
            .unwrap_or_else(|| names::heading(&resource.kind)),
    );
    text(
        "description",
        said.description
            .clone()
            .unwrap_or_else(|| plain(word(&version.schema, "description").unwrap_or_default())),
    );
    let resources: Vec<Value> = related(operator, resource, version)
        .into_iter()
        .map(|kind| json!({ "kind": kind.kind, "name": kind.name, "version": kind.version }))
        .collect();
    entry.insert("resources".to_owned(), json!(resources));
    for part in Part::ALL {
        let all = descriptors(version, part);
        if !all.is_empty() {
            entry.insert(format!("{}Descriptors", part.as_str()), json!(all));
        }
    }
    Value::Object(entry)
}

/// Kinds that are shown with an object: those that its controllers make or watch, and those that code names. An
/// entry without any is refused by the scorecard, so that a kind that stands alone is shown with itself.
fn related(operator: &Operator, resource: &Resource, version: &ResourceVersion) -> BTreeSet<RelatedKind> {
    let mut all: BTreeSet<RelatedKind> = version.descriptors.resources.iter().cloned().collect();
    all.extend(kinds::touched(operator, resource));
    if all.is_empty() {
        all.insert(RelatedKind {
            kind: resource.kind.clone(),
            version: version.name.clone(),
            name: String::new(),
        });
    }
    all
}

/// The descriptors of a part, by path: of each field right in it, and of those below that code describes.
fn descriptors(version: &ResourceVersion, part: Part) -> Vec<Value> {
    let Some(schema) = property(&version.schema, part.as_str()) else {
        return Vec::new();
    };
    let mut all: BTreeMap<String, Option<&Descriptor>> = fields(schema, "properties")
        .map(|(name, _)| (member("", name), None))
        .collect();
    for said in version.descriptors.of(part) {
        all.insert(said.path.clone(), Some(said));
    }
    all.into_iter()
        .filter(|(_, said)| !said.is_some_and(|said| said.skip))
        .map(|(path, said)| {
            let (name, node) = node(schema, "", &path).unwrap_or((path.as_str(), &Value::Null));
            descriptor(&path, name, node, said, version, part)
        })
        .collect()
}

fn descriptor(
    path: &str,
    name: &str,
    node: &Value,
    said: Option<&Descriptor>,
    version: &ResourceVersion,
    part: Part,
) -> Value {
    let display_name = said.and_then(|said| said.display_name.clone());
    let description = said.and_then(|said| said.description.clone());
    let mut entry = Map::from_iter([
        ("path".to_owned(), json!(path)),
        (
            "displayName".to_owned(),
            json!(display_name.unwrap_or_else(|| names::heading(name))),
        ),
    ]);
    let description = description.unwrap_or_else(|| plain(word(node, "description").unwrap_or_default()));
    if !description.is_empty() {
        entry.insert("description".to_owned(), json!(description));
    }
    let mut marks = match said {
        Some(said) if said.replaces => Vec::new(),
        _ => derived(path, name, node, version, part),
    };
    marks.extend(said.iter().flat_map(|said| said.x_descriptors.iter().cloned()));
    if !marks.is_empty() {
        entry.insert("x-descriptors".to_owned(), json!(marks));
    }
    Value::Object(entry)
}

/// The node at a path below a part, and its JSON name; that of an item is its list's.
fn node<'a>(at: &'a Value, here: &str, path: &str) -> Option<(&'a str, &'a Value)> {
    let mut below: Vec<(String, &str, &Value)> = fields(at, "properties")
        .map(|(name, child)| (member(here, name), name.as_str(), child))
        .collect();
    // Items have no name of their own: the list around them gives its own.
    let mut list = at;
    let mut inside = here.to_owned();
    while let Some(items) = list.get("items") {
        inside.push_str("[0]");
        below.extend(
            fields(items, "properties").map(|(name, child)| (member(&inside, name), name.as_str(), child)),
        );
        list = items;
    }
    below.into_iter().find_map(|(reached, name, child)| {
        let rest = path.strip_prefix(reached.as_str())?;
        match rest {
            "" => Some((name, child)),
            _ if rest.starts_with(['.', '[']) => node(child, &reached, path),
            _ => None,
        }
    })
}

/// x-descriptors that follow from the schema.
fn derived(path: &str, name: &str, node: &Value, version: &ResourceVersion, part: Part) -> Vec<String> {
    if part == Part::Spec && widget(path, name, node, version, part) == Some("select") {
        let values: Vec<String> = words(node, "enum").map(str::to_owned).collect();
        return find("select").map_or_else(Vec::new, |word| word.urns(part, &values));
    }
    let urn = widget(path, name, node, version, part).and_then(|word| urn(word, part));
    urn.into_iter().collect()
}

/// The word for the field; nothing where the schema does not tell.
fn widget(
    path: &str,
    name: &str,
    node: &Value,
    version: &ResourceVersion,
    part: Part,
) -> Option<&'static str> {
    let scale = version.scale.as_ref();
    let replicas = scale.map(|scale| match part {
        Part::Spec => &scale.spec_replicas_path,
        Part::Status => &scale.status_replicas_path,
    });
    if replicas.is_some_and(|replicas| *replicas == format!(".{}.{path}", part.as_str())) {
        return Some("pod_count");
    }
    let has_values = node.get("enum").is_some();
    match (word(node, "type")?, name) {
        ("boolean", _) => Some("boolean_switch"),
        ("integer" | "number", _) => Some("number"),
        ("string", "imagePullPolicy") => Some("image_pull_policy"),
        ("string", _) if is_pull_policy(node) => Some("image_pull_policy"),
        ("string", "phase") if part == Part::Status => Some("phase"),
        ("string", _) if has_values => Some("select"),
        ("string", _) if word(node, "format") == Some("password") => Some("password"),
        ("object", _) if has_requirements(node) => Some("resource_requirements"),
        ("array", _) if part == Part::Status && has_conditions(node) => Some("conditions"),
        _ => None,
    }
}

fn is_pull_policy(node: &Value) -> bool {
    let mut values: Vec<&str> = words(node, "enum").collect();
    values.sort_unstable();
    values == ["Always", "IfNotPresent", "Never"]
}

/// Requests and limits, of Kubernetes' own type or of one that looks like it.
fn has_requirements(node: &Value) -> bool {
    let mut names: Vec<&str> = fields(node, "properties")
        .map(|(name, _)| name.as_str())
        .collect();
    names.retain(|name| *name != "claims");
    names == ["limits", "requests"]
}

/// A list of conditions: Kubernetes' own, or those that say what these say.
fn has_conditions(node: &Value) -> bool {
    let Some(items) = node.get("items") else {
        return false;
    };
    let is_told = |name: &str| property(items, name).is_some();
    core_type(items).is_some_and(|type_| type_.name == "Condition")
        || ["lastTransitionTime", "status", "type"].into_iter().all(is_told)
}
