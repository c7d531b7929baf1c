//! What can go wrong, in words that name the way out.

use std::fmt;
use std::time::Duration;

use crate::{KUBERNETES_VERSION, Program};

/// The result of an operation on a local control plane.
pub type Result<T, E = Error> = std::result::Result<T, E>;

/// Why an operation on a local control plane failed.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum Error {
    /// No source could give the programs of a control plane.
    #[error("{0}")]
    NoPrograms(NoPrograms),

    /// There is no Helm, and it could not be built.
    #[error(
        "no program of Helm in {}, and it could not be built: {reason}; install Go 1.26 or newer (https://go.dev/dl) \
         and run this again: it is then built, once on this machine, in about 4 minutes on 2 cores", folder.display()
    )]
    NoHelm {
        /// Where it is looked for.
        folder: std::path::PathBuf,
        /// Why it could not be built.
        reason: String,
    },

    /// Neither the XDG variables nor a home folder say where to keep things.
    #[error("there is no home folder: set HOME, or both XDG_CACHE_HOME and XDG_STATE_HOME")]
    NoHome,

    /// The name of a cluster is also the name of a folder and of a kubeconfig context.
    #[error(
        "{0:?} is no name for a cluster: use up to 63 of a-z, 0-9 and '-', beginning with a letter or digit"
    )]
    Name(String),

    /// A cluster of that name runs already.
    #[error("the cluster {0:?} runs already: use it, stop it first, or choose another name")]
    AlreadyRunning(String),

    /// A program of the control plane ended while it was starting.
    #[error("{program} ended while it was starting; the end of its log:\n{log}")]
    Exited {
        /// The program that ended.
        program: Program,
        /// The last lines it wrote.
        log: String,
    },

    /// The control plane did not become ready in time.
    #[error(
        "the control plane was not ready after {after:?}: {missing}; the end of the log of kube-apiserver:\n{log}"
    )]
    NotReady {
        /// How long was waited.
        after: Duration,
        /// What had not come to be.
        missing: String,
        /// The last lines of the API server's log.
        log: String,
    },

    /// A process did not go away although it was killed.
    #[error("{program} (process {pid}) is still there although it was killed")]
    Stuck {
        /// The program that stays.
        program: Program,
        /// Its process.
        pid: u32,
    },

    /// A file could not be read or written. The text names the file.
    #[error(transparent)]
    Io(#[from] std::io::Error),

    /// A signal could not be sent.
    #[error("cannot end process {pid}: {source}")]
    Signal {
        /// The process.
        pid: u32,
        /// What the system said.
        source: std::io::Error,
    },

    /// A certificate or key could not be made.
    #[error("cannot make the certificates of the API server: {0}")]
    Certificate(#[from] rcgen::Error),

    /// The system gave no random numbers for a token.
    #[error("the system gives no random numbers: {0}")]
    Random(#[from] getrandom::Error),

    /// The kubeconfig of a cluster could not be used.
    #[error("cannot use the cluster's kubeconfig: {0}")]
    Kubeconfig(#[from] kube::config::KubeconfigError),

    /// A client for the API server could not be made.
    #[error("cannot make a client for the cluster: {0}")]
    Client(#[from] Box<kube::Error>),

    /// The fault proxy could not be started, or has not seen what a test waits for.
    #[error("fault proxy: {0}")]
    Proxy(String),

    /// A thread that did blocking work is gone.
    #[error("a background task broke off: {0}")]
    Task(#[from] tokio::task::JoinError),
}

/// All that was tried to get the programs of a control plane, and what to do about it.
#[derive(Debug)]
pub struct NoPrograms {
    /// Each source in the order it was tried, with the reason why it gave nothing.
    pub tried: Vec<(String, String)>,
    /// The programs that were asked for.
    pub needed: Vec<Program>,
}

impl fmt::Display for NoPrograms {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(
            f,
            "no programs for a local control plane (Kubernetes {KUBERNETES_VERSION}). Tried, in this order:"
        )?;
        for (source, reason) in &self.tried {
            // Further lines of a reason, such as a compiler's output, stay below their source.
            writeln!(f, "  {source}: {}", reason.trim_end().replace('\n', "\n    "))?;
        }
        let needed: Vec<_> = self.needed.iter().map(|program| program.name()).collect();
        writeln!(f, "Any one of these mends it:")?;
        writeln!(
            f,
            "  - set KUBEBUILDER_ASSETS to a folder that holds {}",
            needed.join(", ")
        )?;
        if !self.needed.contains(&Program::ControllerManager) {
            writeln!(
                f,
                "  - let this machine reach github.com, where the official test binaries are"
            )?;
        }
        write!(
            f,
            "  - install Go 1.26 or newer (https://go.dev/dl) and run this again: the programs are then built, \
             once on this machine, in about 9 minutes on 2 cores"
        )
    }
}
