//! What all controllers of the program share.

use std::any::TypeId;
use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::sync::{Mutex, PoisonError};

use kopr_model::{Controller as ControllerModel, KindRef, Operator as Model, Rule, Verb};
use tokio::task::JoinSet;

use super::class::{self, Class};
use super::clock::Clock;
use super::events::{Event, Recorder, Told};
use super::kept::Kept;
use super::leader::Leadership;
use super::link::Links;
use super::list_watch;
use super::metrics::{self, Metrics};
use super::queue::Queue;
use super::raw::{Ours, Raw};
use super::reads::Reads;
use super::watches::{Namespaces, WatchId, Watches};
use super::wishes::Asked;
use crate::controller::{ErasedController, Limits, RegisteredHandler};
use crate::describe;
use crate::error::{Error, Result};
use crate::operator::{Operator, Shared};

/// What all controllers of the program share.
pub(crate) struct Core {
    pub(crate) client: kube::Client,
    pub(crate) finalizer: String,
    pub(crate) ours: Ours,
    pub(crate) namespaces: Namespaces,
    pub(crate) states: BTreeMap<TypeId, Shared>,
    pub(crate) controllers: Vec<Running>,
    pub(crate) watches: Watches,
    pub(crate) reads: Reads,
    pub(crate) metrics: Metrics,
    pub(crate) leadership: Leadership,
    pub(crate) class: Option<Class>,
    pub(crate) clock: Clock,
    /// How long watches wait for what.
    pub(crate) limits: list_watch::Limits,
    tasks: Mutex<JoinSet<()>>,
    workers: Mutex<JoinSet<()>>,
    /// Tasks that have panicked and are no more.
    broken: Mutex<BTreeSet<String>>,
}

/// What tells this copy of the operator from others.
pub(crate) struct Identity<'a> {
    /// Its name, which is the operator's own unless another is given.
    pub(crate) instance: &'a str,
    pub(crate) pod: Option<&'a str>,
    /// Which primaries are its own.
    pub(crate) class: Option<Class>,
    /// Whether it has to be elected before it works.
    pub(crate) elected: bool,
    /// How long its watches wait for what.
    pub(crate) limits: list_watch::Limits,
}

/// A controller that runs.
pub(crate) struct Running {
    pub(crate) name: String,
    /// Field manager: `<instance>/<controller>`.
    pub(crate) manager: String,
    pub(crate) kind: KindRef,
    pub(crate) reconcile: RegisteredHandler,
    pub(crate) cleanup: Option<RegisteredHandler>,
    pub(crate) rules: Vec<Rule>,
    pub(crate) watches: Vec<WatchId>,
    pub(crate) queue: Queue,
    pub(crate) recorder: Recorder,
    /// Whether its role allows events, so that kopr may tell of failures.
    pub(crate) tells: bool,
    /// What kopr keeps in the status.
    pub(crate) kept: Kept,
    pub(crate) limits: Limits,
    phase: Mutex<Phase>,
}

/// How far a controller is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Phase {
    /// It asks for its permissions.
    Permissions,
    /// It waits for its stores to be filled.
    Stores,
    /// Allowed and synced; working, if this copy leads.
    Ready,
}

impl Running {
    pub(crate) fn phase(&self) -> Phase {
        *self.phase.lock().unwrap_or_else(PoisonError::into_inner)
    }

    pub(crate) fn enter(&self, phase: Phase) {
        *self.phase.lock().unwrap_or_else(PoisonError::into_inner) = phase;
    }
}

impl Core {
    /// The runtime of an operator that was described.
    pub(crate) fn new(
        operator: &Operator,
        model: &Model,
        client: kube::Client,
        namespaces: Namespaces,
        copy: Identity<'_>,
    ) -> Self {
        let metrics = Metrics::new(&model.name, &model.package.version);
        let client = metrics::counted(client, metrics.requests());
        let links = Links::new(&model.domain, &model.name);
        let mut watches = Watches::default();
        let controllers: Vec<Running> = operator
            .controllers
            .iter()
            .enumerate()
            .map(|(index, controller)| {
                let name = describe::controller_name(controller);
                let wanted = class::narrowed(describe::watches(controller), copy.class.as_ref());
                let wanted = links.narrowed(wanted);
                let ids = watches.subscribe(index, &wanted, &namespaces);
                let described = model.controllers.iter().find(|described| described.name == name);
                let kept = kept(operator, model, controller);
                running(controller, (name, ids), described, &copy, kept, &operator.clock)
            })
            .collect();
        for controller in &controllers {
            metrics.declared(&controller.name);
        }
        Self {
            finalizer: format!("{}/{}", model.domain, model.name),
            ours: Ours {
                managers: format!("{}/", copy.instance),
                applied: format!("{}/applied", model.domain),
                links,
                asked: Asked::new(&model.domain),
                ..Ours::default()
            },
            client,
            namespaces,
            states: operator.states.clone(),
            controllers,
            watches,
            reads: Reads::default(),
            metrics,
            leadership: Leadership::new(copy.elected),
            class: copy.class,
            clock: operator.clock.clone(),
            limits: copy.limits,
            tasks: Mutex::default(),
            workers: Mutex::default(),
            broken: Mutex::default(),
        }
    }

    /// The controller of that index.
    pub(crate) fn running(&self, index: usize) -> Result<&Running> {
        self.controllers
            .get(index)
            .ok_or_else(|| Error::message("a run without a controller"))
    }

    /// Tells an event on an object of a controller. One that cannot be told is in the log.
    pub(crate) async fn tell(&self, controller: &Running, object: &Raw, event: Event<'_>) {
        let told = controller
            .recorder
            .tell(&self.client, &controller.kind, object, event)
            .await;
        match told {
            Told::Written => self.metrics.write(&controller.name, "event"),
            Told::Counted => self.metrics.merged(&controller.name),
            Told::Not => {}
        }
    }

    /// Runs a task until the program ends; it never ends by itself.
    pub(crate) fn spawn(self: &Arc<Self>, name: String, task: impl Future<Output = ()> + Send + 'static) {
        let task = self.watched(name, task);
        self.tasks
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .spawn(task);
    }

    /// Runs a worker until its queue is closed.
    pub(crate) fn spawn_worker(
        self: &Arc<Self>,
        name: String,
        worker: impl Future<Output = ()> + Send + 'static,
    ) {
        let worker = self.watched(name, worker);
        self.workers
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .spawn(worker);
    }

    /// A task whose panic is noted: nothing else would ever tell that it is missing.
    fn watched(
        self: &Arc<Self>,
        name: String,
        task: impl Future<Output = ()> + Send + 'static,
    ) -> impl Future<Output = ()> + Send + 'static {
        let core = Arc::clone(self);
        async move {
            let mut watcher = Watcher { core, name };
            task.await;
            watcher.name.clear();
        }
    }

    /// Tasks that have panicked, sorted.
    pub(crate) fn broken(&self) -> Vec<String> {
        let broken = self.broken.lock().unwrap_or_else(PoisonError::into_inner);
        broken.iter().cloned().collect()
    }

    /// All workers, to be waited for.
    pub(crate) fn take_workers(&self) -> JoinSet<()> {
        std::mem::take(&mut *self.workers.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// Ends all tasks but the workers at once.
    pub(crate) fn abort(&self) {
        self.tasks
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .abort_all();
    }
}

/// Dropped while its task panics, it notes that.
struct Watcher {
    core: Arc<Core>,
    name: String,
}

impl Drop for Watcher {
    fn drop(&mut self) {
        if std::thread::panicking() && !self.name.is_empty() {
            tracing::error!("{} has panicked and is missing from now on", self.name);
            let mut broken = self.core.broken.lock().unwrap_or_else(PoisonError::into_inner);
            broken.insert(std::mem::take(&mut self.name));
        }
    }
}

/// Whether a controller has a right on a subresource, or on a kind.
fn may(described: Option<&ControllerModel>, group: &str, resource: &str, verb: Verb) -> bool {
    described
        .into_iter()
        .flat_map(ControllerModel::rules)
        .any(|rule| rule.group == group && rule.resource == resource && rule.verbs.contains(&verb))
}

/// What kopr keeps in the status of a controller's objects: what there is a place for, if a handler may write it.
/// With several controllers of a kind that may, the conditions are theirs: each would take back what others say.
fn kept(operator: &Operator, model: &Model, controller: &ErasedController) -> Kept {
    let kind = &controller.kind;
    let status = format!("{}/status", kind.plural);
    let of_kind = operator.controllers.iter().filter(|other| other.kind == *kind);
    let writers = of_kind.filter(|other| {
        let name = describe::controller_name(other);
        let described = model.controllers.iter().find(|described| described.name == name);
        may(described, &kind.group, &status, Verb::Patch)
    });
    let writers: Vec<String> = writers.map(describe::controller_name).collect();
    if !writers.contains(&describe::controller_name(controller)) {
        return Kept::default();
    }
    let resource = model
        .resources
        .iter()
        .find(|resource| resource.group == kind.group && resource.kind == kind.kind);
    let version = resource.and_then(|resource| {
        let mut versions = resource.versions.iter();
        versions.find(|version| version.name == kind.version)
    });
    let kept = version.map_or_else(Kept::default, |version| {
        Kept::of(&version.schema["properties"]["status"])
    });
    match writers.as_slice() {
        [_] => kept,
        _ => kept.without_conditions(),
    }
}

fn running(
    controller: &ErasedController,
    (name, watches): (String, Vec<WatchId>),
    described: Option<&ControllerModel>,
    copy: &Identity<'_>,
    kept: Kept,
    clock: &Clock,
) -> Running {
    let manager = format!("{}/{name}", copy.instance);
    let mut rules: Vec<Rule> = described
        .map(|described| described.rules().cloned().collect())
        .unwrap_or_default();
    if copy.elected {
        // Without them no controller would ever work.
        rules.extend(kopr_model::leader::rules(copy.instance));
    }
    Running {
        kind: controller.kind.clone(),
        reconcile: controller.reconcile.clone(),
        cleanup: controller.cleanup.clone(),
        rules,
        watches,
        queue: Queue::new(controller.limits.backoff, clock.clone()),
        recorder: Recorder::new(manager.clone(), copy.pod, clock.clone()),
        tells: may(described, "events.k8s.io", "events", Verb::Create),
        kept,
        limits: controller.limits,
        phase: Mutex::new(Phase::Permissions),
        manager,
        name,
    }
}
