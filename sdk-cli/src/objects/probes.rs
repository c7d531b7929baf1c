//! Probes of the operator's container: they fit what the runtime answers on its health port.

use kopr_model::names;
use serde_json::{Value, json};

/// The probes by their keys in a container.
///
/// `/healthz` answers as soon as the program listens, before it has reached the API server. `/readyz` answers once
/// the controllers work, and at once in a pod that stands by.
pub fn probes() -> [(&'static str, Value); 3] {
    [
        // A pod that starts on a busy node has a minute; until then the others do not ask.
        ("startupProbe", probe("/healthz", 2, 30, 1)),
        // A slow answer is no reason to start again, three without one are.
        ("livenessProbe", probe("/healthz", 20, 3, 5)),
        ("readinessProbe", probe("/readyz", 10, 3, 1)),
    ]
}

fn probe(path: &str, period: u32, failures: u32, timeout: u32) -> Value {
    json!({
        "httpGet": { "path": path, "port": names::HEALTH },
        "periodSeconds": period,
        "failureThreshold": failures,
        "timeoutSeconds": timeout,
    })
}
