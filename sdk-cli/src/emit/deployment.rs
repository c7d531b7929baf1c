//! `deploy/operator/deployment.yaml`: the Deployment of the operator.

use super::{Artefact, EmitError, Emitter, Input};
use crate::objects::deployment::PART;

pub(super) const EMITTER: Emitter = Emitter {
    name: "deployment",
    about: "the Deployment of the operator",
    owns: "deploy/operator/deployment.yaml",
    emit,
};

#[expect(clippy::unnecessary_wraps, reason = "the signature of an emitter")]
fn emit(input: &Input<'_>) -> Result<Vec<Artefact>, EmitError> {
    Ok(Artefact::generated(PART.path(), (PART.objects)(input)))
}
