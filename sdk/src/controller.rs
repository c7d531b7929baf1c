//! A controller: a primary kind and the functions that look after it.

use std::marker::PhantomData;
use std::panic::Location;
use std::sync::Arc;

use kopr_model::HandlerRole;

use crate::describe::HandlerDescription;
use crate::handler::{Arguments, ErasedHandler, Handler, Outcome, TypedHandler};
use crate::kind::Primary;

/// A controller that is built step by step; a plain function is one without further ado.
#[must_use = "a controller does nothing until it is given to an operator"]
pub struct Controller<K> {
    pub(crate) erased: ErasedController,
    primary: PhantomData<fn() -> K>,
}

/// A controller without its type: what the operator keeps, describes and runs.
#[derive(Clone)]
pub(crate) struct ErasedController {
    pub(crate) name: Option<String>,
    pub(crate) kind: kopr_model::KindRef,
    pub(crate) definition: fn() -> Option<crate::describe::Definition>,
    pub(crate) reconcile: RegisteredHandler,
    pub(crate) cleanup: Option<RegisteredHandler>,
}

/// A handler with what describes it.
#[derive(Clone)]
pub(crate) struct RegisteredHandler {
    pub(crate) description: HandlerDescription,
    pub(crate) handler: Arc<dyn ErasedHandler>,
}

impl<K: Primary> Controller<K> {
    /// A controller that reconciles with this function.
    #[track_caller]
    pub fn new<Args, H>(reconcile: H) -> Self
    where
        H: Handler<K, Args>,
        Args: Arguments<K>,
        H::Future: Send + 'static,
        <H::Future as Future>::Output: Outcome,
    {
        let reconcile = register(HandlerRole::Reconcile, reconcile);
        Self {
            erased: ErasedController {
                name: None,
                kind: K::kind_ref(),
                definition: K::definition,
                reconcile,
                cleanup: None,
            },
            primary: PhantomData,
        }
    }

    /// Names the controller: part of the field manager and of metrics. The lower-cased kind unless set.
    pub fn name(mut self, name: impl Into<String>) -> Self {
        self.erased.name = Some(name.into());
        self
    }

    /// A function that runs before an object goes. It brings a finalizer along.
    #[track_caller]
    pub fn cleanup<Args, H>(mut self, cleanup: H) -> Self
    where
        H: Handler<K, Args>,
        Args: Arguments<K>,
        H::Future: Send + 'static,
        <H::Future as Future>::Output: Outcome,
    {
        self.erased.cleanup = Some(register(HandlerRole::Cleanup, cleanup));
        self
    }
}

#[track_caller]
fn register<K, Args, H>(role: HandlerRole, handler: H) -> RegisteredHandler
where
    K: Primary,
    H: Handler<K, Args>,
    Args: Arguments<K>,
    H::Future: Send + 'static,
    <H::Future as Future>::Output: Outcome,
{
    let item = std::any::type_name::<H>();
    RegisteredHandler {
        description: HandlerDescription::of::<K, Args>(role, item, Location::caller()),
        handler: Arc::new(TypedHandler::new(handler)),
    }
}

/// What [`Operator::controller`](crate::Operator::controller) takes: a handler function, or a
/// [`Controller`] that was built.
///
/// `Form` only keeps the two apart for the compiler.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is neither a reconcile function nor a `Controller`",
    label = "cannot be a controller",
    note = "a reconcile function is `async`, takes `Arc<K>` of a kind first and then up to 12 extractors: `async fn reconcile(object: Arc<K>, children: Owned<Deployment>) -> Result<Action>`",
    note = "a closure that captures clones what it needs into an `async move` block, or takes it as `State<T>`"
)]
pub trait IntoController<Form> {
    /// The kind that it looks after.
    type Primary: Primary;
    /// The controller.
    #[track_caller]
    fn into_controller(self) -> Controller<Self::Primary>;
}

/// [`IntoController`] of a controller that was built.
pub struct Built;

// Next to every wrong function it would be named as the one right way.
#[diagnostic::do_not_recommend]
impl<K: Primary> IntoController<Built> for Controller<K> {
    type Primary = K;
    fn into_controller(self) -> Self {
        self
    }
}

/// [`IntoController`] of a plain function.
pub struct Function<K, Args>(PhantomData<fn() -> (K, Args)>);

impl<K, Args, H> IntoController<Function<K, Args>> for H
where
    K: Primary,
    H: Handler<K, Args>,
    Args: Arguments<K>,
    H::Future: Send + 'static,
    <H::Future as Future>::Output: Outcome,
{
    type Primary = K;
    #[track_caller]
    fn into_controller(self) -> Controller<K> {
        Controller::new(self)
    }
}
