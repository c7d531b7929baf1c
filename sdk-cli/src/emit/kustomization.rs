//! `deploy/kustomization.yaml`: the operator for `kubectl apply -k deploy`. CRDs have a list of their own: whoever
//! deletes the operator by this one keeps the objects of users, which would go with their CRDs.

use camino::{Utf8Path, Utf8PathBuf};

use super::{Artefact, EmitError, Emitter, Input};
use crate::objects::{PARTS, kustomization};

pub(super) const EMITTER: Emitter = Emitter {
    name: "kustomization",
    about: "the list of what runs for `kubectl apply -k`; CRDs, monitoring and samples are apart",
    owns: "deploy/kustomization.yaml",
    emit,
};

#[expect(clippy::unnecessary_wraps, reason = "the signature of an emitter")]
fn emit(input: &Input<'_>) -> Result<Vec<Artefact>, EmitError> {
    let parts = PARTS
        .iter()
        .filter(|part| !(part.objects)(input).is_empty())
        .map(|part| part.path.into());
    let relative = |path: Utf8PathBuf| {
        path.strip_prefix("deploy")
            .map_or_else(|_| path.clone(), Utf8Path::to_owned)
    };
    let resources: Vec<Utf8PathBuf> = parts.map(relative).collect();
    Ok(Artefact::generated(
        "deploy/kustomization.yaml",
        vec![kustomization::kustomization(&resources)],
    ))
}
