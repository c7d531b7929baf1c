//! Files are written beside their place and then put there in one step.

use std::io::Write;

use camino::{Utf8Path, Utf8PathBuf};
use fs_err as fs;

use super::{Change, ChangeKind, WriteError};

/// A complete file beside its place; gone when it is dropped before it is put there.
struct Staged {
    temporary: Utf8PathBuf,
    place: Utf8PathBuf,
    /// The uppermost folder that was made for it.
    made: Option<Utf8PathBuf>,
    placed: bool,
}

impl Staged {
    fn new(place: &Utf8Path, text: &str) -> Result<Self, WriteError> {
        let folder = place
            .parent()
            .filter(|folder| !folder.as_str().is_empty())
            .unwrap_or(Utf8Path::new("."));
        let made = folder
            .ancestors()
            .take_while(|folder| !folder.exists())
            .last()
            .map(Utf8Path::to_owned);
        let name = place.file_name().unwrap_or("file");
        // The process id keeps two runs at the same time apart.
        let temporary = folder.join(format!(".{name}.{}.tmp", std::process::id()));
        let staged = Self {
            temporary,
            place: place.to_owned(),
            made,
            placed: false,
        };
        fs::create_dir_all(folder)?;
        let mut file = fs::OpenOptions::new()
            .write(true)
            .create_new(true)
            .open(&staged.temporary)?;
        file.write_all(text.as_bytes())?;
        file.sync_all()?;
        if let Ok(metadata) = fs::metadata(place) {
            fs::set_permissions(&staged.temporary, metadata.permissions())?;
        }
        Ok(staged)
    }

    fn put(&mut self) -> Result<(), WriteError> {
        fs::rename(&self.temporary, &self.place)?;
        self.placed = true;
        Ok(())
    }
}

impl Drop for Staged {
    fn drop(&mut self) {
        if self.placed {
            return;
        }
        // An error is on its way to the user already; what cannot be removed is only litter.
        let _ = fs::remove_file(&self.temporary);
        remove_made(&self.place, self.made.as_deref());
    }
}

/// Prepares all files, then puts them in place, then deletes. When one of the steps fails, those before it are
/// taken back.
pub(super) fn apply(root: &Utf8Path, changes: &[Change]) -> Result<(), WriteError> {
    let written = || changes.iter().filter(|change| change.kind != ChangeKind::Delete);
    let mut staged = written()
        .map(|change| Staged::new(&root.join(&change.path), &change.after))
        .collect::<Result<Vec<_>, _>>()?;
    let mut done: Vec<(&Change, Option<Utf8PathBuf>)> = Vec::new();
    let result = (|| {
        for (file, change) in staged.iter_mut().zip(written()) {
            file.put()?;
            done.push((change, file.made.clone()));
        }
        for change in changes.iter().filter(|change| change.kind == ChangeKind::Delete) {
            fs::remove_file(root.join(&change.path))?;
            done.push((change, None));
        }
        Ok(())
    })();
    if result.is_err() {
        for (change, made) in done.into_iter().rev() {
            take_back(&root.join(&change.path), change, made.as_deref());
        }
    }
    result
}

/// Makes a change undone. Best effort: the error that led here is what the user has to see.
fn take_back(path: &Utf8Path, change: &Change, made: Option<&Utf8Path>) {
    if change.kind == ChangeKind::Create {
        let _ = fs::remove_file(path);
        remove_made(path, made);
    } else if let Ok(mut old) = Staged::new(path, &change.before) {
        let _ = old.put();
    }
}

/// Removes the folders that were made for a file, as far as they are empty.
fn remove_made(place: &Utf8Path, made: Option<&Utf8Path>) {
    let mut folder = place.parent();
    while let (Some(at), Some(made)) = (folder, made)
        && at.starts_with(made)
    {
        if fs::remove_dir(at).is_err() {
            break;
        }
        folder = at.parent();
    }
}
