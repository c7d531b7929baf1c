//! The files of a bundle by their paths, wherever they come from.

use std::collections::BTreeMap;

/// What stands at a path.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Entry {
    /// A file with these bytes.
    File(Vec<u8>),
    /// Something that is no file of the bundle, and why: a link out of it, a file that is too big.
    Refused(String),
}

/// Files of a bundle; paths are relative and use `/`.
#[derive(Clone, Debug, Default)]
pub struct Files {
    /// What was named on the command line.
    root: String,
    entries: BTreeMap<String, Entry>,
    /// Folders without files are known to folders only.
    folders: Vec<String>,
}

impl Files {
    /// No files yet, below what was named `root`.
    pub fn new(root: &str) -> Self {
        Self {
            root: root.to_owned(),
            ..Self::default()
        }
    }

    /// Puts something at a path.
    pub fn put(&mut self, path: &str, entry: Entry) {
        self.entries.insert(path.to_owned(), entry);
    }

    /// Notes a folder.
    pub fn put_folder(&mut self, path: &str) {
        self.folders.push(path.to_owned());
    }

    /// Takes away a path and what is below it, as a later layer of an image may.
    pub fn remove(&mut self, path: &str) {
        let below = format!("{path}/");
        self.entries
            .retain(|known, _| known != path && !known.starts_with(&below));
        self.folders
            .retain(|known| known != path && !known.starts_with(&below));
    }

    /// A path for messages: below what was named.
    pub fn shown(&self, path: &str) -> String {
        match (self.root.as_str(), path) {
            (root, "") => root.to_owned(),
            ("" | ".", path) => path.to_owned(),
            (root, path) => format!("{}/{path}", root.trim_end_matches('/')),
        }
    }

    /// What was named on the command line.
    pub fn root(&self) -> &str {
        &self.root
    }

    /// What stands at a path.
    pub fn get(&self, path: &str) -> Option<&Entry> {
        self.entries.get(path)
    }

    /// The bytes of a file.
    pub fn bytes(&self, path: &str) -> Option<&[u8]> {
        match self.entries.get(path)? {
            Entry::File(bytes) => Some(bytes),
            Entry::Refused(_) => None,
        }
    }

    /// Everything below a folder (empty: everything), folder by folder, each in the order of its names.
    pub fn below(&self, folder: &str) -> Vec<(&str, &Entry)> {
        let mut found: Vec<(&str, &Entry)> = self
            .entries
            .iter()
            .map(|(path, entry)| (path.as_str(), entry))
            .filter(|(path, _)| inside(folder, path).is_some())
            .collect();
        found.sort_by(|(a, _), (b, _)| a.split('/').cmp(b.split('/')));
        found
    }

    /// Names of the folders right in a folder.
    pub fn folders_in(&self, folder: &str) -> Vec<&str> {
        let mut found: Vec<&str> = self
            .folders
            .iter()
            .filter_map(|path| inside(folder, path))
            .chain(
                self.entries
                    .keys()
                    .filter_map(|path| inside(folder, path)?.rsplit_once('/').map(|(folder, _)| folder)),
            )
            .filter_map(|path| path.split('/').next())
            .collect();
        found.sort_unstable();
        found.dedup();
        found
    }
}

/// The path from a folder on, if it is below it.
pub(super) fn inside<'a>(folder: &str, path: &'a str) -> Option<&'a str> {
    if folder.is_empty() {
        return Some(path);
    }
    path.strip_prefix(folder)?.strip_prefix('/')
}
