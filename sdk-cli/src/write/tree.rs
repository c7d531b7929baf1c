//! New trees of files that users will own: all of them, or none.

use camino::{Utf8Path, Utf8PathBuf};
use fs_err as fs;

use super::WriteError;

/// Makes new files below `root`, which may exist; paths are relative to it.
///
/// Nothing is overwritten: if one of the files exists, all that do are listed and nothing is written.
/// The files are made in a folder beside their place first; what was put in place is taken back when
/// something fails.
pub fn create_tree(root: &Utf8Path, files: &[(Utf8PathBuf, String)]) -> Result<(), WriteError> {
    let taken = |path: &Utf8PathBuf| root.join(path).symlink_metadata().is_ok();
    let mut existing: Vec<Utf8PathBuf> = files
        .iter()
        .map(|(path, _)| path)
        .filter(|path| taken(path))
        .map(|path| root.join(path))
        .collect();
    if !existing.is_empty() {
        existing.sort();
        return Err(WriteError::Exists(existing));
    }

    let mut made = Made::default();
    let result = make(root, files, &mut made);
    if result.is_err() {
        made.take_back();
    }
    result
}

/// What this run made, in the order of making.
#[derive(Default)]
struct Made {
    folders: Vec<Utf8PathBuf>,
    files: Vec<Utf8PathBuf>,
}

impl Made {
    /// Makes a folder and those above it, and remembers the new ones.
    fn folder(&mut self, path: &Utf8Path) -> Result<(), WriteError> {
        let mut new: Vec<_> = path
            .ancestors()
            .take_while(|folder| !folder.as_str().is_empty() && !folder.exists())
            .map(Utf8Path::to_owned)
            .collect();
        new.reverse();
        for folder in new {
            fs::create_dir(&folder)?;
            self.folders.push(folder);
        }
        Ok(())
    }

    /// Best effort: the error that led here is what the user has to see.
    fn take_back(&self) {
        for file in &self.files {
            let _ = fs::remove_file(file);
        }
        for folder in self.folders.iter().rev() {
            let _ = fs::remove_dir(folder);
        }
    }
}

fn make(root: &Utf8Path, files: &[(Utf8PathBuf, String)], made: &mut Made) -> Result<(), WriteError> {
    let parent = root
        .parent()
        .filter(|parent| !parent.as_str().is_empty())
        .unwrap_or(Utf8Path::new("."));
    made.folder(parent)?;
    // Beside the target, so that a rename crosses no file system.
    let beside = if root.exists() { root } else { parent };
    let staging = tempfile::Builder::new().prefix(".kopr-").tempdir_in(beside)?;
    let staging = Utf8Path::from_path(staging.path())
        .map(Utf8Path::to_owned)
        .zip(Some(staging));
    let Some((staging, _guard)) = staging else {
        return Err(std::io::Error::other(format!("the path of `{beside}` is not UTF-8")).into());
    };
    for (number, (_, text)) in files.iter().enumerate() {
        fs::File::create_new(staging.join(number.to_string()))
            .and_then(|mut file| std::io::Write::write_all(&mut file, text.as_bytes()))?;
    }
    made.folder(root)?;
    for (number, (path, _)) in files.iter().enumerate() {
        let place = root.join(path);
        if let Some(folder) = place.parent() {
            made.folder(folder)?;
        }
        fs::rename(staging.join(number.to_string()), &place)?;
        made.files.push(place);
    }
    Ok(())
}
