//! One list-and-watch per (kind, namespace, selector, form), shared by all controllers.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use kopr_model::{AccessScope, Form, KindRef, Relation, Scope, Watch};
use kube::Api;
use tokio::time::Instant;

use super::api;
use super::core::{Core, Running};
use super::list_watch::{End, Objects, Phase, Sink, follow};
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

impl WatchId {
    /// Group, kind and namespace, as the metrics name it.
    pub(crate) fn labels(&self) -> [&str; 3] {
        [
            &self.kind.group,
            &self.kind.kind,
            self.namespace.as_deref().unwrap_or_default(),
        ]
    }
}

impl std::fmt::Display for WatchId {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}", self.kind.kind)?;
        if !self.kind.group.is_empty() {
            write!(f, " ({})", self.kind.group)?;
        }
        match &self.namespace {
            Some(namespace) => write!(f, " in the namespace `{namespace}`")?,
            None if self.kind.scope == Scope::Namespaced => write!(f, " in all namespaces")?,
            None => {}
        }
        match &self.selector {
            Some(selector) => write!(f, " with `{selector}`"),
            None => Ok(()),
        }
    }
}

/// One watch: its objects, and who wants to hear of changes.
#[derive(Default)]
pub(crate) struct Entry {
    pub(crate) store: Arc<Store>,
    /// Index of a controller, and how a change finds its object.
    pub(crate) subscribers: BTreeSet<(usize, Relation)>,
    /// When the API server last said anything.
    pub(crate) contact: Arc<Contact>,
    started: AtomicBool,
}

/// The last time at which something was heard.
#[derive(Default)]
pub(crate) struct Contact(Mutex<Option<Instant>>);

impl Contact {
    /// Something was heard just now.
    pub(crate) fn touch(&self) {
        *self.0.lock().unwrap_or_else(PoisonError::into_inner) = Some(Instant::now());
    }

    /// How long ago that was; nothing before the watch has begun. Not by the clock on the wall, which can be turned.
    pub(crate) fn age(&self) -> Option<Duration> {
        let at = *self.0.lock().unwrap_or_else(PoisonError::into_inner);
        at.map(|at| at.elapsed())
    }
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

    /// All watches.
    pub(crate) fn all(&self) -> impl Iterator<Item = (&WatchId, &Entry)> {
        self.by_id.iter()
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
        // Silence from the very start on has to be seen too.
        entry.contact.touch();
        core.metrics.watching(id.labels());
        let resource = api::resource(&id.kind);
        let objects = Objects {
            api: match id.namespace.as_deref() {
                Some(namespace) => Api::namespaced_with(core.client.clone(), namespace, &resource),
                None => Api::all_with(core.client.clone(), &resource),
            },
            selector: id.selector.clone(),
            limits: core.limits,
        };
        let mut feed = Feed {
            core: Arc::clone(core),
            id: id.clone(),
            store: Arc::clone(&entry.store),
            contact: Arc::clone(&entry.contact),
            listed: BTreeSet::new(),
            told: None,
        };
        let task = async move { follow(objects, &mut feed).await };
        core.spawn(format!("the watch of {id}"), task);
    }
}

/// Keeps a store like the objects of a watch.
struct Feed {
    core: Arc<Core>,
    id: WatchId,
    store: Arc<Store>,
    contact: Arc<Contact>,
    /// What the list that is under way has named so far.
    listed: BTreeSet<Key>,
    /// The failure that was told last, until the watch works again.
    told: Option<String>,
}

impl Sink for Feed {
    fn heard(&mut self) {
        self.contact.touch();
    }

    fn begin(&mut self) {
        self.listed.clear();
        self.store.begin_list();
    }

    fn listed(&mut self, object: &Watched) {
        if let Some(raw) = parse(&self.core, &self.id, object) {
            self.listed.insert(raw.key.clone());
            dispatch(&self.core, &self.id, self.store.put_listed(raw), None);
        }
    }

    fn works(&mut self) {
        if self.told.take().is_some() {
            tracing::info!(
                kind = self.id.kind.kind,
                namespace = self.id.namespace.as_deref(),
                "the watch works again"
            );
        }
    }

    fn end(&mut self) {
        self.core.metrics.listed(self.id.labels());
        for change in self.store.end_list(&std::mem::take(&mut self.listed)) {
            dispatch(&self.core, &self.id, Some(change), None);
        }
    }

    fn put(&mut self, object: &Watched) {
        if let Some(raw) = parse(&self.core, &self.id, object) {
            dispatch(&self.core, &self.id, self.store.put(raw), None);
        }
    }

    fn delete(&mut self, object: &Watched) {
        if let Some(raw) = parse(&self.core, &self.id, object) {
            dispatch(&self.core, &self.id, self.store.remove(&raw), None);
        }
    }

    fn failed(&mut self, end: &End, next: Phase, pause: Duration) {
        self.core.metrics.watch_failed(self.id.labels());
        let from = match next {
            Phase::Watch => "from where it ended",
            Phase::List | Phase::ListWhole => "with a new list",
        };
        let text = end.to_string();
        // The same again and again, such as a kind that is not there, is said once.
        if self.told.as_ref() == Some(&text) {
            tracing::debug!(kind = self.id.kind.kind, "the watch failed once more: {text}");
            return;
        }
        tracing::warn!(
            kind = self.id.kind.kind,
            namespace = self.id.namespace.as_deref(),
            "the watch failed and goes on {from} in {pause:.1?}: {text}"
        );
        self.told = Some(text);
    }
}

fn parse(core: &Core, id: &WatchId, object: &Watched) -> Option<Arc<Raw>> {
    match Raw::parse(object.json.get(), &core.ours) {
        Ok(raw) => Some(Arc::new(raw.packed(&id.kind.kind, &core.ours))),
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
            let why = || match (&change.before, &change.after) {
                (None, _) => format!("the {} `{}`, which was made", id.kind.kind, raw.key),
                (_, None) => format!("the {} `{}`, which was deleted", id.kind.kind, raw.key),
                _ => format!("the {} `{}`, which was changed", id.kind.kind, raw.key),
            };
            controller.queue.add(reader.1, why);
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
        Relation::Linked => [&change.before, &change.after]
            .into_iter()
            .flatten()
            .filter_map(|raw| raw.link.as_ref()?.owner(&controller.kind))
            .collect(),
        Relation::Read => Vec::new(),
    }
}
