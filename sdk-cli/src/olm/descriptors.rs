//! Entries of owned kinds.

use kopr_model::{Operator, Resource, ResourceVersion};
use serde_json::{Value, json};

/// The entry of a version.
pub fn owned(_: &Operator, resource: &Resource, version: &ResourceVersion) -> Value {
    json!({ "name": resource.crd_name(), "kind": resource.kind, "version": version.name, "displayName": resource.kind })
}
