//! The install strategy: the Deployment as OLM makes it.

use kopr_model::env;
use serde_json::{Map, Value, json};

use super::objects::Objects;
use super::permissions::{Permissions, permissions};
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
    let needs_none = permissions == Permissions::default();
    for (key, rules, is_there) in [
        (
            "clusterPermissions",
            &permissions.cluster,
            !permissions.cluster.is_empty(),
        ),
        // An entry without rules has OLM make the account, which the pods need all the same.
        (
            "permissions",
            &permissions.namespaced,
            !permissions.namespaced.is_empty() || needs_none,
        ),
    ] {
        if is_there {
            let entry = json!([{ "serviceAccountName": account, "rules": rules }]);
            spec.insert(key.to_owned(), entry);
        }
    }
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
