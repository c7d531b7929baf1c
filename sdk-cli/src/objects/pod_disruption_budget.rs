//! `PodDisruptionBudget`: how many of the operator's pods a drain of nodes may take at a time.

use serde_json::{Value, json};

use crate::emit::Input;
use crate::objects::{Part, labels, metadata};

/// `deploy/operator/pod-disruption-budget.yaml`.
pub const PART: Part = Part {
    file: "pod-disruption-budget",
    path: "deploy/operator/pod-disruption-budget.yaml",
    about: "the PodDisruptionBudget, where there is more than one pod",
    objects,
};

fn objects(input: &Input<'_>) -> Vec<Value> {
    if !input.settings.deploy.pod_disruption_budget() {
        return Vec::new();
    }
    vec![json!({
        "apiVersion": "policy/v1",
        "kind": "PodDisruptionBudget",
        "metadata": metadata::namespaced(input, metadata::instance(input), &metadata::namespace(input)),
        "spec": {
            // Not `minAvailable`: that would block every drain as soon as there is one pod.
            "maxUnavailable": 1,
            "selector": { "matchLabels": labels::selector(input) },
            // A pod that is broken must not keep its node from being drained.
            "unhealthyPodEvictionPolicy": "AlwaysAllow",
        },
    })]
}
