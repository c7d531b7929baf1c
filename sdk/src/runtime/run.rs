//! One run of one object: what its extractors do, on objects without types.

use std::any::TypeId;
use std::sync::Arc;

use k8s_openapi::apimachinery::pkg::apis::meta::v1::OwnerReference;
use kopr_model::{AccessScope, KindRef, Scope};
use kube::api::{DeleteParams, DynamicObject, ListParams, Patch, PatchParams};
use kube::core::object::HasStatus;
use kube::runtime::events::{Event, EventType, Recorder, Reporter};
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

use super::api::api;
use super::controller::Core;
use crate::error::{Error, Result};
use crate::kind::Kind;
use crate::operator::Shared;

/// One run of one object.
pub(crate) struct Run {
    core: Arc<Core>,
    manager: String,
    kind: KindRef,
    object: Option<DynamicObject>,
}

impl Run {
    pub(crate) fn new(core: Arc<Core>, controller: &str, kind: KindRef) -> Self {
        let manager = format!("{}/{controller}", core.operator);
        Self {
            core,
            manager,
            kind,
            object: None,
        }
    }

    pub(crate) fn with(self, object: DynamicObject) -> Self {
        Self {
            object: Some(object),
            ..self
        }
    }

    fn live(&self) -> Result<&DynamicObject> {
        self.object
            .as_ref()
            .ok_or_else(|| Error::message("a run without its object"))
    }

    pub(crate) fn object<K: Kind>(&self) -> Result<Arc<K>> {
        typed(self.live()?.clone()).map(Arc::new)
    }

    pub(crate) fn state(&self, id: TypeId) -> Option<Shared> {
        self.core.states.get(&id).cloned()
    }

    /// An object by name: a list of one, since `get` is not among the verbs of a handler.
    pub(crate) async fn fetch(
        &self,
        kind: &KindRef,
        namespace: Option<&str>,
        name: &str,
    ) -> Result<Option<DynamicObject>> {
        let params = ListParams::default().fields(&format!("metadata.name={name}"));
        let list = api(&self.core.client, kind, namespace).list(&params).await?;
        Ok(list.items.into_iter().next())
    }

    /// The namespace that an object without one goes into.
    fn namespace(&self, kind: &KindRef, scope: AccessScope) -> Result<Option<String>> {
        if kind.scope == Scope::Cluster {
            return Ok(None);
        }
        if scope == AccessScope::Here {
            return Ok(self.core.own_namespace.clone());
        }
        Ok(self.live()?.metadata.namespace.clone())
    }

    pub(crate) async fn apply<C: Kind>(&self, scope: AccessScope, object: C) -> Result<C> {
        let kind = C::kind_ref();
        let mut value = serde_json::to_value(object)?;
        if value["metadata"]["namespace"].is_null()
            && let Some(namespace) = self.namespace(&kind, scope)?
        {
            value["metadata"]["namespace"] = json!(namespace);
        }
        self.send(&kind, value).await
    }

    async fn send<C: Kind>(&self, kind: &KindRef, mut value: Value) -> Result<C> {
        value["apiVersion"] = json!(kind.api_version());
        value["kind"] = json!(kind.kind);
        let Some(name) = value["metadata"]["name"].as_str().map(str::to_owned) else {
            return Err(Error::message(format!(
                "a `{}` without a name cannot be applied",
                kind.kind
            )));
        };
        let namespace = value["metadata"]["namespace"].as_str().map(str::to_owned);
        let params = PatchParams::apply(&self.manager).force();
        let api = api(&self.core.client, kind, namespace.as_deref());
        typed(api.patch(&name, &params, &Patch::Apply(value)).await?)
    }

    pub(crate) async fn apply_owned<C: Kind>(&self, child: C) -> Result<Arc<C>> {
        let kind = C::kind_ref();
        let owner = self.live()?;
        let mut value = serde_json::to_value(child)?;
        if kind.scope == Scope::Namespaced
            && let Some(own) = &owner.metadata.namespace
        {
            match value["metadata"]["namespace"].as_str() {
                Some(other) if other != own => {
                    return Err(Error::message(format!(
                        "a `{}` in the namespace `{other}` cannot be owned by a `{}` in `{own}`",
                        kind.kind, self.kind.kind
                    )));
                }
                _ => value["metadata"]["namespace"] = json!(own),
            }
        }
        value["metadata"]["ownerReferences"] = json!([OwnerReference {
            api_version: self.kind.api_version(),
            kind: self.kind.kind.clone(),
            name: owner.metadata.name.clone().unwrap_or_default(),
            uid: owner.metadata.uid.clone().unwrap_or_default(),
            controller: Some(true),
            block_owner_deletion: None,
        }]);
        self.send(&kind, value).await.map(Arc::new)
    }

    pub(crate) async fn all_owned<C: Kind>(&self) -> Result<Vec<Arc<C>>> {
        let kind = C::kind_ref();
        let owner = self.live()?;
        let list = api(&self.core.client, &kind, owner.metadata.namespace.as_deref())
            .list(&ListParams::default())
            .await?;
        let owns = |child: &DynamicObject| {
            child
                .metadata
                .owner_references
                .iter()
                .flatten()
                .any(|reference| Some(&reference.uid) == owner.metadata.uid.as_ref())
        };
        list.items
            .into_iter()
            .filter(owns)
            .map(|child| typed(child).map(Arc::new))
            .collect()
    }

    pub(crate) async fn owned<C: Kind>(&self, name: &str) -> Result<Option<Arc<C>>> {
        let children = self.all_owned::<C>().await?;
        Ok(children
            .into_iter()
            .find(|child| child.meta().name.as_deref() == Some(name)))
    }

    pub(crate) async fn delete_owned<C: Kind>(&self, name: &str) -> Result<()> {
        let Some(child) = self.owned::<C>(name).await? else {
            return Ok(());
        };
        self.remove(&C::kind_ref(), child.meta().namespace.as_deref(), name)
            .await
    }

    pub(crate) async fn delete<C: Kind>(
        &self,
        scope: AccessScope,
        namespace: Option<&str>,
        name: &str,
    ) -> Result<()> {
        let kind = C::kind_ref();
        let beside = self.namespace(&kind, scope)?;
        self.remove(&kind, namespace.or(beside.as_deref()), name).await
    }

    async fn remove(&self, kind: &KindRef, namespace: Option<&str>, name: &str) -> Result<()> {
        match api(&self.core.client, kind, namespace)
            .delete(name, &DeleteParams::background())
            .await
        {
            Ok(_) => Ok(()),
            Err(kube::Error::Api(status)) if status.code == 404 => Ok(()),
            Err(error) => Err(error.into()),
        }
    }

    pub(crate) async fn read<C: Kind>(
        &self,
        scope: AccessScope,
        namespace: Option<&str>,
        name: &str,
    ) -> Result<Option<Arc<C>>> {
        let kind = C::kind_ref();
        let beside = self.namespace(&kind, scope)?;
        let found = self.fetch(&kind, namespace.or(beside.as_deref()), name).await?;
        found.map(|object| typed(object).map(Arc::new)).transpose()
    }

    pub(crate) async fn read_all<C: Kind>(&self, scope: AccessScope) -> Result<Vec<Arc<C>>> {
        let kind = C::kind_ref();
        let namespaces: Vec<Option<&str>> = match scope {
            AccessScope::Here => vec![self.core.own_namespace.as_deref()],
            AccessScope::Watched if !self.core.watched.is_empty() => self
                .core
                .watched
                .iter()
                .map(|namespace| Some(namespace.as_str()))
                .collect(),
            AccessScope::Watched | AccessScope::Everywhere => vec![None],
        };
        let mut objects = Vec::new();
        for namespace in namespaces {
            let list = api(&self.core.client, &kind, namespace)
                .list(&ListParams::default())
                .await?;
            for object in list.items {
                objects.push(Arc::new(typed(object)?));
            }
        }
        Ok(objects)
    }

    pub(crate) async fn update_status<K>(&self, change: impl FnOnce(&mut K::Status)) -> Result<()>
    where
        K: Kind + HasStatus,
        K::Status: Serialize + DeserializeOwned + Clone + Default,
    {
        let live = self.live()?;
        let before = live.data.get("status").cloned().unwrap_or_default();
        let mut status: K::Status = if before.is_null() {
            K::Status::default()
        } else {
            serde_json::from_value(before.clone())?
        };
        change(&mut status);
        let after = serde_json::to_value(&status)?;
        if after == before {
            return Ok(());
        }
        let name = live.metadata.name.clone().unwrap_or_default();
        let patch = Patch::Merge(json!({ "status": after }));
        api(&self.core.client, &self.kind, live.metadata.namespace.as_deref())
            .patch_status(&name, &PatchParams::default(), &patch)
            .await?;
        Ok(())
    }

    pub(crate) async fn event(&self, type_: EventType, reason: &str, note: String) -> Result<()> {
        let live = self.live()?;
        let reporter = Reporter {
            controller: self.manager.clone(),
            instance: self.core.pod.clone(),
        };
        let reference = k8s_openapi::api::core::v1::ObjectReference {
            api_version: Some(self.kind.api_version()),
            kind: Some(self.kind.kind.clone()),
            name: live.metadata.name.clone(),
            namespace: live.metadata.namespace.clone(),
            uid: live.metadata.uid.clone(),
            ..Default::default()
        };
        let event = Event {
            type_,
            reason: reason.to_owned(),
            note: Some(note),
            action: reason.to_owned(),
            secondary: None,
        };
        Recorder::new(self.core.client.clone(), reporter)
            .publish(&event, &reference)
            .await?;
        Ok(())
    }
}

fn typed<C: DeserializeOwned>(object: DynamicObject) -> Result<C> {
    Ok(serde_json::from_value(serde_json::to_value(object)?)?)
}
