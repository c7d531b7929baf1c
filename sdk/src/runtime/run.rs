//! One run of one object: what its extractors do.

mod direct;
mod linked;

use std::any::TypeId;
use std::collections::BTreeSet;
use std::sync::{Arc, Mutex, PoisonError};

use kopr_model::{AccessScope, KindRef, Scope};
use kube::core::object::HasStatus;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::Value;

use super::clock::Clock;
use super::core::{Core, Running};
use super::events::Event;
use super::notes::Notes;
use super::raw::{Key, Raw};
use super::reads::Target;
use super::status::{self, Pending};
use super::{api, apply};
use crate::error::{Error, Result};
use crate::kind::Kind;
use crate::operator::Shared;

pub(crate) use direct::Place;

/// One run of one object.
pub(crate) struct Run {
    core: Arc<Core>,
    controller: usize,
    object: Arc<Raw>,
    read: Mutex<BTreeSet<Target>>,
    status: Mutex<Option<Pending>>,
    notes: Arc<Notes>,
    /// What was decoded for the handler.
    decoded: Mutex<Vec<Arc<Raw>>>,
}

impl Drop for Run {
    fn drop(&mut self) {
        let decoded = self.decoded.get_mut().unwrap_or_else(PoisonError::into_inner);
        for raw in decoded.iter() {
            raw.let_go();
        }
    }
}

impl Run {
    pub(crate) fn new(core: Arc<Core>, controller: usize, object: Arc<Raw>, notes: Arc<Notes>) -> Self {
        Self {
            core,
            controller,
            object,
            read: Mutex::default(),
            status: Mutex::default(),
            notes,
            decoded: Mutex::default(),
        }
    }

    /// An object as the handler gets it. Its room is given back after the run.
    fn typed<K: Kind>(&self, raw: &Arc<Raw>) -> Result<Arc<K>> {
        self.will_decode(raw);
        raw.typed()
    }

    fn will_decode(&self, raw: &Arc<Raw>) {
        let mut decoded = self.decoded.lock().unwrap_or_else(PoisonError::into_inner);
        decoded.push(Arc::clone(raw));
    }

    /// The clock that handlers go by.
    pub(crate) fn clock(&self) -> &Clock {
        &self.core.clock
    }

    fn running(&self) -> Result<&Running> {
        self.core.running(self.controller)
    }

    /// What the run has read.
    pub(crate) fn take_reads(&self) -> BTreeSet<Target> {
        std::mem::take(&mut *self.read.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// The status as the handler left it, if it changed it.
    pub(crate) fn take_status(&self) -> Option<Pending> {
        self.status.lock().unwrap_or_else(PoisonError::into_inner).take()
    }

    pub(crate) fn object<K: Kind>(&self) -> Result<Arc<K>> {
        self.typed(&self.object)
    }

    pub(crate) fn state(&self, id: TypeId) -> Option<Shared> {
        self.core.states.get(&id).cloned()
    }

    pub(crate) async fn apply_owned<C: Kind>(&self, child: C) -> Result<Arc<C>> {
        let child = self
            .apply_owned_value(&C::kind_ref(), serde_json::to_value(child)?)
            .await?;
        self.typed(&child)
    }

    async fn apply_owned_value(&self, kind: &KindRef, child: Value) -> Result<Arc<Raw>> {
        apply::owned(
            &self.core,
            self.controller,
            &self.object,
            kind,
            child,
            &self.notes,
        )
        .await
    }

    /// Children of a kind, sorted: from every watch of the kind, since those of a cluster-scoped owner
    /// may be anywhere.
    fn children(&self, kind: &KindRef) -> Vec<Arc<Raw>> {
        let mut children: Vec<Arc<Raw>> = self
            .core
            .watches
            .of_kind(kind)
            .filter(|(id, _)| id.selector.is_none())
            .flat_map(|(_, entry)| entry.store.owned_by(&self.object.uid))
            .filter(|child| {
                child
                    .owner
                    .as_ref()
                    .is_some_and(|owner| owner.uid == self.object.uid)
            })
            .collect();
        children.sort_by(|a, b| a.key.cmp(&b.key));
        children.dedup_by(|a, b| a.key == b.key);
        children
    }

    pub(crate) fn owned<C: Kind>(&self, name: &str) -> Result<Option<Arc<C>>> {
        self.children(&C::kind_ref())
            .iter()
            .find(|child| *child.key.name == *name)
            .map(|child| self.typed(child))
            .transpose()
    }

    pub(crate) fn all_owned<C: Kind>(&self) -> Result<Vec<Arc<C>>> {
        self.children(&C::kind_ref())
            .iter()
            .map(|child| self.typed(child))
            .collect()
    }

    pub(crate) async fn delete_owned(&self, kind: &KindRef, name: &str) -> Result<()> {
        let Some(child) = self
            .children(kind)
            .into_iter()
            .find(|child| *child.key.name == *name)
        else {
            return Ok(());
        };
        if child.deleting {
            return Ok(());
        }
        self.remove(kind, child.key.namespace.as_deref(), name, Some(&child.uid))
            .await
    }

    /// The namespace that an object without one goes into, or is looked for.
    fn namespace(&self, kind: &KindRef, scope: AccessScope) -> Result<Option<String>> {
        if kind.scope == Scope::Cluster {
            return Ok(None);
        }
        let (namespace, help) = if scope == AccessScope::Here {
            (self.core.namespaces.own.clone(), "`POD_NAMESPACE` is not set")
        } else {
            (
                self.object.key.namespace.as_deref().map(str::to_owned),
                "name it: the reconciled object lives in the cluster",
            )
        };
        match namespace {
            Some(namespace) => Ok(Some(namespace)),
            None => Err(Error::message(format!(
                "no namespace for the {}: {help}",
                kind.kind
            ))),
        }
    }

    fn place(&self, kind: &KindRef, scope: AccessScope, namespace: Option<&str>, name: &str) -> Result<Key> {
        match namespace {
            Some(namespace) => Ok(Key::new(Some(namespace), name)),
            None => Ok(Key::new(self.namespace(kind, scope)?.as_deref(), name)),
        }
    }

    pub(crate) fn read<C: Kind>(
        &self,
        scope: AccessScope,
        namespace: Option<&str>,
        name: &str,
    ) -> Result<Option<Arc<C>>> {
        let kind = C::kind_ref();
        let key = self.place(&kind, scope, namespace, name)?;
        self.read_raw(&kind, &key)?
            .map(|raw| self.typed(&raw))
            .transpose()
    }

    fn read_raw(&self, kind: &KindRef, key: &Key) -> Result<Option<Arc<Raw>>> {
        let Some((id, entry)) = self.core.watches.covering(kind, key.namespace.as_deref()) else {
            return Err(Error::message(format!(
                "the {} `{key}` is in a namespace that is not watched",
                kind.kind
            )));
        };
        self.note(Target::Object(id.clone(), key.clone()));
        Ok(entry.store.get(key))
    }

    pub(crate) fn read_all<C: Kind>(&self, scope: AccessScope) -> Result<Vec<Arc<C>>> {
        self.read_all_raw(&C::kind_ref(), scope)
            .iter()
            .map(|raw| self.typed(raw))
            .collect()
    }

    fn read_all_raw(&self, kind: &KindRef, scope: AccessScope) -> Vec<Arc<Raw>> {
        let mut objects = Vec::new();
        for namespace in self.core.namespaces.of(scope, kind.scope) {
            let Some((id, entry)) = self.core.watches.covering(kind, namespace.as_deref()) else {
                continue;
            };
            self.note(Target::All(id.clone()));
            objects.extend(
                entry
                    .store
                    .all()
                    .into_iter()
                    .filter(|raw| namespace.is_none() || raw.key.namespace == namespace),
            );
        }
        objects
    }

    fn note(&self, target: Target) {
        self.core
            .reads
            .note(&(self.controller, self.object.key.clone()), target.clone());
        self.read
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .insert(target);
    }

    pub(crate) async fn apply<C: Kind>(&self, scope: AccessScope, object: C) -> Result<Arc<C>> {
        let object = self
            .apply_value(&C::kind_ref(), scope, serde_json::to_value(object)?)
            .await?;
        self.typed(&object)
    }

    async fn apply_value(&self, kind: &KindRef, scope: AccessScope, mut object: Value) -> Result<Arc<Raw>> {
        if kind.scope == Scope::Namespaced && object["metadata"]["namespace"].is_null() {
            object["metadata"]["namespace"] = Value::from(self.namespace(kind, scope)?);
        }
        apply::plain(&self.core, self.running()?, kind, object, &self.notes).await
    }

    pub(crate) async fn delete(
        &self,
        kind: &KindRef,
        scope: AccessScope,
        namespace: Option<&str>,
        name: &str,
    ) -> Result<()> {
        let key = self.place(kind, scope, namespace, name)?;
        self.remove(kind, key.namespace.as_deref(), name, None).await
    }

    async fn remove(
        &self,
        kind: &KindRef,
        namespace: Option<&str>,
        name: &str,
        uid: Option<&str>,
    ) -> Result<()> {
        let sent = api::delete(&self.core.client, kind, (namespace, name), uid).await;
        let key = Key::new(namespace, name);
        sent.map_err(|error| {
            Error::of_request(error, format!("the {} `{key}` cannot be deleted", kind.kind))
        })?;
        self.core.metrics.write(&self.running()?.name, "delete");
        self.notes
            .wrote(|| format!("the {} `{key}`, which it deleted", kind.kind));
        Ok(())
    }

    pub(crate) fn update_status<K>(&self, change: impl FnOnce(&mut K::Status)) -> Result<()>
    where
        K: Kind + HasStatus,
        K::Status: Serialize + DeserializeOwned + Clone + Default,
    {
        let (stored, pending) = self.status()?;
        // Compared after the same way through the type, so that a member that the type leaves out, or
        // writes in another form than it was stored in, is no difference.
        let before = match &stored {
            Value::Null => Value::Null,
            stored => serde_json::to_value(serde_json::from_value::<K::Status>(stored.clone())?)?,
        };
        let mut status: K::Status = match pending {
            Some(after) => serde_json::from_value(after)?,
            None if stored.is_null() => K::Status::default(),
            None => serde_json::from_value(stored)?,
        };
        change(&mut status);
        self.set_status(Pending {
            before,
            after: serde_json::to_value(&status)?,
        });
        Ok(())
    }

    /// The status as stored, and as the handler has changed it so far.
    fn status(&self) -> Result<(Value, Option<Value>)> {
        let pending = self.status.lock().unwrap_or_else(PoisonError::into_inner).clone();
        Ok((
            status::stored(&self.object)?,
            pending.map(|pending| pending.after),
        ))
    }

    fn set_status(&self, pending: Pending) {
        *self.status.lock().unwrap_or_else(PoisonError::into_inner) = Some(pending);
    }

    pub(crate) async fn event(&self, event: Event<'_>) -> Result<()> {
        self.core.tell(self.running()?, &self.object, event).await;
        Ok(())
    }
}
