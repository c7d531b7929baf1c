//! How manifests get into the cluster.

use serde::Deserialize;

/// How manifests get into the cluster, which decides how big a CRD may be.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Deserialize, clap::ValueEnum)]
#[serde(rename_all = "kebab-case")]
pub enum Apply {
    /// `kubectl apply`: the object is kept a second time, in an annotation.
    #[default]
    ClientSide,
    /// `kubectl apply --server-side`, and tools that do the same or replace objects.
    ServerSide,
}
