//! The tables of `kopr.toml`. The book's page of keys is made from these structs.

use std::collections::BTreeMap;

use serde::Deserialize;

use super::{
    Affinity, AlertLabel, Apply, Digest, EnvName, LabelKey, LabelValue, Monitor, Name, Namespace, ObjectName,
    PullPolicy, Quantity, Repository, ResourceName, ScrapeInterval, Tag, Toleration, TopologySpread, Watch,
};

/// `[operator]`: who this copy of the operator is.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
#[non_exhaustive]
pub struct OperatorSettings {
    /// Name of this copy: names its objects, its lease and its field managers, and is its `instance` label. The
    /// operator's name unless set.
    pub instance: Option<Name>,
    /// Labels of every object that is generated.
    pub labels: BTreeMap<LabelKey, LabelValue>,
    /// Annotations of every object that is generated.
    pub annotations: BTreeMap<LabelKey, String>,
}

/// `[image]`: the container image.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
#[non_exhaustive]
pub struct ImageSettings {
    /// Registry and path, without tag. The operator's name unless set.
    pub repository: Option<Repository>,
    /// Tag of the image. The version of the operator's package unless set.
    pub tag: Option<Tag>,
    /// Digest of the image; wins over the tag.
    pub digest: Option<Digest>,
    /// When the image is pulled. `IfNotPresent` unless set.
    pub pull_policy: Option<PullPolicy>,
    /// Secrets with which the image is pulled.
    pub pull_secrets: Vec<ObjectName>,
}

/// `[deploy]`: where and how the operator runs.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
#[non_exhaustive]
pub struct DeploySettings {
    /// Namespace of the operator. `<instance>-system` unless set.
    pub namespace: Option<Namespace>,
    /// Whether the Namespace is among the manifests. True unless set.
    pub create_namespace: Option<bool>,
    /// Number of pods; one of them works, the others stand by. One unless set.
    pub replicas: Option<u32>,
    /// Which namespaces are watched. All unless set.
    pub watch: Option<Watch>,
    /// Class of this copy: it works only on objects that carry the label `<domain>/class` with this value. On all
    /// unless set.
    pub class: Option<LabelValue>,
    /// Whether a pod is elected before it works. True unless set; without, the Deployment recreates its pod, so
    /// that no two work at the same time.
    pub leader_election: Option<bool>,
    /// How the manifests get into the cluster. By a client-side apply unless set.
    pub apply: Option<Apply>,
    /// CPU and memory.
    pub resources: Resources,
    /// Labels of nodes that the pods may run on.
    pub node_selector: BTreeMap<LabelKey, LabelValue>,
    /// Taints that the pods tolerate.
    pub tolerations: Option<Vec<Toleration>>,
    /// Affinity of the pods, in Kubernetes' spelling.
    pub affinity: Option<Affinity>,
    /// How pods spread over the cluster, in Kubernetes' spelling. Over nodes and zones as far as possible unless
    /// set, where there is more than one.
    pub topology_spread: Option<Vec<TopologySpread>>,
    /// Whether a `PodDisruptionBudget` lets only one pod go at a time.
    pub pod_disruption_budget: Option<bool>,
    /// `PriorityClass` of the pods.
    pub priority_class: Option<ObjectName>,
    /// Environment of the container.
    pub env: BTreeMap<EnvName, String>,
    /// Labels of the Deployment and its pods.
    pub labels: BTreeMap<LabelKey, LabelValue>,
    /// Annotations of the Deployment and its pods.
    pub annotations: BTreeMap<LabelKey, String>,
}

/// `[deploy.resources]`: what is set replaces the defaults of that table as a whole.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
#[non_exhaustive]
pub struct Resources {
    /// What is set aside. 10m CPU and 64Mi memory unless set.
    pub requests: Option<BTreeMap<ResourceName, Quantity>>,
    /// What is the most. 128Mi memory and no limit of CPU unless set.
    pub limits: Option<BTreeMap<ResourceName, Quantity>>,
}

/// `[service-account]`: whom the operator runs as.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
#[non_exhaustive]
pub struct ServiceAccountSettings {
    /// Whether it is among the manifests. True unless set.
    pub create: Option<bool>,
    /// Its name. The instance unless set.
    pub name: Option<ObjectName>,
    /// Its annotations, such as those by which a cloud gives it an identity.
    pub annotations: BTreeMap<LabelKey, String>,
}

/// `[rbac]`: roles.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
#[non_exhaustive]
pub struct RbacSettings {
    /// Whether the operator's roles and bindings are among the manifests. True unless set; without, someone else
    /// has to grant the same.
    pub create: Option<bool>,
    /// Whether there are viewer, editor and admin roles for each kind. True unless set.
    pub user_roles: Option<bool>,
    /// Whether those are added to the cluster's own `view`, `edit` and `admin`. False unless set.
    pub aggregate: Option<bool>,
}

/// `[metrics]`: how metrics are collected.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
#[non_exhaustive]
pub struct MetricsSettings {
    /// How a Prometheus finds them: by a ServiceMonitor, by a PodMonitor, or by nothing that is made here. By a
    /// ServiceMonitor unless set.
    pub monitor: Option<Monitor>,
    /// Labels by which a Prometheus chooses its monitors.
    pub monitor_labels: BTreeMap<LabelKey, LabelValue>,
    /// Time between two scrapes. Prometheus' own default unless set.
    pub interval: Option<ScrapeInterval>,
    /// Metrics over TLS. Plain HTTP unless set.
    pub tls: Option<TlsSettings>,
}

/// `[metrics.tls]`: metrics over TLS.
#[derive(Clone, Debug, PartialEq, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(deny_unknown_fields, rename_all = "kebab-case")]
#[non_exhaustive]
pub struct TlsSettings {
    /// Secret in the operator's namespace with `tls.crt`, `tls.key` and, for whoever collects, `ca.crt`, as
    /// cert-manager makes it.
    pub secret: ObjectName,
}

/// `[helm]`: the Helm chart.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
#[non_exhaustive]
pub struct HelmSettings {
    /// Whether the CRDs are in the chart. True unless set; without, they are applied before it.
    pub crds: Option<bool>,
}

/// `[alerts]`: the PrometheusRule.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
#[non_exhaustive]
pub struct AlertSettings {
    /// Whether it is made. True unless set.
    pub enabled: Option<bool>,
    /// Labels by which a Prometheus chooses its rules. Those of `metrics.monitor-labels` unless set.
    pub rule_labels: Option<BTreeMap<LabelKey, LabelValue>>,
    /// Labels of every alert, for whoever routes them.
    pub labels: BTreeMap<AlertLabel, String>,
    /// Where runbooks are: the alert's name is put behind it.
    pub runbook_url: Option<String>,
}

/// `[dashboard]`: the Grafana dashboard.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
#[non_exhaustive]
pub struct DashboardSettings {
    /// Whether it is made. True unless set.
    pub enabled: Option<bool>,
    /// Labels by which Grafana's sidecar finds the ConfigMap. `grafana_dashboard: "1"` unless set.
    pub labels: Option<BTreeMap<LabelKey, LabelValue>>,
    /// Annotations of the ConfigMap, such as the one that names a folder.
    pub annotations: BTreeMap<LabelKey, String>,
}

/// `[network-policy]`: who may talk to the pods.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
#[non_exhaustive]
pub struct NetworkPolicySettings {
    /// Whether it is made. True unless set.
    pub enabled: Option<bool>,
    /// Labels of namespaces from which metrics may be collected. From anywhere unless set.
    pub metrics_from: BTreeMap<LabelKey, LabelValue>,
    /// Whether what the pods may reach is limited too: to DNS and the API server's ports. False unless set.
    pub egress: Option<bool>,
}

/// `[lint]`: what `kopr lint` does not have to tell.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
#[non_exhaustive]
pub struct LintSettings {
    /// Findings that are known: the id of a rule, or an id and a text that the place has, such as `R4 pods/exec`.
    pub allow: Vec<String>,
}
