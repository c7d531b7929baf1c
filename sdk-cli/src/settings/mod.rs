//! `kopr.toml`: what a deployer chooses. What the program *is* comes from its description instead.
//!
//! Every key is optional; defaults that depend on the operator are filled in where objects are
//! built. A key that nothing reads is refused.

mod amount;
mod apply;
mod checked;
mod defaults;
mod error;
mod image;
mod monitor;
mod names;
mod origin;
mod package;
mod parse;
mod scheduling;
mod sections;
mod spot;
mod watch;
mod wording;

use serde::Deserialize;

use crate::patch::Patches;

pub use amount::{Quantity, ResourceName, ScrapeInterval};
pub use apply::Apply;
pub use error::{Mistake, SettingsError};
pub use image::{Digest, PullPolicy, Repository, Tag};
pub use monitor::Monitor;
pub use names::{AlertLabel, EnvName, LabelKey, LabelValue, Name, Namespace, ObjectName};
pub use origin::{Origins, Set, dotted};
pub use package::{
    Architecture, Capability, Category, Channel, CsvName, Dependency, Email, ImageName, KubeVersion, Link,
    Maintainer, Maturity, NamedLink, PackageName, PackageSettings, ProjectFile, ProviderSettings, Version,
    VersionRange, Words, word,
};
pub use scheduling::{Affinity, TaintEffect, Toleration, TolerationOperator, TopologySpread};
pub use sections::{
    AlertSettings, DashboardSettings, DeploySettings, HelmSettings, ImageSettings, LintSettings,
    MetricsSettings, NetworkPolicySettings, OperatorSettings, RbacSettings, Resources,
    ServiceAccountSettings, TlsSettings,
};
pub use watch::Watch;

/// All settings, with the chosen profile already laid over them.
#[derive(Clone, Debug, Default, PartialEq, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(default, deny_unknown_fields, rename_all = "kebab-case")]
#[non_exhaustive]
pub struct Settings {
    /// `[operator]`.
    pub operator: OperatorSettings,
    /// `[image]`.
    pub image: ImageSettings,
    /// `[deploy]`.
    pub deploy: DeploySettings,
    /// `[service-account]`.
    pub service_account: ServiceAccountSettings,
    /// `[rbac]`.
    pub rbac: RbacSettings,
    /// `[metrics]`.
    pub metrics: MetricsSettings,
    /// `[alerts]`.
    pub alerts: AlertSettings,
    /// `[dashboard]`.
    pub dashboard: DashboardSettings,
    /// `[network-policy]`.
    pub network_policy: NetworkPolicySettings,
    /// `[lint]`.
    pub lint: LintSettings,
    /// `[package]`.
    pub package: PackageSettings,
    /// `[helm]`.
    pub helm: HelmSettings,
    /// The folder `patches/` beside the file: what is changed on objects beyond all keys.
    #[serde(skip)]
    pub patches: Patches,
    /// Whether names stay as long as they are: a chart cuts them itself, once it knows all of them.
    #[serde(skip)]
    pub(crate) uncut_names: bool,
}

#[cfg(test)]
mod tests;
