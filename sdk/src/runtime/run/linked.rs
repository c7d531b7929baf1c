//! Linked children of the object of a run.

use std::sync::Arc;

use kopr_model::{AccessScope, KindRef, Scope};
use serde_json::Value;

use super::Run;
use crate::error::{Error, Result};
use crate::kind::Kind;
use crate::runtime::raw::Raw;
use crate::runtime::{apply, link};

impl Run {
    pub(crate) async fn apply_linked<C: Kind>(&self, scope: AccessScope, child: C) -> Result<Arc<C>> {
        let child = self
            .apply_linked_value(C::kind_ref(), scope, serde_json::to_value(child)?)
            .await?;
        self.typed(&child)
    }

    async fn apply_linked_value(
        &self,
        kind: KindRef,
        scope: AccessScope,
        mut child: Value,
    ) -> Result<Arc<Raw>> {
        let metadata = &child["metadata"];
        let Some(name) = metadata["name"].as_str().map(str::to_owned) else {
            return Err(Error::message(format!(
                "a {} without a name cannot be applied",
                kind.kind
            )));
        };
        let namespace = self.of_link(&kind, scope, metadata["namespace"].as_str())?;
        self.single(kind.clone(), scope, namespace.as_deref(), &name)?;
        if let Some(namespace) = namespace {
            child["metadata"]["namespace"] = Value::from(namespace);
        }
        apply::linked(
            &self.core,
            self.controller,
            &self.object,
            &kind,
            child,
            &self.notes,
        )
        .await
    }

    /// The namespace of a linked child. Unlike other arguments, this one never means the object's own.
    fn of_link(&self, kind: &KindRef, scope: AccessScope, given: Option<&str>) -> Result<Option<String>> {
        match (kind.scope, given) {
            (Scope::Cluster, _) => Ok(None),
            (Scope::Namespaced, Some(given)) => Ok(Some(given.to_owned())),
            (Scope::Namespaced, None) if scope == AccessScope::Here => self.namespace(kind, scope),
            (Scope::Namespaced, None) => Err(Error::message(format!(
                "a linked {} needs a namespace: name it",
                kind.kind
            ))),
        }
    }

    fn linked_raw(
        &self,
        kind: &KindRef,
        scope: AccessScope,
        namespace: Option<&str>,
        name: &str,
    ) -> Result<Option<Arc<Raw>>> {
        let namespace = self.of_link(kind, scope, namespace)?;
        Ok(link::children(&self.core, kind, &self.object)
            .into_iter()
            .find(|child| *child.key.name == *name && child.key.namespace.as_deref() == namespace.as_deref()))
    }

    pub(crate) fn linked<C: Kind>(
        &self,
        scope: AccessScope,
        namespace: Option<&str>,
        name: &str,
    ) -> Result<Option<Arc<C>>> {
        let child = self.linked_raw(&C::kind_ref(), scope, namespace, name)?;
        child.map(|child| self.typed(&child)).transpose()
    }

    pub(crate) fn all_linked<C: Kind>(&self) -> Result<Vec<Arc<C>>> {
        link::children(&self.core, &C::kind_ref(), &self.object)
            .iter()
            .map(|child| self.typed(child))
            .collect()
    }

    pub(crate) async fn delete_linked(
        &self,
        kind: &KindRef,
        scope: AccessScope,
        namespace: Option<&str>,
        name: &str,
    ) -> Result<()> {
        match self.linked_raw(kind, scope, namespace, name)? {
            Some(child) if !child.deleting => {
                self.remove(kind, child.key.namespace.as_deref(), name, Some(&child.uid))
                    .await
            }
            _ => Ok(()),
        }
    }
}
