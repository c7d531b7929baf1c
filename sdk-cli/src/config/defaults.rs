//! What counts for each key where nothing is set. Values come from the functions that objects are built with;
//! tests hold that every key has its row, and that setting a key to its default changes no byte.

use serde_json::{Value, json};

use crate::emit::Input;
use crate::objects::{metadata, pod_spec, service_account};
use crate::olm;
use crate::settings::{Apply, Watch};

/// A key, and what counts where it is not set.
#[derive(Debug)]
pub struct Default {
    /// The key.
    pub key: &'static str,
    /// Its value; null or an empty table where there is none.
    pub value: fn(&Input<'_>) -> Value,
    /// What it follows from; `default` where it follows from nothing.
    pub from: &'static str,
}

/// A value that is the same for each operator.
const fn fixed(key: &'static str, value: fn(&Input<'_>) -> Value) -> Default {
    follows(key, value, "default")
}

/// A value that follows from something else.
const fn follows(key: &'static str, value: fn(&Input<'_>) -> Value, from: &'static str) -> Default {
    Default { key, value, from }
}

/// A key without a value of its own.
const fn none(key: &'static str) -> Default {
    fixed(key, |_| Value::Null)
}

/// Name of an operator: its code says it.
const NAME: &str = "name of the operator";

/// Every key, in the order of the book.
pub static DEFAULTS: &[Default] = &[
    follows(
        "operator.instance",
        |input| json!(metadata::instance(input)),
        NAME,
    ),
    none("operator.labels"),
    none("operator.annotations"),
    follows(
        "image.repository",
        |input| {
            let repository = input.settings.image.repository.as_ref();
            json!(repository.map_or(input.operator.name.as_str(), |repository| repository.as_str()))
        },
        NAME,
    ),
    follows(
        "image.tag",
        // A digest wins over it.
        |input| match &input.settings.image.digest {
            Some(_) => Value::Null,
            None => json!(metadata::version(input)),
        },
        "version in Cargo.toml",
    ),
    none("image.digest"),
    fixed("image.pull-policy", |input| {
        json!(input.settings.image.pull_policy())
    }),
    none("image.pull-secrets"),
    follows(
        "deploy.namespace",
        |input| json!(metadata::namespace(input)),
        "from `operator.instance`",
    ),
    fixed("deploy.create-namespace", |input| {
        json!(input.settings.deploy.create_namespace())
    }),
    fixed("deploy.replicas", |input| json!(input.settings.deploy.replicas())),
    fixed("deploy.watch", |input| match input.settings.deploy.watch() {
        Watch::All => json!("all"),
        Watch::Own => json!("own"),
        Watch::Namespaces(namespaces) => json!(namespaces),
    }),
    none("deploy.class"),
    fixed("deploy.leader-election", |input| {
        json!(input.settings.deploy.leader_election())
    }),
    fixed("deploy.apply", |input| match input.settings.deploy.apply() {
        Apply::ClientSide => json!("client-side"),
        Apply::ServerSide => json!("server-side"),
    }),
    fixed("deploy.resources.requests", |input| {
        json!(pod_spec::requests(input))
    }),
    fixed("deploy.resources.limits", |input| json!(pod_spec::limits(input))),
    none("deploy.node-selector"),
    none("deploy.tolerations"),
    none("deploy.affinity"),
    follows(
        "deploy.topology-spread",
        |input| match pod_spec::topology_spread(input) {
            none if none.is_empty() => Value::Null,
            constraints => json!(constraints),
        },
        "whether `deploy.replicas` is more than 1",
    ),
    follows(
        "deploy.pod-disruption-budget",
        |input| json!(input.settings.deploy.pod_disruption_budget()),
        "whether `deploy.replicas` is more than 1",
    ),
    none("deploy.priority-class"),
    none("deploy.env"),
    none("deploy.labels"),
    none("deploy.annotations"),
    fixed("service-account.create", |input| {
        json!(input.settings.service_account.create())
    }),
    follows(
        "service-account.name",
        |input| json!(service_account::name(input)),
        "as `operator.instance`",
    ),
    none("service-account.annotations"),
    fixed("rbac.create", |input| json!(input.settings.rbac.create())),
    fixed("rbac.user-roles", |input| json!(input.settings.rbac.user_roles())),
    fixed("rbac.aggregate", |input| json!(input.settings.rbac.aggregate())),
    fixed("metrics.monitor", |input| {
        json!(input.settings.metrics.monitor().as_str())
    }),
    none("metrics.monitor-labels"),
    none("metrics.interval"),
    none("metrics.tls.secret"),
    fixed("alerts.enabled", |input| json!(input.settings.alerts.enabled())),
    follows(
        "alerts.rule-labels",
        |input| json!(input.settings.alerts.rule_labels(&input.settings.metrics)),
        "as `metrics.monitor-labels`",
    ),
    none("alerts.labels"),
    none("alerts.runbook-url"),
    fixed("dashboard.enabled", |input| {
        json!(input.settings.dashboard.enabled())
    }),
    fixed("dashboard.labels", |input| {
        json!(input.settings.dashboard.labels())
    }),
    none("dashboard.annotations"),
    fixed("network-policy.enabled", |input| {
        json!(input.settings.network_policy.enabled())
    }),
    none("network-policy.metrics-from"),
    fixed("network-policy.egress", |input| {
        json!(input.settings.network_policy.egress())
    }),
    fixed("helm.crds", |input| json!(input.settings.helm.crds())),
    none("lint.allow"),
    follows("package.name", |input| json!(olm::package(input)), NAME),
    follows(
        "package.version",
        |input| json!(olm::version(input)),
        "version in Cargo.toml",
    ),
    follows(
        "package.display-name",
        |input| json!(olm::display_name(input)),
        NAME,
    ),
    follows("package.summary", description, "description in Cargo.toml"),
    follows("package.description", description, "description in Cargo.toml"),
    none("package.description-file"),
    none("package.icon"),
    none("package.provider.name"),
    none("package.provider.url"),
    follows(
        "package.maintainers",
        |input| some(olm::maintainers(input)),
        "authors in Cargo.toml",
    ),
    follows(
        "package.links",
        |input| some(olm::links(input)),
        "homepage and repository in Cargo.toml",
    ),
    none("package.keywords"),
    none("package.categories"),
    follows(
        "package.maturity",
        |input| json!(olm::maturity(input)),
        "versions of the API",
    ),
    fixed("package.capability-level", |input| {
        json!(input.settings.package.capability_level.unwrap_or_default())
    }),
    follows(
        "package.channels",
        |input| json!(olm::channels(input).0),
        "`stable` from version 1.0.0 on",
    ),
    follows(
        "package.default-channel",
        |input| json!(olm::channels(input).1),
        "first of `package.channels`",
    ),
    none("package.replaces"),
    none("package.skips"),
    none("package.skip-range"),
    follows("package.min-kube-version", minimum, "APIs in use"),
    none("package.architectures"),
    none("package.related-images"),
    none("package.openshift-versions"),
    follows(
        "package.support",
        |input| json!(input.settings.package.provider.name),
        "as `package.provider.name`",
    ),
    fixed("package.monitoring", |input| {
        json!(input.settings.package.monitoring())
    }),
    none("package.dependencies"),
    none("package.annotations"),
];

fn description(input: &Input<'_>) -> Value {
    match input.operator.package.description.as_str() {
        "" => Value::Null,
        description => json!(description),
    }
}

fn some(list: Vec<Value>) -> Value {
    if list.is_empty() { Value::Null } else { list.into() }
}

/// What objects cannot be rendered says the run itself.
fn minimum(input: &Input<'_>) -> Value {
    olm::minimum(input).map_or(Value::Null, |minimum| json!(minimum))
}
