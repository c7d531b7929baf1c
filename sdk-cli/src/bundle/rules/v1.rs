//! OLM-V1 to OLM-V13: what operator-controller (OLM v1) can install (profile `olmv1`).

use std::collections::BTreeMap;

use super::format::{PACKAGE, metadata};
use super::objects::KINDS;
use super::{Asked, Family};
use crate::bundle::load::Bundle;
use crate::bundle::ports::names::dns_1123_subdomain;
use crate::bundle::{Finding, Phase, Place, Profile, Rule};

const fn rule(id: &'static str, about: &'static str) -> Rule {
    Rule::new(id, "error", about, Profile::V1)
}

pub(super) const FAMILY: Family = Family {
    name: "v1",
    phase: Phase::OlmV1,
    rules: &[
        rule("OLM-V1", "the install mode `AllNamespaces` is supported"),
        rule(
            "OLM-V2",
            "nothing is required: no packages, kinds or constraints, which nobody resolves",
        ),
        rule(
            "OLM-V3",
            "no aggregated APIs are owned or required, which are not set up",
        ),
        rule(
            "OLM-V4",
            "deployments have names of their own that are DNS subdomains",
        ),
        rule(
            "OLM-V5",
            "CRDs have names of their own, and owned ones are in the bundle",
        ),
        rule("OLM-V6", "the package has a name"),
        rule(
            "OLM-V7",
            "an operator with a conversion webhook supports `AllNamespaces` and no other mode",
        ),
        rule("OLM-V8", "each webhook names a deployment of the CSV"),
        rule(
            "OLM-V9",
            "webhooks of a type have names of their own that are DNS subdomains",
        ),
        rule(
            "OLM-V10",
            "each CRD is owned that is converted, and by one webhook",
        ),
        rule(
            "OLM-V11",
            "rules of webhooks do not catch all groups, nor those of OLM and of webhooks themselves",
        ),
        rule(
            "OLM-V12",
            "all objects are of kinds that the format takes, those of further documents in a file too",
        ),
        Rule::new(
            "OLM-V13",
            "warning",
            "names of objects outside of namespaces begin with the package's, since no two operators may have the same",
            Profile::V1,
        ),
    ],
    check,
};

fn check(_: &Asked, bundle: &Bundle, found: &mut Vec<Finding>) {
    let spec = &bundle.csv.spec;
    let mut error = |rule, place: Place, message: String| found.push(Finding::error(rule, place, message));
    let all = spec
        .install_modes
        .iter()
        .any(|mode| mode.r#type == "AllNamespaces" && mode.supported);
    if !all {
        error(
            "OLM-V1",
            bundle.at_csv("/spec/installModes"),
            "`AllNamespaces` is not supported".to_owned(),
        );
    }
    required(bundle, &mut error);
    let names = bundle
        .csv
        .deployments()
        .iter()
        .map(|deployment| deployment.name.as_str());
    for (at, name) in names.clone().enumerate() {
        let place = bundle.at_csv(format!("/spec/install/spec/deployments/{at}/name"));
        if let Some(why) = dns_1123_subdomain(name).into_iter().next() {
            error("OLM-V4", place, format!("the name `{name}` is refused: {why}"));
        } else if names.clone().take(at).any(|other| other == name) {
            error(
                "OLM-V4",
                place,
                format!("another deployment has the name `{name}`"),
            );
        }
    }
    definitions(bundle, &mut error);
    if bundle.annotations.get(PACKAGE).is_none_or(String::is_empty) {
        error(
            "OLM-V6",
            Place::file("metadata/annotations.yaml"),
            "the package has no name".to_owned(),
        );
    }
    webhooks(bundle, &mut error);
    for document in &bundle.documents {
        for other in document.others.iter().flatten() {
            let kind = other["kind"].as_str().unwrap_or_default();
            if !KINDS.contains(&kind) && !matches!(kind, "ClusterServiceVersion" | "CustomResourceDefinition")
            {
                let message = format!("a further document holds an object of the kind `{kind}`");
                error("OLM-V12", Place::file(&document.file), message);
            }
        }
    }
    prefixes(bundle, found);
}

fn required(bundle: &Bundle, error: &mut impl FnMut(&'static str, Place, String)) {
    let spec = &bundle.csv.spec;
    for (at, entry) in spec.customresourcedefinitions.required.iter().enumerate() {
        let place = bundle.at_csv(format!("/spec/customresourcedefinitions/required/{at}"));
        error("OLM-V2", place, format!("the kind `{}` is required", entry.kind));
    }
    for document in metadata(bundle) {
        for (list, types) in [
            (
                "dependencies",
                &["olm.gvk", "olm.package", "olm.label", "olm.constraint"][..],
            ),
            (
                "properties",
                &["olm.package.required", "olm.gvk.required", "olm.constraint"],
            ),
        ] {
            for (at, item) in document.value[list].as_array().into_iter().flatten().enumerate() {
                let kind = item["type"].as_str().unwrap_or_default();
                if types.contains(&kind) {
                    error(
                        "OLM-V2",
                        document.at(format!("/{list}/{at}")),
                        format!("there is a `{kind}`"),
                    );
                }
            }
        }
    }
    let services = &spec.apiservicedefinitions;
    for (member, list) in [("owned", &services.owned), ("required", &services.required)] {
        if !list.is_empty() {
            let place = bundle.at_csv(format!("/spec/apiservicedefinitions/{member}"));
            error("OLM-V3", place, "there are aggregated APIs".to_owned());
        }
    }
}

fn definitions(bundle: &Bundle, error: &mut impl FnMut(&'static str, Place, String)) {
    let mut files: BTreeMap<&str, &str> = BTreeMap::new();
    for crd in &bundle.crds {
        let document = bundle.document_of(crd);
        if let Some(other) = files.insert(document.name(), &document.file) {
            let message = format!("`{other}` has a CRD of this name too");
            error("OLM-V5", document.at("/metadata/name"), message);
        }
    }
    for (at, owned) in bundle.csv.spec.customresourcedefinitions.owned.iter().enumerate() {
        if !files.contains_key(owned.name.as_str()) {
            let place = bundle.at_csv(format!("/spec/customresourcedefinitions/owned/{at}/name"));
            error(
                "OLM-V5",
                place,
                format!("there is no CRD `{}` in the bundle", owned.name),
            );
        }
    }
}

fn webhooks(bundle: &Bundle, error: &mut impl FnMut(&'static str, Place, String)) {
    let spec = &bundle.csv.spec;
    let webhooks = &spec.webhookdefinitions;
    let only_all = spec
        .install_modes
        .iter()
        .all(|mode| mode.supported == (mode.r#type == "AllNamespaces"));
    for (at, webhook) in webhooks.iter().enumerate() {
        let place = |member: &str| bundle.at_csv(format!("/spec/webhookdefinitions/{at}{member}"));
        let is_conversion = webhook.r#type == "ConversionWebhook";
        if is_conversion && !only_all {
            let message = "with a conversion only the install mode `AllNamespaces` may be supported";
            error("OLM-V7", place("/type"), message.to_owned());
        }
        let deployments = bundle.csv.deployments();
        if !deployments
            .iter()
            .any(|deployment| deployment.name == webhook.deployment_name)
        {
            let message = format!("there is no deployment `{}`", webhook.deployment_name);
            error("OLM-V8", place("/deploymentName"), message);
        }
        let name = webhook.generate_name.as_str();
        if let Some(why) = dns_1123_subdomain(name).into_iter().next() {
            error(
                "OLM-V9",
                place("/generateName"),
                format!("the name `{name}` is refused: {why}"),
            );
        }
        let same = |other: &&crate::bundle::csv::Webhook| {
            other.r#type == webhook.r#type && other.generate_name == name
        };
        if webhooks.iter().take(at).any(|other| same(&other)) {
            error(
                "OLM-V9",
                place("/generateName"),
                format!("another webhook has the name `{name}`"),
            );
        }
        for (number, crd) in webhook
            .conversion_crds
            .iter()
            .enumerate()
            .filter(|_| is_conversion)
        {
            let place = place(&format!("/conversionCRDs/{number}"));
            let owned = &spec.customresourcedefinitions.owned;
            if !owned.iter().any(|owned| owned.name == *crd) {
                error("OLM-V10", place.clone(), format!("`{crd}` is not owned"));
            }
            let before = webhooks
                .iter()
                .take(at)
                .filter(|other| other.r#type == "ConversionWebhook");
            if before
                .flat_map(|other| &other.conversion_crds)
                .any(|other| other == crd)
            {
                error("OLM-V10", place, format!("another webhook converts `{crd}`"));
            }
        }
        for (number, rule) in webhook.rules.iter().enumerate() {
            if let Some(why) = banned(rule) {
                error("OLM-V11", place(&format!("/rules/{number}")), why);
            }
        }
    }
}

fn banned(rule: &k8s_openapi::api::admissionregistration::v1::RuleWithOperations) -> Option<String> {
    let resources: Vec<&str> = rule.resources.iter().flatten().map(String::as_str).collect();
    for group in rule.api_groups.iter().flatten() {
        match group.as_str() {
            "*" => return Some("the rule catches all groups".to_owned()),
            "olm.operatorframework.io" => return Some(format!("the rule catches the group `{group}`")),
            "admissionregistration.k8s.io" => {
                let own = [
                    "*",
                    "mutatingwebhookconfigurations",
                    "validatingwebhookconfigurations",
                ];
                if let Some(resource) = resources.iter().find(|resource| own.contains(resource)) {
                    return Some(format!("the rule catches `{resource}` of `{group}`"));
                }
            }
            _ => {}
        }
    }
    None
}

fn prefixes(bundle: &Bundle, found: &mut Vec<Finding>) {
    let package = bundle.annotations.get(PACKAGE).map_or("", String::as_str);
    for document in bundle.others() {
        let name = document.name();
        if matches!(
            document.kind(),
            "ClusterRole" | "ClusterRoleBinding" | "PriorityClass"
        ) && !package.is_empty()
            && !name.starts_with(package)
        {
            found.push(
                Finding::warning(
                    "OLM-V13",
                    document.at("/metadata/name"),
                    format!("`{name}` is a name that another operator may have too, and then neither can be installed beside the other"),
                )
                .help(format!("call it `{package}-{name}`")),
            );
        }
    }
}
