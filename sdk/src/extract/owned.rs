//! `Owned<C>`: children of the object.

use std::marker::PhantomData;
use std::sync::Arc;

use kopr_model::{Relation, Verb};

use super::{Context, Extract, Needs};
use crate::error::Result;
use crate::kind::{ChildOf, Kind};
use crate::runtime::Run;

/// Children of the object: applied with an owner reference, watched, collected with their owner.
///
/// Without [`Delete`] a child can only be made and changed. Children live in the object's namespace;
/// a cluster-scoped object names the namespace of each child.
pub struct Owned<C, X = Keep> {
    run: Arc<Run>,
    types: PhantomData<fn() -> (C, X)>,
}

/// Marker: the objects are never deleted by the handler.
pub struct Keep;

/// Marker: the handler may delete the objects.
pub struct Delete;

/// [`Keep`] or [`Delete`].
#[diagnostic::on_unimplemented(
    message = "`{Self}` does not say whether objects may be deleted",
    label = "not a leave to delete",
    note = "the second parameter is `Delete`, or is left out; where to look comes after it: `Write<T, Delete, Here>`"
)]
pub trait MayDelete: Send + Sync + 'static {
    /// Verbs beyond those for making and changing.
    const VERBS: &'static [Verb];
}

impl MayDelete for Keep {
    const VERBS: &'static [Verb] = &[];
}
impl MayDelete for Delete {
    const VERBS: &'static [Verb] = &[Verb::Delete];
}

impl<K: Kind, C: ChildOf<K>, X: MayDelete> Extract<K> for Owned<C, X> {
    fn needs(needs: &mut Needs) {
        let scope = needs.beside_primary();
        needs.watch::<C>(Relation::Owned, scope);
        needs.rule::<C>(None, &[Verb::Create, Verb::Patch], scope);
        if !X::VERBS.is_empty() {
            needs.rule::<C>(None, X::VERBS, scope);
        }
    }

    fn extract(context: &Context<K>) -> Self {
        Self {
            run: Arc::clone(&context.run),
            types: PhantomData,
        }
    }
}

impl<C: Kind, X> Owned<C, X> {
    /// Makes the child what it should be, by server-side apply. Namespace, owner reference and field
    /// manager are filled in; a child that is as it should be already is not written.
    ///
    /// # Errors
    /// The API server's answer; a child without a name; a child in another namespace than its owner's.
    pub async fn apply(&self, child: C) -> Result<Arc<C>> {
        self.run.apply_owned(child).await
    }

    /// The child of that name, if there is one and it is the object's own.
    ///
    /// # Errors
    /// A child that does not fit its type.
    #[expect(
        clippy::unused_async,
        reason = "every way to the cluster is awaited, so that one may become a request"
    )]
    pub async fn get(&self, name: &str) -> Result<Option<Arc<C>>> {
        self.run.owned(name)
    }

    /// All children of that kind, sorted by name.
    ///
    /// # Errors
    /// As [`get`](Self::get).
    #[expect(
        clippy::unused_async,
        reason = "every way to the cluster is awaited, so that one may become a request"
    )]
    pub async fn list(&self) -> Result<Vec<Arc<C>>> {
        self.run.all_owned()
    }
}

impl<C: Kind> Owned<C, Delete> {
    /// Deletes the child of that name. One that is not there is fine.
    ///
    /// # Errors
    /// The API server's answer.
    pub async fn delete(&self, name: &str) -> Result<()> {
        self.run.delete_owned(&C::kind_ref(), name).await
    }
}
