//! `ServiceAccount` that the operator runs as.

use serde_json::{Value, json};

use crate::emit::Input;
use crate::objects::{Part, metadata};

/// `deploy/operator/service-account.yaml`.
pub const PART: Part = Part {
    file: "service-account",
    path: "deploy/operator/service-account.yaml",
    about: "the ServiceAccount that the operator runs as",
    objects,
};

/// Its name, whoever makes it.
pub fn name(input: &Input<'_>) -> String {
    input
        .settings
        .service_account
        .name
        .as_ref()
        .map_or_else(|| metadata::instance(input).to_owned(), ToString::to_string)
}

/// Whether it is among the manifests.
pub fn is_made(input: &Input<'_>) -> bool {
    input.settings.service_account.create.unwrap_or(true)
}

fn objects(input: &Input<'_>) -> Vec<Value> {
    if !is_made(input) {
        return Vec::new();
    }
    let mut metadata = metadata::namespaced(input, &name(input), &metadata::namespace(input));
    for (key, value) in &input.settings.service_account.annotations {
        metadata["annotations"][key.as_str()] = json!(value);
    }
    vec![json!({
        "apiVersion": "v1",
        "kind": "ServiceAccount",
        "metadata": metadata,
        // The operator's pods ask for the token themselves; no other pod gets it by accident.
        "automountServiceAccountToken": false,
    })]
}
