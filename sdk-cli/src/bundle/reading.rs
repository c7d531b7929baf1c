//! Files as documents, each read once: several questions are asked of one before it is part of a bundle.

use std::cell::OnceCell;
use std::collections::BTreeMap;

use super::Files;
use super::document::{Document, Unreadable};

type Read = Result<Document, Unreadable>;

/// Documents by their paths; a file is read when it is first asked for.
pub(super) struct Reading<'a> {
    files: &'a Files,
    known: BTreeMap<&'a str, OnceCell<Read>>,
}

impl<'a> Reading<'a> {
    /// Nothing is read yet.
    pub(super) fn new(files: &'a Files) -> Self {
        let known = files
            .below("")
            .into_iter()
            .map(|(path, _)| (path, OnceCell::new()))
            .collect();
        Self { files, known }
    }

    /// The files.
    pub(super) fn files(&self) -> &'a Files {
        self.files
    }

    /// The document at a path, or why it cannot be read; nothing where no file is, or where it was taken.
    pub(super) fn get(&self, path: &str) -> Option<&Read> {
        let bytes = self.files.bytes(path)?;
        Some(self.known.get(path)?.get_or_init(|| Document::read(path, bytes)))
    }

    /// The document at a path, if it can be read.
    pub(super) fn document(&self, path: &str) -> Option<&Document> {
        self.get(path)?.as_ref().ok()
    }

    /// The document at a path, for good.
    pub(super) fn take(&mut self, path: &str) -> Option<Read> {
        let bytes = self.files.bytes(path)?;
        let read = self.known.remove(path)?.into_inner();
        Some(read.unwrap_or_else(|| Document::read(path, bytes)))
    }
}
