//! `Deployment` of the operator.

use serde_json::{Value, json};

use crate::emit::Input;
use crate::objects::{Part, labels, metadata, pod_spec, rbac};

/// `deploy/operator/deployment.yaml`.
pub const PART: Part = Part {
    file: "deployment",
    path: "deploy/operator/deployment.yaml",
    about: "the Deployment of the operator",
    objects,
};

/// Old `ReplicaSets` that are kept to go back to.
const HISTORY: u32 = 3;

/// Number of pods.
pub fn replicas(input: &Input<'_>) -> u32 {
    input.settings.deploy.replicas()
}

fn objects(input: &Input<'_>) -> Vec<Value> {
    let deploy = &input.settings.deploy;
    let mut all_labels = labels::common(input);
    all_labels.extend(labels::chosen(&deploy.labels));

    let mut metadata = metadata::with_labels(
        input,
        metadata::instance(input),
        &metadata::namespace(input),
        &all_labels,
    );
    let mut pod_annotations = json!({ "kubectl.kubernetes.io/default-container": pod_spec::CONTAINER });
    for (key, value) in &deploy.annotations {
        metadata["annotations"][key.as_str()] = json!(value);
        pod_annotations[key.as_str()] = json!(value);
    }
    vec![json!({
        "apiVersion": "apps/v1",
        "kind": "Deployment",
        "metadata": metadata,
        "spec": {
            "replicas": replicas(input),
            "revisionHistoryLimit": HISTORY,
            "selector": { "matchLabels": labels::selector(input) },
            "strategy": strategy(input),
            "template": {
                "metadata": { "labels": all_labels, "annotations": pod_annotations },
                "spec": pod_spec::pod(input),
            },
        },
    })]
}

/// With an election, the new pod is there before the old one goes, and waits for its lease. Without, the old one
/// has to be gone before the new one works.
fn strategy(input: &Input<'_>) -> Value {
    if rbac::elects(input) {
        json!({ "type": "RollingUpdate", "rollingUpdate": { "maxSurge": 1, "maxUnavailable": 0 } })
    } else {
        json!({ "type": "Recreate" })
    }
}
