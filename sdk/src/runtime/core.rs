//! What all controllers of the program share.

use std::any::TypeId;
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Mutex, PoisonError};

use kopr_model::{Controller as ControllerModel, KindRef, Operator as Model, Rule};
use kube::runtime::events::{Recorder, Reporter};
use serde_json::json;
use tokio::task::JoinSet;

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
    tasks: Mutex<JoinSet<()>>,
}

/// A controller that runs.
pub(crate) struct Running {
    pub(crate) name: String,
    /// Field manager: `<operator>/<controller>`.
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
    /// Allowed, synced and working.
    pub(crate) ready: AtomicBool,
}

impl Core {
    /// The runtime of an operator that was described.
    pub(crate) fn new(
        operator: &Operator,
        model: &Model,
        client: kube::Client,
        namespaces: Namespaces,
        pod: Option<&str>,
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
                let ids = watches.subscribe(index, &describe::watches(controller), &namespaces);
                let described = model.controllers.iter().find(|described| described.name == name);
                running(&client, model, controller, name, ids, described, pod)
            })
            .collect();
        for controller in &controllers {
            metrics.declared(&controller.name);
        }
        Self {
            finalizer: format!("{}/{}", model.domain, model.name),
            ours: Ours {
                managers: format!("{}/", model.name),
                applied: format!("{}/applied", model.domain),
            },
            client,
            namespaces,
            states: operator.states.clone(),
            controllers,
            watches,
            reads: Reads::default(),
            metrics,
            tasks: Mutex::default(),
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

    /// Ends all tasks at once.
    pub(crate) fn abort(&self) {
        self.tasks
            .lock()
            .unwrap_or_else(PoisonError::into_inner)
            .abort_all();
    }

    /// Whether every controller works.
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
    pod: Option<&str>,
) -> Running {
    let manager = format!("{}/{name}", model.name);
    let reporter = Reporter {
        controller: manager.clone(),
        instance: pod.map(str::to_owned),
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
    Running {
        manager,
        kind: controller.kind.clone(),
        reconcile: controller.reconcile.clone(),
        cleanup: controller.cleanup.clone(),
        rules: described
            .map(|described| described.rules().cloned().collect())
            .unwrap_or_default(),
        watches,
        queue: Queue::default(),
        recorder: Recorder::new(client.clone(), reporter),
        observes_generation: status["observedGeneration"]["type"] == json!("integer"),
        ready: AtomicBool::new(false),
        name,
    }
}
