//! `deploy/monitoring/alerts.yaml`: the PrometheusRule.

use super::{Artefact, EmitError, Emitter, Input};
use crate::objects::alerts;

pub(super) const EMITTER: Emitter = Emitter {
    name: "alerts",
    about: "the PrometheusRule with alerts on the operator's metrics",
    owns: PATH,
    emit,
};

pub(super) const PATH: &str = "deploy/monitoring/alerts.yaml";

#[expect(clippy::unnecessary_wraps, reason = "the signature of an emitter")]
fn emit(input: &Input<'_>) -> Result<Vec<Artefact>, EmitError> {
    Ok(Artefact::generated(
        PATH,
        alerts::rule(input).into_iter().collect(),
    ))
}
