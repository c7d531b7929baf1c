//! `deploy/operator/service-account.yaml`: the `ServiceAccount` that the operator runs as.

use super::{Artefact, EmitError, Emitter, Input};
use crate::objects::service_account::PART;

pub(super) const EMITTER: Emitter = Emitter {
    name: "service-account",
    about: "the ServiceAccount that the operator runs as",
    owns: "deploy/operator/service-account.yaml",
    emit,
};

#[expect(clippy::unnecessary_wraps, reason = "the signature of an emitter")]
fn emit(input: &Input<'_>) -> Result<Vec<Artefact>, EmitError> {
    Ok(Artefact::generated(PART.path(), (PART.objects)(input)))
}
