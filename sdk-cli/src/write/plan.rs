//! What would change on disk.

use camino::{Utf8Path, Utf8PathBuf};
use fs_err as fs;
use similar::TextDiff;

use super::{WriteError, apply};
use crate::emit::{Artefact, Emitter, Ownership, is_ours, place};

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

/// The places that a run covers: generated files there that are no longer made are orphans. Those of
/// emitters that do not run are left alone.
#[derive(Clone, Debug, Default)]
pub struct Prune(Vec<Utf8PathBuf>);

impl Prune {
    /// The places of these emitters, below this output folder.
    pub fn new(emitters: &[&Emitter], output_dir: &Utf8Path) -> Self {
        Self(
            emitters
                .iter()
                .map(|emitter| place(Utf8Path::new(emitter.owns), output_dir))
                .collect(),
        )
    }

    /// Nothing is an orphan.
    pub fn none() -> Self {
        Self::default()
    }
}

/// The difference between artefacts and disk.
#[derive(Debug)]
pub struct Plan {
    root: Utf8PathBuf,
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
    let mut foreign = Vec::new();
    for artefact in artefacts {
        let after = artefact.text()?;
        let before = read(&root.join(&artefact.path))?;
        let kind = match (&before, artefact.ownership) {
            (None, _) => ChangeKind::Create,
            (Some(_), Ownership::User) => continue,
            (Some(before), Ownership::Tool) if *before == after => continue,
            (Some(before), Ownership::Tool) if is_ours(before) => ChangeKind::Update,
            (Some(_), Ownership::Tool) => {
                foreign.push(artefact.path.clone());
                continue;
            }
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
    for place in &prune.0 {
        for path in files(&root.join(place))? {
            let Ok(path) = path.strip_prefix(root).map(Utf8Path::to_owned) else {
                continue;
            };
            if artefacts.iter().any(|artefact| artefact.path == path) {
                continue;
            }
            match read(&root.join(&path))? {
                Some(before) if !before.is_empty() && is_ours(&before) => {
                    folders.extend(path.parent().map(Utf8Path::to_owned));
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
    }
    changes.sort_by(|a, b| a.path.cmp(&b.path));
    Ok(Plan {
        root: root.to_owned(),
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
    files.sort();
    Ok(files)
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
