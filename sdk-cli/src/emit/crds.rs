//! `deploy/crds/<plural>.<group>.yaml`: one CRD per kind, and their list for `kubectl apply -k deploy/crds`.

use camino::Utf8PathBuf;

use super::{Artefact, EmitError, Emitter, Input};
use crate::objects::{self, kustomization};

pub(super) const EMITTER: Emitter = Emitter {
    name: "crds",
    about: "one CustomResourceDefinition per kind, and their list for `kubectl apply -k`",
    owns: "deploy/crds/",
    emit,
};

#[expect(clippy::unnecessary_wraps, reason = "the signature of an emitter")]
fn emit(input: &Input<'_>) -> Result<Vec<Artefact>, EmitError> {
    let crds = objects::crds(input);
    let files: Vec<Utf8PathBuf> = crds
        .iter()
        .filter_map(|(path, _)| Some(path.file_name()?.into()))
        .collect();
    let mut artefacts: Vec<Artefact> = crds
        .into_iter()
        .flat_map(|(path, crd)| Artefact::generated(path, vec![crd]))
        .collect();
    if !files.is_empty() {
        let list = kustomization::kustomization(&files);
        artefacts.extend(Artefact::generated("deploy/crds/kustomization.yaml", vec![list]));
    }
    Ok(artefacts)
}
