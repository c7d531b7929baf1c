//! `deploy/operator/rbac.yaml`: roles and bindings: exactly what the handlers' arguments ask for.

use super::{Artefact, EmitError, Emitter, Input};
use crate::objects::rbac::PART;

pub(super) const EMITTER: Emitter = Emitter {
    name: "rbac",
    about: "roles and bindings: exactly what the handlers' arguments ask for",
    owns: "deploy/operator/rbac.yaml",
    emit,
};

#[expect(clippy::unnecessary_wraps, reason = "the signature of an emitter")]
fn emit(input: &Input<'_>) -> Result<Vec<Artefact>, EmitError> {
    Ok(Artefact::generated(PART.path(), (PART.objects)(input)))
}
