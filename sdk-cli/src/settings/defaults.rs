//! What counts where nothing is set and the operator does not matter. What depends on the operator is where its
//! objects are built.

use std::collections::BTreeMap;

use super::{
    AlertSettings, Apply, DashboardSettings, DeploySettings, HelmSettings, ImageSettings, MetricsSettings,
    Monitor, NetworkPolicySettings, PackageSettings, PullPolicy, RbacSettings, ServiceAccountSettings, Watch,
};

impl ImageSettings {
    /// When the image is pulled.
    pub fn pull_policy(&self) -> PullPolicy {
        self.pull_policy.unwrap_or_default()
    }
}

impl DeploySettings {
    /// Whether the Namespace is among the manifests.
    pub fn create_namespace(&self) -> bool {
        self.create_namespace.unwrap_or(true)
    }

    /// Number of pods.
    pub fn replicas(&self) -> u32 {
        self.replicas.unwrap_or(1)
    }

    /// Which namespaces are watched.
    pub fn watch(&self) -> &Watch {
        self.watch.as_ref().unwrap_or(&Watch::All)
    }

    /// Whether a pod is elected before it works.
    pub fn leader_election(&self) -> bool {
        self.leader_election.unwrap_or(true)
    }

    /// How the manifests get into the cluster.
    pub fn apply(&self) -> Apply {
        self.apply.unwrap_or_default()
    }

    /// Whether a `PodDisruptionBudget` is made: unless set, where there is more than one pod.
    pub fn pod_disruption_budget(&self) -> bool {
        self.pod_disruption_budget.unwrap_or(self.replicas() > 1)
    }
}

impl ServiceAccountSettings {
    /// Whether it is among the manifests.
    pub fn create(&self) -> bool {
        self.create.unwrap_or(true)
    }
}

impl RbacSettings {
    /// Whether the operator's roles and bindings are among the manifests.
    pub fn create(&self) -> bool {
        self.create.unwrap_or(true)
    }

    /// Whether there are roles for the users of each kind.
    pub fn user_roles(&self) -> bool {
        self.user_roles.unwrap_or(true)
    }

    /// Whether those are added to the cluster's own roles.
    pub fn aggregate(&self) -> bool {
        self.aggregate.unwrap_or(false)
    }
}

impl MetricsSettings {
    /// How a Prometheus finds them.
    pub fn monitor(&self) -> Monitor {
        self.monitor.unwrap_or_default()
    }
}

impl PackageSettings {
    /// Whether monitoring is in the bundle.
    pub fn monitoring(&self) -> bool {
        self.monitoring.unwrap_or(false)
    }
}

impl HelmSettings {
    /// Whether the CRDs are in the chart.
    pub fn crds(&self) -> bool {
        self.crds.unwrap_or(true)
    }
}

impl AlertSettings {
    /// Whether the PrometheusRule is made.
    pub fn enabled(&self) -> bool {
        self.enabled.unwrap_or(true)
    }

    /// Labels by which a Prometheus chooses its rules.
    pub fn rule_labels(&self, metrics: &MetricsSettings) -> BTreeMap<String, String> {
        texts(self.rule_labels.as_ref().unwrap_or(&metrics.monitor_labels))
    }
}

impl DashboardSettings {
    /// Whether the dashboard is made.
    pub fn enabled(&self) -> bool {
        self.enabled.unwrap_or(true)
    }

    /// Labels by which Grafana's sidecar finds it.
    pub fn labels(&self) -> BTreeMap<String, String> {
        match &self.labels {
            Some(labels) => texts(labels),
            None => [("grafana_dashboard".to_owned(), "1".to_owned())].into(),
        }
    }
}

impl NetworkPolicySettings {
    /// Whether it is made.
    pub fn enabled(&self) -> bool {
        self.enabled.unwrap_or(true)
    }

    /// Whether what the pods may reach is limited too.
    pub fn egress(&self) -> bool {
        self.egress.unwrap_or(false)
    }
}

fn texts(labels: &BTreeMap<super::LabelKey, super::LabelValue>) -> BTreeMap<String, String> {
    labels
        .iter()
        .map(|(key, value)| (key.to_string(), value.to_string()))
        .collect()
}
