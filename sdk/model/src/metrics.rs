//! Metrics of the runtime: one table for what is counted, what alerts and dashboards ask for, and what the book
//! says. Names are controller-runtime's where the meaning is the same.

/// How a metric behaves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MetricKind {
    /// Only grows; its name ends in `_total`.
    Counter,
    /// Goes up and down.
    Gauge,
    /// Counts in buckets; asked for by `_bucket`, `_sum` and `_count`.
    Histogram,
}

impl MetricKind {
    /// The word of the exposition format.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Counter => "counter",
            Self::Gauge => "gauge",
            Self::Histogram => "histogram",
        }
    }
}

/// A metric of the runtime.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Metric {
    /// Name as it is asked for.
    pub name: &'static str,
    /// How it behaves.
    pub kind: MetricKind,
    /// Names of its labels.
    pub labels: &'static [&'static str],
    /// What it means, without a full stop.
    pub about: &'static str,
}

macro_rules! metrics {
    ($($constant:ident = $name:literal, $kind:ident, [$($label:literal),*], $about:literal;)*) => {
        $(
            #[doc = $about]
            pub const $constant: Metric = Metric {
                name: $name,
                kind: MetricKind::$kind,
                labels: &[$($label),*],
                about: $about,
            };
        )*
        /// All of them, in the order of the book.
        pub static ALL: &[Metric] = &[$($constant),*];
    };
}

metrics! {
    RECONCILES = "controller_runtime_reconcile_total", Counter, ["controller", "result"],
        "Reconciles by controller and result";
    RECONCILE_ERRORS = "controller_runtime_reconcile_errors_total", Counter, ["controller"],
        "Reconciles that failed";
    TERMINAL_ERRORS = "controller_runtime_terminal_reconcile_errors_total", Counter, ["controller"],
        "Reconciles that failed and are not tried again";
    PANICS = "controller_runtime_reconcile_panics_total", Counter, ["controller"],
        "Reconciles that panicked";
    MISFITS = "kopr_invalid_objects_total", Counter, ["controller"],
        "Reconciles that met an object which does not fit its type";
    LOOPS = "kopr_reconcile_loops_total", Counter, ["controller"],
        "Objects that were slowed down because they were reconciled round and round";
    RECONCILE_SECONDS = "controller_runtime_reconcile_time_seconds", Histogram, ["controller"],
        "Time that reconciles take";
    MAX_CONCURRENT = "controller_runtime_max_concurrent_reconciles", Gauge, ["controller"],
        "Reconciles that may run at the same time";
    ACTIVE_WORKERS = "controller_runtime_active_workers", Gauge, ["controller"],
        "Reconciles that run";
    QUEUE_DEPTH = "workqueue_depth", Gauge, ["name", "controller"],
        "Objects that wait to be reconciled";
    QUEUE_ADDS = "workqueue_adds_total", Counter, ["name", "controller"],
        "Objects that were put into the queue";
    QUEUE_RETRIES = "workqueue_retries_total", Counter, ["name", "controller"],
        "Retries after failures";
    QUEUE_SECONDS = "workqueue_queue_duration_seconds", Histogram, ["name", "controller"],
        "Time that objects wait to be reconciled";
    LONGEST_RUNNING = "workqueue_longest_running_processor_seconds", Gauge, ["name", "controller"],
        "Age of the reconcile that runs longest";
    LEADER = "leader_election_master_status", Gauge, ["name"],
        "1 for the copy that leads, 0 for one that stands by";
    REQUESTS = "rest_client_requests_total", Counter, ["code", "method"],
        "Requests to the API server by HTTP status and method";
    WATCH_CONTACT = "kopr_watch_last_contact_timestamp_seconds", Gauge, ["group", "kind", "namespace"],
        "Time at which the API server last said anything on a watch, bookmarks included";
    WATCH_LISTS = "kopr_watch_lists_total", Counter, ["group", "kind", "namespace"],
        "Lists that began or renewed a watch";
    WATCH_ERRORS = "kopr_watch_errors_total", Counter, ["group", "kind", "namespace"],
        "Watches that failed and were tried again";
    WRITES = "kopr_writes_total", Counter, ["controller", "what"],
        "Writes to the API server by what was written";
    MERGED_EVENTS = "kopr_events_merged_total", Counter, ["controller"],
        "Events that were counted in one that is there, or left out, instead of being written";
    MISSING_PERMISSIONS = "kopr_missing_permissions", Gauge, ["controller"],
        "Declared rules that the role does not grant";
    CONTROLLER_READY = "kopr_controller_ready", Gauge, ["controller"],
        "1 for a controller that works";
    OPERATOR_INFO = "kopr_operator_info", Gauge, ["operator", "version", "kopr"],
        "1, with the versions of the operator and of kopr";
    RESIDENT_MEMORY = "process_resident_memory_bytes", Gauge, [],
        "Memory of the process that is in use";
    CPU_SECONDS = "process_cpu_seconds_total", Counter, [],
        "CPU time of the process";
    START_TIME = "process_start_time_seconds", Gauge, [],
        "Time at which the process began";
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_are_unique_and_of_the_form_that_their_kind_asks_for() {
        let mut names: Vec<_> = ALL.iter().map(|metric| metric.name).collect();
        names.sort_unstable();
        names.dedup();
        assert_eq!(names.len(), ALL.len());
        for metric in ALL {
            assert_eq!(
                metric.kind == MetricKind::Counter,
                metric.name.ends_with("_total"),
                "{}",
                metric.name
            );
        }
    }
}
