//! Gets the programs of a control plane: looks, downloads, builds, in that order.

mod build;
mod download;
mod helm;

use std::fmt;
use std::path::{Path, PathBuf};

use fs_err as fs;

pub use helm::helm;

use crate::env::Places;
use crate::error::NoPrograms;
use crate::lock::Lock;
use crate::{Error, KUBERNETES_VERSION, Options, Progress, Result};

/// A program that belongs to a control plane.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[non_exhaustive]
pub enum Program {
    /// The store behind the API server.
    Etcd,
    /// The API server.
    ApiServer,
    /// The built-in controllers.
    ControllerManager,
    /// The command line client.
    Kubectl,
}

impl Program {
    /// The name of its file.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Etcd => "etcd",
            Self::ApiServer => "kube-apiserver",
            Self::ControllerManager => "kube-controller-manager",
            Self::Kubectl => "kubectl",
        }
    }
}

impl fmt::Display for Program {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A folder that holds the programs of a control plane.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Assets {
    folder: PathBuf,
}

impl Assets {
    /// The folder.
    pub fn folder(&self) -> &Path {
        &self.folder
    }

    /// Where a program lies.
    pub fn path(&self, program: Program) -> PathBuf {
        self.folder.join(program.name())
    }

    pub(crate) fn in_folder(folder: PathBuf) -> Self {
        Self { folder }
    }

    /// Those of `needed` that are not there.
    fn missing(&self, needed: &[Program]) -> Vec<Program> {
        needed
            .iter()
            .copied()
            .filter(|program| !self.path(*program).is_file())
            .collect()
    }
}

/// Gets the programs that a cluster of these options needs. The first time on a machine this may take long.
pub async fn assets(options: &Options) -> Result<Assets> {
    let places = Places::read()?;
    let needed = options.programs();
    let progress = options.progress.clone();
    let sources: [Source; 2] = [
        Source {
            name: "download of the official test binaries",
            get: download::get,
        },
        Source {
            name: "build with Go",
            get: build::get,
        },
    ];
    // Downloading and compiling block a thread for long; the caller's runtime must not notice.
    tokio::task::spawn_blocking(move || obtain(&places, &needed, &sources, &progress)).await?
}

/// A way to fill the cache folder.
struct Source {
    name: &'static str,
    /// Puts the programs into the folder, each whole by a rename, or says why it cannot.
    get: fn(folder: &Path, missing: &[Program], progress: &Progress) -> Result<(), String>,
}

fn obtain(places: &Places, needed: &[Program], sources: &[Source], progress: &Progress) -> Result<Assets> {
    let mut tried = Vec::new();
    match &places.kubebuilder_assets {
        None => tried.push(("KUBEBUILDER_ASSETS".to_owned(), "is not set".to_owned())),
        Some(folder) => match look(folder, needed) {
            // A relative path would change its meaning with the working folder of a process we start.
            Ok(_) => return Ok(Assets::in_folder(fs::canonicalize(folder)?)),
            Err(reason) => tried.push((format!("KUBEBUILDER_ASSETS={}", folder.display()), reason)),
        },
    }
    let folder = places.cache.join(KUBERNETES_VERSION);
    let reason = match look(&folder, needed) {
        Ok(assets) => return Ok(assets),
        Err(reason) => reason,
    };
    tried.push((format!("cache {}", folder.display()), reason));

    fs::create_dir_all(&folder)?;
    let _lock = Lock::wait_blocking(&places.cache.join(format!("{KUBERNETES_VERSION}.lock")), progress)?;
    // Whoever held the lock before us has probably done our work.
    if let Ok(assets) = look(&folder, needed) {
        return Ok(assets);
    }
    let assets = Assets::in_folder(folder);
    for source in sources {
        match (source.get)(&assets.folder, &assets.missing(needed), progress) {
            Ok(()) => match look(&assets.folder, needed) {
                Ok(assets) => return Ok(assets),
                Err(reason) => tried.push((
                    source.name.to_owned(),
                    format!("succeeded, but the folder {reason}"),
                )),
            },
            Err(reason) => tried.push((source.name.to_owned(), reason)),
        }
    }
    Err(Error::NoPrograms(NoPrograms {
        tried,
        needed: needed.to_vec(),
    }))
}

/// The folder if it holds all that is needed, else what it lacks.
fn look(folder: &Path, needed: &[Program]) -> Result<Assets, String> {
    let assets = Assets::in_folder(folder.to_owned());
    let missing: Vec<_> = assets
        .missing(needed)
        .iter()
        .map(|program| program.name())
        .collect();
    if missing.is_empty() {
        Ok(assets)
    } else {
        Err(format!("lacks {}", missing.join(", ")))
    }
}

#[cfg(test)]
mod tests;
