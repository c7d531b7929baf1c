//! `ServiceMonitor`: how a Prometheus run by the Prometheus Operator finds the metrics Service.

use serde_json::{Value, json};

use crate::emit::Input;
use crate::objects::{labels, metadata, service};

/// The monitor, if the program has metrics. It selects exactly the metrics Service: by labels that
/// no other Service carries, in the one namespace where it lives, by the name of its port.
pub fn monitor(input: &Input<'_>) -> Option<Value> {
    let port = service::port(input)?;
    let settings = &input.settings.metrics;
    let namespace = metadata::namespace(input);
    let mut labels = labels::common(input);
    // A Prometheus that selects monitors does it by labels that its owner chose.
    labels.extend(
        settings
            .monitor_labels
            .iter()
            .map(|(key, value)| (key.to_string(), value.to_string())),
    );
    let mut endpoint = json!({
        "port": port.name,
        "path": "/metrics",
        // The operator's own labels (`namespace` of an object) win over those of the scrape.
        "honorLabels": true,
    });
    if let Some(interval) = &settings.interval {
        endpoint["interval"] = json!(interval);
    }
    Some(json!({
        "apiVersion": "monitoring.coreos.com/v1",
        "kind": "ServiceMonitor",
        "metadata": metadata::with_labels(input, metadata::instance(input), &namespace, &labels),
        "spec": {
            "namespaceSelector": { "matchNames": [namespace] },
            "selector": { "matchLabels": service::distinctive_labels(input) },
            "endpoints": [endpoint],
        },
    }))
}
