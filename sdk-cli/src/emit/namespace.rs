//! `deploy/operator/namespace.yaml`: the Namespace of the operator, with its pod security level.

use super::{Artefact, EmitError, Emitter, Input};
use crate::objects::namespace::PART;

pub(super) const EMITTER: Emitter = Emitter {
    name: "namespace",
    about: "the Namespace of the operator, with its pod security level",
    owns: "deploy/operator/namespace.yaml",
    emit,
};

#[expect(clippy::unnecessary_wraps, reason = "the signature of an emitter")]
fn emit(input: &Input<'_>) -> Result<Vec<Artefact>, EmitError> {
    Ok(Artefact::generated(PART.path(), (PART.objects)(input)))
}
