//! One list-and-watch per (kind, namespace, selector, form), shared by all controllers.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use futures::StreamExt;
use kopr_model::{AccessScope, Form, KindRef, Relation, Scope, Watch};
use kube::Api;
use kube::runtime::WatchStreamExt;
use kube::runtime::watcher::{self, Event, watcher};

use super::api;
use super::core::{Core, Running};
use super::raw::{Key, Raw, Watched};
use super::reads::Reader;
use super::store::{Change, Store};

/// What tells one watch from another.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct WatchId {
    pub(crate) kind: KindRef,
    /// `None` is the whole cluster.
    pub(crate) namespace: Option<Arc<str>>,
    pub(crate) selector: Option<String>,
    pub(crate) form: Form,
}

/// One watch: its objects, and who wants to hear of changes.
#[derive(Default)]
pub(crate) struct Entry {
    pub(crate) store: Arc<Store>,
    /// Index of a controller, and how a change finds its object.
    pub(crate) subscribers: BTreeSet<(usize, Relation)>,
    started: AtomicBool,
}

/// All watches of the program.
#[derive(Default)]
pub(crate) struct Watches {
    by_id: BTreeMap<WatchId, Entry>,
}

/// Namespaces that the program works in.
#[derive(Clone, Debug, Default)]
pub(crate) struct Namespaces {
    /// Watched namespaces; empty means all.
    pub(crate) watched: Vec<String>,
    /// The operator's own.
    pub(crate) own: Option<String>,
}

impl Namespaces {
    /// Namespaces that a scope covers for a kind; `None` is the whole cluster.
    pub(crate) fn of(&self, scope: AccessScope, kind_scope: Scope) -> Vec<Option<Arc<str>>> {
        match scope {
            _ if kind_scope == Scope::Cluster => vec![None],
            AccessScope::Watched if !self.watched.is_empty() => self
                .watched
                .iter()
                .map(|namespace| Some(Arc::from(namespace.as_str())))
                .collect(),
            AccessScope::Here => self
                .own
                .iter()
                .map(|namespace| Some(Arc::from(namespace.as_str())))
                .collect(),
            AccessScope::Watched | AccessScope::Everywhere => vec![None],
        }
    }
}

impl Watches {
    /// Adds the watches of a controller.
    pub(crate) fn subscribe(
        &mut self,
        controller: usize,
        watches: &[Watch],
        namespaces: &Namespaces,
    ) -> Vec<WatchId> {
        let mut ids = BTreeSet::new();
        for watch in watches {
            for namespace in namespaces.of(watch.scope, watch.kind.scope) {
                let id = WatchId {
                    kind: watch.kind.clone(),
                    namespace,
                    selector: watch.selector.clone(),
                    form: watch.form,
                };
                self.by_id
                    .entry(id.clone())
                    .or_default()
                    .subscribers
                    .insert((controller, watch.relation));
                ids.insert(id);
            }
        }
        ids.into_iter().collect()
    }

    pub(crate) fn get(&self, id: &WatchId) -> Option<&Entry> {
        self.by_id.get(id)
    }

    /// The watch of a kind that covers a namespace (`None`: cluster-scoped objects, or all namespaces); the
    /// narrowest, since it changes least. Not one that a selector narrows: it lacks what others read.
    pub(crate) fn covering(&self, kind: &KindRef, namespace: Option<&str>) -> Option<(&WatchId, &Entry)> {
        self.all_covering(kind, namespace)
            .filter(|(id, _)| id.selector.is_none())
            .max_by_key(|(id, _)| id.namespace.is_some())
    }

    /// All watches of a kind that cover a namespace.
    pub(crate) fn all_covering(
        &self,
        kind: &KindRef,
        namespace: Option<&str>,
    ) -> impl Iterator<Item = (&WatchId, &Entry)> {
        self.of_kind(kind)
            .filter(move |(id, _)| id.namespace.is_none() || id.namespace.as_deref() == namespace)
    }

    /// All watches of a kind.
    pub(crate) fn of_kind(&self, kind: &KindRef) -> impl Iterator<Item = (&WatchId, &Entry)> {
        self.by_id.iter().filter(move |(id, _)| id.kind == *kind)
    }
}

/// Starts a watch unless it runs already.
pub(crate) fn start(core: &Arc<Core>, id: &WatchId) {
    if let Some(entry) = core.watches.get(id)
        && !entry.started.swap(true, Ordering::SeqCst)
    {
        let task = watch(Arc::clone(core), id.clone(), Arc::clone(&entry.store));
        core.spawn(task);
    }
}

/// Lists and watches for ever.
async fn watch(core: Arc<Core>, id: WatchId, store: Arc<Store>) {
    let resource = api::resource(&id.kind);
    let objects: Api<Watched> = match id.namespace.as_deref() {
        Some(namespace) => Api::namespaced_with(core.client.clone(), namespace, &resource),
        None => Api::all_with(core.client.clone(), &resource),
    };
    let mut config = watcher::Config::default();
    if let Some(selector) = &id.selector {
        config = config.labels(selector);
    }
    let mut events = watcher(objects, config).default_backoff().boxed();
    let mut listed = BTreeSet::new();
    while let Some(event) = events.next().await {
        match event {
            Ok(Event::Init) => {
                listed.clear();
                store.begin_list();
            }
            Ok(Event::InitApply(object)) => {
                if let Some(raw) = parse(&core, &id, &object) {
                    listed.insert(raw.key.clone());
                    dispatch(&core, &id, store.put_listed(raw), None);
                }
            }
            Ok(Event::InitDone) => {
                for change in store.end_list(&std::mem::take(&mut listed)) {
                    dispatch(&core, &id, Some(change), None);
                }
            }
            Ok(Event::Apply(object)) => {
                if let Some(raw) = parse(&core, &id, &object) {
                    dispatch(&core, &id, store.put(raw), None);
                }
            }
            Ok(Event::Delete(object)) => {
                if let Some(raw) = parse(&core, &id, &object) {
                    dispatch(&core, &id, store.remove(&raw), None);
                }
            }
            Err(error) => {
                tracing::warn!(
                    kind = id.kind.kind,
                    namespace = id.namespace.as_deref(),
                    "the watch failed and is tried again: {error}"
                );
            }
        }
    }
}

fn parse(core: &Core, id: &WatchId, object: &Watched) -> Option<Arc<Raw>> {
    match Raw::parse(object.json.get(), &core.ours) {
        Ok(raw) => Some(Arc::new(raw)),
        Err(error) => {
            tracing::error!(kind = id.kind.kind, "an object cannot be read: {error}");
            None
        }
    }
}

/// Tells a change to those who want to hear of it, but not to the one who made it.
pub(crate) fn dispatch(core: &Core, id: &WatchId, change: Option<Change>, writer: Option<&Reader>) {
    let Some(change) = change else { return };
    let Some(entry) = core.watches.get(id) else { return };
    let mut concerned: BTreeSet<Reader> = BTreeSet::new();
    for (index, relation) in &entry.subscribers {
        if let Some(controller) = core.controllers.get(*index) {
            let keys = concerns(controller, *relation, &change);
            concerned.extend(keys.into_iter().map(|key| (*index, key)));
        }
    }
    let Some(raw) = change.after.as_ref().or(change.before.as_ref()) else {
        return;
    };
    concerned.extend(core.reads.of(id, &raw.key));
    for reader in concerned {
        let own = writer == Some(&reader) || change.writers.contains(&reader);
        if !own && let Some(controller) = core.controllers.get(reader.0) {
            controller.queue.add(reader.1);
        }
    }
}

/// Objects of a controller that a change of a watch is about.
fn concerns(controller: &Running, relation: Relation, change: &Change) -> Vec<Key> {
    match relation {
        Relation::Primary => match (&change.before, &change.after) {
            (Some(before), Some(after)) if !after.differs_from(before) => Vec::new(),
            (_, Some(raw)) | (Some(raw), None) => vec![raw.key.clone()],
            (None, None) => Vec::new(),
        },
        // A child that changes hands concerns both owners.
        Relation::Owned => [&change.before, &change.after]
            .into_iter()
            .flatten()
            .filter_map(|raw| {
                let owner = raw.owner.as_ref()?;
                // The version may be the one that an earlier release of the operator had.
                let group = owner.api_version.rsplit_once('/').map_or("", |(group, _)| group);
                let namespace = match controller.kind.scope {
                    Scope::Namespaced => raw.key.namespace.as_deref(),
                    Scope::Cluster => None,
                };
                (*owner.kind == controller.kind.kind && *group == controller.kind.group)
                    .then(|| Key::new(namespace, &owner.name))
            })
            .collect(),
        Relation::Read => Vec::new(),
    }
}
