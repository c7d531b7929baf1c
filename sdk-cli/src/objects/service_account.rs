//! `ServiceAccount` that the operator runs as.

use serde_json::{Value, json};

use crate::emit::Input;
use crate::objects::{Part, metadata};

/// `deploy/operator/service-account.yaml`.
pub const PART: Part = Part {
    file: "service-account",
    objects,
};

/// Its name.
pub fn name(input: &Input<'_>) -> String {
    metadata::instance(input).to_owned()
}

fn objects(input: &Input<'_>) -> Vec<Value> {
    vec![json!({
        "apiVersion": "v1",
        "kind": "ServiceAccount",
        "metadata": metadata::namespaced(input, &name(input), &metadata::namespace(input)),
    })]
}
