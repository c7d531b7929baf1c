//! Gets Helm, which only tests of charts need: from this machine's cache, or built with Go from a module of its own.

use std::path::{Path, PathBuf};

use fs_err as fs;

use super::build::{Module, build};
use crate::env::Places;
use crate::lock::Lock;
use crate::progress::Step;
use crate::{Error, Progress, Result};

/// The version of Helm.
const VERSION: &str = "4.3.2";
const PACKAGE: &str = "helm.sh/helm/v4/cmd/helm";
const MODULE: Module = Module {
    go_mod: include_str!("../../go/helm/go.mod"),
    go_sum: include_str!("../../go/helm/go.sum"),
};
const NAME: &str = "helm";

/// The path of a program of Helm 4. The first time on a machine it is built, which takes some minutes; the thread
/// is blocked until then.
pub fn helm(progress: &Progress) -> Result<PathBuf> {
    let places = Places::read()?;
    let folder = places.cache.join(format!("helm-{VERSION}"));
    let path = folder.join(NAME);
    if path.is_file() {
        return Ok(path);
    }
    fs::create_dir_all(&folder)?;
    let _lock = Lock::wait_blocking(&places.cache.join(format!("helm-{VERSION}.lock")), progress)?;
    // Whoever held the lock before us has probably done our work.
    if !path.is_file() {
        get(&folder, progress).map_err(|reason| Error::NoHelm { folder, reason })?;
    }
    Ok(path)
}

fn get(folder: &Path, progress: &Progress) -> Result<(), String> {
    let flags = format!("-s -w -X helm.sh/helm/v4/internal/version.version=v{VERSION}");
    build(&MODULE, folder, &[PACKAGE], &flags, &[(NAME, NAME)], || {
        progress.begin(&Step::BuildingHelm {
            folder: folder.to_owned(),
        });
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn module_fits_the_version() {
        assert!(MODULE.go_mod.contains(&format!("helm.sh/helm/v4 v{VERSION}")));
        assert!(MODULE.go_mod.contains(&format!("tool {PACKAGE}")));
    }
}
