//! Values of every kind, alone and together: Helm gives the objects of the emitters, one by one.

use kopr_cli::helm::VALUES;
use serde_json::{Value, json};

use crate::chart::Chart;
use crate::settings::expected;

/// Checks a rendering of Helm against the emitters.
#[track_caller]
fn check(chart: &Chart, release: &str, namespace: &str, values: &Value) {
    let made = chart.template(release, namespace, values);
    let wanted = expected(chart, release, namespace, values);
    let place = format!(
        "{} as {release} in {namespace} with {values}",
        chart.operator.name
    );
    let names = |objects: &crate::chart::Objects| objects.keys().cloned().collect::<Vec<_>>();
    assert_eq!(names(&made), names(&wanted), "{place}");
    for (name, object) in &made {
        let wanted = &wanted[name];
        assert!(
            object == wanted,
            "{name:?}: {place}\n{}",
            difference(object, wanted)
        );
    }
}

/// The lines in which two objects differ.
fn difference(made: &Value, wanted: &Value) -> String {
    let (made, wanted) = (format!("{made:#}"), format!("{wanted:#}"));
    similar::TextDiff::from_lines(&made, &wanted)
        .unified_diff()
        .header("helm", "kopr")
        .to_string()
}

/// Each value at least once, and together what meets in one object.
fn matrix() -> Vec<Value> {
    let full = "sha256:0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef";
    let spread =
        json!({ "maxSkew": 2, "topologyKey": "example.com/rack", "whenUnsatisfiable": "DoNotSchedule" });
    vec![
        json!({}),
        json!({ "nameOverride": "other" }),
        json!({ "fullnameOverride": "one" }),
        json!({ "commonLabels": { "team": "a", "example.com/x": "true" } }),
        json!({ "commonAnnotations": { "example.com/note": "a: \"b\" {{ c }}\nd" } }),
        json!({ "commonLabels": { "team": "a" }, "podLabels": { "team": "b", "more": "1" } }),
        json!({ "commonAnnotations": { "n": "a", "m": "" }, "podAnnotations": { "n": "b" } }),
        json!({ "podAnnotations": { "kubectl.kubernetes.io/default-container": "mine" } }),
        json!({ "image": { "repository": "registry.example.com:5000/a/b", "tag": "v1" } }),
        json!({ "image": { "digest": full, "pullPolicy": "Never", "pullSecrets": ["one", "two.example"] } }),
        json!({ "image": { "tag": "", "digest": "" } }),
        json!({ "replicas": 0 }),
        json!({ "replicas": 3 }),
        json!({ "replicas": 3, "podDisruptionBudget": false, "topologySpread": [] }),
        json!({ "replicas": 1, "podDisruptionBudget": true, "topologySpread": [spread] }),
        json!({ "topologySpread": [spread, { "maxSkew": 1, "topologyKey": "t", "whenUnsatisfiable":
            "ScheduleAnyway", "minDomains": 2, "matchLabelKeys": ["a"] }], "replicas": 2 }),
        json!({ "topologySpread": null, "podDisruptionBudget": null, "replicas": 2 }),
        json!({ "leaderElection": false }),
        json!({ "leaderElection": false, "rbac": { "create": false } }),
        json!({ "watch": { "scope": "own" } }),
        json!({ "watch": { "scope": "all" } }),
        json!({ "watch": { "scope": "list", "namespaces": ["b", "a", "apps"] } }),
        json!({ "watch": { "scope": "list", "namespaces": ["apps"] }, "leaderElection": false }),
        json!({ "class": "blue" }),
        json!({ "class": "true", "watch": { "scope": "own" }, "metrics": { "tls": { "secret": "certs" } } }),
        json!({ "env": { "A": "1", "B": "", "C": "x {{ y }} \"z\"", "RUST_LOG": "on" } }),
        json!({ "resources": { "requests": { "cpu": "1", "memory": null }, "limits": { "memory": "1Gi" } } }),
        json!({ "resources": { "requests": { "cpu": null, "memory": null }, "limits": { "memory": null } } }),
        json!({ "nodeSelector": { "kubernetes.io/os": "linux", "a": "true" } }),
        json!({ "tolerations": [{ "operator": "Exists" }, { "key": "a", "operator": "Equal", "value": "1", "effect":
            "NoExecute", "tolerationSeconds": 5 }] }),
        json!({ "tolerations": [] }),
        json!({ "affinity": { "nodeAffinity": { "x": [1, "2", { "y": true }] } } }),
        json!({ "priorityClass": "system-cluster-critical" }),
        json!({ "serviceAccount": { "create": false, "name": "theirs" } }),
        json!({ "serviceAccount": { "name": "mine.example", "annotations": { "eks.amazonaws.com/role-arn":
            "arn:aws:iam::1:role/x" } }, "commonAnnotations": { "a": "b" } }),
        json!({ "rbac": { "create": false } }),
        json!({ "rbac": { "userRoles": false } }),
        json!({ "rbac": { "aggregate": true }, "watch": { "scope": "own" } }),
        json!({ "crds": { "install": false } }),
        json!({ "crds": { "keep": false }, "commonLabels": { "a": "b" } }),
        json!({ "metrics": { "monitor": "pod", "monitorLabels": { "release": "x" }, "interval": "5s" } }),
        json!({ "metrics": { "monitor": "none", "interval": "9s999ms" } }),
        json!({ "metrics": { "interval": "10s", "tls": { "secret": "certs" } } }),
        json!({ "metrics": { "interval": "1m30s" } }),
        json!({ "metrics": { "monitor": "pod", "tls": { "secret": "certs" } } }),
        json!({ "metrics": { "interval": "" , "monitorLabels": { "prometheus": "true" } }, "alerts": { "ruleLabels": { "role": "alerts" } } }),
        json!({ "alerts": { "enabled": false } }),
        json!({ "alerts": { "labels": { "team": "a b: \"c\"", "severity": "page" }, "runbookUrl":
            "https://example.com/runbooks#" } }),
        json!({ "alerts": { "ruleLabels": null } }),
        json!({ "dashboard": { "enabled": false } }),
        json!({ "dashboard": { "labels": { "grafana_dashboard": null, "folder": "1" }, "annotations": {
            "grafana_folder": "Operators: {{ all }}" } } }),
        json!({ "networkPolicy": { "enabled": false } }),
        json!({ "networkPolicy": { "egress": true } }),
        json!({ "networkPolicy": { "metricsFrom": { "kubernetes.io/metadata.name": "monitoring" }, "egress": true },
            "metrics": { "tls": { "secret": "certs" } } }),
    ]
}

/// The cases of the golden tests.
fn cases() -> Vec<String> {
    let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/golden");
    let mut cases: Vec<String> = fs_err::read_dir(folder)
        .expect("the folder is there")
        .map(|entry| {
            entry
                .expect("it can be listed")
                .file_name()
                .into_string()
                .expect("it is text")
        })
        .collect();
    cases.sort();
    assert!(cases.len() > 20, "cases are missing: {cases:?}");
    cases
}

fn all_of(case: &str) {
    let chart = Chart::of_case(case);
    for values in matrix() {
        check(&chart, "demo", "somewhere", &values);
    }
}

#[test]
fn values_give_what_settings_give_for_a_small_operator() {
    all_of("minimal");
}

#[test]
fn values_give_what_settings_give_for_an_operator_with_settings_of_its_own() {
    all_of("everything");
}

#[test]
fn every_case_gives_the_same_by_default_and_passes_the_lint() {
    for case in cases() {
        let case = case.as_str();
        let chart = Chart::of_case(case);
        let run = chart.helm(
            &format!(
                "lint --strict CHART --kube-version {}",
                kopr_cluster::KUBERNETES_VERSION
            ),
            &json!({}),
        );
        assert_eq!(run.code, Some(0), "{case}: {}{}", run.stdout, run.stderr);
        check(&chart, "demo", "somewhere", &json!({}));
    }
}

#[test]
fn names_are_those_of_the_emitters_for_any_release() {
    let long = "a".repeat(53);
    let long_with_name = format!("{}-cache-operator", "b".repeat(38));
    for case in ["minimal", "watch-own"] {
        let chart = Chart::of_case(case);
        let name = chart.operator.name.clone();
        let own = format!("{name}-system");
        for (release, namespace) in [
            (name.as_str(), own.as_str()),
            (name.as_str(), "elsewhere"),
            ("demo", &format!("demo-{name}-system")),
            ("true", "null"),
            ("0a.b", "x"),
            (long.as_str(), "x"),
            (long_with_name.as_str(), "x"),
            (&format!("my-{name}"), "x"),
        ] {
            check(&chart, release, namespace, &json!({}));
            let namespaces = json!({ "watch": { "scope": "list", "namespaces": ["apps", "x"] } });
            check(&chart, release, namespace, &namespaces);
        }
    }
}

#[test]
fn braces_in_the_code_are_printed_as_they_are() {
    let mut chart = Chart::of_case("minimal");
    let version = &mut chart.operator.resources[0].versions[0];
    let text = "a {{ .Values.x }} and {{- include \"y\" . -}} and {{/* z */}} and {{{ }}}";
    version.schema["description"] = json!(text);
    version.schema["properties"]["spec"]["x-kubernetes-validations"] =
        json!([{ "rule": "!self.x.contains('{{')", "message": format!("two lines\n  {text}\n") }]);
    let chart = Chart::new(chart.operator, chart.toml);
    check(&chart, "demo", "x", &json!({}));
    let made = chart.template("demo", "x", &json!({}));
    assert!(
        made.values()
            .any(|object| object.to_string().contains("{{- include"))
    );
}

#[test]
fn the_matrix_has_every_value() {
    let given = matrix();
    for value in VALUES {
        let has = |values: &Value| {
            value
                .key
                .split('.')
                .try_fold(values, |values, word| values.get(word))
                .is_some()
        };
        assert!(given.iter().any(has), "{} is not tried", value.key);
    }
}
