//! A fake kubelet: it makes as if pods ran, so that children become ready where nothing can run.
//!
//! It binds pods to a node of its own, marks them as running and ready, and lets go of those that are deleted. Pods
//! that are to end (`restartPolicy` other than `Always`) succeed at once. Without kube-controller-manager there are
//! no pods of a workload, so it sets the status of all of `apps` (`Deployment` and its like) itself.
//!
//! ```no_run
//! use kopr_cluster::kubelet::{Kubelet, Options};
//! # async fn example(cluster: kopr_cluster::Cluster) -> kopr_cluster::Result<()> {
//! let kubelet = Kubelet::start(&cluster, Options::in_namespace("mine")).await?;
//! // .. pods in `mine` become ready ..
//! drop(kubelet);
//! # Ok(())
//! # }
//! ```

mod follow;
mod node;
mod pods;
mod workloads;

use std::sync::Arc;
use std::time::Duration;

use kube::Client;
use tokio::task::JoinSet;

use self::workloads::WORKLOADS;
use crate::{Cluster, Error, Result};

/// What a fake kubelet takes care of, and how fast it is.
#[derive(Clone, Debug, Default)]
#[non_exhaustive]
pub struct Options {
    /// Only in these namespaces; in all if there are none.
    pub namespaces: Vec<String>,
    /// How long a pod takes to become ready.
    pub start_after: Duration,
    /// How long a pod takes to end when it is deleted.
    pub stop_after: Duration,
}

impl Options {
    /// In that namespace only.
    pub fn in_namespace(namespace: impl Into<String>) -> Self {
        Self {
            namespaces: vec![namespace.into()],
            ..Self::default()
        }
    }

    /// Pods become ready after that time.
    #[must_use]
    pub fn start_after(mut self, time: Duration) -> Self {
        self.start_after = time;
        self
    }

    /// Pods end that long after they were deleted.
    #[must_use]
    pub fn stop_after(mut self, time: Duration) -> Self {
        self.stop_after = time;
        self
    }
}

/// A fake kubelet that works until it is dropped.
#[must_use = "it ends when it is dropped"]
#[derive(Debug)]
pub struct Kubelet {
    _tasks: JoinSet<()>,
}

/// What its parts share.
struct Context {
    client: Client,
    start_after: Duration,
    stop_after: Duration,
}

impl Kubelet {
    /// Starts it, on the tokio runtime of the caller. Several may work in one cluster, in namespaces of their own;
    /// they share a node.
    pub async fn start(cluster: &Cluster, options: Options) -> Result<Self> {
        let context = Arc::new(Context {
            client: cluster.client().await?,
            start_after: options.start_after,
            stop_after: options.stop_after,
        });
        node::ensure(&context.client)
            .await
            .map_err(|error| Error::Client(Box::new(error)))?;
        let mut tasks = JoinSet::new();
        tasks.spawn(node::keep(Arc::clone(&context)));
        let namespaces: Vec<Option<String>> = if options.namespaces.is_empty() {
            vec![None]
        } else {
            options.namespaces.into_iter().map(Some).collect()
        };
        for namespace in namespaces {
            let namespace = namespace.as_deref();
            tasks.spawn(follow::follow(
                Arc::clone(&context),
                follow::resource("", "Pod", "pods"),
                namespace.map(str::to_owned),
                pods::attend,
            ));
            if cluster.has_controller_manager() {
                continue;
            }
            for workload in WORKLOADS {
                let attend = move |context, object| workloads::attend(context, workload, object);
                tasks.spawn(follow::follow(
                    Arc::clone(&context),
                    workload.resource(),
                    namespace.map(str::to_owned),
                    attend,
                ));
            }
        }
        Ok(Self { _tasks: tasks })
    }
}
