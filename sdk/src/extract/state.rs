//! `State<T>`: a value of the operator's own.

use std::ops::Deref;
use std::sync::Arc;

use super::{Context, Extract, Needs};
use crate::kind::Kind;

/// A value that the operator was given with `Operator::state`: a client of another API, a cache.
///
/// A handler that asks for a value that was never given is found when the operator is described,
/// not when it runs.
pub struct State<T>(pub Arc<T>);

impl<T> Deref for State<T> {
    type Target = T;
    fn deref(&self) -> &T {
        &self.0
    }
}

impl<T> Clone for State<T> {
    fn clone(&self) -> Self {
        Self(Arc::clone(&self.0))
    }
}

impl<K: Kind, T: Send + Sync + 'static> Extract<K> for State<T> {
    fn needs(needs: &mut Needs) {
        needs.state::<T>();
    }

    fn extract(context: &Context<K>) -> Self {
        Self(context.state::<T>())
    }
}
