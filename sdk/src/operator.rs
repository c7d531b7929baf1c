//! The operator: everything that it brings along, in one value that is described and run.

use std::any::{Any, TypeId};
use std::collections::BTreeMap;
use std::panic::Location;
use std::sync::Arc;

use kopr_model::{Failure, Operator as Model, Package, Source};

use crate::controller::{ErasedController, IntoController};
use crate::describe::{self, Definition};
use crate::kind::Primary;
use crate::runtime::{Clock, Times};

/// A value shared by handlers, without its type.
pub(crate) type Shared = Arc<dyn Any + Send + Sync>;

/// Everything that an operator brings along. What runs is what is described.
///
/// ```
/// # use kopr::prelude::*;
/// # use kopr::k8s_openapi::api::core::v1::ConfigMap;
/// async fn reconcile(config: Arc<ConfigMap>) -> Result<Action> {
///     Ok(Action::await_change())
/// }
/// let operator = Operator::new("config-operator").controller(reconcile);
/// ```
#[must_use = "an operator does nothing until it is run or described"]
pub struct Operator {
    pub(crate) name: String,
    pub(crate) version: String,
    pub(crate) package: Option<Package>,
    pub(crate) domain: Option<String>,
    pub(crate) source: Source,
    pub(crate) controllers: Vec<ErasedController>,
    pub(crate) definitions: Vec<fn() -> Option<Definition>>,
    pub(crate) states: BTreeMap<TypeId, Shared>,
    /// How long the lease of leader election holds; only tests have another.
    pub(crate) lease: Times,
    /// The clock by which objects come back; only tests put it forward.
    pub(crate) clock: Clock,
}

impl Operator {
    /// An operator of that name; `env!("CARGO_PKG_NAME")` unless there is a reason. Underscores become
    /// dashes, since crates may have them and Kubernetes names may not.
    #[track_caller]
    pub fn new(name: &str) -> Self {
        let place = Location::caller();
        Self {
            name: name.replace('_', "-"),
            version: String::new(),
            package: None,
            domain: None,
            source: Source {
                item: name.to_owned(),
                file: place.file().to_owned(),
                line: place.line(),
            },
            controllers: Vec::new(),
            definitions: Vec::new(),
            states: BTreeMap::new(),
            lease: Times::default(),
            clock: Clock::default(),
        }
    }

    /// The domain of finalizers, annotations and labels; the group of the first CRD unless set.
    pub fn domain(mut self, domain: impl Into<String>) -> Self {
        self.domain = Some(domain.into());
        self
    }

    /// The version, for programs without `kopr::main!`, which takes it from cargo.
    pub fn version(mut self, version: impl Into<String>) -> Self {
        self.version = version.into();
        self
    }

    /// Adds a controller: a reconcile function, or a [`Controller`](crate::Controller) that was built.
    /// The CRD of its kind comes along if the kind was derived and is not `foreign`.
    #[track_caller]
    pub fn controller<Form>(mut self, controller: impl IntoController<Form>) -> Self {
        self.controllers.push(controller.into_controller().erased);
        self
    }

    /// Adds the CRD of a kind that no controller of this operator reconciles, or of a further version.
    pub fn crd<K: Primary>(mut self) -> Self {
        self.definitions.push(K::definition);
        self
    }

    /// Gives a value to handlers that take [`State<T>`](crate::extract::State).
    pub fn state<T: Send + Sync + 'static>(mut self, value: T) -> Self {
        self.states.insert(TypeId::of::<T>(), Arc::new(value));
        self
    }

    /// The model: what this operator is and needs.
    ///
    /// # Errors
    /// All that is wrong at once: nothing registered, names that clash, state that is missing, schemas
    /// that cannot be made, types that were derived and forgotten.
    pub fn describe(&self) -> Result<Model, Failure> {
        let package = match &self.package {
            Some(package) => package.clone(),
            None => Package {
                name: self.source.item.clone(),
                version: self.version.clone(),
                ..Package::default()
            },
        };
        self.describe_as(package)
    }

    /// The model, as that of a program of this package.
    ///
    /// # Errors
    /// As [`describe`](Self::describe).
    pub fn describe_as(&self, package: Package) -> Result<Model, Failure> {
        describe::operator(self, package)
    }
}
