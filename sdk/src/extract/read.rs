//! `Read<C>`: objects that the handler only reads.

use std::marker::PhantomData;
use std::sync::Arc;

use kopr_model::Relation;

use super::{AccessScopeKind, Context, Extract, Needs, Watched};
use crate::error::Result;
use crate::kind::Kind;
use crate::runtime::Run;

/// Objects that the handler only reads.
///
/// What is read is remembered: when an object changes, appears or goes, exactly the objects whose
/// reconcile has read it are reconciled.
pub struct Read<C, S = Watched> {
    run: Arc<Run>,
    types: PhantomData<fn() -> (C, S)>,
}

impl<K: Kind, C: Kind, S: AccessScopeKind> Extract<K> for Read<C, S> {
    fn needs(needs: &mut Needs) {
        needs.watch::<C>(Relation::Read, S::SCOPE);
    }

    fn extract(context: &Context<K>) -> Self {
        Self {
            run: Arc::clone(&context.run),
            types: PhantomData,
        }
    }
}

impl<C: Kind, S: AccessScopeKind> Read<C, S> {
    /// The object of that name: beside the reconciled object, in the operator's own namespace for
    /// [`Here`](super::Here), or cluster-scoped.
    ///
    /// # Errors
    /// An object that does not fit its type; a namespace that is not watched.
    #[expect(
        clippy::unused_async,
        reason = "every way to the cluster is awaited, so that one may become a request"
    )]
    pub async fn get(&self, name: &str) -> Result<Option<Arc<C>>> {
        self.run.read(S::SCOPE, None, name)
    }

    /// The object of that name in that namespace.
    ///
    /// # Errors
    /// As [`get`](Self::get).
    #[expect(
        clippy::unused_async,
        reason = "every way to the cluster is awaited, so that one may become a request"
    )]
    pub async fn get_in(&self, namespace: &str, name: &str) -> Result<Option<Arc<C>>> {
        self.run.read(S::SCOPE, Some(namespace), name)
    }

    /// All objects in scope, sorted by namespace and name.
    ///
    /// # Errors
    /// As [`get`](Self::get).
    #[expect(
        clippy::unused_async,
        reason = "every way to the cluster is awaited, so that one may become a request"
    )]
    pub async fn list(&self) -> Result<Vec<Arc<C>>> {
        self.run.read_all(S::SCOPE)
    }
}
