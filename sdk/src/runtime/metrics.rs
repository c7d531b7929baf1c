//! Metrics: controller-runtime's names where the meaning is the same, so that dashboards work.

use std::sync::Mutex;
use std::time::Duration;

use prometheus_client::encoding::{EncodeLabelSet, text};
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::family::Family;
use prometheus_client::metrics::gauge::Gauge;
use prometheus_client::metrics::histogram::Histogram;
use prometheus_client::registry::Registry;

/// Bounds of time histograms in seconds; controller-runtime's, thinned.
const SECONDS: [f64; 16] = [
    0.005, 0.01, 0.025, 0.05, 0.1, 0.15, 0.25, 0.5, 0.75, 1.0, 2.0, 5.0, 10.0, 20.0, 30.0, 60.0,
];

#[derive(Clone, Debug, PartialEq, Eq, Hash, EncodeLabelSet)]
struct ByController {
    controller: String,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash, EncodeLabelSet)]
struct ByResult {
    controller: String,
    result: &'static str,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash, EncodeLabelSet)]
struct ByQueue {
    name: String,
    controller: String,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash, EncodeLabelSet)]
struct ByWrite {
    controller: String,
    what: &'static str,
}

/// What the program counts.
pub(crate) struct Metrics {
    registry: Mutex<Registry>,
    reconciles: Family<ByResult, Counter>,
    errors: Family<ByController, Counter>,
    terminal: Family<ByController, Counter>,
    panics: Family<ByController, Counter>,
    seconds: Family<ByController, Histogram>,
    workers: Family<ByController, Gauge>,
    active: Family<ByController, Gauge>,
    depth: Family<ByQueue, Gauge>,
    retries: Family<ByQueue, Counter>,
    waited: Family<ByQueue, Histogram>,
    writes: Family<ByWrite, Counter>,
    missing: Family<ByController, Gauge>,
    ready: Family<ByController, Gauge>,
    leader: Family<ByLease, Gauge>,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash, EncodeLabelSet)]
struct ByLease {
    name: String,
}

/// How a reconcile ended, as the metric has it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Ended {
    /// Well.
    Success,
    /// Well, to be run again after a time.
    RequeueAfter,
    /// With an error that is tried again.
    Error,
    /// With an error that is not.
    Terminal,
    /// With a panic.
    Panic,
}

impl Metrics {
    pub(crate) fn new() -> Self {
        let histogram = || Histogram::new(SECONDS);
        let metrics = Self {
            registry: Mutex::new(Registry::default()),
            reconciles: Family::default(),
            errors: Family::default(),
            terminal: Family::default(),
            panics: Family::default(),
            seconds: Family::new_with_constructor(histogram),
            workers: Family::default(),
            active: Family::default(),
            depth: Family::default(),
            retries: Family::default(),
            waited: Family::new_with_constructor(histogram),
            writes: Family::default(),
            missing: Family::default(),
            ready: Family::default(),
            leader: Family::default(),
        };
        metrics.register();
        metrics
    }

    fn register(&self) {
        let mut registry = self
            .registry
            .lock()
            .unwrap_or_else(std::sync::PoisonError::into_inner);
        // Counters get `_total` from the encoder.
        registry.register(
            "controller_runtime_reconcile",
            "Reconciles by controller and result",
            self.reconciles.clone(),
        );
        registry.register(
            "controller_runtime_reconcile_errors",
            "Reconciles that failed",
            self.errors.clone(),
        );
        registry.register(
            "controller_runtime_terminal_reconcile_errors",
            "Reconciles that failed and are not tried again",
            self.terminal.clone(),
        );
        registry.register(
            "controller_runtime_reconcile_panics",
            "Reconciles that panicked",
            self.panics.clone(),
        );
        registry.register(
            "controller_runtime_reconcile_time_seconds",
            "Time that reconciles take",
            self.seconds.clone(),
        );
        registry.register(
            "controller_runtime_max_concurrent_reconciles",
            "Reconciles that may run at the same time",
            self.workers.clone(),
        );
        registry.register(
            "controller_runtime_active_workers",
            "Reconciles that run",
            self.active.clone(),
        );
        registry.register(
            "workqueue_depth",
            "Objects that wait to be reconciled",
            self.depth.clone(),
        );
        registry.register(
            "workqueue_retries",
            "Retries after failures",
            self.retries.clone(),
        );
        registry.register(
            "workqueue_queue_duration_seconds",
            "Time that objects wait to be reconciled",
            self.waited.clone(),
        );
        registry.register(
            "kopr_writes",
            "Writes to the API server by what was written",
            self.writes.clone(),
        );
        registry.register(
            "kopr_missing_permissions",
            "Declared rules that the role does not grant",
            self.missing.clone(),
        );
        registry.register(
            "kopr_controller_ready",
            "1 for a controller that works",
            self.ready.clone(),
        );
        let leader = kopr_model::metrics::LEADER;
        registry.register(leader.name, leader.about, self.leader.clone());
    }

    /// Whether this copy holds the lease of that name.
    pub(crate) fn leader(&self, name: &str, leads: bool) {
        let name = name.to_owned();
        self.leader.get_or_create(&ByLease { name }).set(i64::from(leads));
    }

    /// The text of `/metrics`.
    pub(crate) fn text(&self) -> String {
        let registry = self
            .registry
            .lock()
            .unwrap_or_else(std::sync::PoisonError::into_inner);
        let mut out = String::new();
        // Writing to a string does not fail.
        let _ = text::encode(&mut out, &registry);
        out
    }

    pub(crate) fn started(&self, controller: &str, workers: usize) {
        let count = i64::try_from(workers).unwrap_or(i64::MAX);
        self.workers.get_or_create(&by(controller)).set(count);
        for result in ["success", "error", "requeue_after"] {
            let _ = self.reconciles.get_or_create(&ByResult {
                controller: controller.to_owned(),
                result,
            });
        }
        for counter in [&self.errors, &self.terminal, &self.panics] {
            let _ = counter.get_or_create(&by(controller));
        }
        self.ready.get_or_create(&by(controller)).set(1);
    }

    pub(crate) fn missing(&self, controller: &str, rules: usize) {
        self.missing
            .get_or_create(&by(controller))
            .set(i64::try_from(rules).unwrap_or(i64::MAX));
        self.ready.get_or_create(&by(controller)).set(0);
    }

    pub(crate) fn begin(&self, controller: &str, waited: Duration) {
        self.active.get_or_create(&by(controller)).inc();
        self.waited
            .get_or_create(&queue(controller))
            .observe(waited.as_secs_f64());
    }

    /// The depth of a queue as it is now: it changes while all workers are busy.
    pub(crate) fn depth(&self, controller: &str, depth: usize) {
        self.depth
            .get_or_create(&queue(controller))
            .set(i64::try_from(depth).unwrap_or(i64::MAX));
    }

    pub(crate) fn end(&self, controller: &str, ended: Ended, took: Duration) {
        self.active.get_or_create(&by(controller)).dec();
        self.seconds
            .get_or_create(&by(controller))
            .observe(took.as_secs_f64());
        let result = match ended {
            Ended::Success => "success",
            Ended::RequeueAfter => "requeue_after",
            Ended::Error | Ended::Terminal | Ended::Panic => "error",
        };
        self.reconciles
            .get_or_create(&ByResult {
                controller: controller.to_owned(),
                result,
            })
            .inc();
        if result == "error" {
            self.errors.get_or_create(&by(controller)).inc();
        }
        match ended {
            Ended::Terminal => drop(self.terminal.get_or_create(&by(controller)).inc()),
            Ended::Panic => drop(self.panics.get_or_create(&by(controller)).inc()),
            _ => {}
        }
        if matches!(ended, Ended::Error | Ended::Panic) {
            self.retries.get_or_create(&queue(controller)).inc();
        }
    }

    pub(crate) fn write(&self, controller: &str, what: &'static str) {
        self.writes
            .get_or_create(&ByWrite {
                controller: controller.to_owned(),
                what,
            })
            .inc();
    }
}

fn by(controller: &str) -> ByController {
    ByController {
        controller: controller.to_owned(),
    }
}

fn queue(controller: &str) -> ByQueue {
    ByQueue {
        name: controller.to_owned(),
        controller: controller.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_those_of_controller_runtime() {
        let metrics = Metrics::new();
        metrics.started("memcached", 4);
        metrics.begin("memcached", Duration::from_millis(3));
        metrics.depth("memcached", 2);
        metrics.end("memcached", Ended::Panic, Duration::from_millis(7));
        metrics.write("memcached", "apply");
        let text = metrics.text();
        for line in [
            "controller_runtime_reconcile_total{controller=\"memcached\",result=\"error\"} 1",
            "controller_runtime_reconcile_errors_total{controller=\"memcached\"} 1",
            "controller_runtime_reconcile_panics_total{controller=\"memcached\"} 1",
            "controller_runtime_terminal_reconcile_errors_total{controller=\"memcached\"} 0",
            "controller_runtime_max_concurrent_reconciles{controller=\"memcached\"} 4",
            "controller_runtime_active_workers{controller=\"memcached\"} 0",
            "workqueue_depth{name=\"memcached\",controller=\"memcached\"} 2",
            "kopr_writes_total{controller=\"memcached\",what=\"apply\"} 1",
        ] {
            assert!(text.contains(line), "{line}\n{text}");
        }
    }
}
