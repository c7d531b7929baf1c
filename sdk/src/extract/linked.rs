//! `Linked<C>`: children where no owner reference can reach.

use std::marker::PhantomData;
use std::sync::Arc;

use kopr_model::{Relation, Scope, Verb};

use super::{AccessScopeKind, Context, Extract, Needs, Watched};
use crate::error::Result;
use crate::kind::Kind;
use crate::runtime::Run;

/// Children of a namespaced object that are in another namespace, or in the cluster.
///
/// Kubernetes lets no owner reference reach there, so labels say whose they are: a change of a child reconciles its
/// owner, and a finalizer on the owner, which this argument brings along, deletes the children before the owner goes
/// (after the cleanup handler, if there is one). An object of that name that is there already becomes the child, as
/// with [`Owned`](super::Owned), so let the name tell whose it is.
///
/// ```
/// use kopr::k8s_openapi::api::core::v1::ConfigMap;
/// use kopr::k8s_openapi::api::scheduling::v1::PriorityClass;
/// use kopr::prelude::*;
///
/// async fn reconcile(config: Arc<ConfigMap>, classes: Linked<PriorityClass>) -> Result<()> {
///     let name = format!("{}-{}", config.namespace().unwrap_or_default(), config.name_any());
///     let mut class = PriorityClass { value: Some(1000), ..PriorityClass::default() };
///     class.metadata.name = Some(name);
///     classes.apply(class).await?;
///     Ok(())
/// }
///
/// let model = Operator::new("x-operator").domain("example.com").controller(reconcile).describe().unwrap();
/// assert_eq!(model.controllers[0].watches.len(), 2);
/// ```
pub struct Linked<C, S = Watched> {
    run: Arc<Run>,
    types: PhantomData<fn() -> (C, S)>,
}

impl<K: Kind, C: Kind, S: AccessScopeKind> Extract<K> for Linked<C, S> {
    fn needs(needs: &mut Needs) {
        let (kind, primary) = (C::kind_ref(), needs.primary().clone());
        if primary.scope == Scope::Cluster {
            needs.problem(format!(
                "a {} lives in the cluster, so it can own a {1} wherever that is: take `Owned<{1}>`",
                primary.kind, kind.kind
            ));
        }
        needs.watch::<C>(Relation::Linked, S::SCOPE);
        needs.rule::<C>(None, &[Verb::Create, Verb::Delete, Verb::Patch], S::SCOPE);
        // The finalizer is put on and taken off by a patch of the object itself.
        let beside = needs.beside_primary();
        needs.rule_on(&primary, None, &[Verb::Patch], beside);
    }

    fn extract(context: &Context<K>) -> Self {
        Self {
            run: Arc::clone(&context.run),
            types: PhantomData,
        }
    }
}

impl<C: Kind, S: AccessScopeKind> Linked<C, S> {
    /// Makes the child what it should be, by server-side apply. Labels and field manager are filled in; a child that
    /// is as it should be already is not written. One that is in a namespace names it; for [`Here`](super::Here) it is
    /// the operator's own.
    ///
    /// # Errors
    /// The API server's answer; a child without a name, without a namespace, or in one where nothing is granted; a
    /// child of another object.
    pub async fn apply(&self, child: C) -> Result<Arc<C>> {
        self.run.apply_linked(S::SCOPE, child).await
    }

    /// The child of that name, if there is one and it is the object's own: in the cluster, or in the operator's own
    /// namespace for [`Here`](super::Here).
    ///
    /// # Errors
    /// A child that does not fit its type; a kind whose children need a namespace: [`get_in`](Self::get_in).
    #[expect(
        clippy::unused_async,
        reason = "every way to the cluster is awaited, so that one may become a request"
    )]
    pub async fn get(&self, name: &str) -> Result<Option<Arc<C>>> {
        self.run.linked(S::SCOPE, None, name)
    }

    /// The child of that name in that namespace, if there is one and it is the object's own.
    ///
    /// # Errors
    /// A child that does not fit its type.
    #[expect(
        clippy::unused_async,
        reason = "every way to the cluster is awaited, so that one may become a request"
    )]
    pub async fn get_in(&self, namespace: &str, name: &str) -> Result<Option<Arc<C>>> {
        self.run.linked(S::SCOPE, Some(namespace), name)
    }

    /// All children of that kind, sorted by namespace and name.
    ///
    /// # Errors
    /// A child that does not fit its type.
    #[expect(
        clippy::unused_async,
        reason = "every way to the cluster is awaited, so that one may become a request"
    )]
    pub async fn list(&self) -> Result<Vec<Arc<C>>> {
        self.run.all_linked()
    }

    /// Deletes the child of that name, where [`get`](Self::get) finds it. One that is not there, or not the object's
    /// own, is left alone.
    ///
    /// # Errors
    /// The API server's answer; a kind whose children need a namespace: [`delete_in`](Self::delete_in).
    pub async fn delete(&self, name: &str) -> Result<()> {
        self.run.delete_linked(&C::kind_ref(), S::SCOPE, None, name).await
    }

    /// The same in that namespace.
    ///
    /// # Errors
    /// The API server's answer.
    pub async fn delete_in(&self, namespace: &str, name: &str) -> Result<()> {
        self.run
            .delete_linked(&C::kind_ref(), S::SCOPE, Some(namespace), name)
            .await
    }
}
