//! Workloads without their controllers: as if all of their pods were there.

use std::sync::Arc;

use kube::api::{ApiResource, DynamicObject, Patch, PatchParams};
use serde_json::{Value, json};

use super::Context;
use super::follow::{api, resource};
use super::node::now;

/// A kind whose pods nobody makes.
#[derive(Clone, Copy, Debug)]
pub(super) struct Workload {
    kind: &'static str,
    plural: &'static str,
    status: fn(&DynamicObject, i64) -> Value,
}

impl Workload {
    pub(super) fn resource(self) -> ApiResource {
        resource("apps", self.kind, self.plural)
    }
}

pub(super) const WORKLOADS: [Workload; 4] = [
    Workload {
        kind: "Deployment",
        plural: "deployments",
        status: deployment,
    },
    Workload {
        kind: "StatefulSet",
        plural: "statefulsets",
        status: stateful_set,
    },
    Workload {
        kind: "ReplicaSet",
        plural: "replicasets",
        status: replica_set,
    },
    Workload {
        kind: "DaemonSet",
        plural: "daemonsets",
        status: daemon_set,
    },
];

/// Sets the status, unless it is as it should be.
pub(super) async fn attend(
    context: Arc<Context>,
    workload: Workload,
    object: DynamicObject,
) -> kube::Result<()> {
    let (Some(name), Some(namespace)) = (&object.metadata.name, &object.metadata.namespace) else {
        return Ok(());
    };
    if object.metadata.deletion_timestamp.is_some() {
        return Ok(());
    }
    let replicas = object.data["spec"]["replicas"].as_i64().unwrap_or(1);
    let mut status = (workload.status)(&object, replicas);
    status["observedGeneration"] = json!(object.metadata.generation);
    if holds(&object.data["status"], &status) {
        return Ok(());
    }
    tokio::time::sleep(context.start_after).await;
    let api = api(&context, &workload.resource(), Some(namespace));
    let patch = Patch::Merge(json!({ "metadata": { "uid": object.metadata.uid }, "status": status }));
    api.patch_status(name, &PatchParams::default(), &patch).await?;
    Ok(())
}

/// Whether a status says already what it should; times do not count. The API server leaves zeros out.
fn holds(status: &Value, wanted: &Value) -> bool {
    let wanted = wanted.as_object().into_iter().flatten();
    wanted
        .filter(|(field, _)| *field != "conditions")
        .all(|(field, value)| status[field] == *value || (status[field].is_null() && *value == json!(0)))
}

fn deployment(_: &DynamicObject, replicas: i64) -> Value {
    let now = now();
    let condition = |kind: &str, reason: &str| {
        json!({
            "type": kind, "status": "True", "reason": reason, "message": "the fake kubelet says so",
            "lastUpdateTime": now, "lastTransitionTime": now,
        })
    };
    json!({
        "replicas": replicas, "updatedReplicas": replicas, "readyReplicas": replicas, "availableReplicas": replicas,
        "unavailableReplicas": 0,
        "conditions": [
            condition("Available", "MinimumReplicasAvailable"),
            condition("Progressing", "NewReplicaSetAvailable"),
        ],
    })
}

fn stateful_set(object: &DynamicObject, replicas: i64) -> Value {
    let name = object.metadata.name.as_deref().unwrap_or_default();
    let revision = format!("{name}-{}", object.metadata.generation.unwrap_or_default());
    json!({
        "replicas": replicas, "readyReplicas": replicas, "availableReplicas": replicas,
        "currentReplicas": replicas, "updatedReplicas": replicas,
        "currentRevision": revision, "updateRevision": revision,
    })
}

fn replica_set(_: &DynamicObject, replicas: i64) -> Value {
    json!({
        "replicas": replicas, "fullyLabeledReplicas": replicas,
        "readyReplicas": replicas, "availableReplicas": replicas,
    })
}

/// There is one node.
fn daemon_set(_: &DynamicObject, _: i64) -> Value {
    json!({
        "desiredNumberScheduled": 1, "currentNumberScheduled": 1, "updatedNumberScheduled": 1,
        "numberReady": 1, "numberAvailable": 1, "numberMisscheduled": 0, "numberUnavailable": 0,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_status_that_is_right_is_left_alone() {
        let object: DynamicObject = serde_json::from_value(json!({ "metadata": { "name": "x" } })).unwrap();
        for workload in WORKLOADS {
            let wanted = (workload.status)(&object, 3);
            assert!(holds(&wanted, &wanted), "{workload:?}");
            assert!(!holds(&Value::Null, &wanted), "{workload:?}");
        }
        assert!(holds(&json!({}), &json!({ "unavailableReplicas": 0 })));
        assert!(!holds(&json!({ "replicas": 2 }), &json!({ "replicas": 3 })));
    }
}
