//! The install strategy: the Deployment as OLM makes it.

use kopr_model::env;
use serde_json::{Map, Value, json};

use super::objects::Objects;
use super::permissions::{entry, permissions};
use crate::emit::Input;
use crate::objects::service_account;
use crate::settings::Watch;

/// Where OLM writes the namespaces of the `OperatorGroup`.
const TARGETS: &str = "metadata.annotations['olm.targetNamespaces']";

/// `spec.install`.
pub(super) fn install(input: &Input<'_>, objects: &Objects) -> Value {
    let deployments: Vec<Value> = objects
        .deployments
        .iter()
        .map(|object| deployment(input, object))
        .collect();
    let permissions = permissions(&objects.grants);
    let account = service_account::name(input);
    let mut spec = Map::from_iter([("deployments".to_owned(), json!(deployments))]);
    spec.extend(
        [
            ("clusterPermissions", &permissions.cluster),
            ("permissions", &permissions.namespaced),
        ]
        .into_iter()
        .filter_map(|(key, rules)| Some((key.to_owned(), entry(&account, rules)?))),
    );
    json!({ "strategy": "deployment", "spec": spec })
}

fn deployment(input: &Input<'_>, object: &Value) -> Value {
    let mut spec = object["spec"].clone();
    if *input.settings.deploy.watch() != Watch::All {
        watch_targets(&mut spec);
    }
    json!({
        "name": object["metadata"]["name"],
        "label": object["metadata"]["labels"],
        "spec": spec,
    })
}

/// Lets the operator watch the namespaces that OLM says, whatever those of the manifests are.
fn watch_targets(spec: &mut Value) {
    let containers = spec
        .pointer_mut("/template/spec/containers")
        .and_then(Value::as_array_mut);
    for container in containers.into_iter().flatten() {
        let variables = container["env"].as_array_mut();
        for variable in variables.into_iter().flatten() {
            if variable["name"] == env::WATCH_NAMESPACE {
                *variable = json!({
                    "name": env::WATCH_NAMESPACE,
                    "valueFrom": { "fieldRef": { "fieldPath": TARGETS } },
                });
            }
        }
    }
}
