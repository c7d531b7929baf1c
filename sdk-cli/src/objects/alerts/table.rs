//! The table of alerts. The book's page of monitoring has a section for each.

use kopr_model::metrics;

use super::{Alert, Severity};
use crate::emit::Input;
use crate::objects::promql::{INSTANCE, JOB, NAMESPACE, POD, now};
use crate::objects::rbac;

/// One of these for each copy of the operator.
const COPY: [&str; 2] = [NAMESPACE, JOB];
/// One of these for each controller of it.
const CONTROLLER: [&str; 3] = [NAMESPACE, JOB, "controller"];
/// One of these for each watched kind in each pod. Not for each watched namespace: an alert's label of that name is
/// the operator's own namespace, by which alerts find their readers.
const WATCH: [&str; 5] = [JOB, INSTANCE, POD, "group", "kind"];

/// Share of reconciles that may fail.
const ERRORS: f64 = 0.1;
/// How many objects make a queue that is worth a word.
const QUEUE: f64 = 10.0;
/// How long an object may wait, in seconds.
const WAIT: f64 = 30.0;
/// How long a reconcile may take, in seconds.
const RUN: f64 = 300.0;
/// How long a watch may be silent, in seconds: the server sends a bookmark every minute or so.
const SILENCE: f64 = 600.0;

fn always(_: &Input<'_>) -> bool {
    true
}

fn works(input: &Input<'_>) -> bool {
    !input.operator.controllers.is_empty()
}

pub(super) static ALERTS: &[Alert] = &[
    Alert {
        name: "Down",
        severity: Severity::Critical,
        after: Some("5m"),
        applies: always,
        expr: |scope| scope.up().absent().or(scope.up().max(&COPY).equals(0.0)),
        summary: "{operator} is down or cannot be scraped.",
        description: "Prometheus gets metrics from no pod of {operator} in {{ $labels.namespace }}: none runs, or none can \
                      be reached.",
    },
    Alert {
        name: "NoLeader",
        severity: Severity::Critical,
        after: Some("5m"),
        applies: rbac::elects,
        expr: |scope| scope.gauge(&metrics::LEADER).sum(&COPY).equals(0.0),
        summary: "No pod of {operator} leads.",
        description: "The pods of {operator} in {{ $labels.namespace }} run, but none of them holds the lease, so nothing is \
                      reconciled.",
    },
    Alert {
        name: "SeveralLeaders",
        severity: Severity::Critical,
        after: Some("2m"),
        applies: rbac::elects,
        expr: |scope| scope.gauge(&metrics::LEADER).sum(&COPY).above(1.0),
        summary: "More than one pod of {operator} leads.",
        description: "{{ $value }} pods of {operator} in {{ $labels.namespace }} hold themselves for the leader and work on \
                      the same objects.",
    },
    Alert {
        name: "ControllerNotReady",
        severity: Severity::Critical,
        after: Some("10m"),
        applies: works,
        expr: |scope| {
            scope
                .gauge(&metrics::CONTROLLER_READY)
                .max(&CONTROLLER)
                .equals(0.0)
        },
        summary: "A controller of {operator} does not work.",
        description: "The controller {{ $labels.controller }} of {operator} in {{ $labels.namespace }} does not work in any \
                      pod. The log of the leading pod says what it waits for.",
    },
    Alert {
        name: "MissingPermissions",
        severity: Severity::Critical,
        after: Some("5m"),
        applies: works,
        expr: |scope| {
            scope
                .gauge(&metrics::MISSING_PERMISSIONS)
                .max(&CONTROLLER)
                .above(0.0)
        },
        summary: "The role of {operator} lacks permissions.",
        description: "The controller {{ $labels.controller }} of {operator} in {{ $labels.namespace }} lacks {{ $value }} \
                      permissions, which its log names. The manifests of this version grant them.",
    },
    Alert {
        name: "ReconcileErrors",
        severity: Severity::Warning,
        after: Some("15m"),
        applies: works,
        expr: |scope| {
            let all = scope.rate(&metrics::RECONCILES).sum(&CONTROLLER);
            let failed = scope.rate(&metrics::RECONCILE_ERRORS).sum(&CONTROLLER);
            failed.divided_by(all).above(ERRORS)
        },
        summary: "Reconciles of {operator} fail.",
        description: "{{ $value | humanizePercentage }} of the reconciles of the controller {{ $labels.controller }} of \
                      {operator} in {{ $labels.namespace }} fail.",
    },
    Alert {
        name: "TerminalErrors",
        severity: Severity::Warning,
        after: None,
        applies: works,
        expr: |scope| {
            scope
                .increase(&metrics::TERMINAL_ERRORS)
                .sum(&CONTROLLER)
                .above(0.0)
        },
        summary: "{operator} has given objects up.",
        description: "The controller {{ $labels.controller }} of {operator} in {{ $labels.namespace }} has met errors that \
                      it does not try again: the objects stay as they are until somebody changes them.",
    },
    Alert {
        name: "Panics",
        severity: Severity::Warning,
        after: None,
        applies: works,
        expr: |scope| scope.increase(&metrics::PANICS).sum(&CONTROLLER).above(0.0),
        summary: "{operator} panics.",
        description: "Reconciles of the controller {{ $labels.controller }} of {operator} in {{ $labels.namespace }} have \
                      panicked, which is a bug in its code. The log has the place.",
    },
    Alert {
        name: "ReconcileStuck",
        severity: Severity::Warning,
        after: Some("5m"),
        applies: works,
        expr: |scope| scope.gauge(&metrics::LONGEST_RUNNING).max(&CONTROLLER).above(RUN),
        summary: "A reconcile of {operator} does not end.",
        description: "A reconcile of the controller {{ $labels.controller }} of {operator} in {{ $labels.namespace }} has \
                      run for {{ $value | humanizeDuration }}. Its object and its worker are blocked.",
    },
    Alert {
        name: "QueueGrowing",
        severity: Severity::Warning,
        after: Some("15m"),
        applies: works,
        expr: |scope| {
            let growing = scope.slope(&metrics::QUEUE_DEPTH).sum(&CONTROLLER).above(0.0);
            let long = scope.gauge(&metrics::QUEUE_DEPTH).sum(&CONTROLLER).above(QUEUE);
            long.and(growing)
        },
        summary: "The queue of {operator} grows.",
        description: "{{ $value }} objects wait for the controller {{ $labels.controller }} of {operator} in \
                      {{ $labels.namespace }}, and they become more.",
    },
    Alert {
        name: "ObjectsWait",
        severity: Severity::Warning,
        after: Some("15m"),
        applies: works,
        expr: |scope| {
            scope
                .quantile(&metrics::QUEUE_SECONDS, 0.9, &CONTROLLER)
                .above(WAIT)
        },
        summary: "Objects wait long for {operator}.",
        description: "One in ten objects waits {{ $value | humanizeDuration }} or longer until the controller \
                      {{ $labels.controller }} of {operator} in {{ $labels.namespace }} begins with it.",
    },
    Alert {
        name: "WatchStale",
        severity: Severity::Warning,
        after: Some("5m"),
        applies: works,
        expr: |scope| {
            let last = scope.gauge(&metrics::WATCH_CONTACT).min(&WATCH);
            now().minus(last).above(SILENCE)
        },
        summary: "A watch of {operator} is silent.",
        description: "The pod {{ $labels.pod }} of {operator} has heard nothing of {{ $labels.kind }}\
                      {{ with $labels.group }} ({{ . }}){{ end }} from the API server for {{ $value | humanizeDuration }}: it may work on old \
                      objects.",
    },
];
