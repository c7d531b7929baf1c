//! Names, namespace and metadata of what we generate.

use serde_json::{Value, json};

use crate::emit::Input;
use crate::objects::labels::{self, Labels};

/// Name of this copy of the operator; the stem of the names of its objects.
pub fn instance<'a>(input: &Input<'a>) -> &'a str {
    input
        .settings
        .operator
        .instance
        .as_ref()
        .map_or(&input.operator.name, |name| name.as_str())
}

/// The operator's own namespace.
pub fn namespace(input: &Input<'_>) -> String {
    match &input.settings.deploy.namespace {
        Some(namespace) => namespace.to_string(),
        None => format!("{}-system", instance(input)),
    }
}

/// The operator's version in a form that labels and image tags take: `+` stands in neither.
pub fn version(input: &Input<'_>) -> String {
    input.operator.package.version.replace('+', "_")
}

/// Metadata of an object of the cluster.
pub fn cluster(input: &Input<'_>, name: &str) -> Value {
    json!({ "name": name, "labels": labels::common(input) })
}

/// Metadata of an object in a namespace.
pub fn namespaced(input: &Input<'_>, name: &str, namespace: &str) -> Value {
    with_labels(name, namespace, &labels::common(input))
}

/// Metadata of an object in a namespace with labels of its own.
pub fn with_labels(name: &str, namespace: &str, labels: &Labels) -> Value {
    json!({ "name": name, "namespace": namespace, "labels": labels })
}
