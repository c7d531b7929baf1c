//! Pods: from pending to ready, and gone when they are deleted.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;

use kube::api::{DeleteParams, DynamicObject, Patch, PatchParams, Preconditions};
use serde_json::{Value, json};

use super::Context;
use super::follow::{api, resource};
use super::node::{ADDRESS, NODE, now};

/// What a pod needs next.
#[derive(Debug, PartialEq, Eq)]
enum Need {
    Nothing,
    /// A node.
    Bind,
    /// To run.
    Run,
    /// To be let go.
    End,
}

fn need(pod: &DynamicObject) -> Need {
    let spec = &pod.data["spec"];
    let node = spec["nodeName"].as_str().unwrap_or_default();
    let gated = spec["schedulingGates"]
        .as_array()
        .is_some_and(|gates| !gates.is_empty());
    let begun = matches!(
        pod.data["status"]["phase"].as_str(),
        Some("Running" | "Succeeded" | "Failed")
    );
    match (node, pod.metadata.deletion_timestamp.is_some()) {
        // The API server removes a pod without a node itself. One that waits for a finalizer has been let go.
        ("", true) => Need::Nothing,
        (NODE, true) if pod.metadata.deletion_grace_period_seconds == Some(0) => Need::Nothing,
        (NODE, true) => Need::End,
        ("", false) if !gated => Need::Bind,
        (NODE, false) if !begun => Need::Run,
        _ => Need::Nothing,
    }
}

/// Does what a pod needs next.
pub(super) async fn attend(context: Arc<Context>, pod: DynamicObject) -> kube::Result<()> {
    let need = need(&pod);
    let (Some(name), Some(namespace)) = (&pod.metadata.name, &pod.metadata.namespace) else {
        return Ok(());
    };
    let pods = api(&context, &resource("", "Pod", "pods"), Some(namespace));
    match need {
        Need::Nothing => {}
        Need::Bind => {
            let binding = json!({
                "apiVersion": "v1", "kind": "Binding",
                "metadata": { "name": name, "namespace": namespace, "uid": pod.metadata.uid },
                "target": { "apiVersion": "v1", "kind": "Node", "name": NODE },
            });
            let request = http::Request::post(format!("/api/v1/namespaces/{namespace}/pods/{name}/binding"))
                .header(http::header::CONTENT_TYPE, "application/json")
                .body(binding.to_string().into_bytes())
                .map_err(kube::Error::HttpError)?;
            context.client.request_text(request).await?;
        }
        Need::Run => {
            tokio::time::sleep(context.start_after).await;
            let status =
                Patch::Merge(json!({ "metadata": { "uid": pod.metadata.uid }, "status": status(&pod) }));
            pods.patch_status(name, &PatchParams::default(), &status).await?;
        }
        Need::End => {
            tokio::time::sleep(context.stop_after).await;
            let end = DeleteParams {
                grace_period_seconds: Some(0),
                preconditions: Some(Preconditions {
                    uid: pod.metadata.uid.clone(),
                    resource_version: None,
                }),
                ..DeleteParams::default()
            };
            pods.delete(name, &end).await?;
        }
    }
    Ok(())
}

/// A pod that runs and is ready, or that has done its work.
fn status(pod: &DynamicObject) -> Value {
    let now = now();
    let spec = &pod.data["spec"];
    let ends = matches!(spec["restartPolicy"].as_str(), Some("Never" | "OnFailure"));
    let done = json!({ "terminated": {
        "exitCode": 0, "reason": "Completed", "startedAt": now, "finishedAt": now,
    }});
    let runs = json!({ "running": { "startedAt": now } });
    let containers = |list: &Value, done_first: bool| -> Vec<Value> {
        let of = |container: &Value| {
            json!({
                "name": container["name"], "image": container["image"], "imageID": container["image"],
                "containerID": "fake://0", "restartCount": 0,
                "ready": done_first || !ends, "started": !done_first && !ends,
                "state": if done_first || ends { &done } else { &runs },
            })
        };
        list.as_array().into_iter().flatten().map(of).collect()
    };
    let condition = |kind: &str, is: bool| {
        json!({
            "type": kind, "status": if is { "True" } else { "False" }, "lastTransitionTime": now,
            "reason": if is { Value::Null } else { json!("PodCompleted") },
        })
    };
    json!({
        "phase": if ends { "Succeeded" } else { "Running" },
        "startTime": now,
        "hostIP": ADDRESS, "hostIPs": [{ "ip": ADDRESS }],
        "podIP": address(pod), "podIPs": [{ "ip": address(pod) }],
        "conditions": [
            condition("PodScheduled", true),
            condition("Initialized", true),
            condition("ContainersReady", !ends),
            condition("Ready", !ends),
        ],
        "initContainerStatuses": containers(&spec["initContainers"], true),
        "containerStatuses": containers(&spec["containers"], false),
    })
}

/// An address that is always the same for one pod (of 10.0.0.0/8, as clusters use it).
fn address(pod: &DynamicObject) -> String {
    let mut hasher = DefaultHasher::new();
    pod.metadata.uid.hash(&mut hasher);
    let [_, _, _, _, _, b, c, d] = hasher.finish().to_be_bytes();
    format!("10.{b}.{c}.{}", d.max(1))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pod(metadata: &Value, spec: &Value, phase: &str) -> DynamicObject {
        let pod = json!({ "metadata": metadata, "spec": spec, "status": { "phase": phase } });
        serde_json::from_value(pod).unwrap()
    }

    #[test]
    fn what_pods_need() {
        let (alive, ours) = (json!({}), json!({ "nodeName": NODE }));
        let deleted = |grace: i64| json!({ "deletionTimestamp": "2026-01-01T00:00:00Z", "deletionGracePeriodSeconds": grace });
        let gated = json!({ "schedulingGates": [{ "name": "x" }] });
        let theirs = json!({ "nodeName": "other" });
        for (metadata, spec, phase, expected) in [
            (&alive, &json!({}), "Pending", Need::Bind),
            (&alive, &gated, "Pending", Need::Nothing),
            (&alive, &ours, "Pending", Need::Run),
            (&alive, &ours, "Running", Need::Nothing),
            (&alive, &ours, "Succeeded", Need::Nothing),
            (&alive, &theirs, "Pending", Need::Nothing),
            (&deleted(30), &ours, "Running", Need::End),
            (&deleted(0), &ours, "Running", Need::Nothing),
            (&deleted(30), &theirs, "Running", Need::Nothing),
            (&deleted(30), &json!({}), "Pending", Need::Nothing),
        ] {
            assert_eq!(
                need(&pod(metadata, spec, phase)),
                expected,
                "{metadata} {spec} {phase}"
            );
        }
    }
}
