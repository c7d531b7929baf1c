//! `deploy/kustomization.yaml`: CRDs and operator for `kubectl apply -k deploy`.

use camino::{Utf8Path, Utf8PathBuf};

use super::{Artefact, EmitError, Emitter, Input};
use crate::objects::{self, PARTS, kustomization};

pub(super) const EMITTER: Emitter = Emitter {
    name: "kustomization",
    about: "the list of CRDs and operator for `kubectl apply -k`; no monitoring, no samples",
    owns: "deploy/kustomization.yaml",
    emit,
};

#[expect(clippy::unnecessary_wraps, reason = "the signature of an emitter")]
fn emit(input: &Input<'_>) -> Result<Vec<Artefact>, EmitError> {
    let crds = objects::crds(input).into_iter().map(|(path, _)| path);
    let parts = PARTS
        .iter()
        .filter(|part| !(part.objects)(input).is_empty())
        .map(|part| part.path.into());
    let relative = |path: Utf8PathBuf| {
        path.strip_prefix("deploy")
            .map_or_else(|_| path.clone(), Utf8Path::to_owned)
    };
    let resources: Vec<Utf8PathBuf> = crds.chain(parts).map(relative).collect();
    Ok(Artefact::generated(
        "deploy/kustomization.yaml",
        vec![kustomization::kustomization(&resources)],
    ))
}
