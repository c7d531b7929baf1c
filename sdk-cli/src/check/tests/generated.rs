//! Rules of what is generated around the CRDs.

use super::{findings, operator};

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
        findings(&ports, "")[0].starts_with("error O2: Deployment: the ports `metrics` and `health` are one")
    );
    let mut ports = operator(&[]);
    ports.package.version = format!("0.1.0-{}", "a".repeat(70));
    assert!(findings(&ports, "")[0].starts_with("error O2: operator: the version"));
}

#[test]
fn labels_that_kopr_sets_are_its_own() {
    let labels = |label: &str| {
        let kind = super::kind(serde_json::json!({ "labels": { label: "x" } }));
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
