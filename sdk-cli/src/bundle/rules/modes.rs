//! OLM-C8, OLM-C9: which namespaces the operator can be told to watch.

use super::{Asked, Family};
use crate::bundle::load::Bundle;
use crate::bundle::{Finding, Phase, Rule};

pub(super) const FAMILY: Family = Family {
    name: "modes",
    phase: Phase::Csv,
    rules: &[
        Rule::error("OLM-C8", "there are install modes, and one of them is supported"),
        Rule::error(
            "OLM-C9",
            "an operator that converts CRDs supports `AllNamespaces` and no other mode",
        ),
    ],
    check,
};

fn check(_: &Asked, bundle: &Bundle, found: &mut Vec<Finding>) {
    let csv = &bundle.csv;
    let modes = &csv.spec.install_modes;
    let at = || bundle.at_csv("/spec/installModes");
    if modes.is_empty() {
        found.push(
            Finding::error("OLM-C8", at(), "there are no install modes")
                .help("name `AllNamespaces`, `SingleNamespace`, `OwnNamespace` and `MultiNamespace`, each with `supported`")
                .of_csv(csv.name(), "install modes not found"),
        );
        return;
    }
    let only_all = modes
        .iter()
        .all(|mode| mode.supported == (mode.r#type == "AllNamespaces"));
    for (number, webhook) in csv.spec.webhookdefinitions.iter().enumerate() {
        if !webhook.conversion_crds.is_empty() && !only_all {
            found.push(
                Finding::error(
                    "OLM-C9",
                    bundle.at_csv(format!("/spec/webhookdefinitions/{number}/conversionCRDs")),
                    "with a conversion only the install mode `AllNamespaces` may be supported",
                )
                .of_csv(
                    csv.name(),
                    "only AllNamespaces InstallModeType is supported when conversionCRDs is present",
                ),
            );
        }
    }
    if !modes.iter().any(|mode| mode.supported) {
        found.push(
            Finding::error("OLM-C8", at(), "no install mode is supported")
                .of_csv(csv.name(), "none of InstallModeTypes are supported"),
        );
    }
}
