//! `deploy/monitoring/kustomization.yaml`: monitoring for `kubectl apply -k`, apart from the operator because not every
//! cluster knows the kinds.

use camino::Utf8PathBuf;
use serde_json::Value;

use super::{
    Artefact, EmitError, Emitter, Input, alerts, dashboard_config_map, pod_monitor, service_monitor,
};
use crate::objects::{self, kustomization};

pub(super) const EMITTER: Emitter = Emitter {
    name: "monitoring",
    about: "the list of monitor, alerts and dashboard for `kubectl apply -k`, apart from the root kustomization",
    owns: PATH,
    emit,
};

const PATH: &str = "deploy/monitoring/kustomization.yaml";

/// What the list is made of: files and whether they have anything in them.
type Part = (&'static str, fn(&Input<'_>) -> Option<Value>);

const PARTS: [Part; 4] = [
    (alerts::PATH, objects::alerts::rule),
    (dashboard_config_map::PATH, objects::dashboard::config_map),
    (pod_monitor::PATH, objects::pod_monitor::monitor),
    (service_monitor::PATH, objects::service_monitor::monitor),
];

#[expect(clippy::unnecessary_wraps, reason = "the signature of an emitter")]
fn emit(input: &Input<'_>) -> Result<Vec<Artefact>, EmitError> {
    let files: Vec<Utf8PathBuf> = PARTS
        .iter()
        .filter(|(_, object)| object(input).is_some())
        .filter_map(|(path, _)| path.rsplit('/').next().map(Into::into))
        .collect();
    if files.is_empty() {
        return Ok(Vec::new());
    }
    Ok(Artefact::generated(
        PATH,
        vec![kustomization::kustomization(&files)],
    ))
}
