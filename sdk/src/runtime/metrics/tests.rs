//! What a scrape holds is the table, no more and no less.

use std::collections::{BTreeMap, BTreeSet};

use kopr_model::metrics::ALL;

use super::*;

/// Metrics after something of every sort has happened.
fn busy() -> Metrics {
    let metrics = Metrics::new("memcached-operator", "1.2.3");
    metrics.declared("memcached");
    metrics.started("memcached", 4);
    metrics.begin("memcached", Duration::from_millis(3));
    metrics.panicked("memcached");
    metrics.end("memcached", Ended::Error, Duration::from_millis(7));
    metrics.misfit("memcached");
    metrics.slowed("memcached");
    metrics.merged("memcached");
    metrics.write("memcached", "apply");
    metrics.queue(
        "memcached",
        &Figures {
            depth: 2,
            adds: 5,
            longest: Duration::from_millis(1500),
        },
    );
    metrics.leader("memcached-operator", true);
    metrics.requests().0.of(["200", "GET"]).inc();
    let watch = ["apps", "Deployment", ""];
    metrics.watching(watch);
    metrics.listed(watch);
    metrics.contact(watch, 1_700_000_000.5);
    metrics
}

/// Name, type and help of each metric of a scrape, with the names of its labels.
fn scraped(text: &str) -> BTreeMap<String, (String, String, BTreeSet<Vec<String>>)> {
    let mut found: BTreeMap<String, (String, String, BTreeSet<Vec<String>>)> = BTreeMap::new();
    let mut help = BTreeMap::new();
    let mut family = (String::new(), String::new());
    for line in text.lines().filter(|line| *line != "# EOF") {
        if let Some(rest) = line.strip_prefix("# HELP ") {
            let (name, about) = rest.split_once(' ').unwrap();
            help.insert(name.to_owned(), about.trim_end_matches('.').to_owned());
        } else if let Some(rest) = line.strip_prefix("# TYPE ") {
            let (name, kind) = rest.split_once(' ').unwrap();
            family = (name.to_owned(), kind.to_owned());
        } else {
            let (series, _value) = line.rsplit_once(' ').unwrap();
            let (name, labels) = series.split_once('{').unwrap_or((series, ""));
            let labels = labels.trim_end_matches('}').split(',');
            let labels: Vec<String> = labels
                .filter_map(|label| label.split_once('=').map(|(name, _)| name.to_owned()))
                .filter(|label| label != "le")
                .collect();
            let suffix = name.strip_prefix(family.0.as_str()).unwrap();
            let name = match (family.1.as_str(), suffix) {
                ("histogram", "_bucket" | "_sum" | "_count") | ("gauge", "") => family.0.clone(),
                ("counter", "_total") => name.to_owned(),
                other => panic!("{line}: {other:?}"),
            };
            let about = help[&family.0].clone();
            found
                .entry(name)
                .or_insert_with(|| (family.1.clone(), about, BTreeSet::new()))
                .2
                .insert(labels);
        }
    }
    found
}

#[test]
fn a_scrape_is_the_table() {
    let text = busy().text();
    let found = scraped(&text);
    let expected: BTreeMap<_, _> = ALL
        .iter()
        .filter(|metric| cfg!(target_os = "linux") || !metric.name.starts_with("process_"))
        .map(|metric| {
            let labels: Vec<String> = metric.labels.iter().map(|label| (*label).to_owned()).collect();
            (
                metric.name.to_owned(),
                (
                    metric.kind.as_str().to_owned(),
                    metric.about.to_owned(),
                    BTreeSet::from([labels]),
                ),
            )
        })
        .collect();
    assert_eq!(found, expected, "{text}");
}

#[test]
fn values() {
    let text = busy().text();
    for line in [
        r#"controller_runtime_reconcile_total{controller="memcached",result="error"} 1"#,
        r#"controller_runtime_reconcile_errors_total{controller="memcached"} 1"#,
        r#"controller_runtime_reconcile_panics_total{controller="memcached"} 1"#,
        r#"controller_runtime_terminal_reconcile_errors_total{controller="memcached"} 0"#,
        r#"kopr_invalid_objects_total{controller="memcached"} 1"#,
        r#"kopr_reconcile_loops_total{controller="memcached"} 1"#,
        r#"kopr_events_merged_total{controller="memcached"} 1"#,
        r#"controller_runtime_max_concurrent_reconciles{controller="memcached"} 4"#,
        r#"controller_runtime_active_workers{controller="memcached"} 0"#,
        r#"workqueue_depth{name="memcached",controller="memcached"} 2"#,
        r#"workqueue_adds_total{name="memcached",controller="memcached"} 5"#,
        r#"workqueue_retries_total{name="memcached",controller="memcached"} 1"#,
        r#"workqueue_longest_running_processor_seconds{name="memcached",controller="memcached"} 1.5"#,
        r#"leader_election_master_status{name="memcached-operator"} 1"#,
        r#"kopr_watch_last_contact_timestamp_seconds{group="apps",kind="Deployment",namespace=""} 1700000000.5"#,
        r#"kopr_watch_lists_total{group="apps",kind="Deployment",namespace=""} 1"#,
        r#"kopr_watch_errors_total{group="apps",kind="Deployment",namespace=""} 0"#,
        r#"kopr_writes_total{controller="memcached",what="apply"} 1"#,
        r#"kopr_writes_total{controller="memcached",what="status"} 0"#,
        r#"kopr_controller_ready{controller="memcached"} 1"#,
        r#"kopr_missing_permissions{controller="memcached"} 0"#,
    ] {
        assert!(text.contains(&format!("{line}\n")), "{line}\n{text}");
    }
    let info = format!(
        r#"kopr_operator_info{{operator="memcached-operator",version="1.2.3",kopr="{}"}} 1"#,
        env!("CARGO_PKG_VERSION")
    );
    assert!(text.contains(&info), "{info}\n{text}");
}

#[test]
#[cfg(target_os = "linux")]
fn the_process_uses_memory_and_has_begun_before_now() {
    let text = Metrics::new("o", "1").text();
    let value = |name: &str| -> f64 {
        let line = text
            .lines()
            .find_map(|line| line.strip_prefix(&format!("{name} ")));
        line.unwrap_or_else(|| panic!("{name}\n{text}")).parse().unwrap()
    };
    assert!(value("process_resident_memory_bytes") > 1_000_000.0);
    assert!(value("process_cpu_seconds_total") >= 0.0);
    let now = std::time::SystemTime::now()
        .duration_since(std::time::UNIX_EPOCH)
        .unwrap()
        .as_secs_f64();
    let age = now - value("process_start_time_seconds");
    assert!((-2.0..3600.0).contains(&age), "{age}");
}
