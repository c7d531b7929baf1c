//! `PodMonitor`: how a Prometheus run by the Prometheus Operator finds the operator's pods without a Service.

use serde_json::{Value, json};

use crate::emit::Input;
use crate::objects::{labels, metadata, scrape, service};
use crate::settings::Monitor;

/// The monitor, if the program has metrics and they are found this way. It selects exactly the operator's pods, in
/// the one namespace where they live, by the name of the container's port.
pub fn monitor(input: &Input<'_>) -> Option<Value> {
    let port = service::port(input).filter(|_| scrape::monitor(input) == Monitor::Pod)?;
    Some(json!({
        "apiVersion": "monitoring.coreos.com/v1",
        "kind": "PodMonitor",
        "metadata": scrape::metadata(input),
        "spec": {
            "namespaceSelector": { "matchNames": [metadata::namespace(input)] },
            "selector": { "matchLabels": labels::selector(input) },
            "podMetricsEndpoints": [scrape::endpoint(input, &port)],
        },
    }))
}
