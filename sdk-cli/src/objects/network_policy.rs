//! `NetworkPolicy`: who may talk to the operator's pods, and on request whom they may talk to.

use kopr_model::names;
use serde_json::{Value, json};

use crate::emit::Input;
use crate::objects::{Part, labels, metadata, ports};

/// `deploy/operator/network-policy.yaml`.
pub const PART: Part = Part {
    file: "network-policy",
    path: "deploy/operator/network-policy.yaml",
    about: "the NetworkPolicy: only the ports that the program listens on can be reached",
    objects,
};

/// Ports of API servers: of the Service `kubernetes`, and of the servers behind it, since a policy is held
/// against the address after translation.
const API_SERVER: [u16; 2] = [443, 6443];

fn objects(input: &Input<'_>) -> Vec<Value> {
    let settings = &input.settings.network_policy;
    if settings.enabled == Some(false) {
        return Vec::new();
    }
    let egress = settings.egress.unwrap_or(false);
    let mut spec = json!({
        "podSelector": { "matchLabels": labels::selector(input) },
        "policyTypes": if egress { json!(["Egress", "Ingress"]) } else { json!(["Ingress"]) },
    });
    // An empty list means the same as none, nothing may come in, and the server does not keep it.
    let ingress = ingress(input);
    if !ingress.is_empty() {
        spec["ingress"] = ingress.into();
    }
    if egress {
        spec["egress"] = json!([
            { "ports": [port("TCP", 53), port("UDP", 53)] },
            { "ports": API_SERVER.map(|number| port("TCP", number)) },
        ]);
    }
    vec![json!({
        "apiVersion": "networking.k8s.io/v1",
        "kind": "NetworkPolicy",
        "metadata": metadata::namespaced(input, metadata::instance(input), &metadata::namespace(input)),
        "spec": spec,
    })]
}

/// Metrics may be kept to some namespaces. The kubelet, which asks for health, and the API server, which calls
/// webhooks, are in none.
fn ingress(input: &Input<'_>) -> Vec<Value> {
    let from = &input.settings.network_policy.metrics_from;
    let (metrics, others): (Vec<_>, Vec<_>) = ports::ports(input)
        .into_iter()
        .partition(|port| port.name == names::METRICS && !from.is_empty());
    let list = |ports: Vec<kopr_model::Port>| -> Vec<Value> {
        ports.iter().map(|open| port("TCP", open.number)).collect()
    };
    let mut ingress = Vec::new();
    if !others.is_empty() {
        ingress.push(json!({ "ports": list(others) }));
    }
    if !metrics.is_empty() {
        ingress.push(json!({
            "from": [{ "namespaceSelector": { "matchLabels": from } }],
            "ports": list(metrics),
        }));
    }
    ingress
}

fn port(protocol: &str, number: u16) -> Value {
    json!({ "port": number, "protocol": protocol })
}
