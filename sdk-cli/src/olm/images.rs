//! `spec.relatedImages`: every image that an installation pulls, for clusters that mirror them.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use super::objects::Objects;
use crate::emit::Input;

/// What variables begin with that name an image, by operator-sdk's convention.
const PREFIX: &str = "RELATED_IMAGE_";

/// Images of the operator's pods, those in its environment, and those that settings name; by name, each image once.
pub(super) fn related(input: &Input<'_>, objects: &Objects) -> Vec<Value> {
    let mut images: BTreeMap<String, String> = BTreeMap::new();
    for deployment in &objects.deployments {
        for list in ["containers", "initContainers"] {
            let containers = deployment["spec"]["template"]["spec"][list].as_array();
            for container in containers.into_iter().flatten() {
                let text = |key: &str| container[key].as_str().unwrap_or_default().to_owned();
                images.insert(text("name"), text("image"));
                images.extend(of_environment(container));
            }
        }
    }
    let chosen = &input.settings.package.related_images;
    images.extend(
        chosen
            .iter()
            .map(|(name, image)| (name.to_string(), image.to_string())),
    );
    images
        .into_iter()
        .map(|(name, image)| json!({ "name": name, "image": image }))
        .collect()
}

/// `RELATED_IMAGE_MEMCACHED` names the image `memcached`.
fn of_environment(container: &Value) -> Vec<(String, String)> {
    let variables = container["env"].as_array();
    variables
        .into_iter()
        .flatten()
        .filter_map(|variable| {
            let name = variable["name"].as_str()?.strip_prefix(PREFIX)?;
            let image = variable["value"].as_str()?;
            Some((name.to_lowercase().replace('_', "-"), image.to_owned()))
        })
        .collect()
}
