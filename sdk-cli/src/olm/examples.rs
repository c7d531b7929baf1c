//! `alm-examples`: a sample of each served version of each kind.

use serde_json::{Value, json};

use super::objects::Objects;
use super::{OlmError, kinds};
use crate::emit::Input;
use crate::objects::sample;

/// The examples as the annotation has them: a JSON array in a text.
pub(super) fn examples(input: &Input<'_>, objects: &Objects) -> Result<Option<String>, OlmError> {
    let mut examples = Vec::new();
    for resource in kinds::own(input.operator) {
        for version in resource
            .by_priority()
            .into_iter()
            .filter(|version| version.served)
        {
            let api = format!("{}/{}", resource.group, version.name);
            let known = objects
                .samples
                .iter()
                .find(|sample| sample["apiVersion"] == json!(api) && sample["kind"] == json!(resource.kind));
            // There is no file of a deprecated version, where nobody is to be led; a catalog asks for one all the same.
            let name = || format!("{}-sample-{}", resource.kind.to_lowercase(), version.name);
            examples.push(known.map_or_else(|| sample::of_version(resource, version, &name()), Value::clone));
        }
    }
    if examples.is_empty() {
        return Ok(None);
    }
    Ok(Some(serde_json::to_string_pretty(&examples)?))
}
