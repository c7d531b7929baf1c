//! OLM-K1: the capability level (optional set `capabilities`).

use super::{Asked, Family};
use crate::bundle::load::Bundle;
use crate::bundle::ports::go::quoted;
use crate::bundle::{Finding, Phase, Rule};
use crate::suggest;

pub(super) const FAMILY: Family = Family {
    name: "capabilities",
    phase: Phase::Optional,
    rules: &[Rule::error(
        "OLM-K1",
        "the annotation `capabilities` is one of the five levels",
    )],
    check,
};

const LEVELS: [&str; 5] = [
    "Basic Install",
    "Seamless Upgrades",
    "Full Lifecycle",
    "Deep Insights",
    "Auto Pilot",
];

fn check(_: &Asked, bundle: &Bundle, found: &mut Vec<Finding>) {
    let csv = &bundle.csv;
    if let Some(level) = csv
        .annotation("capabilities")
        .filter(|level| !LEVELS.contains(level))
    {
        found.push(
            Finding::error(
                "OLM-K1",
                bundle.at_csv("/metadata/annotations/capabilities"),
                format!("`{level}` is no capability level"),
            )
            .help(suggest::help(level, &LEVELS))
            .of_csv(
                csv.name(),
                &format!(
                    "csv.Metadata.Annotations.Capabilities {} is not a valid capabilities level",
                    quoted(level)
                ),
            ),
        );
    }
}
