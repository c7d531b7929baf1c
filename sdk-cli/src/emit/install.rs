//! `dist/install.yaml`: all that one `kubectl apply -f` needs, in the order of applying.

use super::{Artefact, EmitError, Emitter, Input};
use crate::objects::{self, PARTS};

pub(super) const EMITTER: Emitter = Emitter {
    name: "install",
    about: "one file with CRDs and operator, in the order of applying; no monitoring, no samples",
    owns: "dist/install.yaml",
    emit,
};

#[expect(clippy::unnecessary_wraps, reason = "the signature of an emitter")]
fn emit(input: &Input<'_>) -> Result<Vec<Artefact>, EmitError> {
    let crds = objects::crds(input).into_iter().map(|(_, crd)| crd);
    let parts = PARTS.iter().flat_map(|part| (part.objects)(input));
    let (namespaces, rest): (Vec<_>, Vec<_>) = parts.partition(|object| object["kind"] == "Namespace");
    Ok(Artefact::generated(
        "dist/install.yaml",
        namespaces.into_iter().chain(crds).chain(rest).collect(),
    ))
}
