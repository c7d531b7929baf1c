//! `deploy/crds/<plural>.<group>.yaml`: one CRD per kind.

use super::{Artefact, EmitError, Emitter, Input};
use crate::objects;

pub(super) const EMITTER: Emitter = Emitter {
    name: "crds",
    about: "one CustomResourceDefinition per kind",
    owns: "deploy/crds/",
    emit,
};

#[expect(clippy::unnecessary_wraps, reason = "the signature of an emitter")]
fn emit(input: &Input<'_>) -> Result<Vec<Artefact>, EmitError> {
    Ok(objects::crds(input)
        .into_iter()
        .flat_map(|(path, crd)| Artefact::generated(path, vec![crd]))
        .collect())
}
