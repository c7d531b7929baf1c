//! What the emitters make, sorted by what OLM does with it.

use serde_json::Value;

use super::OlmError;
use crate::emit::{self, Body, Input};
use crate::objects::{PARTS, rbac};

/// The operator's objects, patched, without namespaces: OLM puts them into the one that the operator is installed in.
#[derive(Clone, Debug, Default)]
pub struct Objects {
    /// The Deployment, which becomes a part of the CSV.
    pub deployments: Vec<Value>,
    /// Roles of the operator's own account, which become the CSV's permissions.
    pub grants: Vec<Value>,
    /// CRDs.
    pub crds: Vec<Value>,
    /// Samples.
    pub samples: Vec<Value>,
    /// What stands beside the CSV, one object a file.
    pub files: Vec<Value>,
}

/// What OLM makes by itself: the namespace comes with its `OperatorGroup`, the account from the permissions.
const MADE_BY_OLM: [&str; 2] = ["Namespace", "ServiceAccount"];

/// Emitters of monitoring, for which a cluster needs CRDs of its own.
const MONITORING: [&str; 4] = ["alerts", "dashboard-config-map", "pod-monitor", "service-monitor"];

/// Renders the objects and sorts them.
pub fn objects(input: &Input<'_>) -> Result<Objects, OlmError> {
    let mut only: Vec<String> = PARTS.iter().map(|part| part.file.to_owned()).collect();
    only.extend(["crds".to_owned(), "samples".to_owned()]);
    if input.settings.package.monitoring() {
        only.extend(MONITORING.map(str::to_owned));
    }
    let mut sorted = Objects::default();
    for artefact in emit::render(input, &only).map_err(Box::new)? {
        let Body::Objects(objects) = artefact.body else {
            continue;
        };
        let is_of = |part: &str| artefact.path.as_str() == part;
        let is_sample = artefact.path.starts_with("deploy/samples");
        for mut object in objects {
            let kind = object["kind"].as_str().unwrap_or_default().to_owned();
            if MADE_BY_OLM.contains(&kind.as_str()) || kind == "Kustomization" {
                continue;
            }
            if let Some(metadata) = object["metadata"].as_object_mut() {
                metadata.remove("namespace");
            }
            match kind.as_str() {
                _ if is_sample => sorted.samples.push(object),
                "CustomResourceDefinition" => sorted.crds.push(object),
                "Deployment" => sorted.deployments.push(object),
                _ if is_of(rbac::PART.path) => sorted.grants.push(object),
                _ => sorted.files.push(object),
            }
        }
    }
    Ok(sorted)
}

/// The file of an object, without its extension: name, group, version and kind, as operator-sdk has it.
pub(super) fn file(object: &Value) -> String {
    let text = |pointer: &str| {
        object
            .pointer(pointer)
            .and_then(Value::as_str)
            .unwrap_or_default()
    };
    let api = text("/apiVersion").replace('/', "_");
    format!("{}_{api}_{}", text("/metadata/name"), text("/kind"))
}
