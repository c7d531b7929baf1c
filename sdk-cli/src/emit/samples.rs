//! `deploy/samples/<version>_<kind>.yaml`: an object of each kind and version that the API server takes.

use camino::Utf8PathBuf;
use kopr_model::{Resource, Scope, leader};
use serde_json::{Value, json};

use super::{Artefact, EmitError, Emitter, Input};
use crate::objects::{metadata, sample};
use crate::settings::Watch;

pub(super) const EMITTER: Emitter = Emitter {
    name: "samples",
    about: "an object of each kind and version, built from its schema",
    owns: "deploy/samples/",
    emit,
};

#[expect(clippy::unnecessary_wraps, reason = "the signature of an emitter")]
fn emit(input: &Input<'_>) -> Result<Vec<Artefact>, EmitError> {
    let mut artefacts = Vec::new();
    for resource in &input.operator.resources {
        let kind = resource.kind.to_lowercase();
        // Kinds of one name in two groups: the group tells their files apart.
        let alike = input
            .operator
            .resources
            .iter()
            .filter(|other| other.kind.to_lowercase() == kind)
            .count();
        for (version, mut sample) in sample::samples(resource) {
            let path: Utf8PathBuf = if alike > 1 {
                format!("deploy/samples/{}_{}_{kind}.yaml", resource.group, version.name).into()
            } else {
                format!("deploy/samples/{}_{kind}.yaml", version.name).into()
            };
            in_reach(input, resource, &mut sample);
            artefacts.extend(Artefact::generated(path, vec![sample]));
        }
    }
    Ok(artefacts)
}

/// Puts a sample where this copy of the operator sees it: into a watched namespace, with its class.
fn in_reach(input: &Input<'_>, resource: &Resource, sample: &mut Value) {
    let deploy = &input.settings.deploy;
    let is_reconciled = input.operator.controllers.iter().any(|controller| {
        controller.primary.group == resource.group && controller.primary.kind == resource.kind
    });
    if !is_reconciled {
        return;
    }
    let namespace = match &deploy.watch {
        None | Some(Watch::All) => None,
        Some(Watch::Own) => Some(metadata::namespace(input)),
        Some(Watch::Namespaces(namespaces)) => namespaces.first().map(ToString::to_string),
    };
    if let Some(namespace) = namespace.filter(|_| resource.scope == Scope::Namespaced) {
        sample["metadata"]["namespace"] = json!(namespace);
    }
    if let Some(class) = &deploy.class {
        let label = leader::class_label(&input.operator.domain);
        sample["metadata"]["labels"] = json!({ label: class });
    }
}
