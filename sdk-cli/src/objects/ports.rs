//! Ports of the operator's pods, with these settings.

use kopr_model::{Port, names};

use crate::emit::Input;

/// All ports, by name. Metrics over TLS have a port of their own.
pub fn ports(input: &Input<'_>) -> Vec<Port> {
    let mut ports = input.operator.ports.clone();
    if input.settings.metrics.tls.is_some() {
        for port in ports.iter_mut().filter(|port| port.name == names::METRICS) {
            port.number = names::METRICS_TLS_PORT;
        }
    }
    ports.sort_by(|a, b| (&a.name, a.number).cmp(&(&b.name, b.number)));
    ports
}

/// Whether the program answers probes.
pub fn answers_probes(input: &Input<'_>) -> bool {
    input.operator.ports.iter().any(|port| port.name == names::HEALTH)
}
