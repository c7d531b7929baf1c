//! The custom resources that tests look at: the examples of the CSV.

use serde_json::Value;

use crate::bundle::Bundle;
use crate::bundle::document::group_version;

/// An example.
pub(super) struct Example {
    pub(super) value: Value,
    pub(super) kind: String,
    pub(super) group: String,
    pub(super) version: String,
}

impl Example {
    pub(super) fn name(&self) -> &str {
        self.value["metadata"]["name"].as_str().unwrap_or_default()
    }

    /// Group, version and kind as Go prints them.
    pub(super) fn gvk(&self) -> String {
        format!("{}/{}, Kind={}", self.group, self.version, self.kind)
    }
}

/// All examples; none where there is no annotation.
pub(super) fn examples(bundle: &Bundle) -> Result<Vec<Example>, String> {
    let text = bundle.csv.annotation("alm-examples").unwrap_or_default();
    if text.is_empty() {
        return Ok(Vec::new());
    }
    let refused = |why: &str| format!("failed to parse alm-examples annotation: {why}");
    let value: Value = serde_json::from_str(text).map_err(|error| refused(&error.to_string()))?;
    let items = match value {
        Value::Null => Vec::new(),
        Value::Array(items) => items,
        _ => {
            return Err(refused(
                "json: cannot unmarshal object into Go value of type []unstructured.Unstructured",
            ));
        }
    };
    items
        .into_iter()
        .map(|value| {
            let kind = value["kind"].as_str().unwrap_or_default().to_owned();
            if kind.is_empty() {
                return Err(refused(&format!("Object 'Kind' is missing in '{value}'")));
            }
            let (group, version) = group_version(value["apiVersion"].as_str().unwrap_or_default());
            Ok(Example {
                kind,
                group: group.to_owned(),
                version: version.to_owned(),
                value,
            })
        })
        .collect()
}
