//! OLM-B4: OLM makes the service accounts of Deployments itself.

use std::collections::BTreeSet;

use super::{Asked, Family};
use crate::bundle::load::Bundle;
use crate::bundle::{Finding, Phase, Rule};

pub(super) const FAMILY: Family = Family {
    name: "accounts",
    phase: Phase::Bundle,
    rules: &[Rule::error(
        "OLM-B4",
        "no ServiceAccount in the bundle has the name of one that a Deployment of the CSV uses",
    )],
    check,
};

fn check(_: &Asked, bundle: &Bundle, found: &mut Vec<Finding>) {
    let used: BTreeSet<&str> = bundle
        .csv
        .deployments()
        .iter()
        .map(|deployment| {
            let pod = deployment.spec.template.spec.as_ref();
            pod.and_then(|pod| pod.service_account_name.as_deref())
                .unwrap_or_default()
        })
        .collect();
    for document in &bundle.documents {
        if document.kind() != "ServiceAccount" || document.value["apiVersion"] != "v1" {
            continue;
        }
        let name = document.name();
        if used.contains(name) {
            found.push(
                Finding::error(
                    "OLM-B4",
                    document.at("/metadata/name"),
                    format!("a Deployment of the CSV uses the ServiceAccount `{name}`, so OLM makes it"),
                )
                .help("take it out of the bundle")
                .of_value(
                    name,
                    &format!(
                        "invalid service account found in bundle. This service account {name} in your bundle is not valid, because a service account with the same name was already specified in your CSV. If this was unintentional, please remove the service account manifest from your bundle. If it was intentional to specify a separate service account, please rename the SA in either the bundle manifest or the CSV."
                    ),
                ),
            );
        }
    }
}
