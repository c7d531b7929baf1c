//! `deploy/monitoring/service-monitor.yaml`: the ServiceMonitor.

use super::{Artefact, EmitError, Emitter, Input};
use crate::objects::service_monitor;

pub(super) const EMITTER: Emitter = Emitter {
    name: "service-monitor",
    about: "the ServiceMonitor for the Prometheus Operator",
    owns: PATH,
    emit,
};

pub(super) const PATH: &str = "deploy/monitoring/service-monitor.yaml";

#[expect(clippy::unnecessary_wraps, reason = "the signature of an emitter")]
fn emit(input: &Input<'_>) -> Result<Vec<Artefact>, EmitError> {
    Ok(Artefact::generated(
        PATH,
        service_monitor::monitor(input).into_iter().collect(),
    ))
}
