//! Monitors select exactly what they mean, and speak with it safely.

use kopr_cli::emit::{Body, Input, render};
use kopr_cli::objects::{alerts, scrape, service};
use kopr_cli::settings::Monitor;
use serde_json::{Value, json};

use crate::{for_each_input, operator, settings};

fn objects(input: &Input<'_>) -> Vec<Value> {
    // The installer holds some of them a second time.
    let artefacts = render(input, &[]).expect("it renders").into_iter();
    artefacts
        .filter(|artefact| artefact.path.starts_with("deploy"))
        .filter_map(|artefact| match artefact.body {
            Body::Objects(objects) => Some(objects),
            _ => None,
        })
        .flatten()
        .collect()
}

fn of_kind<'a>(objects: &'a [Value], kind: &str) -> Vec<&'a Value> {
    objects.iter().filter(|object| object["kind"] == kind).collect()
}

fn selects(selector: &Value, labels: &Value) -> bool {
    let wanted = selector.as_object().expect("a selector");
    !wanted.is_empty() && wanted.iter().all(|(key, value)| labels.get(key) == Some(value))
}

#[test]
fn there_is_one_monitor_at_most_and_it_finds_the_pods() {
    for_each_input(|input, place| {
        let objects = objects(input);
        let (services, pods) = (
            of_kind(&objects, "ServiceMonitor"),
            of_kind(&objects, "PodMonitor"),
        );
        let expected = match (service::port(input), scrape::monitor(input)) {
            (None, _) | (_, Monitor::None) => (0, 0),
            (_, Monitor::Service) => (1, 0),
            (_, Monitor::Pod) => (0, 1),
        };
        assert_eq!((services.len(), pods.len()), expected, "{place}");
        let Some(monitor) = services.first().or(pods.first()) else {
            return;
        };
        let deployment = of_kind(&objects, "Deployment")[0];
        let template = &deployment["spec"]["template"];
        let endpoints = monitor["spec"]["endpoints"].as_array();
        let endpoint = &endpoints
            .or(monitor["spec"]["podMetricsEndpoints"].as_array())
            .expect("endpoints")[0];
        assert_eq!(
            monitor["spec"]["namespaceSelector"],
            json!({ "matchNames": [deployment["metadata"]["namespace"]] }),
            "{place}"
        );
        let selector = &monitor["spec"]["selector"]["matchLabels"];
        if monitor["kind"] == "PodMonitor" {
            assert!(selects(selector, &template["metadata"]["labels"]), "{place}");
        } else {
            let found: Vec<_> = of_kind(&objects, "Service")
                .into_iter()
                .filter(|service| selects(selector, &service["metadata"]["labels"]))
                .collect();
            assert_eq!(found.len(), 1, "{place}");
            assert!(
                selects(&found[0]["spec"]["selector"], &template["metadata"]["labels"]),
                "{place}"
            );
        }
        let ports = template["spec"]["containers"][0]["ports"]
            .as_array()
            .expect("ports");
        assert!(
            ports.iter().any(|port| port["name"] == endpoint["port"]),
            "{place}"
        );
        // What a cluster that lets its users bring monitors refuses, or what nobody should want.
        let text = monitor.to_string();
        for word in ["File", "insecureSkipVerify", "bearerToken"] {
            assert!(!text.contains(word), "{place}: {text}");
        }
    });
}

#[test]
fn endpoints_follow_the_settings() {
    let operator = operator("minimal");
    let server = "memcached-operator-metrics.memcached-operator-system.svc";
    for (text, expected) in [
        ("", json!({})),
        ("interval = \"1m\"", json!({ "interval": "1m" })),
        ("interval = \"10s\"", json!({ "interval": "10s" })),
        (
            "interval = \"9s\"",
            json!({ "interval": "9s", "scrapeTimeout": "9s" }),
        ),
        (
            "tls = { secret = \"cert\" }",
            json!({
                "scheme": "https",
                "tlsConfig": { "ca": { "secret": { "name": "cert", "key": "ca.crt" } }, "serverName": server },
            }),
        ),
    ] {
        for (monitor, endpoints) in [("service", "endpoints"), ("pod", "podMetricsEndpoints")] {
            let settings = settings(&format!("[metrics]\nmonitor = \"{monitor}\"\n{text}"));
            let objects = objects(&Input {
                operator: &operator,
                settings: &settings,
            });
            let monitor = objects
                .iter()
                .find(|object| object["spec"][endpoints].is_array())
                .expect("a monitor");
            let mut endpoint = json!({ "port": "metrics", "path": "/metrics", "honorLabels": true });
            for (key, value) in expected.as_object().expect("an object") {
                endpoint[key] = value.clone();
            }
            assert_eq!(monitor["spec"][endpoints], json!([endpoint]), "{text}");
        }
    }
}

#[test]
fn alerts_look_where_the_monitor_puts_what_it_finds() {
    let operator = operator("minimal");
    for (text, job) in [
        ("", "memcached-operator-metrics"),
        ("[metrics]\nmonitor = \"none\"", "memcached-operator-metrics"),
        (
            "[metrics]\nmonitor = \"pod\"",
            "memcached-operator-system/memcached-operator",
        ),
        ("[operator]\ninstance = \"blue\"", "blue-metrics"),
        (
            "[operator]\ninstance = \"blue\"\n[metrics]\nmonitor = \"pod\"",
            "blue-system/blue",
        ),
    ] {
        let settings = settings(text);
        let input = Input {
            operator: &operator,
            settings: &settings,
        };
        for alert in alerts::alerts(&input) {
            let expr = alert.expr(&input).to_string();
            assert!(expr.contains(&format!("job=\"{job}\"")), "{text}: {expr}");
        }
    }
}
