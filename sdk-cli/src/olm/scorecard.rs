//! `tests/scorecard/config.yaml`: the standard tests, for `kopr scorecard` and for clusters that run them in pods.

use serde_json::json;

use super::FOLDER;
use crate::bundle::scorecard::standard;
use crate::emit::Artefact;

/// The file.
pub(super) fn artefact() -> Vec<Artefact> {
    Artefact::generated(
        format!("{FOLDER}tests/scorecard/config.yaml"),
        vec![json!({
            "apiVersion": "scorecard.operatorframework.io/v1alpha3",
            "kind": "Configuration",
            "metadata": { "name": "config" },
            "stages": [{ "parallel": true, "tests": standard().tests }],
        })],
    )
}
