//! Alerts in Prometheus' own test runner: each fires on bad series once its time is up, and is silent before that, on
//! good series, and on bad series of somebody else.

use std::process::{Command, Output};

use kopr_cli::emit::Input;
use kopr_cli::objects::alerts::{self, Severity};
use kopr_cli::yaml;
use serde_json::{Value, json};

use crate::{folder, for_each_input, operator, settings};

/// Series with their values, one a scrape; `ONE` and `TWO` are the labels of two pods.
type Series = &'static [(&'static str, &'static str)];

struct Case {
    alert: &'static str,
    severity: Severity,
    /// Each of these makes it fire.
    bad: &'static [Series],
    /// None of these does.
    good: &'static [Series],
    /// A time at which the bad series do not make it fire yet.
    silent: &'static str,
    /// A time at which they do.
    fires: &'static str,
    /// Labels of the alert besides those that all have.
    labels: &'static [(&'static str, &'static str)],
    /// What it says then.
    says: &'static str,
}

const NAMESPACE: &str = "memcached-operator-system";
const JOB: &str = "memcached-operator-metrics";

const COPY: &[(&str, &str)] = &[("job", JOB)];
const CONTROLLER: &[(&str, &str)] = &[("job", JOB), ("controller", "memcached")];

const CASES: [Case; 12] = [
    Case {
        alert: "Down",
        severity: Severity::Critical,
        bad: &[
            &[("up{ONE}", "0x90")],
            &[("up{ONE}", "0x90"), ("up{TWO}", "0x90")],
            &[],
        ],
        good: &[&[("up{ONE}", "1x90"), ("up{TWO}", "0x90")]],
        silent: "4m",
        fires: "6m",
        labels: COPY,
        says: "Prometheus gets metrics from no pod of memcached-operator in memcached-operator-system: none runs, or \
               none can be reached.",
    },
    Case {
        alert: "NoLeader",
        severity: Severity::Critical,
        bad: &[&[
            ("leader_election_master_status{ONE,name=\"a\"}", "0x90"),
            ("leader_election_master_status{TWO,name=\"a\"}", "0x90"),
        ]],
        good: &[
            &[
                ("leader_election_master_status{ONE,name=\"a\"}", "1x90"),
                ("leader_election_master_status{TWO,name=\"a\"}", "0x90"),
            ],
            // Handed over, with a moment in between.
            &[
                ("leader_election_master_status{ONE,name=\"a\"}", "1x10 0x80"),
                ("leader_election_master_status{TWO,name=\"a\"}", "0x14 1x76"),
            ],
        ],
        silent: "4m",
        fires: "6m",
        labels: COPY,
        says: "The pods of memcached-operator in memcached-operator-system run, but none of them holds the lease, so \
               nothing is reconciled.",
    },
    Case {
        alert: "SeveralLeaders",
        severity: Severity::Critical,
        bad: &[&[
            ("leader_election_master_status{ONE,name=\"a\"}", "1x90"),
            ("leader_election_master_status{TWO,name=\"a\"}", "1x90"),
        ]],
        good: &[&[
            ("leader_election_master_status{ONE,name=\"a\"}", "1x90"),
            ("leader_election_master_status{TWO,name=\"a\"}", "0x90"),
        ]],
        silent: "1m",
        fires: "3m",
        labels: COPY,
        says: "2 pods of memcached-operator in memcached-operator-system hold themselves for the leader and work on \
               the same objects.",
    },
    Case {
        alert: "ControllerNotReady",
        severity: Severity::Critical,
        bad: &[&[
            ("kopr_controller_ready{ONE,controller=\"memcached\"}", "0x90"),
            ("kopr_controller_ready{TWO,controller=\"memcached\"}", "0x90"),
            ("kopr_controller_ready{ONE,controller=\"other\"}", "1x90"),
        ]],
        // A pod that stands by does not work either.
        good: &[&[
            ("kopr_controller_ready{ONE,controller=\"memcached\"}", "1x90"),
            ("kopr_controller_ready{TWO,controller=\"memcached\"}", "0x90"),
        ]],
        silent: "9m",
        fires: "11m",
        labels: CONTROLLER,
        says: "The controller memcached of memcached-operator in memcached-operator-system does not work in any pod. \
               The log of the leading pod says what it waits for.",
    },
    Case {
        alert: "MissingPermissions",
        severity: Severity::Critical,
        bad: &[&[
            ("kopr_missing_permissions{ONE,controller=\"memcached\"}", "2x90"),
            ("kopr_missing_permissions{ONE,controller=\"other\"}", "0x90"),
        ]],
        good: &[&[("kopr_missing_permissions{ONE,controller=\"memcached\"}", "0x90")]],
        silent: "4m",
        fires: "6m",
        labels: CONTROLLER,
        says: "The controller memcached of memcached-operator in memcached-operator-system lacks 2 permissions, which \
               its log names. The manifests of this version grant them.",
    },
    Case {
        alert: "ReconcileErrors",
        severity: Severity::Warning,
        bad: &[&[
            (
                "controller_runtime_reconcile_errors_total{ONE,controller=\"memcached\"}",
                "0+1x90",
            ),
            (
                "controller_runtime_reconcile_total{ONE,controller=\"memcached\",result=\"error\"}",
                "0+1x90",
            ),
            (
                "controller_runtime_reconcile_total{ONE,controller=\"memcached\",result=\"success\"}",
                "0+3x90",
            ),
        ]],
        good: &[
            &[
                (
                    "controller_runtime_reconcile_errors_total{ONE,controller=\"memcached\"}",
                    "0+1x90",
                ),
                (
                    "controller_runtime_reconcile_total{ONE,controller=\"memcached\",result=\"error\"}",
                    "0+1x90",
                ),
                (
                    "controller_runtime_reconcile_total{ONE,controller=\"memcached\",result=\"success\"}",
                    "0+19x90",
                ),
            ],
            // Nothing to do.
            &[
                (
                    "controller_runtime_reconcile_errors_total{ONE,controller=\"memcached\"}",
                    "7x90",
                ),
                (
                    "controller_runtime_reconcile_total{ONE,controller=\"memcached\",result=\"error\"}",
                    "7x90",
                ),
            ],
        ],
        silent: "15m",
        fires: "16m",
        labels: CONTROLLER,
        says: "25% of the reconciles of the controller memcached of memcached-operator in memcached-operator-system \
               fail.",
    },
    Case {
        alert: "TerminalErrors",
        severity: Severity::Warning,
        bad: &[&[(
            "controller_runtime_terminal_reconcile_errors_total{ONE,controller=\"memcached\"}",
            "0x10 1x80",
        )]],
        // Long ago.
        good: &[&[(
            "controller_runtime_terminal_reconcile_errors_total{ONE,controller=\"memcached\"}",
            "3x90",
        )]],
        silent: "5m",
        fires: "6m",
        labels: CONTROLLER,
        says: "The controller memcached of memcached-operator in memcached-operator-system has met errors that it does \
               not try again: the objects stay as they are until somebody changes them.",
    },
    Case {
        alert: "Panics",
        severity: Severity::Warning,
        bad: &[&[(
            "controller_runtime_reconcile_panics_total{ONE,controller=\"memcached\"}",
            "0x10 1x80",
        )]],
        good: &[&[(
            "controller_runtime_reconcile_panics_total{ONE,controller=\"memcached\"}",
            "3x90",
        )]],
        silent: "5m",
        fires: "6m",
        labels: CONTROLLER,
        says: "Reconciles of the controller memcached of memcached-operator in memcached-operator-system have \
               panicked, which is a bug in its code. The log has the place.",
    },
    Case {
        alert: "ReconcileStuck",
        severity: Severity::Warning,
        bad: &[&[(
            "workqueue_longest_running_processor_seconds{ONE,name=\"memcached\",controller=\"memcached\"}",
            "400x90",
        )]],
        good: &[&[(
            "workqueue_longest_running_processor_seconds{ONE,name=\"memcached\",controller=\"memcached\"}",
            "299x90",
        )]],
        silent: "4m",
        fires: "6m",
        labels: CONTROLLER,
        says: "A reconcile of the controller memcached of memcached-operator in memcached-operator-system has run for \
               6m 40s. Its object and its worker are blocked.",
    },
    Case {
        alert: "QueueGrowing",
        severity: Severity::Warning,
        bad: &[&[(
            "workqueue_depth{ONE,name=\"memcached\",controller=\"memcached\"}",
            "0+1x90",
        )]],
        good: &[
            &[(
                "workqueue_depth{ONE,name=\"memcached\",controller=\"memcached\"}",
                "100x90",
            )],
            &[(
                "workqueue_depth{ONE,name=\"memcached\",controller=\"memcached\"}",
                "100-1x90",
            )],
            &[(
                "workqueue_depth{ONE,name=\"memcached\",controller=\"memcached\"}",
                "0+0.1x90",
            )],
        ],
        silent: "20m",
        fires: "21m",
        labels: CONTROLLER,
        says: "42 objects wait for the controller memcached of memcached-operator in memcached-operator-system, and \
               they become more.",
    },
    Case {
        alert: "ObjectsWait",
        severity: Severity::Warning,
        bad: &[&[
            (
                "workqueue_queue_duration_seconds_bucket{ONE,name=\"memcached\",controller=\"memcached\",le=\"30\"}",
                "0+1x90",
            ),
            (
                "workqueue_queue_duration_seconds_bucket{ONE,name=\"memcached\",controller=\"memcached\",le=\"60\"}",
                "0+10x90",
            ),
            (
                "workqueue_queue_duration_seconds_bucket{ONE,name=\"memcached\",controller=\"memcached\",le=\"+Inf\"}",
                "0+10x90",
            ),
        ]],
        good: &[
            &[
                (
                    "workqueue_queue_duration_seconds_bucket{ONE,name=\"memcached\",controller=\"memcached\",le=\"1\"}",
                    "0+10x90",
                ),
                (
                    "workqueue_queue_duration_seconds_bucket{ONE,name=\"memcached\",controller=\"memcached\",le=\"+Inf\"}",
                    "0+10x90",
                ),
            ],
            // Nothing to do.
            &[
                (
                    "workqueue_queue_duration_seconds_bucket{ONE,name=\"memcached\",controller=\"memcached\",le=\"1\"}",
                    "3x90",
                ),
                (
                    "workqueue_queue_duration_seconds_bucket{ONE,name=\"memcached\",controller=\"memcached\",le=\"+Inf\"}",
                    "10x90",
                ),
            ],
        ],
        silent: "15m",
        fires: "16m",
        labels: CONTROLLER,
        says: "One in ten objects waits 56.67s or longer until the controller memcached of memcached-operator in \
               memcached-operator-system begins with it.",
    },
    Case {
        alert: "WatchStale",
        severity: Severity::Warning,
        // Its namespace is the watched one, and none where all are watched.
        bad: &[
            &[
                ("up{ONE}", "1x90"),
                (
                    "kopr_watch_last_contact_timestamp_seconds{WATCHED,group=\"apps\",kind=\"Deployment\"}",
                    "0x90",
                ),
            ],
            &[
                ("up{ONE}", "1x90"),
                (
                    "kopr_watch_last_contact_timestamp_seconds{WATCHED,namespace=\"blue\",group=\"apps\",kind=\"Deployment\"}",
                    "0x90",
                ),
                (
                    "kopr_watch_last_contact_timestamp_seconds{WATCHED,namespace=\"red\",group=\"apps\",kind=\"Deployment\"}",
                    "0+30x90",
                ),
            ],
            // A Prometheus that was told to let no label win over its own.
            &[
                ("up{ONE}", "1x90"),
                (
                    "kopr_watch_last_contact_timestamp_seconds{ONE,exported_namespace=\"blue\",group=\"apps\",kind=\"Deployment\"}",
                    "0x90",
                ),
            ],
        ],
        good: &[&[
            ("up{ONE}", "1x90"),
            (
                "kopr_watch_last_contact_timestamp_seconds{WATCHED,namespace=\"blue\",group=\"apps\",kind=\"Deployment\"}",
                "0+30x90",
            ),
        ]],
        silent: "15m",
        fires: "16m",
        labels: &[
            ("job", JOB),
            ("pod", "one"),
            ("instance", "10.0.0.1:8080"),
            ("group", "apps"),
            ("kind", "Deployment"),
        ],
        says: "The pod one of memcached-operator has heard nothing of Deployment (apps) from the API server for 16m \
               0s: it may work on old objects.",
    },
];

/// Whose series they are.
#[derive(Clone, Copy)]
struct Owner {
    namespace: &'static str,
    job: &'static str,
    /// The third number of the pods' addresses.
    network: u8,
}

const OURS: Owner = Owner {
    namespace: NAMESPACE,
    job: JOB,
    network: 0,
};
/// The same operator in another namespace, and another one in the same.
const OTHERS: [Owner; 2] = [
    Owner {
        namespace: "elsewhere",
        job: JOB,
        network: 1,
    },
    Owner {
        namespace: NAMESPACE,
        job: "other-metrics",
        network: 2,
    },
];

impl Owner {
    /// The series as a scrape through the ServiceMonitor gives them.
    fn series(self, series: Series) -> Vec<Value> {
        let Self {
            namespace,
            job,
            network,
        } = self;
        let pod = |name: &str, number: u8| {
            format!(
                "job=\"{job}\",service=\"{job}\",container=\"operator\",endpoint=\"metrics\",pod=\"{name}\",\
                 instance=\"10.0.{network}.{number}:8080\""
            )
        };
        let all = |name: &str, number| format!("namespace=\"{namespace}\",{}", pod(name, number));
        series
            .iter()
            .map(|(series, values)| {
                let series = series
                    .replace("{ONE", &format!("{{{}", all("one", 1)))
                    .replace("{TWO", &format!("{{{}", all("two", 2)))
                    .replace("{WATCHED", &format!("{{{}", pod("one", 1)));
                json!({ "series": series, "values": values })
            })
            .collect()
    }
}

impl Case {
    fn name(&self) -> String {
        format!("MemcachedOperator{}", self.alert)
    }

    fn test(&self, series: &[Value], expected: &[(&str, Vec<Value>)]) -> Value {
        let expected: Vec<_> = expected
            .iter()
            .map(
                |(time, alerts)| json!({ "eval_time": time, "alertname": self.name(), "exp_alerts": alerts }),
            )
            .collect();
        json!({ "interval": "30s", "input_series": series, "alert_rule_test": expected })
    }

    fn tests(&self, rule: &Value) -> Vec<Value> {
        let mut labels = json!({ "namespace": NAMESPACE, "severity": self.severity.as_str() });
        for (key, value) in self.labels {
            labels[key] = json!(value);
        }
        let fired = json!({
            "exp_labels": labels,
            "exp_annotations": { "summary": rule["annotations"]["summary"], "description": self.says },
        });
        let mut tests = Vec::new();
        for bad in self.bad {
            tests.push(self.test(
                &OURS.series(bad),
                &[(self.silent, Vec::new()), (self.fires, vec![fired.clone()])],
            ));
            for other in OTHERS {
                let mut series = OURS.series(self.good[0]);
                series.extend(other.series(bad));
                tests.push(self.test(&series, &[(self.fires, Vec::new()), ("40m", Vec::new())]));
            }
        }
        for good in self.good {
            let times = [self.silent, self.fires, "20m", "40m"];
            tests.push(self.test(&OURS.series(good), &times.map(|time| (time, Vec::new()))));
        }
        tests
    }
}

fn promtool(arguments: &[&str]) -> Output {
    let output = Command::new("promtool").args(arguments).output();
    output.unwrap_or_else(|error| {
        panic!(
            "`promtool` does not start ({error}): install Prometheus, on Debian with `apt-get install \
             --no-install-recommends prometheus`"
        )
    })
}

#[track_caller]
fn passes(arguments: &[&str]) -> String {
    let output = promtool(arguments);
    let (stdout, stderr) = (
        String::from_utf8_lossy(&output.stdout),
        String::from_utf8_lossy(&output.stderr),
    );
    assert!(
        output.status.success(),
        "promtool {arguments:?}:\n{stdout}\n{stderr}"
    );
    stdout.into_owned()
}

#[test]
fn each_alert_fires_when_it_should_and_only_then() {
    let (operator, settings) = (operator("minimal"), settings(""));
    let input = Input {
        operator: &operator,
        settings: &settings,
    };
    let tested: Vec<_> = CASES.iter().map(|case| case.alert).collect();
    let all: Vec<_> = alerts::alerts(&input).iter().map(|alert| alert.name).collect();
    assert_eq!(tested, all, "each alert has a case, in the order of the table");
    assert_eq!(
        all.len(),
        alerts::all().len(),
        "this operator can have every alert"
    );

    let folder = folder("rules");
    let rule = alerts::rule(&input).expect("there are alerts");
    let rules = yaml::documents(&[&rule["spec"]]).expect("it is YAML");
    fs_err::write(folder.join("rules.yaml"), rules).expect("it can be written");
    for (case, rule) in CASES
        .iter()
        .zip(rule["spec"]["groups"][0]["rules"].as_array().expect("rules"))
    {
        let tests = json!({
            "rule_files": ["rules.yaml"],
            "evaluation_interval": "30s",
            "tests": case.tests(rule),
        });
        let path = folder.join(format!("{}.yaml", case.alert));
        fs_err::write(&path, yaml::documents(&[&tests]).expect("it is YAML")).expect("it can be written");
        passes(&["test", "rules", path.as_str()]);
    }
}

#[test]
fn rules_of_all_kinds_of_operators_are_accepted() {
    for_each_input(|input, place| {
        let Some(rule) = alerts::rule(input) else {
            return;
        };
        let path = folder("check").join("rules.yaml");
        fs_err::write(&path, yaml::documents(&[&rule["spec"]]).expect("it is YAML"))
            .expect("it can be written");
        let said = passes(&["check", "rules", path.as_str()]);
        let count = rule["spec"]["groups"][0]["rules"]
            .as_array()
            .expect("rules")
            .len();
        assert!(
            said.contains(&format!("SUCCESS: {count} rules found")),
            "{place}: {said}"
        );
    });
}
