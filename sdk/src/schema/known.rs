//! Kubernetes' own types that say less in their Rust schema than in the API.

use serde_json::{Map, Value, json};

const QUANTITY: &str = "io.k8s.apimachinery.pkg.api.resource.Quantity";
const CONDITION: &str = "io.k8s.apimachinery.pkg.apis.meta.v1.Condition";
const INT_OR_STRING: &str = "io.k8s.apimachinery.pkg.util.intstr.IntOrString";

/// What controller-gen writes for a quantity.
const QUANTITY_PATTERN: &str = r"^(\+|-)?(([0-9]+(\.[0-9]*)?)|(\.[0-9]+))(([KMGTPE]i)|[numkMGTPE]|([eE](\+|-)?(([0-9]+(\.[0-9]*)?)|(\.[0-9]+))))?$";

/// Objects that are one value to whoever merges them: two that are mixed would select neither's target.
const ATOMIC: &[&str] = &[
    "io.k8s.api.core.v1.ConfigMapKeySelector",
    "io.k8s.api.core.v1.LocalObjectReference",
    "io.k8s.api.core.v1.NodeSelector",
    "io.k8s.api.core.v1.NodeSelectorTerm",
    "io.k8s.api.core.v1.ObjectFieldSelector",
    "io.k8s.api.core.v1.ObjectReference",
    "io.k8s.api.core.v1.ResourceFieldSelector",
    "io.k8s.api.core.v1.SecretKeySelector",
    "io.k8s.api.core.v1.SecretReference",
    "io.k8s.api.core.v1.TypedLocalObjectReference",
    "io.k8s.apimachinery.pkg.apis.meta.v1.LabelSelector",
];

/// Adds what is known of the type of that name to its node.
pub(super) fn refine(name: &str, node: &mut Map<String, Value>) {
    if name == QUANTITY {
        node.insert("pattern".to_owned(), json!(QUANTITY_PATTERN));
    }
    if name == QUANTITY || name == INT_OR_STRING {
        super::scalar::int_or_string(node);
    }
    if ATOMIC.contains(&name) {
        node.entry("x-kubernetes-map-type").or_insert(json!("atomic"));
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
