//! `metadata/dependencies.yaml`: kinds that the code needs of others, and packages that people name.

use serde_json::{Value, json};

use super::{FOLDER, kinds};
use crate::emit::{Artefact, Input};

/// What has to be installed too; nothing where the operator stands alone.
pub(super) fn dependencies(input: &Input<'_>) -> Vec<Value> {
    let kinds = kinds::foreign(input.operator).into_iter().map(|kind| {
        json!({
            "type": "olm.gvk",
            "value": { "group": kind.group, "kind": kind.kind, "version": kind.version },
        })
    });
    let packages = input.settings.package.dependencies.iter().map(|dependency| {
        json!({
            "type": "olm.package",
            "value": { "packageName": dependency.package, "version": dependency.version },
        })
    });
    kinds.chain(packages).collect()
}

/// The file.
pub(super) fn artefact(input: &Input<'_>) -> Vec<Artefact> {
    let dependencies = dependencies(input);
    if dependencies.is_empty() {
        return Vec::new();
    }
    Artefact::generated(
        format!("{FOLDER}metadata/dependencies.yaml"),
        vec![json!({ "dependencies": dependencies })],
    )
}
