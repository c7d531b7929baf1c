//! `deploy/monitoring/pod-monitor.yaml`: the PodMonitor.

use super::{Artefact, EmitError, Emitter, Input};
use crate::objects::pod_monitor;

pub(super) const EMITTER: Emitter = Emitter {
    name: "pod-monitor",
    about: "the PodMonitor for the Prometheus Operator, in place of a ServiceMonitor",
    owns: PATH,
    emit,
};

pub(super) const PATH: &str = "deploy/monitoring/pod-monitor.yaml";

#[expect(clippy::unnecessary_wraps, reason = "the signature of an emitter")]
fn emit(input: &Input<'_>) -> Result<Vec<Artefact>, EmitError> {
    Ok(Artefact::generated(
        PATH,
        pod_monitor::monitor(input).into_iter().collect(),
    ))
}
