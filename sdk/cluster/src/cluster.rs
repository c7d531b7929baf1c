//! A cluster that runs: what it is, how to reach it, how to find and stop it.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use kube::config::{KubeConfigOptions, Kubeconfig};

use crate::env::Places;
use crate::lock::Lock;
use crate::state::{Layout, Record};
use crate::{Assets, Error, Outage, Program, Progress, Result, files, process, ready};

/// A local control plane that runs.
///
/// Its processes do not depend on this value, except those of an ephemeral cluster: they end with the last clone.
#[derive(Clone, Debug)]
pub struct Cluster {
    layout: Layout,
    record: Record,
    guard: Option<Arc<Guard>>,
}

impl Cluster {
    pub(crate) fn new(layout: Layout, record: Record, guard: Option<Arc<Guard>>) -> Self {
        Self {
            layout,
            record,
            guard,
        }
    }

    /// The name by which it is found.
    pub fn name(&self) -> &str {
        &self.layout.name
    }

    /// The API server's address, as `https://127.0.0.1:40123`.
    pub fn url(&self) -> &str {
        &self.record.url
    }

    /// The bearer token of the user `admin`, who may do everything and impersonate everyone.
    pub fn token(&self) -> &str {
        &self.record.token
    }

    /// The folder that holds all of the cluster, and that is gone after [`stop`](Self::stop).
    pub fn folder(&self) -> &Path {
        self.layout.folder()
    }

    /// A kubeconfig for the user `admin`. It holds a token: only its owner may read it.
    pub fn kubeconfig_path(&self) -> PathBuf {
        self.layout.kubeconfig()
    }

    /// The certificate, in PEM, by which the API server's is verified.
    pub fn ca_path(&self) -> PathBuf {
        self.layout.ca()
    }

    /// The audit log, if one is written: one JSON object (`audit.k8s.io/v1` Event, level Metadata) a line.
    pub fn audit_log_path(&self) -> Option<PathBuf> {
        self.record.audit_log.then(|| self.layout.audit_log())
    }

    /// What a program of the cluster has printed.
    pub fn log_path(&self, program: Program) -> PathBuf {
        self.layout.log(program)
    }

    /// Whether kube-controller-manager belongs to it.
    pub fn has_controller_manager(&self) -> bool {
        self.record.controller_manager
    }

    /// The processes that run, with their pids.
    pub fn processes(&self) -> Vec<(Program, u32)> {
        let pid = |program| Some((program, process::running(&self.layout, program)?));
        self.record.programs().into_iter().filter_map(pid).collect()
    }

    /// The programs it was started from.
    pub fn assets(&self) -> Assets {
        Assets::in_folder(self.record.assets.clone())
    }

    /// The kubectl that belongs to it. Give it [`kubeconfig_path`](Self::kubeconfig_path) as `--kubeconfig`.
    pub fn kubectl_path(&self) -> PathBuf {
        self.assets().path(Program::Kubectl)
    }

    /// A client configuration for the user `admin`.
    pub async fn config(&self) -> Result<kube::Config> {
        config_of(&self.layout).await
    }

    /// A client for the user `admin`. It belongs to the tokio runtime that it is made on.
    pub async fn client(&self) -> Result<kube::Client> {
        client_of(&self.layout).await
    }

    /// Whether the API server says that it is ready.
    pub async fn is_ready(&self) -> bool {
        match self.client().await {
            Ok(client) => ready::answers(&client, "/readyz").await,
            Err(_) => false,
        }
    }

    /// Kills one of its programs (SIGKILL), as a crash does. [`Outage::over`] starts it again, on the same data. For
    /// a cluster of one's own.
    pub async fn interrupt(&self, program: Program) -> Result<Outage> {
        let lock = Lock::wait(&self.layout.lock(), &Progress::default()).await?;
        Outage::begin(self.layout.clone(), self.record.clone(), program, lock).await
    }

    /// Ends the cluster and removes all that it stored.
    pub async fn stop(self) -> Result<()> {
        let _lock = Lock::wait(&self.layout.lock(), &Progress::default()).await?;
        let layout = self.layout.clone();
        tokio::task::spawn_blocking(move || process::end(&layout)).await??;
        if let Some(guard) = &self.guard {
            guard.disarm();
        }
        Ok(())
    }

    /// The API server's certificate and its key, in PEM.
    pub(crate) fn server_certificate(&self) -> (PathBuf, PathBuf) {
        (self.layout.server_certificate(), self.layout.server_key())
    }

    pub(crate) fn record(&self) -> &Record {
        &self.record
    }

    pub(crate) fn record_mut(&mut self) -> &mut Record {
        &mut self.record
    }
}

/// The cluster of that name, if it runs. What is left of one that has died is ended and removed.
pub async fn find(name: &str) -> Result<Option<Cluster>> {
    let layout = Layout::of(&Places::read()?, name)?;
    if !layout.folder().exists() {
        return Ok(None);
    }
    // Waits for a start that is under way.
    let _lock = Lock::wait(&layout.lock(), &Progress::default()).await?;
    find_locked(&layout)
}

/// All clusters that run, by name.
pub async fn list() -> Result<Vec<Cluster>> {
    let places = Places::read()?;
    sweep(&places)?;
    let mut clusters = Vec::new();
    for layout in Layout::all(&places)? {
        clusters.extend(find(&layout.name).await?);
    }
    Ok(clusters)
}

/// As [`find`], for a caller that holds the lock.
pub(crate) fn find_locked(layout: &Layout) -> Result<Option<Cluster>> {
    if !layout.folder().exists() {
        return Ok(None);
    }
    let Some(record) = Record::read(layout) else {
        tracing::warn!(cluster = layout.name, "removing a cluster whose start broke off");
        process::end(layout)?;
        return Ok(None);
    };
    let dead = record
        .programs()
        .into_iter()
        .find(|program| process::running(layout, *program).is_none());
    if let Some(program) = dead {
        let log = files::end_of_log(&layout.log(program));
        tracing::warn!(
            cluster = layout.name,
            log,
            "removing a cluster whose {program} has ended"
        );
        process::end(layout)?;
        return Ok(None);
    }
    Ok(Some(Cluster::new(layout.clone(), record, None)))
}

/// Ends ephemeral clusters whose owner died without ending them, such as a killed test.
pub(crate) fn sweep(places: &Places) -> Result<()> {
    for layout in Layout::all(places)? {
        if !layout.owner().exists() {
            continue;
        }
        // Held: it is being started or stopped.
        let Some(_lock) = Lock::attempt(&layout.lock())? else {
            continue;
        };
        match Lock::attempt(&layout.owner()) {
            Ok(Some(_owner)) => {
                tracing::info!(cluster = layout.name, "ending a cluster whose owner has died");
                process::end(&layout)?;
            }
            // It has an owner, or has just gone.
            Ok(None) | Err(Error::Io(_)) => {}
            Err(error) => return Err(error),
        }
    }
    Ok(())
}

async fn config_of(layout: &Layout) -> Result<kube::Config> {
    let kubeconfig = Kubeconfig::read_from(layout.kubeconfig())?;
    let mut config = kube::Config::from_custom_kubeconfig(kubeconfig, &KubeConfigOptions::default()).await?;
    // kube takes HTTPS_PROXY from the environment; no proxy leads to this machine's own 127.0.0.1.
    config.proxy_url = None;
    Ok(config)
}

pub(crate) async fn client_of(layout: &Layout) -> Result<kube::Client> {
    kube::Client::try_from(config_of(layout).await?).map_err(|error| Error::Client(Box::new(error)))
}

/// Ends a cluster when dropped, unless disarmed.
#[derive(Debug)]
pub(crate) struct Guard {
    layout: Layout,
    armed: AtomicBool,
    /// Freed by the kernel when this process dies, whatever kills it: then [`sweep`] may end the cluster.
    _owner: Option<Lock>,
}

impl Guard {
    pub(crate) fn new(layout: Layout, ephemeral: bool) -> Result<Self> {
        let owner = if ephemeral {
            Lock::attempt(&layout.owner())?
        } else {
            None
        };
        Ok(Self {
            layout,
            armed: AtomicBool::new(true),
            _owner: owner,
        })
    }

    pub(crate) fn disarm(&self) {
        self.armed.store(false, Ordering::Relaxed);
    }
}

impl Drop for Guard {
    fn drop(&mut self) {
        if !self.armed.load(Ordering::Relaxed) {
            return;
        }
        if let Err(error) = process::end(&self.layout) {
            tracing::warn!(cluster = self.layout.name, %error, "cannot end the cluster");
        }
    }
}
