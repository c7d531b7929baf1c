//! Functions of up to twelve extractors after the object.

use std::sync::Arc;

use crate::describe::Describer;
use crate::extract::{Context, Extract};
use crate::kind::Kind;

/// A function of `Arc<K>` and some arguments. It bounds only their number.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a reconcile or cleanup function",
    label = "not a handler",
    note = "the first argument must be `Arc<K>` of a kind, the function `async`, with at most 12 further arguments"
)]
pub trait Handler<K, Args>: Send + Sync + 'static {
    /// What the function returns.
    type Future: Future;
    /// Calls it.
    fn call(&self, object: Arc<K>, arguments: Args) -> Self::Future;
}

/// The arguments after the object: a tuple of extractors.
#[diagnostic::on_unimplemented(
    message = "these arguments cannot be given to a handler of `{K}`",
    note = "every argument after the object is an extractor: `Owned`, `Linked`, `Read`, `Get`, `Write`, `Sub`, `Status`, `Events`, `State`, or a struct with `#[derive(Access)]`"
)]
pub trait Arguments<K: Kind>: Sized + Send + 'static {
    /// Describes them, one by one.
    fn describe(describer: &mut Describer);
    /// Makes them for one run.
    fn extract(context: &Context<K>) -> Self;
}

macro_rules! tuples {
    ($($argument:ident)*) => {
        impl<K, F, Fut, $($argument,)*> Handler<K, ($($argument,)*)> for F
        where
            F: Fn(Arc<K>, $($argument,)*) -> Fut + Send + Sync + 'static,
            Fut: Future,
        {
            type Future = Fut;
            #[allow(non_snake_case, reason = "type parameters name the values")]
            fn call(&self, object: Arc<K>, ($($argument,)*): ($($argument,)*)) -> Fut {
                self(object, $($argument,)*)
            }
        }

        impl<K: Kind, $($argument: Extract<K>,)*> Arguments<K> for ($($argument,)*) {
            #[allow(unused_variables, reason = "the empty tuple describes nothing")]
            fn describe(describer: &mut Describer) {
                $( describer.argument::<K, $argument>(); )*
            }
            #[allow(unused_variables, clippy::unused_unit, reason = "the empty tuple extracts nothing")]
            fn extract(context: &Context<K>) -> Self {
                ($($argument::extract(context),)*)
            }
        }
    };
}

tuples!();
tuples!(A1);
tuples!(A1 A2);
tuples!(A1 A2 A3);
tuples!(A1 A2 A3 A4);
tuples!(A1 A2 A3 A4 A5);
tuples!(A1 A2 A3 A4 A5 A6);
tuples!(A1 A2 A3 A4 A5 A6 A7);
tuples!(A1 A2 A3 A4 A5 A6 A7 A8);
tuples!(A1 A2 A3 A4 A5 A6 A7 A8 A9);
tuples!(A1 A2 A3 A4 A5 A6 A7 A8 A9 A10);
tuples!(A1 A2 A3 A4 A5 A6 A7 A8 A9 A10 A11);
tuples!(A1 A2 A3 A4 A5 A6 A7 A8 A9 A10 A11 A12);
