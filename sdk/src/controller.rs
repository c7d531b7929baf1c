//! A controller: a primary kind and the functions that look after it.

use std::marker::PhantomData;
use std::panic::Location;
use std::sync::Arc;
use std::time::Duration;

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
    pub(crate) limits: Limits,
}

/// How much of what a controller takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Limits {
    /// Objects that it works on at the same time.
    pub(crate) concurrency: usize,
    /// How long a run may take.
    pub(crate) timeout: Option<Duration>,
    /// Tries after the first one, in a row.
    pub(crate) retries: Option<u32>,
    /// First and longest pause between tries.
    pub(crate) backoff: (Duration, Duration),
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            concurrency: 16,
            timeout: None,
            retries: None,
            backoff: (Duration::from_millis(250), Duration::from_mins(5)),
        }
    }
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
                limits: Limits::default(),
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

    /// How many objects the controller works on at the same time: 16 unless set, and never less than one. Each
    /// object has one run at a time whatever is set.
    pub fn concurrency(mut self, objects: usize) -> Self {
        self.erased.limits.concurrency = objects.max(1);
        self
    }

    /// The pause after a first failure, and the longest that it grows to by doubling: 250 milliseconds and 5 minutes
    /// unless set. Each pause is up to a quarter longer, another quarter for each object, so that objects that
    /// failed together do not come back together. A run that goes well begins the count anew.
    pub fn backoff(mut self, first: Duration, longest: Duration) -> Self {
        let first = first.max(Duration::from_millis(1));
        self.erased.limits.backoff = (first, longest.max(first));
        self
    }

    /// How long a run may take; as long as it likes unless set. One that takes longer is dropped where it waits,
    /// with the requests that it has under way, and counts as a failure. A handler that computes without an
    /// `.await` cannot be ended.
    pub fn timeout(mut self, limit: Duration) -> Self {
        self.erased.limits.timeout = Some(limit);
        self
    }

    /// How often an object is tried again in a row; without end unless set. After that its error is one for good,
    /// as [`Error::terminal`](crate::Error::terminal). What passes by itself does not count: conflicts, and an API
    /// server that is busy or away.
    pub fn max_retries(mut self, times: u32) -> Self {
        self.erased.limits.retries = Some(times);
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
