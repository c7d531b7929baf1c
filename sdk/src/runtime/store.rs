//! The objects of one watch: by key, and by the owner that controls them.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, PoisonError, RwLock, RwLockReadGuard, RwLockWriteGuard};

use tokio::sync::watch;

use super::raw::{Key, Raw};

/// The objects of one watch.
pub(crate) struct Store {
    objects: RwLock<Objects>,
    ready: watch::Sender<bool>,
}

#[derive(Default)]
struct Objects {
    by_key: BTreeMap<Key, Arc<Raw>>,
    by_owner: BTreeMap<Arc<str>, BTreeSet<Key>>,
    /// Keys that our own writes put in while a list was under way; the list may be older than they are.
    during_list: Option<BTreeSet<Key>>,
}

/// What a change did to a store.
pub(crate) struct Change {
    pub(crate) before: Option<Arc<Raw>>,
    pub(crate) after: Option<Arc<Raw>>,
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

    /// Objects that the object of that uid controls, sorted.
    pub(crate) fn owned_by(&self, uid: &str) -> Vec<Arc<Raw>> {
        let objects = self.read();
        let keys = objects.by_owner.get(uid).into_iter().flatten();
        keys.filter_map(|key| objects.by_key.get(key).cloned()).collect()
    }

    /// Takes an object from the watch or from the answer to our own write. One that is older than what
    /// is here is not taken: a watch may lag behind our writes.
    pub(crate) fn put(&self, raw: Arc<Raw>, own: bool) -> Option<Change> {
        let mut objects = self.write();
        if own && let Some(keys) = &mut objects.during_list {
            keys.insert(raw.key.clone());
        }
        objects.put(raw)
    }

    /// Takes an object out. One that has been made anew meanwhile stays.
    pub(crate) fn remove(&self, raw: &Raw) -> Option<Change> {
        let mut objects = self.write();
        let known = objects.by_key.get(&raw.key)?;
        if known.version() > raw.version() {
            return None;
        }
        let before = objects.take(&raw.key);
        Some(Change { before, after: None })
    }

    /// A list begins: what is not in it by its end is gone.
    pub(crate) fn begin_list(&self) {
        self.write().during_list = Some(BTreeSet::new());
    }

    /// A list ends: everything that it did not name is gone, but for what we wrote meanwhile.
    pub(crate) fn end_list(&self, listed: &BTreeSet<Key>) -> Vec<Change> {
        let mut objects = self.write();
        let own = objects.during_list.take().unwrap_or_default();
        let gone: Vec<Key> = objects
            .by_key
            .keys()
            .filter(|key| !listed.contains(*key) && !own.contains(*key))
            .cloned()
            .collect();
        let changes = gone
            .iter()
            .map(|key| Change {
                before: objects.take(key),
                after: None,
            })
            .collect();
        drop(objects);
        self.ready.send_replace(true);
        changes
    }

    #[cfg(test)]
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
        if let Some(known) = self.by_key.get(&raw.key)
            && known.version() >= raw.version()
            && known.uid == raw.uid
        {
            return None;
        }
        let before = self.take(&raw.key);
        if let Some(owner) = &raw.owner {
            self.by_owner
                .entry(Arc::clone(&owner.uid))
                .or_default()
                .insert(raw.key.clone());
        }
        self.by_key.insert(raw.key.clone(), Arc::clone(&raw));
        Some(Change {
            before,
            after: Some(raw),
        })
    }

    fn take(&mut self, key: &Key) -> Option<Arc<Raw>> {
        let raw = self.by_key.remove(key)?;
        if let Some(owner) = &raw.owner
            && let Some(keys) = self.by_owner.get_mut(&owner.uid)
        {
            keys.remove(key);
            if keys.is_empty() {
                self.by_owner.remove(&owner.uid);
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

    #[test]
    fn an_older_object_is_not_taken() {
        let store = Store::default();
        assert!(store.put(raw("a", 5, None), true).is_some());
        assert!(
            store.put(raw("a", 4, None), false).is_none(),
            "the watch lags behind our write"
        );
        assert!(
            store.put(raw("a", 5, None), false).is_none(),
            "our own write comes back"
        );
        assert!(
            store.remove(&raw("a", 4, None)).is_none(),
            "an older deletion is of an earlier object"
        );
        assert!(store.remove(&raw("a", 6, None)).is_some());
    }

    #[test]
    fn owners_are_indexed() {
        let store = Store::default();
        store.put(raw("a", 1, Some("x")), false);
        store.put(raw("b", 2, Some("x")), false);
        assert_eq!(store.owned_by("x").len(), 2);
        store.put(raw("a", 3, Some("y")), false);
        assert_eq!(store.owned_by("x").len(), 1);
        assert_eq!(store.owned_by("y").len(), 1);
    }

    #[test]
    fn a_list_notices_deletions_but_keeps_own_writes() {
        let store = Store::default();
        store.put(raw("gone", 1, None), false);
        store.begin_list();
        store.put(raw("listed", 2, None), false);
        store.put(raw("written", 9, None), true);
        let changes = store.end_list(&BTreeSet::from([Key::new(None, "listed")]));
        assert_eq!(changes.len(), 1);
        assert_eq!(store.all().len(), 2);
        assert!(store.is_ready());
    }
}
