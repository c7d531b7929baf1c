//! Rules of what is generated around the CRDs.

use kopr_model::Operator;
use serde_json::json;

use super::{findings, kind, operator};

#[test]
fn rules_of_generated_objects() {
    let named = |name: &str, settings: &str| {
        let mut operator = operator(&[]);
        name.clone_into(&mut operator.name);
        findings(&operator, settings)
    };
    let long = "a".repeat(57);
    // name of the operator, settings, what is said
    for (name, settings, says) in [
        ("demo", "", ""),
        (
            "demo",
            "[deploy.resources]\nrequests = { memory = \"100Mi\" }",
            "",
        ),
        (&long[..55], "", ""),
        (&long, "", ""),
        (&long, "[operator]\ninstance = \"b\"", ""),
        (&long, "[deploy]\nnamespace = \"b\"", ""),
        (
            "Demo",
            "",
            "error O2: operator: `Demo` is not a name for Kubernetes objects: `D` is a capital letter",
        ),
        (
            "demo",
            "[deploy]\nnamespace = \"default\"",
            "error O2: Namespace: `default` is Kubernetes' own",
        ),
        (
            "demo",
            "[deploy]\nnamespace = \"default\"\ncreate-namespace = false",
            "",
        ),
        (
            "1-2",
            "",
            "error O2: operator: `1-2` is not a name for Kubernetes objects: it begins with the digit `1`",
        ),
        (
            "demo",
            "[deploy.resources]\nrequests = { memory = \"1Gi\" }",
            "error O3: Deployment: the request of `memory` (1Gi) is above its limit (128Mi)",
        ),
        (
            "demo",
            "[deploy]\nreplicas = 2\nleader-election = false",
            "warning O5: Deployment: 2 pods would all work at the same time: no leader is elected",
        ),
    ] {
        let found = named(name, settings);
        match says {
            "" => assert_eq!(found, Vec::<String>::new(), "{name} {settings}"),
            says => assert!(
                found.iter().any(|line| line.starts_with(says)),
                "{says}\n{found:#?}"
            ),
        }
    }

    let mut ports = operator(&[]);
    ports.ports[0].name = "a-very-long-port-name".to_owned();
    assert!(findings(&ports, "")[0].starts_with("error O2: Deployment: the port name"));
    let mut ports = operator(&[]);
    ports.ports.push(kopr_model::Port {
        name: "health".to_owned(),
        number: 8080,
    });
    assert!(
        findings(&ports, "")[0].starts_with("error O2: Deployment: the ports `health` and `metrics` are one")
    );
    let mut ports = operator(&[]);
    ports.package.version = format!("0.1.0-{}", "a".repeat(70));
    assert!(findings(&ports, "")[0].starts_with("error O2: operator: the version"));
}

#[test]
fn labels_that_kopr_sets_are_its_own() {
    let labels = |label: &str| {
        let kind = kind(json!({ "labels": { label: "x" } }));
        findings(&operator(&[kind]), "")
    };
    assert_eq!(labels("example.com/team"), Vec::<String>::new());
    let found = labels("app.kubernetes.io/managed-by");
    assert!(
        found[0].contains(
            "O2: memcacheds.cache.example.com: the label `app.kubernetes.io/managed-by` of the CRD"
        ),
        "{found:?}"
    );
}

/// An operator with one kind and a controller for it that reads one Secret.
fn working() -> Operator {
    let mut operator = operator(&[kind(json!({}))]);
    let primary = json!({
        "group": "cache.example.com", "version": "v1", "kind": "Memcached", "plural": "memcacheds", "scope": "Namespaced",
    });
    let rule = |group: &str, resource: &str, names: &[&str], verbs: &[&str], scope: &str| {
        json!({
            "group": group, "resource": resource, "resourceNames": names, "verbs": verbs, "scope": scope,
            "origin": { "handler": "demo::reconcile", "argument": "x" },
        })
    };
    let controller = json!({
        "name": "memcached", "primary": primary, "watches": [],
        "handlers": [{ "role": "reconcile", "source": { "item": "demo::reconcile", "file": "src/lib.rs", "line": 1 },
            "arguments": [{ "type": "x", "rules": [
                rule("cache.example.com", "memcacheds", &[], &["list", "watch"], "watched"),
                rule("", "secrets", &["a"], &["get"], "here"),
            ] }] }],
    });
    operator.controllers = vec![serde_json::from_value(controller).unwrap()];
    operator
}

#[test]
fn choices_that_work_against_each_other_or_on_nothing() {
    let bare = || {
        let mut operator = operator(&[]);
        operator.ports.clear();
        operator
    };
    // operator, settings, what is said and nothing else
    for (operator, settings, says) in [
        (working(), "operator.instance = \"demo\"", &[][..]),
        (
            working(),
            "operator.instance = \"b\"",
            &[
                "warning O1: operator.instance: `b` works on all objects, as any other copy in the cluster does",
            ],
        ),
        (working(), "operator.instance = \"b\"\ndeploy.class = \"b\"", &[]),
        (
            operator(&[kind(serde_json::json!({}))]),
            "operator.instance = \"b\"\noperator.labels = { team = \"b\" }",
            &[
                "note O1: operator.labels: the CRDs carry them too, and all copies share the CRDs: the copy that is applied \
                 last sets them",
            ],
        ),
        (
            working(),
            "operator.instance = \"b\"\ndeploy.watch = \"own\"",
            &[],
        ),
        (
            working(),
            "operator.instance = \"b\"\ndeploy.watch = [\"x\"]",
            &[],
        ),
        (operator(&[]), "operator.instance = \"b\"", &[]),
        (
            working(),
            "rbac.create = false",
            &[
                "note O6: ClusterRole: the ServiceAccount `demo-system/demo` has to be allowed in the whole cluster: \
                 list, watch on memcacheds (cache.example.com)",
                "note O6: Role: the ServiceAccount `demo-system/demo` has to be allowed in the namespace \
                 `demo-system`: create on leases (coordination.k8s.io); get, update on leases (coordination.k8s.io) \
                 called demo",
                "note O6: Role: the ServiceAccount `demo-system/demo` has to be allowed in the namespace \
                 `demo-system`: get on secrets called a",
            ],
        ),
        (
            working(),
            "service-account = { create = false, name = \"given\" }",
            &[
                "note O6: ServiceAccount: `given` has to be in the namespace `demo-system` before the operator starts",
            ],
        ),
        (
            operator(&[]),
            "deploy = { class = \"a\", watch = \"own\", leader-election = true }",
            &[
                "warning O7: deploy.class: it has no effect: the operator has no controllers",
                "warning O7: deploy.leader-election: it has no effect: the operator has no controllers",
                "warning O7: deploy.watch: it has no effect: the operator has no controllers",
            ],
        ),
        (
            bare(),
            "metrics = { tls.secret = \"t\", monitor = \"pod\", monitor-labels = { a = \"b\" }, interval = \"1m\" }\n\
             network-policy.metrics-from = { a = \"b\" }",
            &[
                "warning O7: metrics.interval: it has no effect: the program has no metrics",
                "warning O7: metrics.monitor: it has no effect: the program has no metrics",
                "warning O7: metrics.monitor-labels: it has no effect: the program has no metrics",
                "warning O7: metrics.tls: it has no effect: the program has no metrics",
                "warning O7: network-policy.metrics-from: it has no effect: the program has no metrics",
            ],
        ),
        (
            bare(),
            "rbac = { user-roles = true, aggregate = true }",
            &[
                "warning O7: rbac.aggregate: it has no effect: the operator brings no kinds along",
                "warning O7: rbac.user-roles: it has no effect: the operator brings no kinds along",
            ],
        ),
        (
            working(),
            "rbac = { user-roles = false, aggregate = true }",
            &["warning O7: rbac.aggregate: it has no effect: there are no roles for users"],
        ),
        (
            working(),
            "network-policy = { enabled = false, egress = true, metrics-from = { a = \"b\" } }",
            &[
                "warning O7: network-policy.egress: it has no effect: there is no NetworkPolicy",
                "warning O7: network-policy.metrics-from: it has no effect: there is no NetworkPolicy",
            ],
        ),
        (
            working(),
            "deploy.env = { KOPR_METRICS_ADDRESS = \"0.0.0.0:8080\" }",
            &[],
        ),
        (
            working(),
            "deploy.env = { KOPR_METRICS_ADDRESS = \"127.0.0.1:8080\" }",
            &[
                "warning O8: deploy.env.KOPR_METRICS_ADDRESS: the manifests say that metrics is on port 8080 of the \
                 pod, and the program is told `127.0.0.1:8080`",
            ],
        ),
        (
            working(),
            "deploy.env = { KOPR_METRICS_ADDRESS = \"off\" }",
            &[
                "warning O8: deploy.env.KOPR_METRICS_ADDRESS: the manifests say that metrics is on port 8080 of the \
                 pod, and the program is told `off`",
            ],
        ),
        (
            working(),
            "operator.labels = { \"rbac.authorization.k8s.io/aggregate-to-admin\" = \"true\" }",
            &[
                "error O9: operator.labels: Kubernetes acts on `rbac.authorization.k8s.io/aggregate-to-admin`, and \
                 every object would carry it",
            ],
        ),
    ] {
        let found = findings(&operator, settings);
        let firsts: Vec<&str> = found.iter().filter_map(|text| text.lines().next()).collect();
        assert_eq!(firsts, says, "{settings}");
    }
    let mut clash = operator(&[]);
    clash.ports.push(kopr_model::Port {
        name: "webhook".to_owned(),
        number: 8443,
    });
    assert!(findings(&clash, "").is_empty());
    let found = findings(&clash, "metrics.tls.secret = \"t\"");
    assert!(
        found[0].starts_with("error O2: Deployment: the ports `metrics` and `webhook` are one"),
        "{found:?}"
    );
}
