//! Links: labels in place of owner references, for children where these cannot reach.
//!
//! The watches of linked children ask for the operator's label, so that a kind of which the cluster is full costs no
//! more than the children. One that loses the label leaves the watch, its owner hears of it and puts the label back.

use std::collections::BTreeMap;
use std::sync::Arc;

use k8s_openapi::apimachinery::pkg::apis::meta::v1::ObjectMeta;
use kopr_model::{KindRef, Relation, Watch, link};
use serde_json::{Value, json};

use super::api;
use super::core::{Core, Running};
use super::raw::{Key, Raw};
use super::watches::Entry;
use crate::error::{Error, Result};

/// The labels and annotations of links of one operator.
#[derive(Clone, Debug, Default)]
pub(crate) struct Links {
    operator: String,
    operator_label: String,
    uid_label: String,
    target: String,
}

/// What ties a child to its owner.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Link {
    pub(crate) uid: Arc<str>,
    /// Kind, namespace and name of the owner.
    pub(crate) target: Box<str>,
}

impl Links {
    pub(crate) fn new(domain: &str, operator: &str) -> Self {
        Self {
            operator: operator.to_owned(),
            operator_label: link::operator_label(domain),
            uid_label: link::uid_label(domain),
            target: link::target_annotation(domain),
        }
    }

    fn selector(&self) -> String {
        format!("{}={}", self.operator_label, self.operator)
    }

    /// The link of an object, if it has one of ours.
    pub(crate) fn of(&self, metadata: &ObjectMeta) -> Option<Link> {
        let labels = metadata.labels.as_ref()?;
        if labels.get(&self.operator_label) != Some(&self.operator) {
            return None;
        }
        Some(Link {
            uid: labels.get(&self.uid_label)?.as_str().into(),
            target: metadata.annotations.as_ref()?.get(&self.target)?.as_str().into(),
        })
    }

    /// Ties a child to its owner.
    pub(crate) fn put_on(&self, child: &mut Value, kind: &KindRef, owner: &Raw) {
        let metadata = &mut child["metadata"];
        metadata["labels"][self.operator_label.as_str()] = json!(self.operator);
        metadata["labels"][self.uid_label.as_str()] = json!(&*owner.uid);
        metadata["annotations"][self.target.as_str()] = json!(target(kind, &owner.key));
    }

    /// The watches of a controller, those of linked children narrowed to the operator's own.
    pub(crate) fn narrowed(&self, mut watches: Vec<Watch>) -> Vec<Watch> {
        for watch in &mut watches {
            if watch.relation == Relation::Linked {
                watch.selector = Some(self.selector());
            }
        }
        watches
    }
}

fn target(kind: &KindRef, key: &Key) -> String {
    link::target(kind, key.namespace.as_deref().unwrap_or_default(), &key.name)
}

impl Link {
    /// Whether the child belongs to that object, or to an earlier one of its name.
    pub(crate) fn is_of(&self, kind: &KindRef, owner: &Raw) -> bool {
        self.uid == owner.uid || *self.target == *target(kind, &owner.key)
    }

    /// The owner, if it is of that kind.
    pub(crate) fn owner(&self, kind: &KindRef) -> Option<Key> {
        let (namespace, name) = link::parse(kind, &self.target)?;
        Some(Key::new(Some(namespace), name))
    }
}

/// The watches of linked children of a kind.
fn entries<'a>(core: &'a Core, kind: &'a KindRef) -> impl Iterator<Item = &'a Entry> {
    let selector = core.ours.links.selector();
    core.watches
        .of_kind(kind)
        .filter(move |(id, _)| id.selector.as_deref() == Some(&*selector))
        .map(|(_, entry)| entry)
}

/// The linked child of that name, whoever it belongs to.
pub(crate) fn known(core: &Core, kind: &KindRef, key: &Key) -> Option<Arc<Raw>> {
    entries(core, kind).find_map(|entry| entry.store.get(key))
}

/// The linked children of an object, sorted.
pub(crate) fn children(core: &Core, kind: &KindRef, owner: &Raw) -> Vec<Arc<Raw>> {
    let children = entries(core, kind).flat_map(|entry| entry.store.owned_by(&owner.uid));
    let children = children.filter(|child| child.link.as_ref().is_some_and(|link| link.uid == owner.uid));
    // Watches of several scopes may see the same child.
    let by_key: BTreeMap<Key, Arc<Raw>> = children.map(|child| (child.key.clone(), child)).collect();
    by_key.into_values().collect()
}

/// Kinds of linked children that a controller has.
fn kinds<'a>(
    core: &'a Core,
    index: usize,
    controller: &'a Running,
) -> impl Iterator<Item = &'a KindRef> + use<'a> {
    let has_links = move |entry: &Entry| entry.subscribers.contains(&(index, Relation::Linked));
    let ids = controller.watches.iter();
    ids.filter(move |id| core.watches.get(id).is_some_and(has_links))
        .map(|id| &id.kind)
}

/// Whether a controller has linked children, so that its objects hold the finalizer.
pub(crate) fn are_made(core: &Core, index: usize, controller: &Running) -> bool {
    kinds(core, index, controller).next().is_some()
}

/// Deletes what is linked to an object that goes. Whether all of it is gone: if not, the watches tell when it is.
pub(crate) async fn clear(core: &Core, index: usize, controller: &Running, owner: &Raw) -> Result<bool> {
    let mut all_gone = true;
    let mut asked: Vec<&KindRef> = kinds(core, index, controller).collect();
    asked.sort();
    asked.dedup();
    for kind in asked {
        for child in children(core, kind, owner) {
            all_gone = false;
            if !child.deleting {
                let place = (child.key.namespace.as_deref(), &*child.key.name);
                let sent = api::delete(&core.client, kind, place, Some(&child.uid)).await;
                sent.map_err(|error| {
                    let doing = format!("the {} `{}` cannot be deleted", kind.kind, child.key);
                    Error::of_request(error, doing)
                })?;
                core.metrics.write(&controller.name, "delete");
            }
        }
    }
    Ok(all_gone)
}
