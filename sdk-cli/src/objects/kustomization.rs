//! `Kustomization`: a list of files for `kubectl apply -k`.

use camino::Utf8PathBuf;
use serde_json::{Value, json};

/// A kustomization of files; paths are relative to its own folder.
pub fn kustomization(resources: &[Utf8PathBuf]) -> Value {
    json!({
        "apiVersion": "kustomize.config.k8s.io/v1beta1",
        "kind": "Kustomization",
        "resources": resources,
    })
}
