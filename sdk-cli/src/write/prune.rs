//! Generated files that nobody makes any more.

use std::collections::BTreeSet;

use camino::{Utf8Path, Utf8PathBuf};
use fs_err as fs;

use super::WriteError;

/// The places that a run covers: generated files there that are no longer made are orphans. Those of
/// emitters that do not run are left alone.
#[derive(Clone, Debug, Default)]
pub struct Prune {
    owned: Vec<Utf8PathBuf>,
    sweep: Vec<Utf8PathBuf>,
    kept: BTreeSet<Utf8PathBuf>,
}

impl Prune {
    /// These files and, with a `/` at the end, folders.
    pub fn new(owned: Vec<Utf8PathBuf>) -> Self {
        Self {
            owned,
            ..Self::default()
        }
    }

    /// Nothing is an orphan.
    pub fn none() -> Self {
        Self::default()
    }

    /// Also everything below these folders, but for the files that some emitter makes, in this run or in another.
    #[must_use]
    pub fn sweeping(mut self, folders: Vec<Utf8PathBuf>, kept: BTreeSet<Utf8PathBuf>) -> Self {
        self.sweep = folders;
        self.kept = kept;
        self
    }

    /// The files that may be orphans, below `root`, sorted.
    pub(super) fn candidates(&self, root: &Utf8Path) -> Result<BTreeSet<Utf8PathBuf>, WriteError> {
        let mut found = BTreeSet::new();
        for place in &self.owned {
            found.extend(files(&root.join(place))?);
        }
        for folder in &self.sweep {
            let folder = root.join(folder);
            // Then it is a project's own folder, and holds whole folders of generated files that others made.
            if ["Cargo.toml", "kopr.toml"]
                .iter()
                .any(|file| folder.join(file).exists())
            {
                return Err(WriteError::Sweep(folder));
            }
            let mut below = Vec::new();
            everything(&folder, &mut below)?;
            found.extend(below.into_iter().filter(|path| {
                path.strip_prefix(root)
                    .map_or(true, |path| !self.kept.contains(path))
            }));
        }
        Ok(found)
    }
}

/// The files directly in a folder, or the one file; nothing where there is neither.
fn files(place: &Utf8Path) -> Result<Vec<Utf8PathBuf>, WriteError> {
    if place.is_file() {
        return Ok(vec![place.to_owned()]);
    }
    if !place.is_dir() {
        return Ok(Vec::new());
    }
    let mut files = Vec::new();
    for entry in fs::read_dir(place)? {
        // A name that is not UTF-8 is none of ours.
        if let Ok(path) = Utf8PathBuf::try_from(entry?.path())
            && path.is_file()
        {
            files.push(path);
        }
    }
    Ok(files)
}

/// All files below a folder. Links are not followed: they lead elsewhere.
fn everything(folder: &Utf8Path, files: &mut Vec<Utf8PathBuf>) -> Result<(), WriteError> {
    if !folder.is_dir() {
        return Ok(());
    }
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let kind = entry.file_type()?;
        let Ok(path) = Utf8PathBuf::try_from(entry.path()) else {
            continue;
        };
        if kind.is_dir() {
            everything(&path, files)?;
        } else if kind.is_file() {
            files.push(path);
        }
    }
    Ok(())
}
