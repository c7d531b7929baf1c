//! `Write<C>`: objects that are made and changed, but neither owned nor watched.

use std::marker::PhantomData;
use std::sync::Arc;

use kopr_model::Verb;

use super::owned::{Delete, Keep, MayDelete};
use super::{AccessScopeKind, Context, Extract, Needs, Watched};
use crate::error::Result;
use crate::kind::Kind;
use crate::runtime::Run;

/// Objects that are made and changed, but neither owned nor watched.
pub struct Write<C, X = Keep, S = Watched> {
    run: Arc<Run>,
    kind: PhantomData<fn() -> C>,
    leave: PhantomData<fn() -> X>,
    scope: PhantomData<fn() -> S>,
}

impl<K: Kind, C: Kind, X: MayDelete, S: AccessScopeKind> Extract<K> for Write<C, X, S> {
    fn needs(needs: &mut Needs) {
        needs.rule::<C>(None, &[Verb::Create, Verb::Patch], S::SCOPE);
        if !X::VERBS.is_empty() {
            needs.rule::<C>(None, X::VERBS, S::SCOPE);
        }
    }

    fn extract(context: &Context<K>) -> Self {
        Self {
            run: Arc::clone(&context.run),
            kind: PhantomData,
            leave: PhantomData,
            scope: PhantomData,
        }
    }
}

impl<C: Kind, X, S: AccessScopeKind> Write<C, X, S> {
    /// Makes the object what it should be, by server-side apply. Without a namespace it goes beside the
    /// reconciled object, or into the operator's own namespace for [`Here`](super::Here).
    ///
    /// # Errors
    /// The API server's answer; an object without a name.
    pub async fn apply(&self, object: C) -> Result<Arc<C>> {
        self.run.apply(S::SCOPE, object).await
    }
}

impl<C: Kind, S: AccessScopeKind> Write<C, Delete, S> {
    /// Deletes the object of that name, where [`apply`](Self::apply) would put it. One that is not there
    /// is fine.
    ///
    /// # Errors
    /// The API server's answer.
    pub async fn delete(&self, name: &str) -> Result<()> {
        self.run.delete(&C::kind_ref(), S::SCOPE, None, name).await
    }

    /// Deletes the object of that name in that namespace. One that is not there is fine.
    ///
    /// # Errors
    /// The API server's answer.
    pub async fn delete_in(&self, namespace: &str, name: &str) -> Result<()> {
        self.run
            .delete(&C::kind_ref(), S::SCOPE, Some(namespace), name)
            .await
    }
}
