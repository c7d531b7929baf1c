//! `deploy/monitoring/dashboard.yaml`: the ConfigMap with the bytes of the dashboard's file.

use super::{Artefact, EmitError, Emitter, Input};
use crate::objects::dashboard;

pub(super) const EMITTER: Emitter = Emitter {
    name: "dashboard-config-map",
    about: "the ConfigMap with the dashboard, for Grafana's sidecar",
    owns: PATH,
    emit,
};

pub(super) const PATH: &str = "deploy/monitoring/dashboard.yaml";

#[expect(clippy::unnecessary_wraps, reason = "the signature of an emitter")]
fn emit(input: &Input<'_>) -> Result<Vec<Artefact>, EmitError> {
    Ok(Artefact::generated(
        PATH,
        dashboard::config_map(input).into_iter().collect(),
    ))
}
