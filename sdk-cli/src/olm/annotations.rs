//! Annotations of the CSV. OLM copies them into the operator's pods, so there are no more than needed.

use serde_json::{Map, Value, json};

use super::metadata::{BUILDER, LAYOUT};
use super::objects::Objects;
use super::{Facts, OlmError, examples};
use crate::emit::Input;
use crate::objects::{metadata, pod_spec};
use crate::settings::word;

/// All of them.
pub(super) fn annotations(
    input: &Input<'_>,
    facts: &Facts,
    objects: &Objects,
) -> Result<Map<String, Value>, OlmError> {
    let settings = &input.settings.package;
    let package = &input.operator.package;
    let summary = settings.summary.as_ref().map(ToString::to_string);
    let support = settings.support.as_ref().or(settings.provider.name.as_ref());
    let categories: Vec<String> = settings.categories.iter().map(word).collect();
    let given = [
        ("alm-examples", examples::examples(input, objects)?),
        (
            "capabilities",
            Some(word(&settings.capability_level.unwrap_or_default())),
        ),
        ("categories", Some(categories.join(", "))),
        ("containerImage", Some(pod_spec::image(input))),
        ("createdAt", facts.created_at.clone()),
        (
            "description",
            summary.or_else(|| Some(package.description.clone())),
        ),
        (
            "olm.skipRange",
            settings.skip_range.as_ref().map(ToString::to_string),
        ),
        (
            "operatorframework.io/suggested-namespace",
            Some(metadata::namespace(input)),
        ),
        ("operators.operatorframework.io/builder", Some(BUILDER.to_owned())),
        (
            "operators.operatorframework.io/project_layout",
            Some(LAYOUT.to_owned()),
        ),
        ("repository", Some(package.repository.clone())),
        ("support", support.map(ToString::to_string)),
    ];
    let mut annotations: Map<String, Value> = given
        .into_iter()
        .filter_map(|(key, value)| Some((key.to_owned(), json!(value.filter(|value| !value.is_empty())?))))
        .collect();
    // Those of all objects, then those of this one.
    let all = &input.settings.operator.annotations;
    for (key, value) in all.iter().chain(&settings.annotations) {
        annotations.insert(key.to_string(), json!(value));
    }
    Ok(annotations)
}
