//! B1-B6: what a bundle for the Operator Lifecycle Manager cannot take, or takes in another way.

use kopr_model::names;
use serde_json::{Value, json};

use super::{Family, Finding, Level, Rule, Subject};
use crate::bundle::{Profile, takes};
use crate::emit::Input;
use crate::olm::{self, Facts, Objects, Olm, permissions};
use crate::settings::Watch;

pub(super) const FAMILY: Family = Family {
    name: "bundle",
    rules: &[
        Rule {
            id: "B1",
            about: "every object is of a kind that a bundle takes",
        },
        Rule {
            id: "B2",
            about: "names and versions of the package fit together",
        },
        Rule {
            id: "B3",
            about: "what a bundle has no place for is known",
        },
        Rule {
            id: "B4",
            about: "rights that OLM widens are known",
        },
        Rule {
            id: "B5",
            about: "OLM v1 takes the bundle, where it is for OLM v1",
        },
        Rule {
            id: "B6",
            about: "catalogs have what they ask for",
        },
    ],
    on: Subject::Bundle(check),
};

type Report<'a> = dyn FnMut(Level, &'static str, &str, String, &str) + 'a;

fn check(input: &Input<'_>, facts: &Facts, objects: &Objects, findings: &mut Vec<Finding>) {
    let mut report = |level, rule, place: &str, message: String, help: &str| {
        findings.push(Finding::of(level, rule, place, message, help));
    };
    kinds(facts, objects, &mut report);
    package(input, &mut report);
    lost(input, &mut report);
    widened(input, objects, &mut report);
    if facts.olm == Olm::V1 {
        v1(input, &mut report);
    }
    catalogs(input, facts, &mut report);
}

/// Nothing is dropped: a kind that OLM does not take is an error.
fn kinds(facts: &Facts, objects: &Objects, report: &mut Report<'_>) {
    let profile = match facts.olm {
        Olm::V0 => Profile::Sdk142,
        Olm::V1 => Profile::OlmV1,
    };
    for object in &objects.files {
        let kind = object["kind"].as_str().unwrap_or_default();
        if takes(profile, kind) {
            continue;
        }
        let name = object["metadata"]["name"].as_str().unwrap_or_default();
        let help = match kind {
            "PodMonitor" => "set `metrics.monitor = \"service\"`, or leave monitoring out of the bundle",
            _ => "leave it out of the manifests, or let the operator make it",
        };
        report(
            Level::Error,
            "B1",
            kind,
            format!("a bundle does not take a {kind}, and there is `{name}`"),
            help,
        );
    }
}

fn package(input: &Input<'_>, report: &mut Report<'_>) {
    let settings = &input.settings.package;
    let (name, version) = (olm::csv_name(input), olm::version(input));
    if version.contains('+') {
        report(
            Level::Error,
            "B2",
            "package.version",
            format!("`{version}` has build metadata, and names of Kubernetes take no `+`"),
            "set `version` under `[package]` to one without",
        );
    } else if name.len() > names::LABEL_MAX {
        report(
            Level::Error,
            "B2",
            "package.name",
            format!(
                "the ClusterServiceVersion would be called `{name}`, {} characters; {} are the limit",
                name.len(),
                names::LABEL_MAX
            ),
            "set a shorter `name` under `[package]`",
        );
    }
    if let (Some(channels), Some(default)) = (&settings.channels, &settings.default_channel)
        && !channels.contains(default)
    {
        report(
            Level::Error,
            "B2",
            "package.default-channel",
            format!("`{default}` is none of the channels"),
            "add it to `channels`, or leave it out: the first of them is taken",
        );
    }
    let before = settings.replaces.iter().chain(&settings.skips);
    for other in before.filter(|other| other.as_str() == name) {
        report(
            Level::Error,
            "B2",
            "package.replaces",
            format!("`{other}` is this very version"),
            "name the version before it",
        );
    }
    if let (Some(file), Some(_)) = (&settings.description_file, &settings.description) {
        report(
            Level::Error,
            "B2",
            "package.description-file",
            format!("there is a `description` too, so nobody would see `{file}`"),
            "leave one of the two out",
        );
    }
}

/// Settings of objects that OLM makes by itself.
fn lost(input: &Input<'_>, report: &mut Report<'_>) {
    let settings = input.settings;
    let mut note = |place: &str, message: &str, help: &str| {
        report(Level::Warning, "B3", place, message.to_owned(), help);
    };
    if !settings.service_account.annotations.is_empty() {
        note(
            "service-account.annotations",
            "OLM makes the ServiceAccount, and gives it no annotations",
            "annotate it after the installation, or let the operator's users make it beforehand",
        );
    }
    if !settings.deploy.annotations.is_empty() {
        note(
            "deploy.annotations",
            "a bundle has no place for annotations of the Deployment; its pods have them",
            "nothing has to be done if they are for the pods",
        );
    }
    if settings.rbac.create == Some(false) {
        note(
            "rbac.create",
            "OLM makes the roles from the bundle, whoever makes them elsewhere",
            "nothing has to be done; who installs the bundle sees the rights in it",
        );
    }
}

/// Rights in the operator's own namespace become rights in all of them.
fn widened(input: &Input<'_>, objects: &Objects, report: &mut Report<'_>) {
    if *input.settings.deploy.watch() != Watch::All {
        return;
    }
    let words = |rule: &Value, key: &str| {
        let words = rule[key]
            .as_array()
            .into_iter()
            .flatten()
            .filter_map(Value::as_str);
        words.map(str::to_owned).collect::<Vec<_>>()
    };
    // The election's lease is every operator's, and of no use to anybody else.
    let is_of_election = |rule: &Value| {
        rule["apiGroups"] == json!(["coordination.k8s.io"]) && rule["resources"] == json!(["leases"])
    };
    let rights: Vec<String> = permissions(&objects.grants)
        .namespaced
        .iter()
        .filter(|rule| !is_of_election(rule))
        .map(|rule| {
            let named = match words(rule, "resourceNames").as_slice() {
                [] => String::new(),
                names => format!(" called {}", names.join(", ")),
            };
            format!(
                "{} on {}{named}",
                words(rule, "verbs").join(", "),
                words(rule, "resources").join(", ")
            )
        })
        .collect();
    if rights.is_empty() {
        return;
    }
    report(
        Level::Note,
        "B4",
        "permissions",
        format!(
            "the operator watches all namespaces, and then OLM grants in the whole cluster what it needs in its own \
             namespace alone: {}",
            rights.join("; ")
        ),
        "who installs it with other means than OLM gets the narrow rights",
    );
}

/// What OLM v1 cannot install.
fn v1(input: &Input<'_>, report: &mut Report<'_>) {
    if !olm::is_supported(input, "AllNamespaces") {
        report(
            Level::Error,
            "B5",
            "deploy.watch",
            "OLM v1 installs only operators that can watch all namespaces".to_owned(),
            "set `deploy.watch = \"all\"`, in a profile for OLM v1 if need be",
        );
    }
    for kind in olm::foreign(input.operator) {
        report(
            Level::Error,
            "B5",
            "dependencies",
            format!(
                "the operator needs `{}` of `{}`, and OLM v1 resolves no dependencies",
                kind.kind,
                kind.api_version()
            ),
            "have what brings the kind installed beforehand, and leave it out of the handlers' arguments",
        );
    }
    for dependency in &input.settings.package.dependencies {
        report(
            Level::Error,
            "B5",
            "package.dependencies",
            format!("OLM v1 does not install the package `{}`", dependency.package),
            "leave it out, and say in the description what has to be there",
        );
    }
}

/// What OperatorHub asks for.
fn catalogs(input: &Input<'_>, facts: &Facts, report: &mut Report<'_>) {
    let settings = &input.settings.package;
    let missing: Vec<&str> = [
        ("icon", facts.icon.is_none()),
        ("provider.name", settings.provider.name.is_none()),
        ("maintainers", olm::maintainers(input).is_empty()),
        ("links", olm::links(input).is_empty()),
        ("categories", settings.categories.is_empty()),
    ]
    .into_iter()
    .filter(|(_, is_missing)| *is_missing)
    .map(|(key, _)| key)
    .collect();
    if !missing.is_empty() {
        report(
            Level::Note,
            "B6",
            "package",
            format!("catalogs such as OperatorHub ask for `{}`", missing.join("`, `")),
            "set them under `[package]` in kopr.toml",
        );
    }
    if facts.created_at.is_none() {
        report(
            Level::Note,
            "B6",
            "package",
            "catalogs such as OperatorHub ask for the time, and the bundle has none".to_owned(),
            "set SOURCE_DATE_EPOCH once, such as to `git log -1 --format=%ct`; it is kept until the bundle changes",
        );
    }
}
