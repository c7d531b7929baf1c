//! The objects of one watch: by key, and by the owner that controls them.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, PoisonError, RwLock, RwLockReadGuard, RwLockWriteGuard};

use tokio::sync::watch;

use super::raw::{Key, Raw};
use super::reads::Reader;

/// The objects of one watch.
pub(crate) struct Store {
    objects: RwLock<Objects>,
    ready: watch::Sender<bool>,
}

#[derive(Default)]
struct Objects {
    by_key: BTreeMap<Key, Arc<Raw>>,
    /// Sorted; most have few, for which a tree would be large.
    by_owner: BTreeMap<Arc<str>, Vec<Key>>,
    /// Keys that our own writes put in while a list was under way; the list may be older than they are.
    during_list: Option<BTreeSet<Key>>,
    /// Our own writes whose answers are awaited.
    in_flight: BTreeMap<Key, Vec<Flight>>,
}

/// A write of ours whose answer is awaited, and what the watch said about its object meanwhile.
struct Flight {
    writer: Reader,
    /// Whether the watch telling of the write is no news to the writer.
    quiet: bool,
    /// Versions that the writer was not told of.
    held: Vec<u64>,
    /// Version at which the object went; an answer that is older is about an object that is no more.
    gone: u64,
}

/// What the end of a write did.
pub(crate) struct Landed {
    /// The change to the store.
    pub(crate) change: Option<Change>,
    /// Somebody else changed the object meanwhile, or made it anew, and the writer was not told.
    pub(crate) again: bool,
}

/// What a change did to a store.
pub(crate) struct Change {
    pub(crate) before: Option<Arc<Raw>>,
    pub(crate) after: Option<Arc<Raw>>,
    /// Whose own write this may be: they are not told now, the end of their write knows.
    pub(crate) writers: Vec<Reader>,
}

impl Change {
    /// Whether it changed what a reconcile of the object has to see. Of kinds without generations it cannot be told
    /// from a change of the status.
    pub(crate) fn is_seen_by_primaries(&self) -> bool {
        match (&self.before, &self.after) {
            (Some(before), Some(after)) => after.generation != 0 && after.differs_from(before),
            _ => false,
        }
    }

    fn gone(before: Option<Arc<Raw>>) -> Self {
        Self {
            before,
            after: None,
            writers: Vec::new(),
        }
    }
}

impl Default for Store {
    fn default() -> Self {
        Self {
            objects: RwLock::default(),
            ready: watch::Sender::new(false),
        }
    }
}

impl Store {
    fn read(&self) -> RwLockReadGuard<'_, Objects> {
        self.objects.read().unwrap_or_else(PoisonError::into_inner)
    }

    fn write(&self) -> RwLockWriteGuard<'_, Objects> {
        self.objects.write().unwrap_or_else(PoisonError::into_inner)
    }

    pub(crate) fn get(&self, key: &Key) -> Option<Arc<Raw>> {
        self.read().by_key.get(key).cloned()
    }

    /// All objects, sorted by namespace and name.
    pub(crate) fn all(&self) -> Vec<Arc<Raw>> {
        self.read().by_key.values().cloned().collect()
    }

    /// Objects that belong to the object of that uid, by reference or by link, sorted.
    pub(crate) fn owned_by(&self, uid: &str) -> Vec<Arc<Raw>> {
        let objects = self.read();
        let keys = objects.by_owner.get(uid).into_iter().flatten();
        keys.filter_map(|key| objects.by_key.get(key).cloned()).collect()
    }

    /// Takes an object from the watch. One that is older than what is here is not taken: a watch may lag
    /// behind our writes.
    pub(crate) fn put(&self, raw: Arc<Raw>) -> Option<Change> {
        let mut objects = self.write();
        let (key, version) = (raw.key.clone(), raw.version());
        let mut change = objects.put(raw)?;
        // Under the same lock as the change itself: the answer may come right after it.
        change.writers = objects.hold(&key, version);
        Some(change)
    }

    /// Takes an object from a list. A list is the truth, even where it is older than what is here (a backup
    /// that was restored), but for what we wrote since it began.
    pub(crate) fn put_listed(&self, raw: Arc<Raw>) -> Option<Change> {
        let mut objects = self.write();
        let written = objects
            .during_list
            .as_ref()
            .is_some_and(|keys| keys.contains(&raw.key));
        if written {
            return objects.put(raw);
        }
        match objects.by_key.get(&raw.key) {
            Some(known) if known.resource_version == raw.resource_version => None,
            _ => Some(objects.replace(raw)),
        }
    }

    /// Takes an object out. One that has been made anew meanwhile stays.
    pub(crate) fn remove(&self, raw: &Raw) -> Option<Change> {
        let mut objects = self.write();
        objects.went(&raw.key, raw.version());
        let known = objects.by_key.get(&raw.key)?;
        if known.version() > raw.version() {
            return None;
        }
        let before = objects.take(&raw.key);
        Some(Change::gone(before))
    }

    /// A list begins: what is not in it by its end is gone.
    pub(crate) fn begin_list(&self) {
        self.write().during_list = Some(BTreeSet::new());
    }

    /// A list ends: everything that it did not name is gone. What we wrote since it began comes back by
    /// the watch, if it is still there.
    pub(crate) fn end_list(&self, listed: &BTreeSet<Key>) -> Vec<Change> {
        let mut objects = self.write();
        objects.during_list = None;
        let flying: Vec<Key> = objects.in_flight.keys().cloned().collect();
        for key in flying.iter().filter(|key| !listed.contains(*key)) {
            objects.went(key, u64::MAX);
        }
        let gone: Vec<Key> = objects
            .by_key
            .keys()
            .filter(|key| !listed.contains(*key))
            .cloned()
            .collect();
        let changes = gone.iter().map(|key| Change::gone(objects.take(key))).collect();
        drop(objects);
        self.ready.send_replace(true);
        changes
    }

    /// A write of ours begins. With `quiet`, the writer is not told when the watch tells of it.
    pub(crate) fn begin_write(&self, key: &Key, writer: &Reader, quiet: bool) {
        let flight = Flight {
            writer: writer.clone(),
            quiet,
            held: Vec::new(),
            gone: 0,
        };
        let mut objects = self.write();
        objects.in_flight.entry(key.clone()).or_default().push(flight);
    }

    /// A write of ours ends, with what the API server made of it unless it failed.
    pub(crate) fn end_write(&self, key: &Key, writer: &Reader, answer: Option<&Arc<Raw>>) -> Landed {
        let mut objects = self.write();
        let flight = objects.land(key, writer);
        let held = flight.as_ref().map(|flight| &*flight.held).unwrap_or_default();
        let changed = match answer {
            Some(raw) => held.iter().any(|version| *version != raw.version()),
            None => !held.is_empty(),
        };
        let gone = flight.as_ref().map_or(0, |flight| flight.gone);
        let change = answer.filter(|raw| raw.version() > gone).and_then(|raw| {
            if let Some(keys) = &mut objects.during_list {
                keys.insert(key.clone());
            }
            objects.put(Arc::clone(raw))
        });
        // The object was made anew meanwhile, and the watch will not say so: it comes after the answer.
        let anew = change.as_ref().is_some_and(|change| {
            let uid = |raw: &Option<Arc<Raw>>| raw.as_ref().map(|raw| Arc::clone(&raw.uid));
            change.before.is_some() && uid(&change.before) != uid(&change.after)
        });
        Landed {
            change,
            again: changed || anew,
        }
    }

    /// Whether the first list is through.
    pub(crate) fn is_ready(&self) -> bool {
        *self.ready.borrow()
    }

    /// Waits until the first list is through. Any number of tasks may wait.
    pub(crate) async fn ready(&self) {
        let mut ready = self.ready.subscribe();
        // The sender lives in the store, so that this ends only when it is true.
        let _ = ready.wait_for(|ready| *ready).await;
    }
}

impl Objects {
    fn put(&mut self, raw: Arc<Raw>) -> Option<Change> {
        match self.by_key.get(&raw.key) {
            Some(known) if !raw.is_newer_than(known) => None,
            _ => Some(self.replace(raw)),
        }
    }

    fn replace(&mut self, raw: Arc<Raw>) -> Change {
        let before = self.take(&raw.key);
        for uid in raw.holders() {
            let keys = self.by_owner.entry(Arc::clone(uid)).or_default();
            if let Err(at) = keys.binary_search(&raw.key) {
                if keys.len() < 4 {
                    keys.reserve_exact(1);
                }
                keys.insert(at, raw.key.clone());
            }
        }
        self.by_key.insert(raw.key.clone(), Arc::clone(&raw));
        Change {
            before,
            after: Some(raw),
            writers: Vec::new(),
        }
    }

    /// Notes a version for the writes of that object that are under way; gives their writers.
    fn hold(&mut self, key: &Key, version: u64) -> Vec<Reader> {
        let flights = self.in_flight.get_mut(key).into_iter().flatten();
        flights
            .filter(|flight| flight.quiet)
            .map(|flight| {
                flight.held.push(version);
                flight.writer.clone()
            })
            .collect()
    }

    fn went(&mut self, key: &Key, version: u64) {
        for flight in self.in_flight.get_mut(key).into_iter().flatten() {
            flight.gone = flight.gone.max(version);
        }
    }

    fn land(&mut self, key: &Key, writer: &Reader) -> Option<Flight> {
        let flights = self.in_flight.get_mut(key)?;
        let position = flights.iter().position(|flight| flight.writer == *writer)?;
        let flight = flights.remove(position);
        if flights.is_empty() {
            self.in_flight.remove(key);
        }
        Some(flight)
    }

    fn take(&mut self, key: &Key) -> Option<Arc<Raw>> {
        let raw = self.by_key.remove(key)?;
        for uid in raw.holders() {
            let Some(keys) = self.by_owner.get_mut(uid) else {
                continue;
            };
            if let Ok(at) = keys.binary_search(key) {
                keys.remove(at);
            }
            if keys.is_empty() {
                self.by_owner.remove(uid);
            }
        }
        Some(raw)
    }
}

#[cfg(test)]
mod tests {
    use super::super::raw::Ours;
    use super::*;

    fn raw(name: &str, version: u32, owner: Option<&str>) -> Arc<Raw> {
        let owners = owner.map_or_else(String::new, |uid| {
            format!(r#","ownerReferences":[{{"apiVersion":"x/v1","kind":"X","name":"o","uid":"{uid}","controller":true}}]"#)
        });
        let json = format!(
            r#"{{"metadata":{{"name":"{name}","uid":"u-{name}","resourceVersion":"{version}"{owners}}}}}"#
        );
        Arc::new(Raw::parse(&json, &Ours::default()).unwrap())
    }

    fn writer() -> Reader {
        (0, Key::new(None, "owner"))
    }

    #[test]
    fn an_older_object_is_not_taken() {
        let store = Store::default();
        assert!(store.put(raw("a", 5, None)).is_some());
        assert!(
            store.put(raw("a", 4, None)).is_none(),
            "the watch lags behind our write"
        );
        assert!(store.put(raw("a", 5, None)).is_none(), "our own write comes back");
        assert!(
            store.remove(&raw("a", 4, None)).is_none(),
            "an older deletion is of an earlier object"
        );
        assert!(store.remove(&raw("a", 6, None)).is_some());
    }

    #[test]
    fn owners_are_indexed() {
        let store = Store::default();
        store.put(raw("a", 1, Some("x")));
        store.put(raw("b", 2, Some("x")));
        assert_eq!(store.owned_by("x").len(), 2);
        store.put(raw("a", 3, Some("y")));
        assert_eq!(store.owned_by("x").len(), 1);
        assert_eq!(store.owned_by("y").len(), 1);
    }

    #[test]
    fn a_list_is_the_truth() {
        let store = Store::default();
        store.put(raw("gone", 1, None));
        store.put(raw("restored", 9, None));
        store.begin_list();
        assert!(
            store.put_listed(raw("restored", 3, None)).is_some(),
            "older, but the truth"
        );
        store.begin_write(&Key::new(None, "written"), &writer(), true);
        store.end_write(
            &Key::new(None, "written"),
            &writer(),
            Some(&raw("written", 9, None)),
        );
        assert!(
            store.put_listed(raw("written", 4, None)).is_none(),
            "the list began before our write"
        );
        let listed = ["restored", "written"].map(|name| Key::new(None, name));
        let changes = store.end_list(&BTreeSet::from(listed));
        assert_eq!(changes.len(), 1);
        assert_eq!(store.all().len(), 2);
        assert!(store.is_ready());
    }

    #[test]
    fn an_own_write_that_the_watch_tells_first_is_no_news() {
        let (store, key) = (Store::default(), Key::new(None, "a"));
        store.begin_write(&key, &writer(), true);
        let change = store.put(raw("a", 5, None)).unwrap();
        assert_eq!(change.writers, [writer()], "all others are told");
        let landed = store.end_write(&key, &writer(), Some(&raw("a", 5, None)));
        assert!(!landed.again && landed.change.is_none());
        let change = store.put(raw("a", 6, None)).unwrap();
        assert!(change.writers.is_empty(), "what comes later is news");
    }

    #[test]
    fn what_others_do_during_a_write_is_news() {
        for answer in [Some(raw("a", 6, None)), None] {
            let (store, key) = (Store::default(), Key::new(None, "a"));
            store.begin_write(&key, &writer(), true);
            store.put(raw("a", 5, None));
            assert!(store.end_write(&key, &writer(), answer.as_ref()).again);
        }
    }

    #[test]
    fn an_object_that_was_made_anew_during_a_write_is_news() {
        let (store, key) = (Store::default(), Key::new(None, "a"));
        store.put(raw("a", 5, None));
        store.begin_write(&key, &writer(), false);
        let json = r#"{"metadata":{"name":"a","uid":"another","resourceVersion":"9"}}"#;
        let answer = Arc::new(Raw::parse(json, &Ours::default()).unwrap());
        assert!(store.end_write(&key, &writer(), Some(&answer)).again);
        assert!(
            store.remove(&raw("a", 6, None)).is_none(),
            "the end of the first comes late"
        );
    }

    #[test]
    fn an_answer_about_an_object_that_went_meanwhile_is_not_taken() {
        let (store, key) = (Store::default(), Key::new(None, "a"));
        store.begin_write(&key, &writer(), true);
        store.put(raw("a", 5, None));
        store.remove(&raw("a", 6, None));
        store.end_write(&key, &writer(), Some(&raw("a", 5, None)));
        assert!(store.get(&key).is_none(), "deleted");
        store.begin_write(&key, &writer(), true);
        store.begin_list();
        store.end_list(&BTreeSet::new());
        store.end_write(&key, &writer(), Some(&raw("a", 7, None)));
        assert!(
            store.get(&key).is_none(),
            "the watch tells if it was made after the list"
        );
        store.begin_write(&key, &writer(), true);
        store.end_write(&key, &writer(), Some(&raw("a", 8, None)));
        assert!(store.get(&key).is_some(), "made anew");
    }
}
