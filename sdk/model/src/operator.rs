//! The root of a description.

use serde::{Deserialize, Serialize};

use crate::{Controller, Resource};

/// What one operator is and needs. Nothing that a deployer chooses (image, namespace, replicas) is here.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct Operator {
    /// Name of the operator in the cluster: a DNS label, such as `memcached-operator`.
    pub name: String,
    /// Domain of finalizers, annotations and labels: the group of the first CRD unless set in code.
    pub domain: String,
    /// The Rust package that the program was built from.
    pub package: Package,
    /// Kinds that the operator brings along, sorted by group and kind.
    #[serde(default)]
    pub resources: Vec<Resource>,
    /// Controllers, sorted by name.
    #[serde(default)]
    pub controllers: Vec<Controller>,
    /// Ports that the program listens on, sorted by name.
    #[serde(default)]
    pub ports: Vec<Port>,
}

/// The Rust package of the program.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct Package {
    /// `CARGO_PKG_NAME` of the crate that holds `main`.
    pub name: String,
    /// `CARGO_PKG_VERSION`; also the default image tag.
    pub version: String,
    /// `CARGO_PKG_DESCRIPTION`; empty where the manifest has none.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub description: String,
    /// `CARGO_PKG_REPOSITORY`; empty where the manifest has none.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub repository: String,
    /// `CARGO_PKG_HOMEPAGE`; empty where the manifest has none.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub homepage: String,
    /// `CARGO_PKG_AUTHORS`, one by one; empty where the manifest has none.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub authors: Vec<String>,
}

/// A port that the program listens on.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct Port {
    /// Name in the pod and the Service: `metrics`, `health`, `webhook`.
    pub name: String,
    /// TCP port number.
    pub number: u16,
}
