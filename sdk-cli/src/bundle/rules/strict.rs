//! OLM-X1 to OLM-X12: what no other tool looks at (`--strict`).

use std::collections::BTreeSet;

use k8s_openapi::apimachinery::pkg::util::intstr::IntOrString;
use serde_json::Value;

use super::examples::{EXAMPLES, kind_of};
use super::{Asked, Family};
use crate::bundle::csv::{Csv, Spec, Unknown};
use crate::bundle::load::{Bundle, CrdFile};
use crate::bundle::ports::names::label_value;
use crate::bundle::{Finding, Phase, Rule};
use crate::check::{Level, check_object};
use crate::schema::escaped;
use crate::schema::path::resolve;
use crate::schema::value::breaches;
use crate::settings::Apply;
use crate::suggest;

pub(super) const FAMILY: Family = Family {
    name: "strict",
    phase: Phase::Strict,
    rules: &[
        Rule::warning(
            "OLM-X1",
            "a file has one document: some tools read the first, others all",
        ),
        Rule::warning(
            "OLM-X2",
            "names of objects have at most 63 characters, so that they fit into labels",
        ),
        Rule::error("OLM-X3", "a webhook names a deployment of the CSV"),
        Rule::error(
            "OLM-X4",
            "the `targetPort` of a webhook is a port of its deployment's containers",
        ),
        Rule::warning(
            "OLM-X5",
            "the ServiceAccount of each deployment has rights, and rights have a deployment",
        ),
        Rule::warning(
            "OLM-X6",
            "`spec.relatedImages` names every image of the deployments",
        ),
        Rule::warning("OLM-X7", "images are named by digest"),
        Rule::warning(
            "OLM-X8",
            "the path of each descriptor is in the schema of its CRD",
        ),
        Rule::error("OLM-X9", "each example is one that the schema of its CRD takes"),
        Rule::error(
            "OLM-X10",
            "each CRD is one that the API server takes, its schema too (rules `S…`, `C…`, `V…`)",
        ),
        Rule::warning("OLM-X11", "rights do not have `*` in groups, resources or verbs"),
        Rule::warning(
            "OLM-X12",
            "members of the CSV are ones that it has; others are lost",
        ),
        Rule::warning("OLM-X13", "no install mode is named twice"),
    ],
    check,
};

fn check(_: &Asked, bundle: &Bundle, found: &mut Vec<Finding>) {
    documents(bundle, found);
    webhooks(bundle, found);
    accounts(bundle, found);
    images(bundle, found);
    descriptors(bundle, found);
    examples(bundle, found);
    definitions(bundle, found);
    wildcards(bundle, found);
    unknown(bundle, found);
    let modes = &bundle.csv.spec.install_modes;
    for (at, mode) in modes.iter().enumerate() {
        if modes[..at].iter().any(|other| other.r#type == mode.r#type) {
            let place = bundle.at_csv(format!("/spec/installModes/{at}/type"));
            found.push(Finding::warning(
                "OLM-X13",
                place,
                format!("`{}` is named twice", mode.r#type),
            ));
        }
    }
}

fn documents(bundle: &Bundle, found: &mut Vec<Finding>) {
    for document in &bundle.documents {
        if !document.others.is_empty() {
            let broken = document.others.iter().find_map(|other| other.as_ref().err());
            let message = match broken {
                Some(why) => format!("the file has further documents, and one cannot be read: {why}"),
                None => format!("the file has {} documents", document.others.len() + 1),
            };
            found.push(Finding::warning("OLM-X1", document.at(""), message).help("write one object a file"));
        }
        // The CSV has a rule of its own, and names of CRDs are no labels.
        let is_other = !matches!(
            document.kind(),
            "ClusterServiceVersion" | "CustomResourceDefinition"
        );
        if is_other && document.name().len() > 63 && !label_value(document.name()).is_empty() {
            let message = format!("the name has {} characters", document.name().len());
            found.push(Finding::warning("OLM-X2", document.at("/metadata/name"), message));
        }
    }
}

fn webhooks(bundle: &Bundle, found: &mut Vec<Finding>) {
    for (at, webhook) in bundle.csv.spec.webhookdefinitions.iter().enumerate() {
        let place = |member: &str| bundle.at_csv(format!("/spec/webhookdefinitions/{at}/{member}"));
        let deployments = bundle.csv.deployments();
        let Some(deployment) = deployments.iter().find(|one| one.name == webhook.deployment_name) else {
            let names: Vec<&str> = deployments.iter().map(|one| one.name.as_str()).collect();
            found.push(
                Finding::error(
                    "OLM-X3",
                    place("deploymentName"),
                    format!("there is no deployment `{}`", webhook.deployment_name),
                )
                .help(suggest::help(&webhook.deployment_name, &names)),
            );
            continue;
        };
        let containers = deployment
            .spec
            .template
            .spec
            .iter()
            .flat_map(|pod| &pod.containers);
        let ports: Vec<_> = containers
            .flat_map(|container| container.ports.iter().flatten())
            .collect();
        let (is_there, wanted) = match &webhook.target_port {
            None => continue,
            Some(IntOrString::Int(port)) => (
                ports.iter().any(|one| one.container_port == *port),
                port.to_string(),
            ),
            Some(IntOrString::String(name)) => (
                ports.iter().any(|one| one.name.as_ref() == Some(name)),
                name.clone(),
            ),
        };
        if !is_there {
            let message = format!("no container of `{}` has the port `{wanted}`", deployment.name);
            found.push(Finding::error("OLM-X4", place("targetPort"), message));
        }
    }
}

fn accounts(bundle: &Bundle, found: &mut Vec<Finding>) {
    let account = |deployment: &crate::bundle::csv::Deployment| {
        let pod = deployment.spec.template.spec.as_ref();
        pod.and_then(|pod| pod.service_account_name.clone())
            .unwrap_or_else(|| "default".to_owned())
    };
    let used: BTreeSet<String> = bundle.csv.deployments().iter().map(account).collect();
    let permissions = bundle.csv.permissions();
    for (at, deployment) in bundle.csv.deployments().iter().enumerate() {
        let name = account(deployment);
        if !permissions
            .iter()
            .any(|(_, permission)| permission.service_account_name == name)
        {
            let place = bundle.at_csv(format!(
                "/spec/install/spec/deployments/{at}/spec/template/spec/serviceAccountName"
            ));
            found.push(Finding::warning(
                "OLM-X5",
                place,
                format!("the ServiceAccount `{name}` has no rights"),
            ));
        }
    }
    for (pointer, permission) in permissions {
        let name = &permission.service_account_name;
        if !used.contains(name) {
            let place = bundle.at_csv(format!("{pointer}/serviceAccountName"));
            found.push(Finding::warning(
                "OLM-X5",
                place,
                format!("no deployment uses the ServiceAccount `{name}`"),
            ));
        }
    }
}

fn images(bundle: &Bundle, found: &mut Vec<Finding>) {
    let related = &bundle.csv.spec.related_images;
    let mut named = Vec::new();
    for (at, deployment) in bundle.csv.deployments().iter().enumerate() {
        let Some(pod) = deployment.spec.template.spec.as_ref() else {
            continue;
        };
        let pointer = format!("/spec/install/spec/deployments/{at}/spec/template/spec");
        for (list, containers) in [
            ("containers", Some(&pod.containers)),
            ("initContainers", pod.init_containers.as_ref()),
        ] {
            for (number, container) in containers.into_iter().flatten().enumerate() {
                let image = container.image.clone().unwrap_or_default();
                named.push((format!("{pointer}/{list}/{number}/image"), image));
            }
        }
    }
    for (pointer, image) in &named {
        if !related.iter().any(|known| known.image == *image) {
            let message = format!("`{image}` is not in `relatedImages`: mirrors of the bundle leave it out");
            found.push(Finding::warning(
                "OLM-X6",
                bundle.at_csv(pointer.clone()),
                message,
            ));
        }
    }
    named.extend(
        related
            .iter()
            .enumerate()
            .map(|(at, image)| (format!("/spec/relatedImages/{at}/image"), image.image.clone())),
    );
    for (pointer, image) in named {
        if !image.is_empty() && !image.contains('@') {
            let message = format!("`{image}` is named by a tag, which may be moved");
            found.push(Finding::warning("OLM-X7", bundle.at_csv(pointer), message));
        }
    }
}

/// The CRD that an entry of the CSV is about.
fn definition<'a>(bundle: &'a Bundle, name: &str) -> Option<&'a CrdFile> {
    bundle
        .crds
        .iter()
        .find(|crd| bundle.document_of(crd).name() == name)
}

fn descriptors(bundle: &Bundle, found: &mut Vec<Finding>) {
    for (at, owned) in bundle.csv.spec.customresourcedefinitions.owned.iter().enumerate() {
        let Some(schema) = definition(bundle, &owned.name).and_then(|crd| crd.crd.schema(&owned.version))
        else {
            continue;
        };
        for (list, root, all) in [
            ("specDescriptors", "spec", &owned.spec_descriptors),
            ("statusDescriptors", "status", &owned.status_descriptors),
        ] {
            for (number, descriptor) in all.iter().enumerate() {
                if let Err(why) = resolve(schema, &format!(".{root}.{}", descriptor.path)) {
                    let pointer = format!("/spec/customresourcedefinitions/owned/{at}/{list}/{number}/path");
                    let message = format!("`{}` leads nowhere: {why}", descriptor.path);
                    found.push(Finding::warning("OLM-X8", bundle.at_csv(pointer), message));
                }
            }
        }
    }
}

fn examples(bundle: &Bundle, found: &mut Vec<Finding>) {
    let text = bundle.csv.annotation("alm-examples").unwrap_or_default();
    let Ok(Value::Array(examples)) = serde_json::from_str(text) else {
        return;
    };
    for (at, example) in examples.iter().enumerate() {
        let kind = kind_of(example);
        let schema = bundle
            .crds
            .iter()
            .find(|crd| crd.crd.kinds(crd.is_v1).contains(&kind))
            .and_then(|crd| crd.crd.schema(&kind.version));
        // What every object has stands in few schemas.
        let mut own = example.clone();
        if let Some(fields) = own.as_object_mut() {
            fields.retain(|name, _| !matches!(name.as_str(), "apiVersion" | "kind" | "metadata"));
        }
        for breach in schema.iter().flat_map(|schema| breaches(schema, &own, "")) {
            let message = format!(
                "the example {at} (`{}`) is refused: {}: {}",
                kind.kind, breach.path, breach.message
            );
            found.push(Finding::error("OLM-X9", bundle.at_csv(EXAMPLES), message));
        }
    }
}

fn definitions(bundle: &Bundle, found: &mut Vec<Finding>) {
    for crd in bundle.crds.iter().filter(|crd| crd.is_v1) {
        let document = bundle.document_of(crd);
        for finding in check_object(&document.value, Apply::default()) {
            if finding.level == Level::Error {
                let place = document.at(finding.pointer.unwrap_or_default());
                let message = format!("{}: {}", finding.rule, finding.message);
                let error = Finding::error("OLM-X10", place, message);
                found.push(match finding.help {
                    Some(help) => error.help(help),
                    None => error,
                });
            }
        }
    }
}

fn wildcards(bundle: &Bundle, found: &mut Vec<Finding>) {
    for (pointer, permission) in bundle.csv.permissions() {
        for (at, rule) in permission.rules.iter().enumerate() {
            for (member, list) in [
                ("apiGroups", rule.api_groups.as_ref()),
                ("resources", rule.resources.as_ref()),
                ("verbs", Some(&rule.verbs)),
            ] {
                if list.is_some_and(|list| list.iter().any(|word| word == "*")) {
                    let place = bundle.at_csv(format!("{pointer}/rules/{at}/{member}"));
                    found.push(Finding::warning(
                        "OLM-X11",
                        place,
                        format!("`*` stands for all `{member}`"),
                    ));
                }
            }
        }
    }
}

/// Members with a typo are passed over by every tool.
fn unknown(bundle: &Bundle, found: &mut Vec<Finding>) {
    let csv = &bundle.csv;
    let mut report = |pointer: &str, unknown: &Unknown, known: &[&str]| {
        for name in unknown.keys() {
            found.push(
                Finding::warning(
                    "OLM-X12",
                    bundle.at_csv(format!("{pointer}/{}", escaped(name))),
                    format!("a CSV has no member `{name}` here"),
                )
                .help(suggest::help(name, known)),
            );
        }
    };
    report("", &csv.unknown, Csv::KEYS);
    report("/spec", &csv.spec.unknown, Spec::KEYS);
    report(
        "/spec/install",
        &csv.spec.install.unknown,
        crate::bundle::csv::Install::KEYS,
    );
    report(
        "/spec/install/spec",
        &csv.spec.install.spec.unknown,
        crate::bundle::csv::Strategy::KEYS,
    );
    for (at, owned) in csv.spec.customresourcedefinitions.owned.iter().enumerate() {
        let pointer = format!("/spec/customresourcedefinitions/owned/{at}");
        report(&pointer, &owned.unknown, crate::bundle::csv::Definition::KEYS);
    }
    for (at, webhook) in csv.spec.webhookdefinitions.iter().enumerate() {
        let pointer = format!("/spec/webhookdefinitions/{at}");
        report(&pointer, &webhook.unknown, crate::bundle::csv::Webhook::KEYS);
    }
    for (at, mode) in csv.spec.install_modes.iter().enumerate() {
        let pointer = format!("/spec/installModes/{at}");
        report(&pointer, &mode.unknown, crate::bundle::csv::InstallMode::KEYS);
    }
}
