//! `CustomResourceDefinition`.

use kopr_model::Resource;
use serde_json::{Value, json};

use crate::emit::Input;
use crate::objects::{labels, metadata};

/// The CRD of a kind. The object itself comes from the model, because the SDK gives out the same one.
pub fn crd(input: &Input<'_>, resource: &Resource) -> Value {
    let mut crd = kopr_model::crd(resource);
    let mut all = resource.labels.clone();
    // What kopr relies on counts; a check says so where the two clash.
    all.extend(labels::shared(input));
    crd["metadata"]["labels"] = json!(all);
    crd["metadata"] = metadata::annotated(input, crd["metadata"].take());
    crd
}

/// Bytes of the CRD as compact JSON, which is what clients store and send.
pub fn bytes(input: &Input<'_>, resource: &Resource) -> usize {
    crd(input, resource).to_string().len()
}
