//! The `ClusterServiceVersion`.

use serde_json::{Map, Value, json};

use super::name::{csv_name, display_name, version};
use super::objects::Objects;
use super::{Facts, OlmError, annotations, crds, images, install, minimum, modes};
use crate::emit::Input;
use crate::objects::labels;
use crate::patch;
use crate::settings::{Maturity, word};

/// The object, with the deployer's patches.
pub(super) fn csv(input: &Input<'_>, facts: &Facts, objects: &Objects) -> Result<Value, OlmError> {
    let csv = json!({
        "apiVersion": "operators.coreos.com/v1alpha1",
        "kind": "ClusterServiceVersion",
        "metadata": {
            "name": csv_name(input),
            "labels": object_labels(input),
            "annotations": annotations::annotations(input, facts, objects)?,
        },
        "spec": spec(input, facts, objects),
    });
    let mut csv = [csv];
    patch::apply(&mut csv, &input.settings.patches);
    let [csv] = csv;
    Ok(csv)
}

/// The labels of all that copies share, and the platforms that there are images for.
fn object_labels(input: &Input<'_>) -> labels::Labels {
    let mut labels = labels::shared(input);
    let architectures = &input.settings.package.architectures;
    for architecture in architectures {
        let key = format!("operatorframework.io/arch.{}", word(architecture));
        labels.insert(key, "supported".to_owned());
    }
    if !architectures.is_empty() {
        labels.insert("operatorframework.io/os.linux".to_owned(), "supported".to_owned());
    }
    labels
}

fn spec(input: &Input<'_>, facts: &Facts, objects: &Objects) -> Value {
    let settings = &input.settings.package;
    let words = |words: Option<&crate::settings::Words>| words.map(ToString::to_string);
    let description = words(settings.description.as_ref())
        .or_else(|| facts.description.clone())
        .unwrap_or_else(|| input.operator.package.description.clone());
    let icon = facts
        .icon
        .as_ref()
        .map(|icon| json!([{ "base64data": icon.base64, "mediatype": icon.media_type }]));
    let members = [
        ("displayName", json!(display_name(input))),
        ("description", json!(description)),
        ("icon", json!(icon)),
        ("version", json!(version(input))),
        ("maturity", json!(maturity(input))),
        ("minKubeVersion", json!(minimum::minimum(input, objects))),
        ("replaces", json!(settings.replaces)),
        ("skips", json!(settings.skips)),
        ("keywords", json!(settings.keywords)),
        ("maintainers", json!(maintainers(input))),
        ("provider", provider(input)),
        ("links", json!(links(input))),
        ("customresourcedefinitions", json!(crds::crds(input))),
        ("install", install::install(input, objects)),
        ("installModes", modes::modes(input)),
        ("relatedImages", json!(images::related(input, objects))),
    ];
    let is_said = |value: &Value| match value {
        Value::Null => false,
        Value::String(text) => !text.is_empty(),
        Value::Array(items) => !items.is_empty(),
        Value::Object(members) => !members.is_empty(),
        _ => true,
    };
    members
        .into_iter()
        .filter(|(_, value)| is_said(value))
        .map(|(key, value)| (key.to_owned(), value))
        .collect::<Map<_, _>>()
        .into()
}

fn provider(input: &Input<'_>) -> Value {
    let provider = &input.settings.package.provider;
    let members = [
        ("name", provider.name.as_ref().map(ToString::to_string)),
        ("url", provider.url.as_ref().map(ToString::to_string)),
    ];
    members
        .into_iter()
        .filter_map(|(key, value)| Some((key.to_owned(), json!(value?))))
        .collect::<Map<_, _>>()
        .into()
}

/// Those of the settings; else the authors that Cargo.toml names with an address.
pub fn maintainers(input: &Input<'_>) -> Vec<Value> {
    if let Some(chosen) = &input.settings.package.maintainers {
        return chosen.iter().map(|one| json!(one)).collect();
    }
    let authors = input.operator.package.authors.iter();
    authors
        .filter_map(|author| {
            let (name, email) = author.split_once('<')?;
            let email = email.trim().strip_suffix('>')?;
            Some(json!({ "name": name.trim(), "email": email }))
        })
        .collect()
}

/// Those of the settings; else the pages that Cargo.toml names.
pub fn links(input: &Input<'_>) -> Vec<Value> {
    if let Some(chosen) = &input.settings.package.links {
        return chosen.iter().map(|one| json!(one)).collect();
    }
    let package = &input.operator.package;
    [
        ("Homepage", &package.homepage),
        ("Source code", &package.repository),
    ]
    .into_iter()
    .filter(|(_, url)| !url.is_empty())
    .map(|(name, url)| json!({ "name": name, "url": url }))
    .collect()
}

/// How mature it is: by the least mature of the stored versions of the operator's kinds.
pub fn maturity(input: &Input<'_>) -> String {
    if let Some(chosen) = &input.settings.package.maturity {
        return word(chosen);
    }
    let stored = input
        .operator
        .resources
        .iter()
        .filter_map(|resource| resource.storage_version());
    let least = stored
        .map(|version| match version.name.as_str() {
            name if name.contains("alpha") => 0,
            name if name.contains("beta") => 1,
            _ => 2,
        })
        .min()
        .unwrap_or_default();
    word(match least {
        0 => &Maturity::Alpha,
        1 => &Maturity::Beta,
        _ => &Maturity::Stable,
    })
}
