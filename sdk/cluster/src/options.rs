//! What a caller may choose about a cluster.

use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use crate::{Error, Program, Progress, Result};

/// What a cluster should be. Begin with [`Options::new`] or [`Options::ephemeral`].
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Options {
    /// The name by which [`find`](crate::find) finds it: a folder and a kubeconfig context bear it.
    pub name: String,
    /// Run kube-controller-manager too: garbage collection, namespace deletion, Deployments to Pods.
    pub controller_manager: bool,
    /// Have the API server write one JSON line for each answered request.
    pub audit_log: bool,
    /// End the cluster when the last [`Cluster`](crate::Cluster) value of it is dropped, or its process dies.
    pub ephemeral: bool,
    /// Further flags for kube-apiserver, such as `--feature-gates=...`.
    pub api_server_flags: Vec<String>,
    /// The most that etcd may store, in bytes. Its own default of 2 GiB is too small for big runs.
    pub etcd_quota: Option<u64>,
    /// How long to wait for the API server to be ready.
    pub timeout: Duration,
    /// Who is told about what takes long.
    pub progress: Progress,
}

impl Default for Options {
    fn default() -> Self {
        Self {
            name: "default".to_owned(),
            controller_manager: false,
            audit_log: false,
            ephemeral: false,
            api_server_flags: Vec::new(),
            etcd_quota: None,
            // Two seconds are usual; a machine that compiles on all cores meanwhile needs many more.
            timeout: Duration::from_mins(2),
            progress: Progress::default(),
        }
    }
}

impl Options {
    /// A cluster of that name which lives until it is stopped.
    pub fn new(name: impl Into<String>) -> Self {
        Self {
            name: name.into(),
            ..Self::default()
        }
    }

    /// A cluster of a name of its own which ends with the value that stands for it.
    pub fn ephemeral() -> Self {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        let name = format!(
            "ephemeral-{}-{}",
            std::process::id(),
            COUNT.fetch_add(1, Ordering::Relaxed)
        );
        Self {
            ephemeral: true,
            ..Self::new(name)
        }
    }

    /// Runs kube-controller-manager too.
    #[must_use]
    pub fn with_controller_manager(mut self) -> Self {
        self.controller_manager = true;
        self
    }

    /// Writes an audit log.
    #[must_use]
    pub fn with_audit_log(mut self) -> Self {
        self.audit_log = true;
        self
    }

    /// Gives kube-apiserver one more flag.
    #[must_use]
    pub fn with_api_server_flag(mut self, flag: impl Into<String>) -> Self {
        self.api_server_flags.push(flag.into());
        self
    }

    /// Lets etcd store that many bytes.
    #[must_use]
    pub fn with_etcd_quota(mut self, bytes: u64) -> Self {
        self.etcd_quota = Some(bytes);
        self
    }

    /// Tells `progress` about what takes long.
    #[must_use]
    pub fn with_progress(mut self, progress: Progress) -> Self {
        self.progress = progress;
        self
    }

    /// The programs that such a cluster needs. kubectl is among them: whoever has a cluster wants to look at it.
    pub(crate) fn programs(&self) -> Vec<Program> {
        let mut programs = vec![Program::Etcd, Program::ApiServer, Program::Kubectl];
        if self.controller_manager {
            programs.push(Program::ControllerManager);
        }
        programs
    }
}

/// Checks that a name can be a folder and a kubeconfig context on every system.
pub(crate) fn check_name(name: &str) -> Result<()> {
    let fits = (1..=63).contains(&name.len())
        && !name.starts_with('-')
        && name
            .bytes()
            .all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-');
    if fits {
        Ok(())
    } else {
        Err(Error::Name(name.to_owned()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names() {
        for good in ["default", "a", "0-x", "shared-1-37-2"] {
            check_name(good).unwrap();
        }
        for bad in ["", "-a", "A", "a/b", "..", "a.b", &"x".repeat(64)] {
            check_name(bad).unwrap_err();
        }
    }

    #[test]
    fn ephemeral_names_differ() {
        assert_ne!(Options::ephemeral().name, Options::ephemeral().name);
    }
}
