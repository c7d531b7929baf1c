//! The table of values: each stands for a setting of `kopr.toml`, whose effective value is its default.

use serde_json::{Value as Json, json};

use crate::emit::Input;
use crate::objects::pod_spec;
use crate::settings::Watch;

/// What a value takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// True or false.
    Flag,
    /// True, false, or null.
    MaybeFlag,
    /// A whole number, zero or more.
    Count,
    /// One of some words.
    Word(&'static [&'static str]),
    /// Text of this pattern.
    Text(&'static str),
    /// Text of this pattern, or none.
    MaybeText(&'static str),
    /// A list of texts of this pattern.
    Texts(&'static str),
    /// Labels.
    Labels,
    /// Labels, or null.
    MaybeLabels,
    /// Labels of alerts.
    AlertLabels,
    /// Annotations.
    Annotations,
    /// Environment variables.
    Variables,
    /// Amounts of resources.
    Amounts,
    /// Tolerations.
    Tolerations,
    /// An affinity.
    Affinity,
    /// Rules of spreading, or null.
    Spread,
}

/// A value of the chart.
#[derive(Debug)]
pub struct Value {
    /// Where it is, with dots.
    pub key: &'static str,
    /// What it takes.
    pub kind: Kind,
    /// The setting of `kopr.toml` that it stands for.
    pub setting: Option<&'static str>,
    /// What it is for.
    pub about: &'static str,
    /// What it is unless it is given: what `kopr.toml` says.
    pub default: fn(&Input<'_>) -> Json,
}

const LABEL: &str = "[a-z0-9]([-a-z0-9]{0,61}[a-z0-9])?";
const NAME: &str = "[a-z]([-a-z0-9]{0,61}[a-z0-9])?";
const SUBDOMAIN: &str = r"[a-z0-9]([-a-z0-9]*[a-z0-9])?(\.[a-z0-9]([-a-z0-9]*[a-z0-9])?)*";
const WORD: &str = "[A-Za-z0-9]([-A-Za-z0-9_.]{0,61}[A-Za-z0-9])?";
const DURATION: &str = "([0-9]+y)?([0-9]+w)?([0-9]+d)?([0-9]+h)?([0-9]+m)?([0-9]+s)?([0-9]+ms)?";

/// All values. Those that no template of an operator reads are left out of its chart.
pub static VALUES: &[Value] = &[
    Value {
        key: "nameOverride",
        kind: Kind::MaybeText(LABEL),
        setting: None,
        about: "Takes the place of the chart's name in the names of objects.",
        default: |_| json!(""),
    },
    Value {
        key: "fullnameOverride",
        kind: Kind::MaybeText(NAME),
        setting: None,
        about: "The name of this copy of the operator, which the names of its objects begin with. Unless set, the \
                name of the release if it holds the chart's name, else both.",
        default: |_| json!(""),
    },
    Value {
        key: "commonLabels",
        kind: Kind::Labels,
        setting: Some("operator.labels"),
        about: "Labels of every object.",
        default: |input| json!(input.settings.operator.labels),
    },
    Value {
        key: "commonAnnotations",
        kind: Kind::Annotations,
        setting: Some("operator.annotations"),
        about: "Annotations of every object.",
        default: |input| json!(input.settings.operator.annotations),
    },
    Value {
        key: "image.repository",
        kind: Kind::Text("[a-z0-9][-a-z0-9._:/]*[a-z0-9]"),
        setting: Some("image.repository"),
        about: "Registry and path of the image, without tag.",
        default: |input| match &input.settings.image.repository {
            Some(repository) => json!(repository),
            None => json!(input.operator.name),
        },
    },
    Value {
        key: "image.tag",
        kind: Kind::MaybeText("[A-Za-z0-9_][-A-Za-z0-9_.]{0,127}"),
        setting: Some("image.tag"),
        about: "Tag of the image. The version of the operator unless set.",
        default: |input| json!(input.settings.image.tag.as_ref().map_or("", |tag| tag.as_str())),
    },
    Value {
        key: "image.digest",
        kind: Kind::MaybeText("sha256:[0-9a-f]{64}|sha512:[0-9a-f]{128}"),
        setting: Some("image.digest"),
        about: "Digest of the image; wins over the tag.",
        default: |input| {
            json!(
                input
                    .settings
                    .image
                    .digest
                    .as_ref()
                    .map_or("", |digest| digest.as_str())
            )
        },
    },
    Value {
        key: "image.pullPolicy",
        kind: Kind::Word(&["Always", "IfNotPresent", "Never"]),
        setting: Some("image.pull-policy"),
        about: "When the image is pulled.",
        default: |input| json!(input.settings.image.pull_policy.unwrap_or_default()),
    },
    Value {
        key: "image.pullSecrets",
        kind: Kind::Texts(SUBDOMAIN),
        setting: Some("image.pull-secrets"),
        about: "Names of the Secrets with which the image is pulled.",
        default: |input| json!(input.settings.image.pull_secrets),
    },
    Value {
        key: "replicas",
        kind: Kind::Count,
        setting: Some("deploy.replicas"),
        about: "Number of pods; one of them works, the others stand by.",
        default: |input| json!(input.settings.deploy.replicas.unwrap_or(1)),
    },
    Value {
        key: "leaderElection",
        kind: Kind::Flag,
        setting: Some("deploy.leader-election"),
        about: "Whether a pod is elected before it works. Without, the Deployment recreates its pod.",
        default: |input| json!(input.settings.deploy.leader_election.unwrap_or(true)),
    },
    Value {
        key: "watch.scope",
        kind: Kind::Word(&["all", "own", "list"]),
        setting: Some("deploy.watch"),
        about: "Which namespaces are watched: all, the operator's own, or those listed in watch.namespaces.",
        default: |input| match &input.settings.deploy.watch {
            None | Some(Watch::All) => json!("all"),
            Some(Watch::Own) => json!("own"),
            Some(Watch::Namespaces(_)) => json!("list"),
        },
    },
    Value {
        key: "watch.namespaces",
        kind: Kind::Texts(LABEL),
        setting: Some("deploy.watch"),
        about: "The namespaces that are watched with the scope list. They have to be there.",
        default: |input| match &input.settings.deploy.watch {
            Some(Watch::Namespaces(namespaces)) => json!(namespaces),
            _ => json!([]),
        },
    },
    Value {
        key: "class",
        kind: Kind::MaybeText(WORD),
        setting: Some("deploy.class"),
        about: "Class of this copy: it works only on objects whose class label has this value. On all unless set.",
        default: |input| {
            json!(
                input
                    .settings
                    .deploy
                    .class
                    .as_ref()
                    .map_or("", |class| class.as_str())
            )
        },
    },
    Value {
        key: "env",
        kind: Kind::Variables,
        setting: Some("deploy.env"),
        about: "Environment of the container: names and values.",
        default: |input| json!(input.settings.deploy.env),
    },
    Value {
        key: "resources.requests",
        kind: Kind::Amounts,
        setting: Some("deploy.resources.requests"),
        about: "What is set aside for the container. Helm merges this with what is given; null takes a key away.",
        default: |input| json!(pod_spec::requests(input)),
    },
    Value {
        key: "resources.limits",
        kind: Kind::Amounts,
        setting: Some("deploy.resources.limits"),
        about: "What is the most for the container.",
        default: |input| json!(pod_spec::limits(input)),
    },
    Value {
        key: "podLabels",
        kind: Kind::Labels,
        setting: Some("deploy.labels"),
        about: "Labels of the Deployment and its pods.",
        default: |input| json!(input.settings.deploy.labels),
    },
    Value {
        key: "podAnnotations",
        kind: Kind::Annotations,
        setting: Some("deploy.annotations"),
        about: "Annotations of the Deployment and its pods.",
        default: |input| json!(input.settings.deploy.annotations),
    },
    Value {
        key: "nodeSelector",
        kind: Kind::Labels,
        setting: Some("deploy.node-selector"),
        about: "Labels of nodes that the pods may run on.",
        default: |input| json!(input.settings.deploy.node_selector),
    },
    Value {
        key: "tolerations",
        kind: Kind::Tolerations,
        setting: Some("deploy.tolerations"),
        about: "Taints that the pods tolerate.",
        default: |input| json!(input.settings.deploy.tolerations.as_deref().unwrap_or_default()),
    },
    Value {
        key: "affinity",
        kind: Kind::Affinity,
        setting: Some("deploy.affinity"),
        about: "Affinity of the pods.",
        default: |input| match &input.settings.deploy.affinity {
            Some(affinity) => affinity.to_value(),
            None => json!({}),
        },
    },
    Value {
        key: "topologySpread",
        kind: Kind::Spread,
        setting: Some("deploy.topology-spread"),
        about: "How pods spread over the cluster; the selector is the operator's own. With null, over nodes and \
                zones as far as possible where there is more than one pod.",
        default: |input| match &input.settings.deploy.topology_spread {
            Some(rules) => rules
                .iter()
                .map(crate::settings::TopologySpread::to_value)
                .collect(),
            None => Json::Null,
        },
    },
    Value {
        key: "priorityClass",
        kind: Kind::MaybeText(SUBDOMAIN),
        setting: Some("deploy.priority-class"),
        about: "PriorityClass of the pods.",
        default: |input| {
            json!(
                input
                    .settings
                    .deploy
                    .priority_class
                    .as_ref()
                    .map_or("", |name| name.as_str())
            )
        },
    },
    Value {
        key: "podDisruptionBudget",
        kind: Kind::MaybeFlag,
        setting: Some("deploy.pod-disruption-budget"),
        about: "Whether a PodDisruptionBudget sees to it that one pod at a time is drained. With null, where there is \
                more than one.",
        default: |input| json!(input.settings.deploy.pod_disruption_budget),
    },
    Value {
        key: "serviceAccount.create",
        kind: Kind::Flag,
        setting: Some("service-account.create"),
        about: "Whether the ServiceAccount is made.",
        default: |input| json!(input.settings.service_account.create.unwrap_or(true)),
    },
    Value {
        key: "serviceAccount.name",
        kind: Kind::MaybeText(SUBDOMAIN),
        setting: Some("service-account.name"),
        about: "Its name. That of the copy unless set.",
        default: |input| {
            json!(
                input
                    .settings
                    .service_account
                    .name
                    .as_ref()
                    .map_or("", |name| name.as_str())
            )
        },
    },
    Value {
        key: "serviceAccount.annotations",
        kind: Kind::Annotations,
        setting: Some("service-account.annotations"),
        about: "Its annotations, such as those by which a cloud gives it an identity.",
        default: |input| json!(input.settings.service_account.annotations),
    },
    Value {
        key: "rbac.create",
        kind: Kind::Flag,
        setting: Some("rbac.create"),
        about: "Whether the operator's roles and bindings are made; without, someone else has to grant the same.",
        default: |input| json!(input.settings.rbac.create.unwrap_or(true)),
    },
    Value {
        key: "rbac.userRoles",
        kind: Kind::Flag,
        setting: Some("rbac.user-roles"),
        about: "Whether there are viewer, editor and admin ClusterRoles for each kind.",
        default: |input| json!(input.settings.rbac.user_roles.unwrap_or(true)),
    },
    Value {
        key: "rbac.aggregate",
        kind: Kind::Flag,
        setting: Some("rbac.aggregate"),
        about: "Whether those are added to the cluster's own view, edit and admin.",
        default: |input| json!(input.settings.rbac.aggregate.unwrap_or(false)),
    },
    Value {
        key: "crds.install",
        kind: Kind::Flag,
        setting: None,
        about: "Whether the CRDs are installed and upgraded with the release. One release in a cluster does that.",
        default: |_| json!(true),
    },
    Value {
        key: "crds.keep",
        kind: Kind::Flag,
        setting: None,
        about: "Whether the CRDs, and so all objects of their kinds, stay when the release is uninstalled.",
        default: |_| json!(true),
    },
    Value {
        key: "metrics.monitor",
        kind: Kind::Word(&["service", "pod", "none"]),
        setting: Some("metrics.monitor"),
        about: "How a Prometheus of the Prometheus Operator finds the metrics: by a ServiceMonitor, by a PodMonitor, \
                or not at all. The first two need its CRDs.",
        default: |input| json!(input.settings.metrics.monitor.unwrap_or_default().as_str()),
    },
    Value {
        key: "metrics.monitorLabels",
        kind: Kind::Labels,
        setting: Some("metrics.monitor-labels"),
        about: "Labels by which a Prometheus chooses its monitors.",
        default: |input| json!(input.settings.metrics.monitor_labels),
    },
    Value {
        key: "metrics.interval",
        kind: Kind::MaybeText(DURATION),
        setting: Some("metrics.interval"),
        about: "Time between two scrapes. That of the Prometheus unless set.",
        default: |input| {
            json!(
                input
                    .settings
                    .metrics
                    .interval
                    .as_ref()
                    .map_or("", |interval| interval.as_str())
            )
        },
    },
    Value {
        key: "metrics.tls.secret",
        kind: Kind::MaybeText(SUBDOMAIN),
        setting: Some("metrics.tls.secret"),
        about: "Secret in the release's namespace with tls.crt, tls.key and ca.crt. Metrics are served over plain \
                HTTP unless set.",
        default: |input| {
            json!(
                input
                    .settings
                    .metrics
                    .tls
                    .as_ref()
                    .map_or("", |tls| tls.secret.as_str())
            )
        },
    },
    Value {
        key: "alerts.enabled",
        kind: Kind::Flag,
        setting: Some("alerts.enabled"),
        about: "Whether there is a PrometheusRule. It needs the CRDs of the Prometheus Operator.",
        default: |input| json!(input.settings.alerts.enabled.unwrap_or(true)),
    },
    Value {
        key: "alerts.ruleLabels",
        kind: Kind::MaybeLabels,
        setting: Some("alerts.rule-labels"),
        about: "Labels by which a Prometheus chooses its rules. With null, those of metrics.monitorLabels.",
        default: |input| json!(input.settings.alerts.rule_labels),
    },
    Value {
        key: "alerts.labels",
        kind: Kind::AlertLabels,
        setting: Some("alerts.labels"),
        about: "Labels of every alert, for whoever routes them.",
        default: |input| json!(input.settings.alerts.labels),
    },
    Value {
        key: "alerts.runbookUrl",
        kind: Kind::MaybeText(".*"),
        setting: Some("alerts.runbook-url"),
        about: "Where runbooks are: the alert's name is put behind it.",
        default: |input| json!(input.settings.alerts.runbook_url.as_deref().unwrap_or_default()),
    },
    Value {
        key: "dashboard.enabled",
        kind: Kind::Flag,
        setting: Some("dashboard.enabled"),
        about: "Whether there is a ConfigMap with a dashboard for Grafana.",
        default: |input| json!(input.settings.dashboard.enabled.unwrap_or(true)),
    },
    Value {
        key: "dashboard.labels",
        kind: Kind::Labels,
        setting: Some("dashboard.labels"),
        about: "Labels by which Grafana's sidecar finds the ConfigMap.",
        default: |input| match &input.settings.dashboard.labels {
            Some(labels) => json!(labels),
            None => json!({ "grafana_dashboard": "1" }),
        },
    },
    Value {
        key: "dashboard.annotations",
        kind: Kind::Annotations,
        setting: Some("dashboard.annotations"),
        about: "Annotations of the ConfigMap, such as the one that names a folder.",
        default: |input| json!(input.settings.dashboard.annotations),
    },
    Value {
        key: "networkPolicy.enabled",
        kind: Kind::Flag,
        setting: Some("network-policy.enabled"),
        about: "Whether a NetworkPolicy says who may talk to the pods.",
        default: |input| json!(input.settings.network_policy.enabled.unwrap_or(true)),
    },
    Value {
        key: "networkPolicy.metricsFrom",
        kind: Kind::Labels,
        setting: Some("network-policy.metrics-from"),
        about: "Labels of namespaces from which metrics may be collected. From anywhere unless set.",
        default: |input| json!(input.settings.network_policy.metrics_from),
    },
    Value {
        key: "networkPolicy.egress",
        kind: Kind::Flag,
        setting: Some("network-policy.egress"),
        about: "Whether what the pods may reach is limited too.",
        default: |input| json!(input.settings.network_policy.egress.unwrap_or(false)),
    },
];

/// The values that these texts read.
pub(super) fn read_by(texts: &[&str]) -> Vec<&'static Value> {
    let is_read = |value: &&Value| {
        let expression = format!(".Values.{}", value.key);
        texts.iter().any(|text| {
            text.match_indices(&expression).any(|(at, _)| {
                let next = text[at + expression.len()..].chars().next();
                !next.is_some_and(|c| c.is_ascii_alphanumeric())
            })
        })
    };
    VALUES.iter().filter(is_read).collect()
}
