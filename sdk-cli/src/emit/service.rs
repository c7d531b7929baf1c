//! `deploy/operator/service.yaml`: the Service in front of the metrics port.

use super::{Artefact, EmitError, Emitter, Input};
use crate::objects::service::PART;

pub(super) const EMITTER: Emitter = Emitter {
    name: "service",
    about: "the Service in front of the metrics port",
    owns: "deploy/operator/service.yaml",
    emit,
};

#[expect(clippy::unnecessary_wraps, reason = "the signature of an emitter")]
fn emit(input: &Input<'_>) -> Result<Vec<Artefact>, EmitError> {
    Ok(Artefact::generated(PART.path(), (PART.objects)(input)))
}
