//! A local Kubernetes control plane: etcd and kube-apiserver, and on request kube-controller-manager and an
//! audit log. For tests of operators and for trying one out without a cluster.
//!
//! ```no_run
//! # async fn example() -> kopr_cluster::Result<()> {
//! // One control plane for all tests on this machine, started by whichever comes first.
//! let cluster = kopr_cluster::shared(&kopr_cluster::Options::default()).await?;
//! let client = cluster.client().await?;
//! # drop(client);
//!
//! // A private one, gone when `mine` is dropped.
//! let mine = kopr_cluster::start(&kopr_cluster::Options::ephemeral().with_audit_log()).await?;
//! println!("{}", mine.kubeconfig_path().display());
//!
//! // One that lives on after this process, until someone finds and stops it.
//! kopr_cluster::start(&kopr_cluster::Options::new("play").with_controller_manager()).await?;
//! if let Some(cluster) = kopr_cluster::find("play").await? {
//!     cluster.stop().await?;
//! }
//! # Ok(())
//! # }
//! ```
//!
//! Nothing schedules or runs pods, unless a fake [`kubelet`] makes as if. A [`proxy`] between client and API server makes
//! faults. The programs come from `KUBEBUILDER_ASSETS`, from this machine's cache, from the
//! official test binaries where the network has them, or from a build with Go: see [`assets`].

mod assets;
mod certificates;
mod cluster;
mod env;
mod error;
mod files;
mod flags;
mod hex;
mod kubeconfig;
pub mod kubelet;
mod lock;
mod options;
mod outage;
mod process;
mod progress;
pub mod proxy;
mod ready;
mod shared;
mod start;
mod state;

pub use assets::{Assets, Program, assets, helm};
pub use cluster::{Cluster, find, list};
pub use error::{Error, NoPrograms, Result};
pub use options::Options;
pub use outage::Outage;
pub use progress::{Progress, Step};
pub use shared::shared;
pub use start::start;

/// The Kubernetes version of the control plane, as `1.37.2`.
pub const KUBERNETES_VERSION: &str = "1.37.2";
