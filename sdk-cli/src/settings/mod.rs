//! `kopr.toml`: what a deployer chooses. What the program *is* comes from its description instead.
//!
//! Every key is optional; defaults that depend on the operator are filled in where objects are
//! built. A key that nothing reads is refused.

mod amount;
mod apply;
mod checked;
mod error;
mod image;
mod monitor;
mod names;
mod parse;
mod scheduling;
mod sections;
mod watch;

use serde::Deserialize;

pub use amount::{Quantity, ResourceName, ScrapeInterval};
pub use apply::Apply;
pub use error::SettingsError;
pub use image::{Digest, PullPolicy, Repository, Tag};
pub use monitor::Monitor;
pub use names::{AlertLabel, EnvName, LabelKey, LabelValue, Name, Namespace, ObjectName};
pub use scheduling::{Affinity, TaintEffect, Toleration, TolerationOperator, TopologySpread};
pub use sections::{
    AlertSettings, DashboardSettings, DeploySettings, ImageSettings, LintSettings, MetricsSettings,
    NetworkPolicySettings, OperatorSettings, RbacSettings, Resources, ServiceAccountSettings, TlsSettings,
};
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
}

#[cfg(test)]
mod tests;
