//! `metadata/annotations.yaml`: what a catalog reads of a bundle before anything else. The labels of the image are the
//! same.

use serde_json::{Value, json};

use super::FOLDER;
use super::name::{channels, package};
use crate::emit::{Artefact, Input};

/// What made the bundle, in the words of catalogs' statistics.
pub(super) const BUILDER: &str = concat!("kopr-v", env!("CARGO_PKG_VERSION"));

/// How its project is laid out.
pub(super) const LAYOUT: &str = "kopr";

/// Annotations of the bundle in the order of operator-sdk's Dockerfiles.
pub(super) fn annotations(input: &Input<'_>) -> Vec<(String, String)> {
    let (channels, default) = channels(input);
    let of_bundle = |key: &str, value: &str| {
        (
            format!("operators.operatorframework.io.bundle.{key}"),
            value.to_owned(),
        )
    };
    let other = |key: &str, value: &str| (format!("operators.operatorframework.io.{key}"), value.to_owned());
    let mut annotations = vec![
        of_bundle("mediatype.v1", "registry+v1"),
        of_bundle("manifests.v1", "manifests/"),
        of_bundle("metadata.v1", "metadata/"),
        of_bundle("package.v1", &package(input)),
        of_bundle("channels.v1", &channels.join(",")),
        of_bundle("channel.default.v1", &default),
        other("metrics.builder", BUILDER),
        other("metrics.mediatype.v1", "metrics+v1"),
        other("metrics.project_layout", LAYOUT),
        other("test.mediatype.v1", "scorecard+v1"),
        other("test.config.v1", "tests/scorecard/"),
    ];
    let openshift = input.settings.package.openshift_versions.as_ref();
    annotations
        .extend(openshift.map(|versions| ("com.redhat.openshift.versions".to_owned(), versions.to_string())));
    annotations
}

/// The file.
pub(super) fn artefact(input: &Input<'_>) -> Vec<Artefact> {
    let annotations: serde_json::Map<String, Value> = annotations(input)
        .into_iter()
        .map(|(key, value)| (key, json!(value)))
        .collect();
    Artefact::generated(
        format!("{FOLDER}metadata/annotations.yaml"),
        vec![json!({ "annotations": annotations })],
    )
}
