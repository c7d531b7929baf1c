//! Handlers without their types: what the runtime calls.

use std::marker::PhantomData;
use std::sync::Arc;

use futures::future::{BoxFuture, FutureExt};

use super::{Arguments, Handler, Outcome};
use crate::extract::Context;
use crate::kind::Primary;
use crate::runtime::Run;
use crate::{Action, Error};

/// A handler without its types.
pub(crate) trait ErasedHandler: Send + Sync {
    /// Runs it for one object.
    fn call(&self, run: Arc<Run>) -> BoxFuture<'static, Result<Action, Error>>;
}

/// The typed shell: decodes the object, makes the arguments, calls the function.
pub(crate) struct TypedHandler<K, Args, H> {
    handler: H,
    types: PhantomData<fn() -> (K, Args)>,
}

impl<K, Args, H> TypedHandler<K, Args, H> {
    pub(crate) fn new(handler: H) -> Self {
        Self {
            handler,
            types: PhantomData,
        }
    }
}

impl<K, Args, H> ErasedHandler for TypedHandler<K, Args, H>
where
    K: Primary,
    H: Handler<K, Args>,
    Args: Arguments<K>,
    H::Future: Send + 'static,
    <H::Future as Future>::Output: Outcome,
{
    fn call(&self, run: Arc<Run>) -> BoxFuture<'static, Result<Action, Error>> {
        let object: Arc<K> = match run.object() {
            Ok(object) => object,
            Err(error) => return std::future::ready(Err(error)).boxed(),
        };
        let arguments = Args::extract(&Context::new(run, Arc::clone(&object)));
        let future = self.handler.call(object, arguments);
        async move { future.await.outcome() }.boxed()
    }
}
