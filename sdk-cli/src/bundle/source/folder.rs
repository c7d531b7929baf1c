//! A folder. Links to files inside of it are followed, others are not.

use camino::{Utf8Path, Utf8PathBuf};

use super::{FILE_MAX, FILES_MAX, SourceError, TOTAL_MAX};
use crate::bundle::files::{Entry, Files};

pub(super) fn read(root: &Utf8Path) -> Result<Files, SourceError> {
    let mut files = Files::new(root.as_str());
    let real = root.canonicalize_utf8().map_err(|error| failed(root, error))?;
    let (mut number, mut total) = (0_usize, 0_u64);
    let mut folders = vec![Utf8PathBuf::new()];
    while let Some(folder) = folders.pop() {
        let at = root.join(&folder);
        for entry in at.read_dir_utf8().map_err(|error| failed(&at, error))? {
            let entry = entry.map_err(|error| failed(&at, error))?;
            let path = folder.join(entry.file_name());
            let kind = entry.file_type().map_err(|error| failed(entry.path(), error))?;
            if kind.is_dir() {
                files.put_folder(path.as_str());
                folders.push(path);
                continue;
            }
            number += 1;
            if number > FILES_MAX {
                return Err(SourceError::Many {
                    path: root.to_string(),
                });
            }
            let found = file(entry.path(), &real, kind.is_symlink());
            if let Entry::File(bytes) = &found {
                total += u64::try_from(bytes.len()).unwrap_or(u64::MAX);
            }
            if total > TOTAL_MAX {
                return Err(SourceError::Big {
                    path: root.to_string(),
                });
            }
            files.put(path.as_str(), found);
        }
    }
    Ok(files)
}

fn file(path: &Utf8Path, root: &Utf8Path, is_link: bool) -> Entry {
    if is_link {
        match path.canonicalize_utf8() {
            Ok(target) if !target.starts_with(root) => {
                return Entry::Refused("it is a link that leads out of the bundle".to_owned());
            }
            Ok(_) => {}
            Err(error) => return Entry::Refused(format!("it is a link that leads nowhere: {error}")),
        }
    }
    let metadata = match std::fs::metadata(path) {
        Ok(metadata) => metadata,
        Err(error) => return Entry::Refused(format!("it cannot be read: {error}")),
    };
    if !metadata.is_file() {
        return Entry::Refused("it is no file".to_owned());
    }
    if metadata.len() > FILE_MAX {
        return Entry::Refused(format!(
            "it has {} bytes, {FILE_MAX} are the limit",
            metadata.len()
        ));
    }
    match std::fs::read(path) {
        Ok(bytes) => Entry::File(bytes),
        Err(error) => Entry::Refused(format!("it cannot be read: {error}")),
    }
}

fn failed(path: &Utf8Path, error: std::io::Error) -> SourceError {
    SourceError::Read {
        path: path.to_string(),
        error,
    }
}
