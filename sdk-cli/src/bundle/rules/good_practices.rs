//! OLM-P1 to OLM-P6: good practices (optional set `good-practices`).

use std::sync::LazyLock;

use regex::Regex;

use super::{Asked, Family};
use crate::bundle::load::Bundle;
use crate::bundle::ports::go::quoted;
use crate::bundle::ports::semver::Version;
use crate::bundle::{Finding, Phase, Rule};

pub(super) const FAMILY: Family = Family {
    name: "good-practices",
    phase: Phase::Optional,
    rules: &[
        Rule::error("OLM-P1", "the CSV has deployments"),
        Rule::warning(
            "OLM-P2",
            "each container asks for resources; which ones does not matter to the original",
        ),
        Rule::warning("OLM-P3", "each CRD that is owned or required has a description"),
        Rule::warning("OLM-P4", "the operator may not create CRDs"),
        Rule::warning("OLM-P5", "the name of the CSV ends in three numbers"),
        Rule::warning("OLM-P6", "the name of the CSV is `<package>.v<version>`"),
    ],
    check,
};

/// What the original finds in a name: numbers at its end.
static ENDING: LazyLock<Option<Regex>> = LazyLock::new(|| {
    Regex::new(r"([0-9]+)\.([0-9]+)\.([0-9]+)(?:-([0-9A-Za-z-]+(?:\.[0-9A-Za-z-]+)*))?(?:\+[0-9A-Za-z-]+)?$")
        .ok()
});

fn check(_: &Asked, bundle: &Bundle, found: &mut Vec<Finding>) {
    let csv = &bundle.csv;
    let name = csv.name();
    if csv.spec.install.spec.deployments.is_none() {
        found.push(
            Finding::error(
                "OLM-P1",
                bundle.at_csv("/spec/install/spec"),
                "there are no deployments",
            )
            .of_value(name, "unable to find a deployment to install in the CSV"),
        );
    }
    requests(bundle, found);
    descriptions(bundle, found);
    if let Some(pointer) = creates_definitions(bundle) {
        found.push(
            Finding::warning("OLM-P4", bundle.at_csv(pointer), "the operator may create CRDs, which is OLM's work")
                .of_value(
                    name,
                    "CSV contains permissions to create CRD. An Operator shouldn't deploy or manage other operators (such patterns are known as meta or super operators or include CRDs in its Operands). It's the Operator Lifecycle Manager's job to manage the deployment and lifecycle of operators.  Please, review the design of your solution and if you should not be using Dependency Resolution from OLM instead. More info: https://sdk.operatorframework.io/docs/best-practices/common-recommendation/",
                ),
        );
    }
    let ending = ENDING.as_ref().and_then(|pattern| pattern.find(name));
    if ending.is_none_or(|ending| Version::parse(ending.as_str()).is_err()) {
        found.push(
            Finding::warning(
                "OLM-P5",
                bundle.at_csv("/metadata/name"),
                format!("the name `{name}` does not end in a version of three numbers"),
            )
            .of_value(
                name,
                &format!(
                    "csv.metadata.Name {name} is not following the versioning convention (MAJOR.MINOR.PATCH e.g 0.0.1): https://semver.org/"
                ),
            ),
        );
    }
    if name.split(".v").count() != 2 {
        found.push(
            Finding::warning(
                "OLM-P6",
                bundle.at_csv("/metadata/name"),
                format!("the name `{name}` is not `<package>.v<version>`"),
            )
            .of_value(
                name,
                &format!(
                    "csv.metadata.Name {name} is not following the recommended naming convention: <operator-name>.v<semver> e.g. memcached-operator.v0.0.1"
                ),
            ),
        );
    }
}

fn requests(bundle: &Bundle, found: &mut Vec<Finding>) {
    for (at, deployment) in bundle.csv.deployments().iter().enumerate() {
        let containers = deployment
            .spec
            .template
            .spec
            .iter()
            .flat_map(|pod| &pod.containers);
        for (number, container) in containers.enumerate() {
            let requests = container
                .resources
                .as_ref()
                .and_then(|resources| resources.requests.as_ref());
            if requests.is_some() {
                continue;
            }
            let name = &container.name;
            let pointer = format!(
                "/spec/install/spec/deployments/{at}/spec/template/spec/containers/{number}/resources"
            );
            found.push(
                Finding::warning(
                    "OLM-P2",
                    bundle.at_csv(pointer),
                    format!("the container `{name}` asks for no resources"),
                )
                .of_value(
                    bundle.name(),
                    &format!(
                        "unable to find the resource requests for the container: ({name}). It is recommended to ensure the resource request for CPU and Memory. Be aware that for some clusters configurations it is required to specify requests or limits for those values. Otherwise, the system or quota may reject Pod creation. More info: https://master.sdk.operatorframework.io/docs/best-practices/managing-resources/"
                    ),
                ),
            );
        }
    }
}

fn descriptions(bundle: &Bundle, found: &mut Vec<Finding>) {
    let definitions = &bundle.csv.spec.customresourcedefinitions;
    for (relation, list) in [("owned", &definitions.owned), ("required", &definitions.required)] {
        for (at, entry) in list
            .iter()
            .enumerate()
            .filter(|(_, entry)| entry.description.is_empty())
        {
            let place = bundle.at_csv(format!(
                "/spec/customresourcedefinitions/{relation}/{at}/description"
            ));
            let message = format!("the {relation} CRD `{}` has no description", entry.name);
            found.push(Finding::warning("OLM-P3", place, message).of_value(
                bundle.name(),
                &format!("{relation} CRD {} has an empty description", quoted(&entry.name)),
            ));
        }
    }
}

/// The first rule that lets the operator create CRDs.
fn creates_definitions(bundle: &Bundle) -> Option<String> {
    let has = |list: Option<&Vec<String>>, words: &[&str]| {
        list.is_some_and(|list| list.iter().any(|word| words.contains(&word.as_str())))
    };
    bundle
        .csv
        .permissions()
        .into_iter()
        .find_map(|(pointer, permission)| {
            let at = permission.rules.iter().position(|rule| {
                has(rule.api_groups.as_ref(), &["apiextensions.k8s.io"])
                    && has(
                        rule.resources.as_ref(),
                        &["customresourcedefinitions", "*", "[*]"],
                    )
                    && has(Some(&rule.verbs), &["create", "*", "[*]", "patch"])
            })?;
            Some(format!("{pointer}/rules/{at}"))
        })
}
