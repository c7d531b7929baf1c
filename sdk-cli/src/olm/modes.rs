//! Install modes: which namespaces OLM may let the operator watch.

use serde_json::{Value, json};

use crate::emit::Input;
use crate::settings::Watch;

/// OLM's modes, in the order of its documentation.
pub const MODES: [&str; 4] = [
    "OwnNamespace",
    "SingleNamespace",
    "MultiNamespace",
    "AllNamespaces",
];

/// Whether the operator can be installed in a mode. One that watches a list of namespaces takes any list: under OLM
/// it is the `OperatorGroup` that names them.
pub fn is_supported(input: &Input<'_>, mode: &str) -> bool {
    match input.settings.deploy.watch() {
        Watch::All => mode == "AllNamespaces",
        Watch::Own => mode == "OwnNamespace",
        Watch::Namespaces(_) => mode != "AllNamespaces",
    }
}

/// All of them, each with what it is worth.
pub(super) fn modes(input: &Input<'_>) -> Value {
    MODES
        .iter()
        .map(|mode| json!({ "type": mode, "supported": is_supported(input, mode) }))
        .collect()
}
