//! What the program counts: the metrics of the table in `kopr_model::metrics`, and none besides.

mod family;
mod process;
mod requests;
#[cfg(test)]
mod tests;

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use kopr_model::metrics as table;
use prometheus_client::encoding::text;
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::gauge::Gauge;
use prometheus_client::metrics::histogram::Histogram;
use prometheus_client::registry::Registry;

use self::family::By;
use self::process::Process;
pub(crate) use self::requests::{Requests, counted};
use super::queue::Figures;

/// Bounds of time histograms in seconds; controller-runtime's, thinned.
const SECONDS: [f64; 16] = [
    0.005, 0.01, 0.025, 0.05, 0.1, 0.15, 0.25, 0.5, 0.75, 1.0, 2.0, 5.0, 10.0, 20.0, 30.0, 60.0,
];

/// What is written to the API server.
const WRITES: [&str; 5] = ["apply", "delete", "event", "finalizer", "status"];

/// A gauge of seconds.
type Seconds = Gauge<f64, AtomicU64>;

/// What the program counts.
pub(crate) struct Metrics {
    registry: Mutex<Registry>,
    reconciles: By<Counter, 2>,
    errors: By<Counter, 1>,
    terminal: By<Counter, 1>,
    panics: By<Counter, 1>,
    misfits: By<Counter, 1>,
    loops: By<Counter, 1>,
    seconds: By<Histogram, 1>,
    workers: By<Gauge, 1>,
    active: By<Gauge, 1>,
    depth: By<Gauge, 2>,
    adds: By<Counter, 2>,
    retries: By<Counter, 2>,
    waited: By<Histogram, 2>,
    longest: By<Seconds, 2>,
    leader: By<Gauge, 1>,
    requests: Requests,
    contact: By<Seconds, 3>,
    lists: By<Counter, 3>,
    watch_errors: By<Counter, 3>,
    writes: By<Counter, 2>,
    merged: By<Counter, 1>,
    missing: By<Gauge, 1>,
    ready: By<Gauge, 1>,
    process: Option<Process>,
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
}

/// A watch as the metrics name it: group, kind and namespace; empty is the core group, or the whole cluster.
pub(crate) type Watched<'a> = [&'a str; 3];

impl Metrics {
    /// The metrics of an operator of that name and version.
    pub(crate) fn new(operator: &str, version: &str) -> Self {
        let mut registry = Registry::default();
        let all = &mut registry;
        let histogram = || Histogram::new(SECONDS);
        // In the order of the table, which is that of the text.
        let reconciles = By::new(all, &table::RECONCILES, Counter::default);
        let errors = By::new(all, &table::RECONCILE_ERRORS, Counter::default);
        let terminal = By::new(all, &table::TERMINAL_ERRORS, Counter::default);
        let panics = By::new(all, &table::PANICS, Counter::default);
        let misfits = By::new(all, &table::MISFITS, Counter::default);
        let loops = By::new(all, &table::LOOPS, Counter::default);
        let seconds = By::new(all, &table::RECONCILE_SECONDS, histogram);
        let workers = By::new(all, &table::MAX_CONCURRENT, Gauge::default);
        let active = By::new(all, &table::ACTIVE_WORKERS, Gauge::default);
        let depth = By::new(all, &table::QUEUE_DEPTH, Gauge::default);
        let adds = By::new(all, &table::QUEUE_ADDS, Counter::default);
        let retries = By::new(all, &table::QUEUE_RETRIES, Counter::default);
        let waited = By::new(all, &table::QUEUE_SECONDS, histogram);
        let longest = By::new(all, &table::LONGEST_RUNNING, Seconds::default);
        let leader = By::new(all, &table::LEADER, Gauge::default);
        let requests = Requests(By::new(all, &table::REQUESTS, Counter::default));
        let contact = By::new(all, &table::WATCH_CONTACT, Seconds::default);
        let lists = By::new(all, &table::WATCH_LISTS, Counter::default);
        let watch_errors = By::new(all, &table::WATCH_ERRORS, Counter::default);
        let writes = By::new(all, &table::WRITES, Counter::default);
        let merged = By::new(all, &table::MERGED_EVENTS, Counter::default);
        let missing = By::new(all, &table::MISSING_PERMISSIONS, Gauge::default);
        let ready = By::new(all, &table::CONTROLLER_READY, Gauge::default);
        let info: By<Gauge, 3> = By::new(all, &table::OPERATOR_INFO, Gauge::default);
        info.of([operator, version, env!("CARGO_PKG_VERSION")]).set(1);
        let process = Process::register(all);
        Self {
            registry: Mutex::new(registry),
            reconciles,
            errors,
            terminal,
            panics,
            misfits,
            loops,
            seconds,
            workers,
            active,
            depth,
            adds,
            retries,
            waited,
            longest,
            leader,
            requests,
            contact,
            lists,
            watch_errors,
            writes,
            merged,
            missing,
            ready,
            process,
        }
    }

    /// The text of `/metrics`.
    pub(crate) fn text(&self) -> String {
        if let Some(process) = &self.process {
            process.refresh();
        }
        let registry = self.registry.lock().unwrap_or_else(PoisonError::into_inner);
        let mut out = String::new();
        // Writing to a string does not fail.
        let _ = text::encode(&mut out, &registry);
        out
    }

    /// Counts requests of a client.
    pub(crate) fn requests(&self) -> Requests {
        self.requests.clone()
    }

    /// A controller, before anything has happened to it: what is compared or added up has to be there at 0.
    pub(crate) fn declared(&self, controller: &str) {
        for result in ["success", "error", "requeue_after"] {
            drop(self.reconciles.of([controller, result]));
        }
        for counter in [
            &self.errors,
            &self.terminal,
            &self.panics,
            &self.misfits,
            &self.loops,
            &self.merged,
        ] {
            drop(counter.of([controller]));
        }
        for gauge in [&self.workers, &self.active, &self.missing, &self.ready] {
            drop(gauge.of([controller]));
        }
        drop(self.seconds.of([controller]));
        drop(self.retries.of([controller, controller]));
        drop(self.waited.of([controller, controller]));
        for what in WRITES {
            drop(self.writes.of([controller, what]));
        }
        self.queue(controller, &Figures::default());
    }

    /// A controller works.
    pub(crate) fn started(&self, controller: &str, workers: usize) {
        self.workers.of([controller]).set(count(workers));
        self.ready.of([controller]).set(1);
    }

    /// A controller waits for permissions.
    pub(crate) fn missing(&self, controller: &str, rules: usize) {
        self.missing.of([controller]).set(count(rules));
        self.ready.of([controller]).set(0);
    }

    /// A reconcile begins, after that time in the queue.
    pub(crate) fn begin(&self, controller: &str, waited: Duration) {
        self.active.of([controller]).inc();
        self.waited
            .of([controller, controller])
            .observe(waited.as_secs_f64());
    }

    /// A reconcile ends.
    pub(crate) fn end(&self, controller: &str, ended: Ended, took: Duration) {
        self.active.of([controller]).dec();
        self.seconds.of([controller]).observe(took.as_secs_f64());
        let result = match ended {
            Ended::Success => "success",
            Ended::RequeueAfter => "requeue_after",
            Ended::Error | Ended::Terminal => "error",
        };
        self.reconciles.of([controller, result]).inc();
        if result == "error" {
            self.errors.of([controller]).inc();
        }
        match ended {
            Ended::Terminal => drop(self.terminal.of([controller]).inc()),
            Ended::Error => drop(self.retries.of([controller, controller]).inc()),
            Ended::Success | Ended::RequeueAfter => {}
        }
    }

    /// A handler panicked.
    pub(crate) fn panicked(&self, controller: &str) {
        self.panics.of([controller]).inc();
    }

    /// A run met an object that does not fit its type.
    pub(crate) fn misfit(&self, controller: &str) {
        self.misfits.of([controller]).inc();
    }

    /// An object was slowed down.
    pub(crate) fn slowed(&self, controller: &str) {
        self.loops.of([controller]).inc();
    }

    /// An event was counted in another, or left out.
    pub(crate) fn merged(&self, controller: &str) {
        self.merged.of([controller]).inc();
    }

    /// A queue as it is now.
    pub(crate) fn queue(&self, controller: &str, figures: &Figures) {
        let labels = [controller, controller];
        self.depth.of(labels).set(count(figures.depth));
        self.longest.of(labels).set(figures.longest.as_secs_f64());
        self.adds
            .of(labels)
            .inner()
            .store(figures.adds, Ordering::Relaxed);
    }

    /// Something was written.
    pub(crate) fn write(&self, controller: &str, what: &'static str) {
        self.writes.of([controller, what]).inc();
    }

    /// Whether this copy leads; `name` is that of the lease.
    pub(crate) fn leader(&self, name: &str, leads: bool) {
        self.leader.of([name]).set(i64::from(leads));
    }

    /// A watch, before it has listed anything.
    pub(crate) fn watching(&self, watch: Watched<'_>) {
        drop(self.lists.of(watch));
        drop(self.watch_errors.of(watch));
    }

    /// A watch was last heard of at that time, in seconds since 1970.
    pub(crate) fn contact(&self, watch: Watched<'_>, at: f64) {
        self.contact.of(watch).set(at);
    }

    /// A watch has listed all objects.
    pub(crate) fn listed(&self, watch: Watched<'_>) {
        self.lists.of(watch).inc();
    }

    /// A watch failed and is tried again.
    pub(crate) fn watch_failed(&self, watch: Watched<'_>) {
        self.watch_errors.of(watch).inc();
    }
}

fn count(number: usize) -> i64 {
    i64::try_from(number).unwrap_or(i64::MAX)
}
