//! Choices: values that decide what is there. Each is rendered in all its states by the builders, and the
//! differences become conditions.

use std::collections::BTreeMap;

use serde_json::json;

use super::holes::{self, Holes};
use crate::settings::{
    EnvName, LabelKey, LabelValue, Monitor, ObjectName, Quantity, Settings, TlsSettings, TopologySpread,
    Watch,
};

/// What one rendering is made from.
#[derive(Clone, Debug)]
pub(super) struct Variant {
    /// The settings, with holes.
    pub(super) settings: Settings,
    /// Whether CRDs are in the chart.
    pub(super) install_crds: bool,
    /// Whether they stay when the release goes.
    pub(super) keep_crds: bool,
}

/// A state of a choice.
#[derive(Debug)]
pub(super) struct State {
    /// The condition under which it holds.
    pub(super) when: &'static str,
    /// Brings a variant into it.
    pub(super) set: fn(&mut Variant, &Holes),
}

/// A choice; of its states exactly one holds. In the first, most is there.
#[derive(Debug)]
pub(super) struct Choice {
    /// The value that decides.
    pub(super) key: &'static str,
    /// Whether it changes things that no other choice does, so that it need not be tried with the states of others.
    pub(super) alone: bool,
    /// At least two.
    pub(super) states: &'static [State],
}

/// A choice between on and off.
macro_rules! switch {
    ($key:literal, $variant:ident, $set:expr) => {
        Choice {
            key: $key,
            alone: false,
            states: &[
                State {
                    when: concat!("$.Values.", $key),
                    set: |$variant, _| $set = true.into(),
                },
                State {
                    when: concat!("not $.Values.", $key),
                    set: |$variant, _| $set = false.into(),
                },
            ],
        }
    };
}

/// A choice between something and nothing.
macro_rules! option {
    ($key:literal, $alone:literal, |$variant:ident, $holes:ident| $set:expr, $unset:expr) => {
        Choice {
            key: $key,
            alone: $alone,
            states: &[
                State {
                    when: concat!("$.Values.", $key),
                    set: |$variant, $holes| $set,
                },
                State {
                    when: concat!("not $.Values.", $key),
                    set: |$variant, _| $unset,
                },
            ],
        }
    };
}

/// All choices, by key.
pub(super) static CHOICES: &[Choice] = &[
    switch!("alerts.enabled", variant, variant.settings.alerts.enabled),
    option!(
        "alerts.runbookUrl",
        true,
        |variant, holes| variant.settings.alerts.runbook_url = Some(holes.text(holes::RUNBOOK)),
        variant.settings.alerts.runbook_url = None
    ),
    option!(
        "class",
        true,
        |variant, holes| variant.settings.deploy.class = holes.setting(holes::CLASS),
        variant.settings.deploy.class = None
    ),
    switch!("crds.install", variant, variant.install_crds),
    switch!("crds.keep", variant, variant.keep_crds),
    switch!("dashboard.enabled", variant, variant.settings.dashboard.enabled),
    Choice {
        key: "env",
        alone: true,
        states: &[
            State {
                when: "$value",
                set: |variant, holes| variable(variant, holes, holes.text(holes::VARIABLE_VALUE)),
            },
            State {
                when: "not $value",
                set: |variant, holes| variable(variant, holes, String::new()),
            },
        ],
    },
    switch!("leaderElection", variant, variant.settings.deploy.leader_election),
    // A short one shortens the timeout too.
    Choice {
        key: "metrics.interval",
        alone: false,
        states: &[
            State {
                when: r#"and $.Values.metrics.interval (lt (int64 (include "CHART.milliseconds" $)) 10000)"#,
                set: |variant, _| variant.settings.metrics.interval = Holes::interval(holes::SHORT),
            },
            State {
                when: r#"and $.Values.metrics.interval (ge (int64 (include "CHART.milliseconds" $)) 10000)"#,
                set: |variant, _| variant.settings.metrics.interval = Holes::interval(holes::LONG),
            },
            State {
                when: "not $.Values.metrics.interval",
                set: |variant, _| variant.settings.metrics.interval = None,
            },
        ],
    },
    Choice {
        key: "metrics.monitor",
        alone: false,
        states: &[
            State {
                when: r#"eq $.Values.metrics.monitor "service""#,
                set: |variant, _| variant.settings.metrics.monitor = Some(Monitor::Service),
            },
            State {
                when: r#"eq $.Values.metrics.monitor "pod""#,
                set: |variant, _| variant.settings.metrics.monitor = Some(Monitor::Pod),
            },
            State {
                when: r#"eq $.Values.metrics.monitor "none""#,
                set: |variant, _| variant.settings.metrics.monitor = Some(Monitor::None),
            },
        ],
    },
    option!(
        "metrics.tls.secret",
        false,
        |variant, holes| variant.settings.metrics.tls = holes
            .setting::<ObjectName>(holes::TLS_SECRET)
            .map(|secret| TlsSettings { secret }),
        variant.settings.metrics.tls = None
    ),
    switch!(
        "networkPolicy.egress",
        variant,
        variant.settings.network_policy.egress
    ),
    switch!(
        "networkPolicy.enabled",
        variant,
        variant.settings.network_policy.enabled
    ),
    option!(
        "networkPolicy.metricsFrom",
        false,
        |variant, holes| variant.settings.network_policy.metrics_from = labels(holes, holes::METRICS_FROM),
        variant.settings.network_policy.metrics_from.clear()
    ),
    Choice {
        key: "podDisruptionBudget",
        alone: false,
        states: &[
            State {
                when: "$.Values.podDisruptionBudget",
                set: |variant, _| variant.settings.deploy.pod_disruption_budget = Some(true),
            },
            State {
                when: r#"kindIs "invalid" $.Values.podDisruptionBudget"#,
                set: |variant, _| variant.settings.deploy.pod_disruption_budget = None,
            },
            State {
                when: r#"eq (toString $.Values.podDisruptionBudget) "false""#,
                set: |variant, _| variant.settings.deploy.pod_disruption_budget = Some(false),
            },
        ],
    },
    option!(
        "priorityClass",
        true,
        |variant, holes| variant.settings.deploy.priority_class = holes.setting(holes::PRIORITY_CLASS),
        variant.settings.deploy.priority_class = None
    ),
    switch!("rbac.aggregate", variant, variant.settings.rbac.aggregate),
    switch!("rbac.create", variant, variant.settings.rbac.create),
    switch!("rbac.userRoles", variant, variant.settings.rbac.user_roles),
    Choice {
        key: "replicas",
        alone: false,
        states: &[
            State {
                when: "gt (int $.Values.replicas) 1",
                set: |variant, _| variant.settings.deploy.replicas = Some(2),
            },
            State {
                when: "le (int $.Values.replicas) 1",
                set: |variant, _| variant.settings.deploy.replicas = Some(1),
            },
        ],
    },
    switch!(
        "serviceAccount.create",
        variant,
        variant.settings.service_account.create
    ),
    Choice {
        key: "topologySpread",
        alone: false,
        states: &[
            State {
                when: r#"kindIs "invalid" $.Values.topologySpread"#,
                set: |variant, _| variant.settings.deploy.topology_spread = None,
            },
            State {
                when: "$.Values.topologySpread",
                set: |variant, holes| variant.settings.deploy.topology_spread = Some(spread(holes)),
            },
            State {
                when: r#"eq (toJson $.Values.topologySpread) "[]""#,
                set: |variant, _| variant.settings.deploy.topology_spread = Some(Vec::new()),
            },
        ],
    },
    Choice {
        key: "watch.scope",
        alone: false,
        states: &[
            State {
                when: r#"eq $.Values.watch.scope "all""#,
                set: |variant, _| variant.settings.deploy.watch = Some(Watch::All),
            },
            State {
                when: r#"eq $.Values.watch.scope "own""#,
                set: |variant, _| variant.settings.deploy.watch = Some(Watch::Own),
            },
            State {
                when: r#"eq $.Values.watch.scope "list""#,
                set: |variant, holes| {
                    let watched = holes.setting(holes::WATCHED).into_iter().collect();
                    variant.settings.deploy.watch = Some(Watch::Namespaces(watched));
                },
            },
        ],
    },
];

fn variable(variant: &mut Variant, holes: &Holes, value: String) {
    variant.settings.deploy.env = holes
        .setting::<EnvName>(holes::VARIABLE)
        .map(|name| (name, value))
        .into_iter()
        .collect();
}

fn spread(holes: &Holes) -> Vec<TopologySpread> {
    let rule = json!({
        "maxSkew": 1,
        "topologyKey": holes.text(holes::SPREAD),
        "whenUnsatisfiable": "ScheduleAnyway",
    });
    serde_json::from_value(rule).into_iter().collect()
}

/// A map that is one hole.
pub(super) fn labels(holes: &Holes, letter: char) -> BTreeMap<LabelKey, LabelValue> {
    holes
        .setting(letter)
        .zip(LabelValue::try_from("x".to_owned()).ok())
        .into_iter()
        .collect()
}

/// The settings with a hole wherever a value says how something is called or what is added to it. What is not a
/// value, such as how manifests are applied, stays.
pub(super) fn open(settings: &Settings, holes: &Holes) -> Variant {
    let texts = |letter| {
        holes
            .setting::<LabelKey>(letter)
            .map(|key| (key, "x".to_owned()))
            .into_iter()
            .collect()
    };
    let one = |letter| {
        holes
            .resource(letter)
            .zip(Quantity::try_from("1".to_owned()).ok())
            .map(|pair| [pair].into())
    };
    let mut settings = settings.clone();
    settings.uncut_names = true;
    settings.operator.instance = holes.setting(holes::INSTANCE);
    settings.operator.labels = labels(holes, holes::COMMON_LABELS);
    settings.operator.annotations = texts(holes::COMMON_ANNOTATIONS);
    settings.image.pull_secrets = holes.setting(holes::PULL_SECRET).into_iter().collect();
    let deploy = &mut settings.deploy;
    deploy.namespace = holes.setting(holes::NAMESPACE);
    // Helm makes namespaces itself.
    deploy.create_namespace = Some(false);
    deploy.resources.requests = one(holes::REQUESTS);
    deploy.resources.limits = one(holes::LIMITS);
    deploy.node_selector = labels(holes, holes::NODE_SELECTOR);
    let toleration = json!([{ "key": holes.text(holes::TOLERATION), "operator": "Exists" }]);
    deploy.tolerations = serde_json::from_value(toleration).ok();
    let affinity = json!({ "nodeAffinity": holes.text(holes::AFFINITY) });
    deploy.affinity = serde_json::from_value(affinity).ok();
    deploy.labels = labels(holes, holes::POD_LABELS);
    deploy.annotations = texts(holes::POD_ANNOTATIONS);
    settings.service_account.name = holes.setting(holes::ACCOUNT);
    settings.service_account.annotations = texts(holes::ACCOUNT_ANNOTATIONS);
    settings.metrics.monitor_labels = labels(holes, holes::MONITOR_LABELS);
    settings.alerts.rule_labels = Some(labels(holes, holes::RULE_LABELS));
    settings.alerts.labels = holes
        .setting(holes::ALERT_LABELS)
        .map(|key| (key, "x".to_owned()))
        .into_iter()
        .collect();
    settings.dashboard.labels = Some(labels(holes, holes::DASHBOARD_LABELS));
    settings.dashboard.annotations = texts(holes::DASHBOARD_ANNOTATIONS);
    Variant {
        settings,
        install_crds: true,
        keep_crds: true,
    }
}
