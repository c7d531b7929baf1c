//! The schema of a whole object.

use kopr_model::{Resource, ResourceVersion};
use serde_json::{Value, json};

use super::convert::convert;
use super::{DRAFT, metadata};
use crate::schema::{fields, property, word};

/// The schema of a kind in a version.
pub(super) fn schema(resource: &Resource, version: &ResourceVersion) -> Value {
    let mut schema = convert(&version.schema);
    let api_version = format!("{}/{}", resource.group, version.name);
    schema["$schema"] = json!(DRAFT);
    schema["title"] = json!(format!("{} {api_version}", resource.kind));
    if word(&schema, "description").is_none() {
        schema["description"] = json!(format!("A {} of {api_version}.", resource.kind));
    }
    for (name, value) in [("apiVersion", &api_version), ("kind", &resource.kind)] {
        schema["properties"][name] = json!({ "const": value, "description": format!("Always {value}.") });
    }
    schema["properties"]["metadata"] = restricted(resource, version);
    let mut required = vec!["apiVersion", "kind", "metadata"];
    let own: Vec<String> = schema["required"]
        .as_array()
        .into_iter()
        .flatten()
        .filter_map(Value::as_str)
        .map(str::to_owned)
        .collect();
    required.extend(own.iter().map(String::as_str));
    required.sort_unstable();
    required.dedup();
    schema["required"] = json!(required);
    if version.deprecated {
        // The YAML language server shows it struck through.
        let warning = version.deprecation_warning.clone();
        let warning = warning.unwrap_or_else(|| format!("{api_version} {} is deprecated", resource.kind));
        schema["properties"]["apiVersion"]["deprecationMessage"] = json!(warning);
    }
    schema
}

/// Metadata with what the kind says of names.
fn restricted(resource: &Resource, version: &ResourceVersion) -> Value {
    let mut metadata = metadata::schema(Some(resource.scope));
    let own = property(&version.schema, "metadata");
    for (name, more) in own.into_iter().flat_map(|own| fields(own, "properties")) {
        let base = metadata["properties"][name.as_str()].take();
        metadata["properties"][name.as_str()] = if base.is_null() {
            convert(more)
        } else {
            json!({ "allOf": [base, convert(more)] })
        };
    }
    metadata
}
