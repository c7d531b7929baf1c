//! OLM-B7, OLM-B8: names of releases and of images.

use super::{Asked, Family};
use crate::bundle::load::Bundle;
use crate::bundle::ports::go::quoted;
use crate::bundle::ports::image::Reference;
use crate::bundle::{Finding, Phase, Profile, Rule};

pub(super) const FAMILY: Family = Family {
    name: "images",
    phase: Phase::Bundle,
    rules: &[
        Rule::new(
            "OLM-B7",
            "error",
            "the name of a CSV with a `release` is `<package>-v<version>-<release>`; the package is always empty there",
            Profile::NEW,
        ),
        Rule::new(
            "OLM-B8",
            "error",
            "each image in `spec.relatedImages` is there and can be read",
            Profile::NEW,
        ),
    ],
    check,
};

fn check(_: &Asked, bundle: &Bundle, found: &mut Vec<Finding>) {
    if let Some(release) = &bundle.csv.spec.release {
        let parts: Vec<String> = release.0.iter().map(ToString::to_string).collect();
        // The original loses the package on its way.
        let expected = format!("-v{}-{}", bundle.csv.version(), parts.join("."));
        if bundle.name() != expected {
            found.push(
                Finding::error(
                    "OLM-B7",
                    bundle.at_csv("/metadata/name"),
                    format!("with a release, the tool takes no other name than `{expected}`"),
                )
                .help("leave `spec.release` out until the tool is mended")
                .of_value(
                    bundle.name(),
                    &format!(
                        "bundle name with release versioning {} does not match expected name {}",
                        quoted(bundle.name()),
                        quoted(&expected)
                    ),
                ),
            );
        }
    }
    for (at, image) in bundle.csv.spec.related_images.iter().enumerate() {
        let field = format!("spec.relatedImages[{at}].image");
        let place = bundle.at_csv(format!("/spec/relatedImages/{at}/image"));
        if image.image.is_empty() {
            found.push(
                Finding::error("OLM-B8", place, "the image is empty")
                    .of_value(&field, &format!("relatedImages[{at}] has an empty image field")),
            );
        } else if let Err(why) = Reference::parse(&image.image) {
            found.push(
                Finding::error("OLM-B8", place, format!("`{}` is no image: {why}", image.image)).of_value(
                    &field,
                    &format!(
                        "relatedImages[{at}] has an invalid image pullspec {}: {why}",
                        quoted(&image.image)
                    ),
                ),
            );
        }
    }
}
