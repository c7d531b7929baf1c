//! `Namespace` of the operator.

use serde_json::{Value, json};

use crate::emit::Input;
use crate::objects::{Part, labels, metadata};

/// `deploy/operator/namespace.yaml`.
pub const PART: Part = Part {
    file: "namespace",
    path: "deploy/operator/namespace.yaml",
    about: "the Namespace of the operator, with its pod security level",
    objects,
};

fn objects(input: &Input<'_>) -> Vec<Value> {
    if !input.settings.deploy.create_namespace() {
        return Vec::new();
    }
    // Copies may share a namespace, so it carries no instance.
    let mut labels = labels::shared(input);
    for mode in ["enforce", "audit", "warn"] {
        labels.insert(
            format!("pod-security.kubernetes.io/{mode}"),
            "restricted".to_owned(),
        );
        labels.insert(
            format!("pod-security.kubernetes.io/{mode}-version"),
            "latest".to_owned(),
        );
    }
    vec![json!({
        "apiVersion": "v1",
        "kind": "Namespace",
        "metadata": metadata::annotated(
            input,
            json!({ "name": metadata::namespace(input), "labels": labels }),
        ),
    })]
}
