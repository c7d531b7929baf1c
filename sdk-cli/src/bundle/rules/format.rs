//! OLM-F1 to OLM-F6: folders and annotations of the format `registry+v1`.

use super::{Asked, Family};
use crate::bundle::document::Document;
use crate::bundle::load::{Bundle, MANIFESTS_LABEL, METADATA, annotations_of, media_type};
use crate::bundle::ports::go::quoted;
use crate::bundle::reading::Reading;
use crate::bundle::{Finding, Phase, Place, Rule};
use crate::schema::escaped;

const MEDIA_TYPE: &str = "operators.operatorframework.io.bundle.mediatype.v1";
const METADATA_LABEL: &str = "operators.operatorframework.io.bundle.metadata.v1";
pub(super) const PACKAGE: &str = "operators.operatorframework.io.bundle.package.v1";
pub(super) const CHANNELS: &str = "operators.operatorframework.io.bundle.channels.v1";
pub(super) const DEFAULT_CHANNEL: &str = "operators.operatorframework.io.bundle.channel.default.v1";

pub(super) const FAMILY: Family = Family {
    name: "format",
    phase: Phase::Format,
    rules: &[
        Rule::error("OLM-F1", "there is a folder `manifests`"),
        Rule::error("OLM-F2", "there is a folder `metadata`"),
        Rule::error("OLM-F3", "a file in `metadata` has the annotations"),
        Rule::error(
            "OLM-F4",
            "the annotations name media type, folders, package and channels",
        ),
        Rule::error("OLM-F5", "the media type is what the manifests are"),
        Rule::error("OLM-F6", "channels and default channel are not empty"),
    ],
    check,
};

fn check(_: &Asked, bundle: &Bundle, found: &mut Vec<Finding>) {
    let folders = bundle.files.folders_in("");
    for (rule, folder) in [("OLM-F1", "manifests"), ("OLM-F2", METADATA)] {
        if !folders.contains(&folder) {
            found.push(
                Finding::error(rule, Place::bundle(), format!("there is no folder `{folder}`"))
                    .original(format!("Unable to locate {folder} directory")),
            );
        }
    }
    if !found.is_empty() {
        return;
    }
    let Some((document, annotations)) = metadata(bundle).find_map(|document| {
        let annotations = annotations_of(&document.value).ok()?;
        document
            .value
            .get("annotations")?
            .is_object()
            .then_some((document, annotations))
    }) else {
        found.push(
            Finding::error(
                "OLM-F3",
                Place::bundle(),
                "no file in `metadata/` has annotations",
            )
            .original("Could not find annotations file"),
        );
        return;
    };
    let at = |label: &str| document.at(format!("/annotations/{}", escaped(label)));
    for label in [MEDIA_TYPE, MANIFESTS_LABEL, METADATA_LABEL, PACKAGE, CHANNELS] {
        if !annotations.contains_key(label) {
            found.push(
                Finding::error(
                    "OLM-F4",
                    at(label),
                    format!("the annotation `{label}` is missing"),
                )
                .original(format!("Missing annotation {}", quoted(label))),
            );
        }
    }
    let value = |label: &str| annotations.get(label).map_or("", String::as_str);
    // The tool looks there, wherever the label leads.
    let actual = if bundle.manifests == "manifests" {
        bundle.media_type
    } else {
        media_type(&Reading::new(&bundle.files), "manifests")
    };
    let said = value(MEDIA_TYPE);
    if said != actual {
        found.push(
            Finding::error(
                "OLM-F5",
                at(MEDIA_TYPE),
                format!("the media type is `{said}`, but the manifests are `{actual}`"),
            )
            .original(format!(
                "Expecting annotation {} to have value {} instead of {}",
                quoted(MEDIA_TYPE),
                quoted(actual),
                quoted(said)
            )),
        );
    }
    for (label, is_needed) in [
        (CHANNELS, true),
        (DEFAULT_CHANNEL, annotations.contains_key(DEFAULT_CHANNEL)),
    ] {
        if is_needed && value(label).is_empty() {
            found.push(
                Finding::error("OLM-F6", at(label), format!("the annotation `{label}` is empty")).original(
                    format!("Expecting annotation {} to have non-empty value", quoted(label)),
                ),
            );
        }
    }
}

/// The files right in `metadata`, as far as they can be read.
pub(super) fn metadata(bundle: &Bundle) -> impl Iterator<Item = Document> {
    bundle
        .files
        .below(METADATA)
        .into_iter()
        .filter(|(path, _)| path.matches('/').count() == 1)
        .filter_map(|(path, _)| Document::read(path, bundle.files.bytes(path)?).ok())
}
