//! `deploy/monitoring/dashboard.json`: the Grafana dashboard, to be imported.

use super::{Artefact, Body, EmitError, Emitter, Input, Ownership};
use crate::objects::dashboard;

pub(super) const EMITTER: Emitter = Emitter {
    name: "dashboard",
    about: "the Grafana dashboard as a file to import",
    owns: PATH,
    emit,
};

const PATH: &str = "deploy/monitoring/dashboard.json";

#[expect(clippy::unnecessary_wraps, reason = "the signature of an emitter")]
fn emit(input: &Input<'_>) -> Result<Vec<Artefact>, EmitError> {
    let dashboard = dashboard::dashboard(input).map(|dashboard| Artefact {
        path: PATH.into(),
        body: Body::Json(dashboard),
        ownership: Ownership::Tool,
    });
    Ok(dashboard.into_iter().collect())
}
