//! Tells the caller what takes long while it happens.

use std::fmt;
use std::path::PathBuf;
use std::sync::Arc;

/// Something that takes a while and has just begun.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum Step {
    /// Another process gets the programs or starts this cluster; it is waited for.
    Waiting {
        /// The lock file that the other process holds.
        lock: PathBuf,
    },
    /// The official test binaries are being downloaded.
    Downloading {
        /// Where they come from.
        url: String,
    },
    /// The programs are being built with Go.
    Building {
        /// Where they will lie.
        folder: PathBuf,
    },
    /// Helm is being built with Go.
    BuildingHelm {
        /// Where it will lie.
        folder: PathBuf,
    },
    /// The processes of a cluster are being started.
    Starting {
        /// The name of the cluster.
        name: String,
    },
}

impl fmt::Display for Step {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Waiting { lock } => write!(f, "waiting for another process that holds {}", lock.display()),
            Self::Downloading { url } => write!(f, "downloading the control plane from {url}"),
            Self::Building { folder } => write!(
                f,
                "building the control plane with Go into {}: this takes about 9 minutes on 2 cores, once per machine",
                folder.display()
            ),
            Self::BuildingHelm { folder } => write!(
                f,
                "building Helm with Go into {}: this takes about 4 minutes on 2 cores, once per machine",
                folder.display()
            ),
            Self::Starting { name } => write!(f, "starting the cluster {name:?}"),
        }
    }
}

/// Receives each [`Step`] as it begins. The default hands it to `tracing`.
#[derive(Clone)]
pub struct Progress(Arc<dyn Fn(&Step) + Send + Sync>);

impl Progress {
    /// Calls `receive` for each step.
    pub fn new(receive: impl Fn(&Step) + Send + Sync + 'static) -> Self {
        Self(Arc::new(receive))
    }

    pub(crate) fn begin(&self, step: &Step) {
        (self.0)(step);
    }
}

impl Default for Progress {
    fn default() -> Self {
        Self::new(|step| tracing::info!("{step}"))
    }
}

impl fmt::Debug for Progress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("Progress")
    }
}
