//! A tar, plain or with gzip.

use std::io::{Cursor, Read};

use flate2::read::MultiGzDecoder;
use tar::{Archive, EntryType};

use super::{FILE_MAX, FILES_MAX, SourceError, TOTAL_MAX};
use crate::bundle::files::{Entry, Files};

/// What every gzip begins with.
const GZIP: [u8; 2] = [0x1f, 0x8b];

/// All entries of an archive by their paths.
pub(super) fn entries(path: &str, bytes: &[u8]) -> Result<Files, SourceError> {
    let mut files = Files::new(path);
    add(path, bytes, &mut files)?;
    Ok(files)
}

/// Puts the entries of an archive over files that are there already, as a layer of an image is put over others.
pub(super) fn add(path: &str, bytes: &[u8], files: &mut Files) -> Result<(), SourceError> {
    let plain = unpacked(path, bytes)?;
    let broken = |error: std::io::Error| SourceError::Archive {
        path: path.to_owned(),
        why: error.to_string(),
    };
    let mut archive = Archive::new(Cursor::new(&plain));
    let mut links = Vec::new();
    for (number, entry) in archive.entries().map_err(broken)?.enumerate() {
        let mut entry = entry.map_err(broken)?;
        if number >= FILES_MAX {
            return Err(SourceError::Many {
                path: path.to_owned(),
            });
        }
        let raw = String::from_utf8(entry.path_bytes().into_owned()).map_err(|_| SourceError::Archive {
            path: path.to_owned(),
            why: format!("the name of entry {} is not UTF-8", number + 1),
        })?;
        let name = cleaned(&raw).ok_or_else(|| SourceError::Escapes {
            path: path.to_owned(),
            entry: raw.clone(),
        })?;
        if name.is_empty() {
            continue;
        }
        if let Some(hidden) = whiteout(&name) {
            match hidden {
                Whiteout::Path(gone) => files.remove(&gone),
                Whiteout::Folder(folder) => files.remove(&folder),
            }
            continue;
        }
        match entry.header().entry_type() {
            EntryType::Directory => files.put_folder(&name),
            EntryType::Regular | EntryType::Continuous | EntryType::GNUSparse => {
                files.put(&name, content(path, &mut entry)?);
            }
            EntryType::Symlink | EntryType::Link => {
                let target = entry
                    .link_name_bytes()
                    .map(|target| String::from_utf8_lossy(&target).into_owned());
                let is_hard = entry.header().entry_type() == EntryType::Link;
                links.push((name, target.unwrap_or_default(), is_hard));
            }
            // Headers of the format itself.
            EntryType::XGlobalHeader
            | EntryType::XHeader
            | EntryType::GNULongName
            | EntryType::GNULongLink => {}
            _ => files.put(&name, Entry::Refused("it is no file".to_owned())),
        }
    }
    for (name, target, is_hard) in links {
        let entry = linked(files, &name, &target, is_hard).ok_or_else(|| SourceError::Escapes {
            path: path.to_owned(),
            entry: format!("{name} -> {target}"),
        })?;
        files.put(&name, entry);
    }
    Ok(())
}

/// The archive without compression, as far as it stays within bounds.
fn unpacked(path: &str, bytes: &[u8]) -> Result<Vec<u8>, SourceError> {
    if !bytes.starts_with(&GZIP) {
        return Ok(bytes.to_vec());
    }
    let mut plain = Vec::new();
    let mut decoder = MultiGzDecoder::new(bytes).take(TOTAL_MAX + 1);
    decoder
        .read_to_end(&mut plain)
        .map_err(|error| SourceError::Archive {
            path: path.to_owned(),
            why: error.to_string(),
        })?;
    if u64::try_from(plain.len()).unwrap_or(u64::MAX) > TOTAL_MAX {
        return Err(SourceError::Big {
            path: path.to_owned(),
        });
    }
    Ok(plain)
}

fn content(path: &str, entry: &mut tar::Entry<'_, Cursor<&Vec<u8>>>) -> Result<Entry, SourceError> {
    let length = entry.size();
    if length > FILE_MAX {
        return Ok(Entry::Refused(format!(
            "it has {length} bytes, {FILE_MAX} are the limit"
        )));
    }
    let mut bytes = Vec::new();
    entry
        .take(FILE_MAX)
        .read_to_end(&mut bytes)
        .map_err(|error| SourceError::Archive {
            path: path.to_owned(),
            why: error.to_string(),
        })?;
    Ok(Entry::File(bytes))
}

/// What a link leads to: nothing where it leads out.
fn linked(files: &Files, name: &str, target: &str, is_hard: bool) -> Option<Entry> {
    let folder = name.rsplit_once('/').map_or("", |(folder, _)| folder);
    let path = match target.strip_prefix('/') {
        // In an image the root is that of the image.
        Some(absolute) => cleaned(absolute)?,
        None if is_hard || folder.is_empty() => cleaned(target)?,
        None => cleaned(&format!("{folder}/{target}"))?,
    };
    Some(match files.get(&path) {
        Some(entry) => entry.clone(),
        None => Entry::Refused(format!(
            "it is a link to `{path}`, which is no file of the bundle"
        )),
    })
}

/// What a layer takes away from those below it.
enum Whiteout {
    Path(String),
    Folder(String),
}

fn whiteout(name: &str) -> Option<Whiteout> {
    let (folder, file) = name.rsplit_once('/').unwrap_or(("", name));
    let gone = file.strip_prefix(".wh.")?;
    if gone == ".wh..opq" {
        return Some(Whiteout::Folder(folder.to_owned()));
    }
    let path = if folder.is_empty() {
        gone.to_owned()
    } else {
        format!("{folder}/{gone}")
    };
    Some(Whiteout::Path(path))
}

/// A path without `.`; nothing where it is absolute or has `..` that leads out.
fn cleaned(path: &str) -> Option<String> {
    if path.starts_with('/') {
        return None;
    }
    let mut parts = Vec::new();
    for part in path.split('/') {
        match part {
            "" | "." => {}
            ".." => {
                parts.pop()?;
            }
            part => parts.push(part),
        }
    }
    Some(parts.join("/"))
}

/// The files of the one folder in the archive, if the bundle was packed with its folder around it.
pub(super) fn without_top(path: &str, files: Files) -> Files {
    let all = files.below("");
    let folders = files.folders_in("");
    let [top] = folders[..] else {
        return files;
    };
    let is_around = all.iter().all(|(path, _)| path.contains('/'));
    if !is_around || matches!(top, "manifests" | "metadata") {
        return files;
    }
    let mut inner = Files::new(path);
    for (path, entry) in all {
        if let Some((_, rest)) = path.split_once('/') {
            inner.put(rest, entry.clone());
        }
    }
    inner
}
