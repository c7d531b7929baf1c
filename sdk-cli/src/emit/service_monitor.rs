//! `deploy/monitoring/`: the ServiceMonitor, with a kustomization of its own because not every
//! cluster knows the kind.

use super::{Artefact, EmitError, Emitter, Input};
use crate::objects::{kustomization, service_monitor};

pub(super) const EMITTER: Emitter = Emitter {
    name: "service-monitor",
    about: "the ServiceMonitor for the Prometheus Operator, apart from the root kustomization",
    owns: "deploy/monitoring/",
    emit,
};

const FILE: &str = "service-monitor.yaml";

#[expect(clippy::unnecessary_wraps, reason = "the signature of an emitter")]
fn emit(input: &Input<'_>) -> Result<Vec<Artefact>, EmitError> {
    let Some(monitor) = service_monitor::monitor(input) else {
        return Ok(Vec::new());
    };
    let list = kustomization::kustomization(&[FILE.into()]);
    let mut artefacts = Artefact::generated("deploy/monitoring/kustomization.yaml", vec![list]);
    artefacts.extend(Artefact::generated(
        format!("deploy/monitoring/{FILE}"),
        vec![monitor],
    ));
    Ok(artefacts)
}
