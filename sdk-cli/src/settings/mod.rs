//! `kopr.toml`: what a deployer chooses. What the program *is* comes from its description instead.
//!
//! Every key is optional; defaults that depend on the operator are filled in where objects are
//! built. A key that nothing reads is refused.

mod amount;
mod apply;
mod checked;
mod error;
mod image;
mod names;
mod scheduling;
mod watch;

use std::collections::BTreeMap;

use serde::Deserialize;

pub use amount::{Quantity, ResourceName, ScrapeInterval};
pub use apply::Apply;
pub use error::SettingsError;
pub use image::{Digest, PullPolicy, Repository, Tag};
pub use names::{EnvName, LabelKey, LabelValue, Name, Namespace};
pub use scheduling::{Affinity, TaintEffect, Toleration, TolerationOperator};
pub use watch::Watch;

/// All settings, with the chosen profile already laid over them.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
#[non_exhaustive]
pub struct Settings {
    /// `[operator]`.
    pub operator: OperatorSettings,
    /// `[image]`.
    pub image: ImageSettings,
    /// `[deploy]`.
    pub deploy: DeploySettings,
    /// `[metrics]`.
    pub metrics: MetricsSettings,
}

/// `[operator]`: who this copy of the operator is.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
#[non_exhaustive]
pub struct OperatorSettings {
    /// Name of this copy: names its objects and its `instance` label. The operator's name unless set.
    pub instance: Option<Name>,
}

/// `[image]`: the container image.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
#[non_exhaustive]
pub struct ImageSettings {
    /// Registry and path, without tag. The operator's name unless set.
    pub repository: Option<Repository>,
    /// Tag. The version of the operator's package unless set.
    pub tag: Option<Tag>,
    /// Digest; wins over the tag.
    pub digest: Option<Digest>,
    /// When the image is pulled. `IfNotPresent` unless set.
    pub pull_policy: Option<PullPolicy>,
}

/// `[deploy]`: where and how the operator runs.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
#[non_exhaustive]
pub struct DeploySettings {
    /// Namespace of the operator. `<instance>-system` unless set.
    pub namespace: Option<Namespace>,
    /// Whether the Namespace is among the manifests. True unless set.
    pub create_namespace: Option<bool>,
    /// Number of pods. One unless set.
    pub replicas: Option<u32>,
    /// Which namespaces are watched. All unless set.
    pub watch: Option<Watch>,
    /// How the manifests get into the cluster. By a client-side apply unless set.
    pub apply: Option<Apply>,
    /// CPU and memory.
    pub resources: Resources,
    /// Labels that a node must have.
    pub node_selector: BTreeMap<LabelKey, LabelValue>,
    /// Taints that are tolerated, in Kubernetes' own spelling.
    pub tolerations: Option<Vec<Toleration>>,
    /// Affinity, in Kubernetes' own spelling.
    pub affinity: Option<Affinity>,
    /// Environment of the container.
    pub env: BTreeMap<EnvName, String>,
    /// More labels for the Deployment and its pods.
    pub labels: BTreeMap<LabelKey, LabelValue>,
    /// Annotations for the Deployment and its pods.
    pub annotations: BTreeMap<LabelKey, String>,
}

/// `[deploy.resources]`: what is set replaces the defaults of that table as a whole.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
#[non_exhaustive]
pub struct Resources {
    /// What is set aside. 10m CPU and 64Mi memory unless set.
    pub requests: Option<BTreeMap<ResourceName, Quantity>>,
    /// What is the most. 128Mi memory and no limit of CPU unless set.
    pub limits: Option<BTreeMap<ResourceName, Quantity>>,
}

/// `[metrics]`: how metrics are collected.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
#[non_exhaustive]
pub struct MetricsSettings {
    /// Labels by which a Prometheus chooses its monitors.
    pub monitor_labels: BTreeMap<LabelKey, LabelValue>,
    /// Time between two scrapes. Prometheus' own default unless set.
    pub interval: Option<ScrapeInterval>,
}

/// The file: settings, and profiles of settings.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    #[serde(default)]
    operator: OperatorSettings,
    #[serde(default)]
    image: ImageSettings,
    #[serde(default)]
    deploy: DeploySettings,
    #[serde(default)]
    metrics: MetricsSettings,
    #[serde(default)]
    profile: BTreeMap<String, Settings>,
}

impl Settings {
    /// Reads `kopr.toml` and lays the named profile over it: tables are merged key by key, all else
    /// is replaced. `file_name` is for messages.
    pub fn parse(text: &str, file_name: &str, profile: Option<&str>) -> Result<Self, SettingsError> {
        let file: File =
            toml::from_str(text).map_err(|error| SettingsError::from_toml(&error, text, file_name))?;
        let File {
            operator,
            image,
            deploy,
            metrics,
            profile: mut profiles,
        } = file;
        let mut settings = Self {
            operator,
            image,
            deploy,
            metrics,
        };
        if let Some(name) = profile {
            match profiles.remove(name) {
                Some(over) => settings.overlay(over),
                None => {
                    return Err(SettingsError::unknown_profile(
                        name,
                        &profiles.keys().map(String::as_str).collect::<Vec<_>>(),
                        text,
                        file_name,
                    ));
                }
            }
        }
        Ok(settings)
    }

    // Each part is taken apart by name, so that a new field that is not laid over does not compile.
    fn overlay(&mut self, over: Self) {
        let Self {
            operator,
            image,
            deploy,
            metrics,
        } = over;

        let OperatorSettings { instance } = operator;
        replace(&mut self.operator.instance, instance);

        let ImageSettings {
            repository,
            tag,
            digest,
            pull_policy,
        } = image;
        replace(&mut self.image.repository, repository);
        replace(&mut self.image.tag, tag);
        replace(&mut self.image.digest, digest);
        replace(&mut self.image.pull_policy, pull_policy);

        let DeploySettings {
            namespace,
            create_namespace,
            replicas,
            watch,
            apply,
            resources: Resources { requests, limits },
            node_selector,
            tolerations,
            affinity,
            env,
            labels,
            annotations,
        } = deploy;
        replace(&mut self.deploy.namespace, namespace);
        replace(&mut self.deploy.create_namespace, create_namespace);
        replace(&mut self.deploy.replicas, replicas);
        replace(&mut self.deploy.watch, watch);
        replace(&mut self.deploy.apply, apply);
        extend(&mut self.deploy.resources.requests, requests);
        extend(&mut self.deploy.resources.limits, limits);
        self.deploy.node_selector.extend(node_selector);
        replace(&mut self.deploy.tolerations, tolerations);
        replace(&mut self.deploy.affinity, affinity);
        self.deploy.env.extend(env);
        self.deploy.labels.extend(labels);
        self.deploy.annotations.extend(annotations);

        let MetricsSettings {
            monitor_labels,
            interval,
        } = metrics;
        self.metrics.monitor_labels.extend(monitor_labels);
        replace(&mut self.metrics.interval, interval);
    }
}

fn replace<T>(base: &mut Option<T>, over: Option<T>) {
    if over.is_some() {
        *base = over;
    }
}

fn extend<K: Ord, V>(base: &mut Option<BTreeMap<K, V>>, over: Option<BTreeMap<K, V>>) {
    if let Some(over) = over {
        base.get_or_insert_default().extend(over);
    }
}

#[cfg(test)]
mod tests;
