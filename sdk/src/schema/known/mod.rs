//! Types that say less in their Rust schema than in the API: Kubernetes' own, and Rust's durations.

mod forms;
mod published;

use serde_json::{Map, Value, json};

use super::legal;
use super::structural::Converter;
use published::{Definition, List};

const CONDITION: &str = "io.k8s.apimachinery.pkg.apis.meta.v1.Condition";

/// Whether a definition of that name is a type of Kubernetes itself.
pub(super) fn is_core(name: &str) -> bool {
    name.starts_with("io.k8s.")
}

impl Converter<'_> {
    /// The form of a type whose expansion would say too little, or too much.
    pub(super) fn form(&mut self, name: &str, definition: &Value, path: &str) -> Option<Map<String, Value>> {
        let form = forms::form(name)?;
        if let Some(loss) = form.loss {
            self.lose(path, loss);
        }
        let mut node = form.node;
        // Only where somebody asked for them.
        if let (Some(_), Some(text)) = (self.docs, definition.get("description").and_then(Value::as_str))
            && let Some(text) = self.told(text)
        {
            node.insert("description".to_owned(), json!(text));
        }
        Some(node)
    }

    /// Adds what is known of the type of that name to its node.
    pub(super) fn refine(&mut self, name: &str, node: &mut Map<String, Value>, path: &str) {
        if is_core(name) {
            if let Some(definition) = published::definition(name) {
                apply(definition, node);
            }
        } else if let Some(advice) = forms::advice(name, node) {
            self.lose(path, advice);
        }
    }
}

/// Adds what Kubernetes publishes of a type, so that its lists and maps merge as in Kubernetes' own kinds.
fn apply(definition: &Definition, node: &mut Map<String, Value>) {
    if let Some(map) = definition.map {
        node.entry("x-kubernetes-map-type").or_insert(json!(map));
    }
    for (name, facts) in &definition.properties {
        let Some(property) = node
            .get_mut("properties")
            .and_then(|all| all.get_mut(name))
            .and_then(Value::as_object_mut)
        else {
            // Of another version of Kubernetes than the types.
            continue;
        };
        if let Some(list) = &facts.list
            && property.get("type") == Some(&json!("array"))
        {
            merges(list, property);
        }
        if let Some(map) = facts.map
            && property.get("type") == Some(&json!("object"))
        {
            property.insert("x-kubernetes-map-type".to_owned(), json!(map));
        }
        if let Some(default) = &facts.default {
            property.insert("default".to_owned(), default.clone());
            property.remove("nullable");
            defaulted(name, node);
        }
    }
}

/// How a list merges, where its items have what that takes.
fn merges(list: &List, property: &mut Map<String, Value>) {
    let items = property.get("items").unwrap_or(&Value::Null);
    let (word, keys) = match list {
        List::Set if legal::is_set_item(items) => ("set", None),
        List::Map(keys) if keys.iter().all(|key| legal::is_key(items, key)) => ("map", Some(keys)),
        // A key that an item may lack: Kubernetes' own server fills it in, that of a CRD cannot. What is
        // left is the list as one value.
        List::Atomic | List::Set | List::Map(_) => ("atomic", None),
    };
    property.insert("x-kubernetes-list-type".to_owned(), json!(word));
    if let Some(keys) = keys {
        property.insert("x-kubernetes-list-map-keys".to_owned(), json!(keys));
    }
}

/// What has a default need not be written.
fn defaulted(name: &str, node: &mut Map<String, Value>) {
    if let Some(required) = node.get_mut("required").and_then(Value::as_array_mut) {
        required.retain(|one| one != name);
        if required.is_empty() {
            node.remove("required");
        }
    }
}

/// Adds what is known of a list of such items: conditions are a map by their type.
pub(super) fn list(items: Option<&Value>, node: &mut Map<String, Value>) {
    let reference = items
        .and_then(|items| items.get("$ref"))
        .and_then(Value::as_str)
        .unwrap_or_default();
    if reference.rsplit('/').next() == Some(CONDITION) {
        node.entry("x-kubernetes-list-type").or_insert(json!("map"));
        node.entry("x-kubernetes-list-map-keys")
            .or_insert(json!(["type"]));
    }
}
