//! `dist/install.yaml`: all that one `kubectl apply -f` needs, in the order of applying.

use serde_json::Value;

use super::{Artefact, EmitError, Emitter, Input};
use crate::objects::{self, PARTS, order};

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
    let mut objects: Vec<Value> = crds.chain(parts).collect();
    order::sort_for_applying(&mut objects, |object| object);
    Ok(Artefact::generated("dist/install.yaml", objects))
}
