//! `CustomResourceDefinition`.

use kopr_model::Resource;
use serde_json::{Value, json};

use crate::emit::Input;
use crate::objects::labels;

/// The CRD of a kind. The object itself comes from the model, because the SDK gives out the same one.
pub fn crd(input: &Input<'_>, resource: &Resource) -> Value {
    let mut crd = kopr_model::crd(resource);
    crd["metadata"]["labels"] = json!(labels::shared(input));
    crd
}
