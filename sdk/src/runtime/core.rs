//! What all controllers of the program share.

use std::any::TypeId;
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};

use kopr_model::{Controller as ControllerModel, KindRef, Operator as Model, Rule};
use kube::runtime::events::{Recorder, Reporter};
use serde_json::json;
use tokio::task::JoinSet;

use super::class::{self, Class};
use super::leader::Leadership;
use super::metrics::{self, Metrics};
use super::queue::Queue;
use super::raw::Ours;
use super::reads::Reads;
use super::watches::{Namespaces, WatchId, Watches};
use crate::controller::{ErasedController, RegisteredHandler};
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
    tasks: Mutex<JoinSet<()>>,
    workers: Mutex<JoinSet<()>>,
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
    /// Whether the status has an `observedGeneration`, which kopr then keeps.
    pub(crate) observes_generation: bool,
    /// Allowed and synced; working, if this copy leads.
    pub(crate) ready: AtomicBool,
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
        let mut watches = Watches::default();
        let controllers: Vec<Running> = operator
            .controllers
            .iter()
            .enumerate()
            .map(|(index, controller)| {
                let name = describe::controller_name(controller);
                let wanted = class::narrowed(describe::watches(controller), copy.class.as_ref());
                let ids = watches.subscribe(index, &wanted, &namespaces);
                let described = model.controllers.iter().find(|described| described.name == name);
                running(&client, model, controller, name, ids, described, &copy)
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
            tasks: Mutex::default(),
            workers: Mutex::default(),
        }
    }

    /// The controller of that index.
    pub(crate) fn running(&self, index: usize) -> Result<&Running> {
        self.controllers
            .get(index)
            .ok_or_else(|| Error::message("a run without a controller"))
    }

    /// Runs a task until the program ends.
    pub(crate) fn spawn(&self, task: impl Future<Output = ()> + Send + 'static) {
        self.tasks
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .spawn(task);
    }

    /// Runs a worker until its queue is closed.
    pub(crate) fn spawn_worker(&self, worker: impl Future<Output = ()> + Send + 'static) {
        self.workers
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .spawn(worker);
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

    /// Whether every controller works, or would if this copy were elected.
    pub(crate) fn ready(&self) -> bool {
        self.controllers
            .iter()
            .all(|controller| controller.ready.load(Ordering::SeqCst))
    }
}

fn running(
    client: &kube::Client,
    model: &Model,
    controller: &ErasedController,
    name: String,
    watches: Vec<WatchId>,
    described: Option<&ControllerModel>,
    copy: &Identity<'_>,
) -> Running {
    let manager = format!("{}/{name}", copy.instance);
    let reporter = Reporter {
        controller: manager.clone(),
        instance: copy.pod.map(str::to_owned),
    };
    let status = model
        .resources
        .iter()
        .find(|resource| resource.group == controller.kind.group && resource.kind == controller.kind.kind)
        .and_then(|resource| {
            resource
                .versions
                .iter()
                .find(|version| version.name == controller.kind.version)
        })
        .map_or_else(
            || json!({}),
            |version| version.schema["properties"]["status"]["properties"].clone(),
        );
    let mut rules: Vec<Rule> = described
        .map(|described| described.rules().cloned().collect())
        .unwrap_or_default();
    if copy.elected {
        // Without them no controller would ever work.
        rules.extend(kopr_model::leader::rules(copy.instance));
    }
    Running {
        manager,
        kind: controller.kind.clone(),
        reconcile: controller.reconcile.clone(),
        cleanup: controller.cleanup.clone(),
        rules,
        watches,
        queue: Queue::default(),
        recorder: Recorder::new(client.clone(), reporter),
        observes_generation: status["observedGeneration"]["type"] == json!("integer"),
        ready: AtomicBool::new(false),
        name,
    }
}
