//! The table of panels. The book's page of monitoring has a line for each.

use kopr_model::metrics::{self, Metric};

use super::{Form, Panel, Query, Row};
use crate::emit::Input;
use crate::objects::promql::{Expr, JOB, NAMESPACE, POD, Scope, now};
use crate::objects::rbac;

const CONTROLLER: &str = "controller";

fn always(_: &Input<'_>) -> bool {
    true
}

fn works(input: &Input<'_>) -> bool {
    !input.operator.controllers.is_empty()
}

fn query(expr: &Expr, legend: &str) -> Query {
    Query {
        expr: expr.to_string(),
        legend: legend.to_owned(),
    }
}

/// One query whose lines are called by labels.
fn one(expr: &Expr, legend: &str) -> Vec<Query> {
    vec![query(expr, legend)]
}

/// Half, nine tenths and nearly all of a histogram.
fn shares(scope: &Scope, metric: &Metric) -> Vec<Query> {
    [(0.5, "p50"), (0.9, "p90"), (0.99, "p99")]
        .map(|(share, name)| {
            query(
                &scope.quantile(metric, share, &[CONTROLLER]),
                &format!("{name} {{{{controller}}}}"),
            )
        })
        .into()
}

pub(super) static ROWS: &[Row] = &[
    Row {
        title: "Overview",
        panels: &[
            Panel {
                title: "Pods",
                about: "Pods that can be scraped",
                form: Form::Stat,
                unit: "none",
                applies: always,
                queries: |scope| one(&scope.up().sum(&[]), ""),
            },
            Panel {
                title: "Leader",
                about: "The pod that leads",
                form: Form::Text,
                unit: "none",
                applies: rbac::elects,
                queries: |scope| one(&scope.gauge(&metrics::LEADER).max(&[POD]).equals(1.0), "{{pod}}"),
            },
            Panel {
                title: "Version",
                about: "Versions of the operator that run",
                form: Form::Text,
                unit: "none",
                applies: always,
                queries: |scope| {
                    one(
                        &scope.gauge(&metrics::OPERATOR_INFO).sum(&["version"]),
                        "{{version}}",
                    )
                },
            },
            Panel {
                title: "Ready",
                about: "Controllers that work",
                form: Form::Stat,
                unit: "none",
                applies: works,
                queries: |scope| {
                    let ready = scope.gauge(&metrics::CONTROLLER_READY);
                    one(&ready.max(&[NAMESPACE, JOB, CONTROLLER]).sum(&[]), "")
                },
            },
            Panel {
                title: "Missing permissions",
                about: "Declared rules that the role does not grant",
                form: Form::Stat,
                unit: "none",
                applies: works,
                queries: |scope| {
                    let missing = scope.gauge(&metrics::MISSING_PERMISSIONS);
                    one(&missing.max(&[NAMESPACE, JOB, CONTROLLER]).sum(&[]), "")
                },
            },
            Panel {
                title: "Runs since",
                about: "Time since the youngest pod began",
                form: Form::Stat,
                unit: "s",
                applies: always,
                queries: |scope| one(&now().minus(scope.gauge(&metrics::START_TIME).max(&[])), ""),
            },
        ],
    },
    Row {
        title: "Reconciles",
        panels: &[
            Panel {
                title: "Reconciles by result",
                about: "How often objects are reconciled, and how that ends",
                form: Form::Stacked,
                unit: "ops",
                applies: works,
                queries: |scope| {
                    one(
                        &scope.rate(&metrics::RECONCILES).sum(&[CONTROLLER, "result"]),
                        "{{controller}} {{result}}",
                    )
                },
            },
            Panel {
                title: "Share of errors",
                about: "Share of the reconciles that fail",
                form: Form::Lines,
                unit: "percentunit",
                applies: works,
                queries: |scope| {
                    let all = scope.rate(&metrics::RECONCILES).sum(&[CONTROLLER]);
                    let failed = scope.rate(&metrics::RECONCILE_ERRORS).sum(&[CONTROLLER]);
                    one(&failed.divided_by(all), "{{controller}}")
                },
            },
            Panel {
                title: "Time of reconciles",
                about: "How long reconciles take",
                form: Form::Lines,
                unit: "s",
                applies: works,
                queries: |scope| shares(scope, &metrics::RECONCILE_SECONDS),
            },
            Panel {
                title: "Workers",
                about: "Reconciles that run, and how many may",
                form: Form::Lines,
                unit: "none",
                applies: works,
                queries: |scope| {
                    vec![
                        query(
                            &scope.gauge(&metrics::ACTIVE_WORKERS).sum(&[CONTROLLER]),
                            "{{controller}}",
                        ),
                        query(
                            &scope.gauge(&metrics::MAX_CONCURRENT).max(&[CONTROLLER]),
                            "{{controller}} at most",
                        ),
                    ]
                },
            },
            Panel {
                title: "Longest running",
                about: "Age of the reconcile that runs longest",
                form: Form::Lines,
                unit: "s",
                applies: works,
                queries: |scope| {
                    one(
                        &scope.gauge(&metrics::LONGEST_RUNNING).max(&[CONTROLLER]),
                        "{{controller}}",
                    )
                },
            },
            Panel {
                title: "Given up and panicked",
                about: "Reconciles that are not tried again, and those that panicked, by minute",
                form: Form::Lines,
                unit: "cpm",
                applies: works,
                queries: |scope| {
                    let by_minute = |metric| scope.rate(metric).sum(&[CONTROLLER]).times(60.0);
                    vec![
                        query(&by_minute(&metrics::TERMINAL_ERRORS), "{{controller}} given up"),
                        query(&by_minute(&metrics::PANICS), "{{controller}} panicked"),
                    ]
                },
            },
            Panel {
                title: "Objects out of order",
                about: "Objects that go round and round or do not fit their type, and events that were not written, by minute",
                form: Form::Lines,
                unit: "cpm",
                applies: works,
                queries: |scope| {
                    let by_minute = |metric| scope.rate(metric).sum(&[CONTROLLER]).times(60.0);
                    vec![
                        query(&by_minute(&metrics::LOOPS), "{{controller}} loops"),
                        query(&by_minute(&metrics::MISFITS), "{{controller}} invalid"),
                        query(&by_minute(&metrics::MERGED_EVENTS), "{{controller}} events"),
                    ]
                },
            },
        ],
    },
    Row {
        title: "Queue",
        panels: &[
            Panel {
                title: "Depth",
                about: "Objects that wait to be reconciled",
                form: Form::Lines,
                unit: "none",
                applies: works,
                queries: |scope| {
                    one(
                        &scope.gauge(&metrics::QUEUE_DEPTH).sum(&[CONTROLLER]),
                        "{{controller}}",
                    )
                },
            },
            Panel {
                title: "Wait",
                about: "How long objects wait to be reconciled",
                form: Form::Lines,
                unit: "s",
                applies: works,
                queries: |scope| shares(scope, &metrics::QUEUE_SECONDS),
            },
            Panel {
                title: "Added and tried again",
                about: "Objects that come into the queue, and tries after failures",
                form: Form::Lines,
                unit: "ops",
                applies: works,
                queries: |scope| {
                    vec![
                        query(
                            &scope.rate(&metrics::QUEUE_ADDS).sum(&[CONTROLLER]),
                            "{{controller}} added",
                        ),
                        query(
                            &scope.rate(&metrics::QUEUE_RETRIES).sum(&[CONTROLLER]),
                            "{{controller}} tried again",
                        ),
                    ]
                },
            },
        ],
    },
    Row {
        title: "API server",
        panels: &[
            Panel {
                title: "Requests by code",
                about: "Requests to the API server by method and HTTP status",
                form: Form::Stacked,
                unit: "reqps",
                applies: works,
                queries: |scope| {
                    one(
                        &scope.rate(&metrics::REQUESTS).sum(&["method", "code"]),
                        "{{method}} {{code}}",
                    )
                },
            },
            Panel {
                title: "Writes",
                about: "What is written to the API server; nothing while nothing changes",
                form: Form::Stacked,
                unit: "wps",
                applies: works,
                queries: |scope| {
                    one(
                        &scope.rate(&metrics::WRITES).sum(&[CONTROLLER, "what"]),
                        "{{controller}} {{what}}",
                    )
                },
            },
            Panel {
                title: "Silence of watches",
                about: "Time since the API server last said anything on a watch",
                form: Form::Lines,
                unit: "s",
                applies: works,
                queries: |scope| {
                    let last = scope.gauge(&metrics::WATCH_CONTACT);
                    one(
                        &now().minus(last.min(&["group", "kind", NAMESPACE])),
                        "{{kind}} {{namespace}}",
                    )
                },
            },
            Panel {
                title: "Errors of watches",
                about: "Watches that failed and were tried again",
                form: Form::Lines,
                unit: "ops",
                applies: works,
                queries: |scope| {
                    one(
                        &scope.rate(&metrics::WATCH_ERRORS).sum(&["group", "kind"]),
                        "{{kind}}",
                    )
                },
            },
            Panel {
                title: "Lists of watches",
                about: "Lists that began or renewed a watch",
                form: Form::Lines,
                unit: "ops",
                applies: works,
                queries: |scope| {
                    one(
                        &scope.rate(&metrics::WATCH_LISTS).sum(&["group", "kind"]),
                        "{{kind}}",
                    )
                },
            },
        ],
    },
    Row {
        title: "Process",
        panels: &[
            Panel {
                title: "Memory",
                about: "Memory of each pod that is in use",
                form: Form::Lines,
                unit: "bytes",
                applies: always,
                queries: |scope| one(&scope.gauge(&metrics::RESIDENT_MEMORY).max(&[POD]), "{{pod}}"),
            },
            Panel {
                title: "CPU",
                about: "Cores that each pod keeps busy",
                form: Form::Lines,
                unit: "none",
                applies: always,
                queries: |scope| one(&scope.rate(&metrics::CPU_SECONDS).sum(&[POD]), "{{pod}}"),
            },
        ],
    },
];
