//! O1, O6-O9: choices of the deployer that work against the operator, against each other, or on nothing.

use kopr_model::{env, names};
use serde_json::Value;

use super::{Family, Finding, Level, Rule, Subject};
use crate::emit::Input;
use crate::objects::{metadata, ports, rbac, service_account};
use crate::settings::Watch;

pub(super) const FAMILY: Family = Family {
    name: "settings",
    rules: &[
        Rule {
            id: "O1",
            about: "copies of an operator in one cluster work on objects of their own",
        },
        Rule {
            id: "O6",
            about: "what the manifests leave to others is known",
        },
        Rule {
            id: "O7",
            about: "a setting has something to work on",
        },
        Rule {
            id: "O8",
            about: "the program listens where the manifests say it does",
        },
        Rule {
            id: "O9",
            about: "labels of every object are none that Kubernetes itself acts on",
        },
    ],
    on: Subject::Whole(check),
};

fn check(input: &Input<'_>, findings: &mut Vec<Finding>) {
    let mut report = |level, rule, place: &str, message: String, help: &str| {
        findings.push(Finding::of(level, rule, place, message, help));
    };
    copies(input, &mut report);
    left_to_others(input, &mut report);
    for (setting, why) in idle(input) {
        report(
            Level::Warning,
            "O7",
            setting,
            format!("it has no effect: {why}"),
            "leave it out",
        );
    }
    addresses(input, &mut report);
    let acted_on = ["pod-security.kubernetes.io/", "rbac.authorization.k8s.io/"];
    for label in input.settings.operator.labels.keys() {
        if acted_on.iter().any(|prefix| label.as_str().starts_with(prefix)) {
            report(
                Level::Error,
                "O9",
                "operator.labels",
                format!("Kubernetes acts on `{label}`, and every object would carry it"),
                "`rbac.aggregate` adds roles to the cluster's own; the Namespace has its pod security level already",
            );
        }
    }
}

type Report<'a> = dyn FnMut(Level, &'static str, &str, String, &str) + 'a;

/// A copy has a name of its own, but the same objects as any other.
fn copies(input: &Input<'_>, report: &mut Report<'_>) {
    let deploy = &input.settings.deploy;
    let watches_all = matches!(deploy.watch, None | Some(Watch::All));
    let is_copy = metadata::instance(input) != input.operator.name;
    if is_copy && watches_all && deploy.class.is_none() && !input.operator.controllers.is_empty() {
        report(
            Level::Warning,
            "O1",
            "operator.instance",
            format!(
                "`{}` works on all objects, as any other copy in the cluster does",
                metadata::instance(input)
            ),
            "give each copy a `deploy.class`, or let `deploy.watch` give each its namespaces",
        );
    }
    let (labels, annotations) = (
        &input.settings.operator.labels,
        &input.settings.operator.annotations,
    );
    if is_copy && !input.operator.resources.is_empty() && !(labels.is_empty() && annotations.is_empty()) {
        report(
            Level::Note,
            "O1",
            "operator.labels",
            "the CRDs carry them too, and all copies share the CRDs: the copy that is applied last sets them"
                .to_owned(),
            "give all copies the same, or use `deploy.labels` and `deploy.annotations` for what is this copy's alone",
        );
    }
}

/// What somebody else has to make, in words that can be acted on.
fn left_to_others(input: &Input<'_>, report: &mut Report<'_>) {
    let (account, namespace) = (service_account::name(input), metadata::namespace(input));
    if !service_account::is_made(input) {
        report(
            Level::Note,
            "O6",
            "ServiceAccount",
            format!("`{account}` has to be in the namespace `{namespace}` before the operator starts"),
            "make it there, or leave `service-account.create` out",
        );
    }
    if input.settings.rbac.create != Some(false) {
        return;
    }
    for role in rbac::grants(input) {
        let Some(rules) = role["rules"].as_array() else {
            continue;
        };
        let place = match role["metadata"]["namespace"].as_str() {
            Some(namespace) => format!("in the namespace `{namespace}`"),
            None => "in the whole cluster".to_owned(),
        };
        report(
            Level::Note,
            "O6",
            role["kind"].as_str().unwrap_or_default(),
            format!(
                "the ServiceAccount `{namespace}/{account}` has to be allowed {place}: {}",
                rules.iter().map(in_words).collect::<Vec<_>>().join("; ")
            ),
            "grant it, or leave `rbac.create` out",
        );
    }
}

/// `create, patch on deployments (apps)`.
fn in_words(rule: &Value) -> String {
    let list = |key: &str| {
        let words = rule[key].as_array().into_iter().flatten();
        words.filter_map(Value::as_str).collect::<Vec<_>>().join(", ")
    };
    let mut words = format!("{} on {}", list("verbs"), list("resources"));
    if !list("apiGroups").is_empty() {
        words = format!("{words} ({})", list("apiGroups"));
    }
    if !list("resourceNames").is_empty() {
        words = format!("{words} called {}", list("resourceNames"));
    }
    words
}

/// Settings that are made and change nothing, with the reason.
fn idle(input: &Input<'_>) -> Vec<(&'static str, &'static str)> {
    let (operator, settings) = (input.operator, input.settings);
    let (deploy, metrics, rbac) = (&settings.deploy, &settings.metrics, &settings.rbac);
    let (account, policy) = (&settings.service_account, &settings.network_policy);
    let no_controllers = operator.controllers.is_empty();
    let no_metrics = !operator.ports.iter().any(|port| port.name == names::METRICS);
    let no_kinds = operator.resources.is_empty();
    let no_policy = policy.enabled == Some(false);
    let [controllers, port, kinds, no] = [
        "the operator has no controllers",
        "the program has no metrics",
        "the operator brings no kinds along",
        "there is no NetworkPolicy",
    ];
    [
        (
            deploy.class.is_some() && no_controllers,
            "deploy.class",
            controllers,
        ),
        (
            deploy.watch.is_some() && no_controllers,
            "deploy.watch",
            controllers,
        ),
        (
            deploy.leader_election.is_some() && no_controllers,
            "deploy.leader-election",
            controllers,
        ),
        (metrics.tls.is_some() && no_metrics, "metrics.tls", port),
        (metrics.monitor.is_some() && no_metrics, "metrics.monitor", port),
        (
            !metrics.monitor_labels.is_empty() && no_metrics,
            "metrics.monitor-labels",
            port,
        ),
        (metrics.interval.is_some() && no_metrics, "metrics.interval", port),
        (
            !policy.metrics_from.is_empty() && no_metrics && !no_policy,
            "network-policy.metrics-from",
            port,
        ),
        (
            !policy.metrics_from.is_empty() && no_policy,
            "network-policy.metrics-from",
            no,
        ),
        (
            policy.egress == Some(true) && no_policy,
            "network-policy.egress",
            no,
        ),
        (rbac.user_roles.is_some() && no_kinds, "rbac.user-roles", kinds),
        (
            rbac.aggregate == Some(true) && no_kinds && rbac.user_roles != Some(false),
            "rbac.aggregate",
            kinds,
        ),
        (
            rbac.aggregate == Some(true) && rbac.user_roles == Some(false),
            "rbac.aggregate",
            "there are no roles for users",
        ),
        (
            account.create == Some(false) && !account.annotations.is_empty(),
            "service-account.annotations",
            "the ServiceAccount is not among the manifests",
        ),
    ]
    .into_iter()
    .filter_map(|(is_idle, setting, why)| is_idle.then_some((setting, why)))
    .collect()
}

/// An address in the environment wins over the port that probes, Service and NetworkPolicy go by.
fn addresses(input: &Input<'_>, report: &mut Report<'_>) {
    for port in ports::ports(input) {
        let variable = match port.name.as_str() {
            names::HEALTH => env::HEALTH_ADDRESS,
            names::METRICS => env::METRICS_ADDRESS,
            _ => continue,
        };
        let Some(address) = input.settings.deploy.env.get(variable) else {
            continue;
        };
        let (host, number) = address.rsplit_once(':').unwrap_or((address, ""));
        let is_local = host == "localhost" || host.starts_with("127.") || host == "[::1]";
        if is_local || number != port.number.to_string() {
            report(
                Level::Warning,
                "O8",
                &format!("deploy.env.{variable}"),
                format!(
                    "the manifests say that {} is on port {} of the pod, and the program is told `{address}`",
                    port.name, port.number
                ),
                "leave it out: in a pod the usual port is free",
            );
        }
    }
}
