//! `ServiceMonitor`: how a Prometheus run by the Prometheus Operator finds the metrics Service.

use serde_json::{Value, json};

use crate::emit::Input;
use crate::objects::{metadata, scrape, service};
use crate::settings::Monitor;

/// The monitor, if the program has metrics and they are found this way. It selects exactly the metrics Service: by
/// labels that no other Service carries, in the one namespace where it lives, by the name of its port.
pub fn monitor(input: &Input<'_>) -> Option<Value> {
    let port = service::port(input).filter(|_| scrape::monitor(input) == Monitor::Service)?;
    Some(json!({
        "apiVersion": "monitoring.coreos.com/v1",
        "kind": "ServiceMonitor",
        "metadata": scrape::metadata(input),
        "spec": {
            "namespaceSelector": { "matchNames": [metadata::namespace(input)] },
            "selector": { "matchLabels": service::distinctive_labels(input) },
            "endpoints": [scrape::endpoint(input, &port)],
        },
    }))
}
