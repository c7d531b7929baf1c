//! What lies where in the folder of a cluster, and what is recorded about it.

use std::os::unix::fs::DirBuilderExt;
use std::path::{Path, PathBuf};

use fs_err as fs;
use serde::{Deserialize, Serialize};

use crate::env::Places;
use crate::options::check_name;
use crate::{Program, Result, files};

/// The folder of one cluster.
#[derive(Clone, Debug)]
pub(crate) struct Layout {
    pub(crate) name: String,
    root: PathBuf,
    folder: PathBuf,
}

impl Layout {
    /// The layout of the cluster of that name, whether it exists or not.
    pub(crate) fn of(places: &Places, name: &str) -> Result<Self> {
        check_name(name)?;
        fs::create_dir_all(&places.state)?;
        // One spelling: our processes are known by the folder's path in their command lines.
        let root = fs::canonicalize(&places.state)?;
        Ok(Self {
            name: name.to_owned(),
            folder: root.join(name),
            root,
        })
    }

    /// The layouts of all clusters that have a folder.
    pub(crate) fn all(places: &Places) -> Result<Vec<Self>> {
        if !places.state.exists() {
            return Ok(Vec::new());
        }
        let mut names: Vec<String> = fs::read_dir(&places.state)?
            .filter_map(|entry| entry.ok()?.file_name().into_string().ok())
            .filter(|name| check_name(name).is_ok())
            .collect();
        names.sort();
        names.iter().map(|name| Self::of(places, name)).collect()
    }

    /// Makes the folder. Only its owner may look into it: it holds keys and a token.
    pub(crate) fn create(&self) -> Result<()> {
        std::fs::DirBuilder::new()
            .mode(0o700)
            .recursive(true)
            .create(&self.folder)?;
        Ok(())
    }

    pub(crate) fn folder(&self) -> &Path {
        &self.folder
    }

    /// Held while the cluster is started, found or stopped. Outside of the folder, which comes and goes meanwhile.
    pub(crate) fn lock(&self) -> PathBuf {
        self.root.join(format!("{}.lock", self.name))
    }

    /// Held by the process whose end is the end of an ephemeral cluster.
    pub(crate) fn owner(&self) -> PathBuf {
        self.folder.join("owner.lock")
    }

    pub(crate) fn kubeconfig(&self) -> PathBuf {
        self.folder.join("kubeconfig")
    }

    pub(crate) fn controller_manager_kubeconfig(&self) -> PathBuf {
        self.folder.join("kube-controller-manager.kubeconfig")
    }

    pub(crate) fn tokens(&self) -> PathBuf {
        self.folder.join("tokens.csv")
    }

    pub(crate) fn audit_policy(&self) -> PathBuf {
        self.folder.join("audit-policy.yaml")
    }

    pub(crate) fn audit_log(&self) -> PathBuf {
        self.folder.join("audit.log")
    }

    pub(crate) fn etcd_data(&self) -> PathBuf {
        self.folder.join("etcd")
    }

    pub(crate) fn certificates(&self) -> PathBuf {
        self.folder.join("certificates")
    }

    pub(crate) fn ca(&self) -> PathBuf {
        self.certificates().join("ca.crt")
    }

    pub(crate) fn server_certificate(&self) -> PathBuf {
        self.certificates().join("apiserver.crt")
    }

    pub(crate) fn server_key(&self) -> PathBuf {
        self.certificates().join("apiserver.key")
    }

    pub(crate) fn service_account_key(&self) -> PathBuf {
        self.certificates().join("service-accounts.key")
    }

    pub(crate) fn service_account_public_key(&self) -> PathBuf {
        self.certificates().join("service-accounts.pub")
    }

    pub(crate) fn pid(&self, program: Program) -> PathBuf {
        self.folder.join(format!("{program}.pid"))
    }

    /// What it was started with.
    pub(crate) fn arguments(&self, program: Program) -> PathBuf {
        self.folder.join(format!("{program}.arguments.json"))
    }

    pub(crate) fn log(&self, program: Program) -> PathBuf {
        self.folder.join(format!("{program}.log"))
    }

    fn record(&self) -> PathBuf {
        self.folder.join("cluster.json")
    }
}

/// What is known of a cluster once it was ready.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(crate) struct Record {
    pub(crate) url: String,
    pub(crate) token: String,
    pub(crate) assets: PathBuf,
    pub(crate) controller_manager: bool,
    pub(crate) audit_log: bool,
    pub(crate) api_server_flags: Vec<String>,
    pub(crate) etcd_quota: Option<u64>,
}

impl Record {
    /// The record, if the cluster was ever ready and was started by a kopr that records alike.
    pub(crate) fn read(layout: &Layout) -> Option<Self> {
        serde_json::from_slice(&fs::read(layout.record()).ok()?).ok()
    }

    pub(crate) fn write(&self, layout: &Layout) -> Result<()> {
        let json = serde_json::to_vec_pretty(self).map_err(std::io::Error::from)?;
        Ok(files::write(&layout.record(), json)?)
    }

    /// The processes that must be there.
    pub(crate) fn programs(&self) -> Vec<Program> {
        let mut programs = vec![Program::Etcd, Program::ApiServer];
        if self.controller_manager {
            programs.push(Program::ControllerManager);
        }
        programs
    }
}
