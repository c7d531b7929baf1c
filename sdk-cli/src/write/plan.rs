//! What would change on disk.

use camino::{Utf8Path, Utf8PathBuf};
use fs_err as fs;
use similar::TextDiff;

use super::{Prune, WriteError, apply, summary};
use crate::emit::{Artefact, Ownership, is_ours};

/// What happens to a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ChangeKind {
    /// It is made.
    Create,
    /// It is overwritten.
    Update,
    /// It is an orphan and goes.
    Delete,
}

/// A file that changes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Change {
    /// Path below the root.
    pub path: Utf8PathBuf,
    /// What happens to it.
    pub kind: ChangeKind,
    /// What stands there now; empty if nothing.
    pub before: String,
    /// What will stand there; empty if nothing.
    pub after: String,
}

/// A file of a plan.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct File {
    /// Path below the root.
    pub path: Utf8PathBuf,
    /// Bytes that it has afterwards; of one that is deleted, those that it had.
    pub bytes: usize,
    /// What happens to it; none where it stays as it is.
    pub change: Option<ChangeKind>,
}

/// The difference between artefacts and disk.
#[derive(Debug)]
pub struct Plan {
    root: Utf8PathBuf,
    files: Vec<File>,
    changes: Vec<Change>,
    /// Folders that are removed when the run leaves them empty.
    folders: Vec<Utf8PathBuf>,
}

/// Compares artefacts with the files below `root`.
///
/// A file that is in the way and does not begin with the header of generated files is someone's work:
/// it is neither overwritten nor deleted.
pub fn plan(artefacts: &[Artefact], root: &Utf8Path, prune: &Prune) -> Result<Plan, WriteError> {
    let mut changes = Vec::new();
    let mut files = Vec::new();
    let mut foreign = Vec::new();
    for artefact in artefacts {
        let after = artefact.text()?;
        let before = read(&root.join(&artefact.path))?;
        let kind = match (&before, artefact.ownership) {
            (None, _) => Some(ChangeKind::Create),
            (Some(_), Ownership::User) => None,
            (Some(before), Ownership::Tool) if *before == after => None,
            (Some(before), Ownership::Tool) if is_ours(before) => Some(ChangeKind::Update),
            (Some(_), Ownership::Tool) => {
                foreign.push(artefact.path.clone());
                continue;
            }
        };
        files.push(File {
            path: artefact.path.clone(),
            bytes: match (&before, artefact.ownership) {
                (Some(theirs), Ownership::User) => theirs.len(),
                _ => after.len(),
            },
            change: kind,
        });
        let Some(kind) = kind else {
            continue;
        };
        let before = before.unwrap_or_default();
        changes.push(Change {
            path: artefact.path.clone(),
            kind,
            before,
            after,
        });
    }
    if !foreign.is_empty() {
        return Err(WriteError::Foreign(foreign));
    }
    let mut folders = Vec::new();
    for path in prune.candidates(root)? {
        let Ok(path) = path.strip_prefix(root).map(Utf8Path::to_owned) else {
            continue;
        };
        if artefacts.iter().any(|artefact| artefact.path == path) {
            continue;
        }
        match read(&root.join(&path))? {
            Some(before) if !before.is_empty() && is_ours(&before) => {
                folders.extend(path.parent().map(Utf8Path::to_owned));
                files.push(File {
                    path: path.clone(),
                    bytes: before.len(),
                    change: Some(ChangeKind::Delete),
                });
                changes.push(Change {
                    path,
                    kind: ChangeKind::Delete,
                    before,
                    after: String::new(),
                });
            }
            _ => {}
        }
    }
    // Inner folders first, so that the outer ones are empty by then.
    folders.sort_by(|a, b| b.cmp(a));
    folders.dedup();
    files.sort_by(|a, b| a.path.cmp(&b.path));
    changes.sort_by(|a, b| a.path.cmp(&b.path));
    Ok(Plan {
        root: root.to_owned(),
        files,
        changes,
        folders,
    })
}

/// The text of a file; none if there is no file. Text that is not UTF-8 is nobody's YAML of ours.
fn read(path: &Utf8Path) -> Result<Option<String>, WriteError> {
    match fs::read(path) {
        Ok(bytes) => Ok(Some(String::from_utf8_lossy(&bytes).into_owned())),
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => Ok(None),
        Err(error) => Err(error.into()),
    }
}

impl Plan {
    /// Whether nothing differs.
    pub fn is_clean(&self) -> bool {
        self.changes.is_empty()
    }

    /// What changes, by path.
    pub fn changes(&self) -> &[Change] {
        &self.changes
    }

    /// Every file of the run, whether it changes or not, by path.
    pub fn files(&self) -> &[File] {
        &self.files
    }

    /// What changes, told by objects.
    pub fn summary(&self) -> Vec<String> {
        summary(&self.changes)
    }

    /// The changes as a unified diff.
    pub fn diff(&self) -> String {
        let mut text = String::new();
        for change in &self.changes {
            let name = |prefix: &str, missing| match change.kind {
                kind if kind == missing => "/dev/null".to_owned(),
                _ => format!("{prefix}/{}", change.path),
            };
            let (old, new) = (name("a", ChangeKind::Create), name("b", ChangeKind::Delete));
            let diff = TextDiff::from_lines(&change.before, &change.after);
            text.push_str(&diff.unified_diff().header(&old, &new).to_string());
        }
        text
    }

    /// Carries the plan out. Files are complete or untouched, and those that do not change keep their
    /// time of change; if something cannot be prepared, nothing is changed at all.
    pub fn apply(&self) -> Result<(), WriteError> {
        apply::apply(&self.root, &self.changes)?;
        for folder in &self.folders {
            // An empty folder would be left over; one with something in it stays.
            let _ = fs::remove_dir(self.root.join(folder));
        }
        Ok(())
    }
}
