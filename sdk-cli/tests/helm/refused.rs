//! Values that the schema refuses.

use serde_json::{Value, json};

use crate::chart::Chart;

#[track_caller]
fn check(chart: &Chart, values: &Value, message: &str) {
    let run = chart.helm(
        &format!(
            "template r CHART --values VALUES --kube-version {}",
            kopr_cluster::KUBERNETES_VERSION
        ),
        values,
    );
    assert_eq!(run.code, Some(1), "{values} is taken");
    assert!(run.stderr.contains(message), "{values}: {}", run.stderr);
}

#[test]
fn typos_and_wrong_values_are_refused() {
    let chart = Chart::of_case("everything");
    for (values, message) in [
        (json!({ "replica": 2 }), "'replica'"),
        (json!({ "image": { "tags": "x" } }), "'tags'"),
        (json!({ "metrics": { "tls": { "name": "x" } } }), "'name'"),
        (json!({ "replicas": "2" }), "/replicas"),
        (json!({ "replicas": -1 }), "/replicas"),
        (
            json!({ "image": { "pullPolicy": "always" } }),
            "/image/pullPolicy",
        ),
        (json!({ "image": { "tag": "a b" } }), "/image/tag"),
        (json!({ "image": { "digest": "sha256:1" } }), "/image/digest"),
        (json!({ "watch": { "scope": "some" } }), "/watch/scope"),
        (
            json!({ "watch": { "scope": "list", "namespaces": [] } }),
            "/watch/namespaces",
        ),
        (
            json!({ "watch": { "namespaces": ["a", "a"] } }),
            "/watch/namespaces",
        ),
        (json!({ "env": { "WATCH_NAMESPACE": "x" } }), "WATCH_NAMESPACE"),
        (json!({ "env": { "A": 1 } }), "/env/A"),
        (
            json!({ "podLabels": { "app.kubernetes.io/name": "x" } }),
            "app.kubernetes.io/name",
        ),
        (json!({ "podLabels": { "a": "not a value" } }), "/podLabels/a"),
        (json!({ "fullnameOverride": "0a" }), "/fullnameOverride"),
        (json!({ "tolerations": [{ "keys": "a" }] }), "'keys'"),
        (json!({ "affinity": { "podAffinities": {} } }), "'podAffinities'"),
        (
            json!({ "topologySpread": [{ "maxSkew": 1 }] }),
            "/topologySpread/0",
        ),
        (json!({ "metrics": { "interval": "10" } }), "/metrics/interval"),
        (json!({ "metrics": { "monitor": "both" } }), "/metrics/monitor"),
    ] {
        check(&chart, &values, message);
    }
}
