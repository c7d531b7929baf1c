//! OLM-C12 to OLM-C14: annotations that OLM knows, and the version of the object.

use super::{Asked, Family};
use crate::bundle::document::group_version;
use crate::bundle::load::Bundle;
use crate::bundle::{Finding, Phase, Rule};
use crate::schema::escaped;

pub(super) const FAMILY: Family = Family {
    name: "annotations",
    phase: Phase::Csv,
    rules: &[
        Rule::error(
            "OLM-C12",
            "annotations that OLM knows are written with their capitals",
        ),
        Rule::warning(
            "OLM-C13",
            "properties are in `metadata/properties.yaml`, not in an annotation",
        ),
        Rule::error("OLM-C14", "the CSV has an `apiVersion` and a `kind`"),
    ],
    check,
};

const KNOWN: [&str; 5] = [
    "olm.operatorGroup",
    "olm.operatorNamespace",
    "olm.targetNamespaces",
    "olm.providedAPIs",
    "olm.skipRange",
];

fn check(_: &Asked, bundle: &Bundle, found: &mut Vec<Finding>) {
    let csv = &bundle.csv;
    for key in csv.metadata.annotations.iter().flatten().map(|(key, _)| key) {
        let place = || bundle.at_csv(format!("/metadata/annotations/{}", escaped(key)));
        let known = KNOWN
            .iter()
            .find(|known| known.to_lowercase() == key.to_lowercase());
        if let Some(known) = known.filter(|known| *known != key) {
            found.push(
                Finding::error("OLM-C12", place(), format!("`{key}` is not known to OLM"))
                    .help(format!("write `{known}`"))
                    .of_value(
                        csv.name(),
                        &format!("provided annotation {key} uses wrong case and should be {known} instead"),
                    ),
            );
        }
        if key == "olm.properties" {
            found.push(
                Finding::warning("OLM-C13", place(), "properties in an annotation are deprecated")
                    .help("move them to `metadata/properties.yaml`")
                    .of_value(
                        "",
                        "found olm.properties annotation, please define these properties in metadata/properties.yaml instead",
                    ),
            );
        }
    }
    let (_, version) = group_version(&csv.api_version);
    if version.is_empty() {
        found.push(
            Finding::error(
                "OLM-C14",
                bundle.at_csv("/apiVersion"),
                "there is no `apiVersion`",
            )
            .help("write `apiVersion: operators.coreos.com/v1alpha1`")
            .of_csv(csv.name(), "'apiVersion' is missing"),
        );
    }
}
