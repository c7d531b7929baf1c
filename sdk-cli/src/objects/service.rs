//! `Service` in front of the metrics port.

use kopr_model::{Port, names};
use serde_json::{Value, json};

use crate::emit::Input;
use crate::objects::labels::{self, Labels};
use crate::objects::{Part, metadata, ports};

/// `deploy/operator/service.yaml`.
pub const PART: Part = Part {
    file: "service",
    path: "deploy/operator/service.yaml",
    about: "the Service in front of the metrics port",
    objects,
};

/// Name of the metrics Service.
pub fn name(input: &Input<'_>) -> String {
    metadata::named(input, names::METRICS)
}

/// Labels that the metrics Service carries and no other Service of any operator does.
pub fn distinctive_labels(input: &Input<'_>) -> Labels {
    let mut labels = labels::selector(input);
    labels.insert(labels::COMPONENT.to_owned(), names::METRICS.to_owned());
    labels
}

/// The metrics port, if the program has one.
pub fn port(input: &Input<'_>) -> Option<Port> {
    ports::ports(input)
        .into_iter()
        .find(|port| port.name == names::METRICS)
}

fn objects(input: &Input<'_>) -> Vec<Value> {
    let Some(port) = port(input) else {
        return Vec::new();
    };
    let mut all = labels::common(input);
    all.extend(distinctive_labels(input));
    vec![json!({
        "apiVersion": "v1",
        "kind": "Service",
        "metadata": metadata::with_labels(input, &name(input), &metadata::namespace(input), &all),
        "spec": {
            "selector": labels::selector(input),
            "ports": [{
                "name": port.name,
                "port": port.number,
                "protocol": "TCP",
                "targetPort": port.name,
            }],
        },
    })]
}
