//! A write of our own, from the request to the answer.
//!
//! The answer goes into the stores at once, so that the next run sees it, and others hear of it as of any
//! change. The writer does not: whatever comes first, the answer or the watch, it is not run again for what
//! it did itself, but it is for what others did meanwhile.

use std::sync::Arc;

use kopr_model::KindRef;

use super::class;
use super::core::Core;
use super::raw::{Key, Raw};
use super::reads::Reader;
use super::store::Change;
use super::watches::{self, Entry, WatchId};

/// A write of our own. Dropped without an answer, it has failed.
pub(crate) struct OwnWrite<'a> {
    core: &'a Core,
    watches: Vec<(&'a WatchId, &'a Entry)>,
    key: Key,
    writer: Reader,
    /// Whether it is of the status of the very object that the writer works for.
    of_status: bool,
}

impl<'a> OwnWrite<'a> {
    /// To be called before the request. `quiet` only for a write that is sure to change the object: the
    /// answer to one that changes nothing bears the version of somebody else's change.
    pub(crate) fn begin(core: &'a Core, kind: &KindRef, key: &Key, writer: Reader, quiet: bool) -> Self {
        let watches: Vec<_> = core
            .watches
            .all_covering(kind, key.namespace.as_deref())
            .collect();
        for (_, entry) in &watches {
            entry.store.begin_write(key, &writer, quiet);
        }
        Self {
            core,
            watches,
            key: key.clone(),
            writer,
            of_status: false,
        }
    }

    /// The same for the status of the object that the writer works for. It changes nothing that a reconcile has to
    /// see, so whatever of that kind comes with the answer is somebody else's: the watch, which may be behind, will
    /// not tell of it any more once the answer is in the store.
    pub(crate) fn begin_status(core: &'a Core, kind: &KindRef, key: &Key, writer: Reader) -> Self {
        // Not quiet: a status is no news to its own reconcile anyway, and what else changed meanwhile is.
        let mut write = Self::begin(core, kind, key, writer, false);
        write.of_status = true;
        write
    }

    /// The answer is there.
    pub(crate) fn end(mut self, answer: &Arc<Raw>) {
        self.land(Some(answer));
    }

    fn land(&mut self, answer: Option<&Arc<Raw>>) {
        for (id, entry) in std::mem::take(&mut self.watches) {
            // What a watch does not select is not in its store; the watch tells of what has left it.
            let answer = answer.filter(|raw| class::selects(id.selector.as_deref(), raw));
            let landed = entry.store.end_write(&self.key, &self.writer, answer);
            let by_others =
                self.of_status && landed.change.as_ref().is_some_and(Change::is_seen_by_primaries);
            watches::dispatch(self.core, id, landed.change, Some(&self.writer));
            if (landed.again || by_others)
                && let Some(controller) = self.core.controllers.get(self.writer.0)
            {
                let why = || {
                    format!(
                        "the {} `{}`, which others changed during a write",
                        id.kind.kind, self.key
                    )
                };
                controller.queue.add(self.writer.1.clone(), why);
            }
        }
    }
}

impl Drop for OwnWrite<'_> {
    fn drop(&mut self) {
        self.land(None);
    }
}
