//! Which reconcile has read what: a change of an object runs exactly its readers.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Mutex, MutexGuard, PoisonError};

use super::raw::Key;
use super::watches::WatchId;

/// A reconcile: index of its controller, and its object.
pub(crate) type Reader = (usize, Key);

/// Something that was read: one object by name, or all of a watch.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Target {
    /// The object of that name, whether it was there or not.
    Object(WatchId, Key),
    /// Every object of the watch.
    All(WatchId),
}

/// Which reconcile has read what.
#[derive(Default)]
pub(crate) struct Reads {
    state: Mutex<State>,
}

#[derive(Default)]
struct State {
    readers: BTreeMap<Target, BTreeSet<Reader>>,
    targets: BTreeMap<Reader, BTreeSet<Target>>,
}

impl Reads {
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Notes a read at once, so that a change right after it is not missed.
    pub(crate) fn note(&self, reader: &Reader, target: Target) {
        let mut state = self.state();
        state
            .readers
            .entry(target.clone())
            .or_default()
            .insert(reader.clone());
        state.targets.entry(reader.clone()).or_default().insert(target);
    }

    /// Ends a run: what earlier runs read and this one did not is forgotten.
    pub(crate) fn settle(&self, reader: &Reader, read: &BTreeSet<Target>) {
        let mut state = self.state();
        let known = state.targets.remove(reader).unwrap_or_default();
        for target in known.difference(read) {
            state.drop_reader(target, reader);
        }
        if !read.is_empty() {
            state.targets.insert(reader.clone(), read.clone());
        }
    }

    /// Readers of an object of a watch, sorted.
    pub(crate) fn of(&self, watch: &WatchId, key: &Key) -> Vec<Reader> {
        let state = self.state();
        let mut readers = BTreeSet::new();
        for target in [
            Target::Object(watch.clone(), key.clone()),
            Target::All(watch.clone()),
        ] {
            readers.extend(state.readers.get(&target).into_iter().flatten().cloned());
        }
        readers.into_iter().collect()
    }
}

impl State {
    fn drop_reader(&mut self, target: &Target, reader: &Reader) {
        if let Some(readers) = self.readers.get_mut(target) {
            readers.remove(reader);
            if readers.is_empty() {
                self.readers.remove(target);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn exactly_the_readers() {
        let reads = Reads::default();
        let watch = WatchId::default();
        let (a, b) = ((0, Key::new(None, "a")), (0, Key::new(None, "b")));
        let target = |name: &str| Target::Object(watch.clone(), Key::new(None, name));
        reads.note(&a, target("x"));
        reads.note(&b, target("y"));
        assert_eq!(reads.of(&watch, &Key::new(None, "x")), std::slice::from_ref(&a));
        reads.note(&b, Target::All(watch.clone()));
        assert_eq!(reads.of(&watch, &Key::new(None, "x")), [a.clone(), b.clone()]);
        reads.settle(&b, &BTreeSet::from([target("y")]));
        reads.settle(&a, &BTreeSet::new());
        assert!(reads.of(&watch, &Key::new(None, "x")).is_empty());
        assert_eq!(reads.of(&watch, &Key::new(None, "y")), [b]);
    }
}
