//! `kubectl` against a control plane of a test's own.

#![allow(clippy::expect_used, reason = "in a test that is how one fails")]

use std::process::{Command, Output};

use kopr_cluster::{Cluster, Options};

/// `kubectl` and the cluster that it talks to.
pub(crate) struct Kubectl {
    cluster: Cluster,
}

impl Kubectl {
    /// Starts a control plane that ends with this value.
    #[allow(dead_code, reason = "each test uses its part")]
    pub(crate) async fn start() -> Self {
        Self::with(&Options::ephemeral()).await
    }

    /// Starts one with more to it.
    #[allow(dead_code, reason = "each test uses its part")]
    pub(crate) async fn with(options: &Options) -> Self {
        let cluster = kopr_cluster::start(options)
            .await
            .expect("a control plane starts");
        Self { cluster }
    }

    /// The kubeconfig of the cluster, for other programs.
    #[allow(dead_code, reason = "each test uses its part")]
    pub(crate) fn kubeconfig(&self) -> String {
        self.cluster.kubeconfig_path().display().to_string()
    }

    /// Runs it.
    pub(crate) fn run(&self, arguments: &[&str]) -> Output {
        Command::new(self.cluster.kubectl_path())
            .env("KUBECONFIG", self.cluster.kubeconfig_path())
            .args(arguments)
            .output()
            .expect("kubectl starts")
    }

    /// Runs and insists on success without a warning of the server.
    pub(crate) fn quietly(&self, arguments: &[&str]) -> String {
        let output = self.run(arguments);
        let errors = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "kubectl {arguments:?}: {errors}");
        assert!(!errors.contains("Warning"), "kubectl {arguments:?}: {errors}");
        String::from_utf8_lossy(&output.stdout).into_owned()
    }

    /// Runs and insists on a refusal with these words.
    #[allow(dead_code, reason = "each test uses its part")]
    pub(crate) fn refused(&self, arguments: &[&str], why: &str) {
        let output = self.run(arguments);
        let errors = String::from_utf8_lossy(&output.stderr);
        assert!(
            !output.status.success() && errors.contains(why),
            "kubectl {arguments:?}: {errors}"
        );
    }
}
