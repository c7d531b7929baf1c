//! O2-O5: what is generated around the CRDs.

use kopr_model::names;

use super::{Family, Finding, Level, Rule, Subject};
use crate::emit::Input;
use crate::objects::{deployment, labels, metadata, pod_spec, ports, rbac};
use crate::settings::Quantity;

pub(super) const FAMILY: Family = Family {
    name: "objects",
    rules: &[
        Rule {
            id: "O2",
            about: "names, ports and versions have the form that objects take",
        },
        Rule {
            id: "O3",
            about: "no request is above its limit",
        },
        Rule {
            id: "O4",
            about: "kinds and their files can be told apart",
        },
        Rule {
            id: "O5",
            about: "there is one pod where no leader is elected",
        },
    ],
    on: Subject::Whole(check),
};

/// Namespaces that are in every cluster.
const SYSTEM: [&str; 4] = ["default", "kube-node-lease", "kube-public", "kube-system"];

fn check(input: &Input<'_>, findings: &mut Vec<Finding>) {
    let mut error = |rule, place: &str, message: String, help: &str| {
        findings.push(Finding::of(Level::Error, rule, place, message, help));
    };
    let operator = input.operator;
    if let Err(why) = names::dns_1035_label(&operator.name) {
        let message = format!("`{}` is not a name for Kubernetes objects: {why}", operator.name);
        error(
            "O2",
            "operator",
            message,
            "use small letters, digits and `-`, and begin with a letter",
        );
    }

    let namespace = metadata::namespace(input);
    if input.settings.deploy.create_namespace != Some(false) && SYSTEM.contains(&namespace.as_str()) {
        let message = format!("`{namespace}` is Kubernetes' own, and its labels would be changed");
        error(
            "O2",
            "Namespace",
            message,
            "choose another `deploy.namespace`, or set `deploy.create-namespace = false`",
        );
    }

    let version = metadata::version(input);
    let edges = |c: Option<char>| c.is_some_and(|c| c.is_ascii_alphanumeric());
    if version.len() > names::LABEL_MAX
        || !edges(version.chars().next())
        || !edges(version.chars().last())
        || !version
            .chars()
            .all(|c| c.is_ascii_alphanumeric() || "-_.".contains(c))
    {
        let message = format!("the version `{version}` is not a label value");
        error(
            "O2",
            "operator",
            message,
            "labels take 63 letters, digits, `-`, `_` and `.`: shorten the version",
        );
    }

    let ports = ports::ports(input);
    for (at, port) in ports.iter().enumerate() {
        let word = port.name.len() <= 15 && port.name.contains(|c: char| c.is_ascii_lowercase());
        if !word || names::dns_label(&port.name).is_err() || port.name.contains("--") {
            let message = format!("the port name `{}` is refused", port.name);
            error(
                "O2",
                "Deployment",
                message,
                "it has at most 15 of `a-z`, `0-9` and `-`, one letter among them",
            );
        }
        if port.number == 0 {
            error(
                "O2",
                "Deployment",
                format!("the port `{}` has the number 0", port.name),
                "choose a fixed number",
            );
        }
        for other in &ports[..at] {
            if other.name == port.name || other.number == port.number {
                let message = format!("the ports `{}` and `{}` are one", other.name, port.name);
                error(
                    "O2",
                    "Deployment",
                    message,
                    "give each port a name and a number of its own",
                );
            }
        }
    }

    let limits = pod_spec::limits(input);
    for (resource, request) in pod_spec::requests(input) {
        let value = |text: &String| Quantity::try_from(text.clone()).map_or(0.0, |quantity| quantity.value());
        if let Some(limit) = limits
            .get(&resource)
            .filter(|limit| value(&request) > value(limit))
        {
            let message = format!("the request of `{resource}` ({request}) is above its limit ({limit})");
            error("O3", "Deployment", message, "set `deploy.resources.limits` too");
        }
    }

    for (at, resource) in operator.resources.iter().enumerate() {
        if operator.resources[..at]
            .iter()
            .any(|other| other.crd_name() == resource.crd_name())
        {
            let message = format!("two kinds are called `{}`", resource.crd_name());
            error(
                "O4",
                &resource.crd_name(),
                message,
                "give one of them another plural",
            );
        }
    }
    reserved(input, findings);
    alone(input, findings);
}

/// Labels of a CRD that are kopr's.
fn reserved(input: &Input<'_>, findings: &mut Vec<Finding>) {
    for resource in &input.operator.resources {
        for label in resource
            .labels
            .keys()
            .filter(|label| labels::RESERVED.contains(&label.as_str()))
        {
            findings.push(Finding {
                level: Level::Error,
                place: resource.crd_name(),
                rule: "O2",
                message: format!("the label `{label}` of the CRD is one that kopr sets"),
                help: Some("leave it out".to_owned()),
                source: resource.storage_version().map(|version| version.source.clone()),
                pointer: Some(format!("/metadata/labels/{}", crate::schema::escaped(label))),
            });
        }
    }
}

/// Without an election every pod reconciles every object.
fn alone(input: &Input<'_>, findings: &mut Vec<Finding>) {
    let replicas = deployment::replicas(input);
    if replicas > 1 && !rbac::elects(input) {
        findings.push(Finding::of(
            Level::Warning,
            "O5",
            "Deployment",
            format!("{replicas} pods would all work at the same time: no leader is elected"),
            "set `deploy.replicas` to 1, or leave `deploy.leader-election` on",
        ));
    }
}
