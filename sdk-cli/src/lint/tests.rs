//! Each rule finds what it is about, and nothing in an operator that keeps all.

use std::collections::BTreeSet;

use kopr_model::record::{FORMAT, Record, Right};
use kopr_model::{AccessScope, Operator, Verb};
use serde_json::{Value, json};

use super::{Subject, allow, lint, merged, rules};
use crate::emit::Input;
use crate::explain::rbac::tests::{objects, operator};
use crate::settings::Settings;

type Asked<'a> = (&'a str, &'a str, &'a str, &'a [Verb], AccessScope);

/// The rules that are broken, each with its place.
fn found(
    operator: &Operator,
    settings: &str,
    patch: impl Fn(&mut Vec<Value>),
    record: Option<&Record>,
) -> Vec<String> {
    let settings = Settings::parse(settings, "kopr.toml", None).unwrap();
    let input = Input {
        operator,
        settings: &settings,
    };
    let mut all = objects(&input);
    patch(&mut all);
    let findings = lint(&Subject::new(input, &all, record));
    findings
        .iter()
        .map(|finding| format!("{} {}", finding.rule, finding.place))
        .collect()
}

fn check(asked: &[Asked<'_>], settings: &str, expected: &[&str]) {
    let found = found(&operator(asked), settings, |_| {}, None);
    assert_eq!(found, expected, "{asked:?}");
}

#[test]
fn wide_rights_are_found() {
    use AccessScope::{Here, Watched};
    let cluster = "ClusterRole x-operator-cluster";
    let rbac = "rbac.authorization.k8s.io";
    check(
        &[(
            "Owned<Deployment>",
            "apps",
            "deployments",
            &[Verb::Create],
            Watched,
        )],
        "",
        &[],
    );
    check(
        &[("Read<Secret>", "", "secrets", &[Verb::List, Verb::Watch], Watched)],
        "",
        &[&format!("R2 {cluster} secrets")],
    );
    check(
        &[("Read<Secret>", "", "secrets", &[Verb::List], Watched)],
        "[deploy]\nwatch = \"own\"",
        &[],
    );
    check(
        &[("Read<Secret, Here>", "", "secrets", &[Verb::List], Here)],
        "",
        &[],
    );
    check(
        &[("Raw<All>", "*", "*", &[Verb::Get], Here)],
        "",
        &["R1 Role x-operator-here *.*"],
    );
    check(
        &[("Raw<Bind>", rbac, "clusterroles", &[Verb::Bind], Here)],
        "",
        &[&format!("R3 Role x-operator-here clusterroles.{rbac}")],
    );
    check(
        &[("Sub<Pod, Exec>", "", "pods/exec", &[Verb::Create], Here)],
        "",
        &["R4 Role x-operator-here pods/exec"],
    );
    // An operator that makes roles grants what it has to hold itself.
    check(
        &[(
            "Owned<Role>",
            rbac,
            "roles",
            &[Verb::Create, Verb::Patch, Verb::List],
            Watched,
        )],
        "",
        &[&format!("R5 {cluster} roles.{rbac}")],
    );
    check(
        &[("Owned<Namespace>", "", "namespaces", &[Verb::Patch], Watched)],
        "",
        &[&format!("R6 {cluster} namespaces")],
    );
}

#[test]
fn clients_of_handlers_are_found() {
    let asked: Asked<'_> = ("Raw<Nodes>", "", "nodes", &[Verb::Get], AccessScope::Here);
    let mut operator = operator(&[asked]);
    for (client, expected) in [(false, vec![]), (true, vec!["R11 x::reconcile Raw<Nodes>"])] {
        operator.controllers[0].handlers[0].arguments[0].client = client;
        assert_eq!(found(&operator, "", |_| {}, None), expected);
    }
}

#[test]
fn patched_roles_are_found() {
    let operator = operator(&[(
        "Owned<Deployment>",
        "apps",
        "deployments",
        &[Verb::Create],
        AccessScope::Watched,
    )]);
    let role = |objects: &mut Vec<Value>, rules: Value| {
        let role = objects
            .iter_mut()
            .filter(|object| object["metadata"]["name"] == "x-operator-cluster");
        for role in role.filter(|object| object["kind"] == "ClusterRole") {
            role["rules"] = rules.clone();
        }
    };
    let more =
        json!([{ "apiGroups": ["apps"], "resources": ["deployments"], "verbs": ["create", "delete"] }]);
    assert_eq!(
        found(&operator, "", |all| role(all, more.clone()), None),
        ["R9 ClusterRole x-operator-cluster deployments.apps"]
    );
    assert_eq!(
        found(&operator, "", |all| role(all, json!([])), None),
        ["R10 create deployments.apps in the whole cluster"]
    );
}

#[test]
fn records_are_compared_with_what_is_declared() {
    let operator = operator(&[(
        "Owned<Deployment>",
        "apps",
        "deployments",
        &[Verb::Create, Verb::Patch],
        AccessScope::Watched,
    )]);
    let right = |resource: &str, verb: &str| Right {
        group: "apps".to_owned(),
        resource: resource.to_owned(),
        verb: verb.to_owned(),
    };
    let record = |used: &[Right], denied: &[Right]| Record {
        format: FORMAT,
        operator: "x-operator".to_owned(),
        used: used.iter().cloned().collect(),
        denied: denied.iter().cloned().collect(),
    };
    let (create, patch) = (right("deployments", "create"), right("deployments", "patch"));
    for (used, denied, expected) in [
        (vec![create.clone(), patch.clone()], vec![], vec![]),
        (vec![create.clone()], vec![], vec!["R7 patch deployments.apps"]),
        (
            vec![create.clone(), patch.clone(), right("daemonsets", "get")],
            vec![right("daemonsets", "list")],
            vec!["R8 get daemonsets.apps", "R8 list daemonsets.apps"],
        ),
    ] {
        let record = record(&used, &denied);
        assert_eq!(found(&operator, "", |_| {}, Some(&record)), expected);
    }

    // Several runs count together, those of other operators not at all.
    let text = |record: &Record| serde_json::to_string(record).unwrap();
    let files = [
        ("a.json".to_owned(), text(&record(&[create], &[]))),
        ("b.json".to_owned(), text(&record(&[patch], &[]))),
    ];
    assert_eq!(merged("x-operator", &files, "`.`").unwrap().used.len(), 2);
    for (files, expected) in [
        (
            &files[..],
            "a.json: this record is of `x-operator`, not of `other`",
        ),
        (&[][..], "there is no record of a test run in `.`"),
    ] {
        assert_eq!(merged("other", files, "`.`").unwrap_err().to_string(), expected);
    }
}

#[test]
fn fields_are_looked_at() {
    let kind = |schema: Value, status: bool| -> Operator {
        serde_json::from_value(json!({
            "name": "x", "domain": "example.com", "package": { "name": "x", "version": "1.0.0" },
            "resources": [{
                "group": "example.com", "kind": "X", "plural": "xs", "singular": "x", "scope": "Namespaced",
                "reconciled": true,
                "versions": [{ "name": "v1", "served": true, "storage": true, "status": status, "schema": schema,
                    "source": { "item": "x::X" } }],
            }],
        }))
        .unwrap()
    };
    let spec = |fields: Value| {
        json!({ "type": "object", "description": "An X.", "properties": {
            "spec": { "type": "object", "properties": fields },
            "status": { "type": "object", "properties": { "conditions": { "type": "array", "description": "How it is.",
                "x-kubernetes-list-type": "map", "items": { "type": "object", "properties": { "type": {},
                    "status": {}, "reason": {}, "message": {}, "observedGeneration": {}, "lastTransitionTime": {} } } } } },
        }})
    };
    let text = json!({ "type": "string", "description": "Text." });
    for (schema, status, expected) in [
        (spec(json!({ "aField": text })), true, vec![]),
        (
            spec(json!({ "a_field": text })),
            true,
            vec!["D1 xs.example.com v1 .spec.a_field"],
        ),
        (
            spec(json!({ "a": {} })),
            true,
            vec!["D2 xs.example.com v1 .spec.a"],
        ),
        (spec(json!({ "a": text })), false, vec!["D5 xs.example.com v1"]),
        (
            spec(
                json!({ "a": { "type": "array", "description": "Things.", "items": { "type": "object" } } }),
            ),
            true,
            vec!["D4 xs.example.com v1 .spec.a"],
        ),
        (
            json!({ "type": "object", "properties": { "status": { "type": "object" } } }),
            true,
            vec!["D3 xs.example.com v1", "D6 xs.example.com v1 .status"],
        ),
    ] {
        assert_eq!(
            found(&kind(schema.clone(), status), "", |_| {}, None),
            expected,
            "{schema}"
        );
    }
}

#[test]
fn known_findings_are_taken_away() {
    let operator = operator(&[
        (
            "Sub<Pod, Exec>",
            "",
            "pods/exec",
            &[Verb::Create],
            AccessScope::Here,
        ),
        (
            "Sub<Pod, Attach>",
            "",
            "pods/attach",
            &[Verb::Create],
            AccessScope::Here,
        ),
    ]);
    let settings = Settings::default();
    let input = Input {
        operator: &operator,
        settings: &settings,
    };
    let all = objects(&input);
    let findings = || lint(&Subject::new(input, &all, None));
    for (entries, left, idle) in [
        (&[][..], 2, &[][..]),
        (&["R4"], 0, &[]),
        (&["R4 pods/exec"], 1, &[]),
        (&["R4 pods/exec", "R1"], 1, &["R1"]),
    ] {
        let entries: Vec<String> = entries.iter().map(|entry| (*entry).to_owned()).collect();
        let allowed = allow(findings(), &entries).unwrap();
        assert_eq!(
            (allowed.left.len(), allowed.taken),
            (left, 2 - left),
            "{entries:?}"
        );
        assert_eq!(allowed.idle, idle, "{entries:?}");
    }
    let error = allow(findings(), &["R77".to_owned()]).unwrap_err();
    assert_eq!(
        error.to_string(),
        "`lint.allow` in kopr.toml names `R77`, which is no rule"
    );
}

#[test]
fn ids_are_no_others() {
    let of_checks = crate::check::FAMILIES
        .iter()
        .flat_map(|family| family.rules)
        .map(|rule| rule.id);
    let of_lints: Vec<&str> = rules().iter().map(|lint| lint.rule.id).collect();
    let unique: BTreeSet<&str> = of_checks.clone().chain(of_lints.iter().copied()).collect();
    assert_eq!(unique.len(), of_checks.count() + of_lints.len());
}
