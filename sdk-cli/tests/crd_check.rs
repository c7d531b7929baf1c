//! `kopr crd check` and a real API server say the same of each CRD: a fault that one refuses the other refuses.

#![allow(
    clippy::expect_used,
    clippy::panic,
    reason = "in a test that is how one fails"
)]

use std::io::Write as _;
use std::process::{Command, Output, Stdio};

use kopr_cli::check::{Level, check_object};
use kopr_cli::settings::Apply;
use kopr_cluster::{Cluster, Options};
use serde_json::{Value, json};

/// What both have to say.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Verdict {
    /// Taken, without a word.
    Silent,
    /// Taken, with a warning of this rule; the server warns too.
    Warned(&'static str),
    /// Taken; kopr warns by this rule of what comes of it, and the server says nothing.
    Foreseen(&'static str),
    /// Refused by this rule.
    Refused(&'static str),
}
use Verdict::{Foreseen, Refused, Silent, Warned};

/// A CRD without a fault; the key `field` is the schema of `.spec.field`, `version` is laid over the one version, all
/// else over the CRD. Null takes away.
fn crd(mut patch: Value) -> Value {
    let mut take = |key: &str| patch.as_object_mut().and_then(|patch| patch.remove(key));
    let (field, over) = (take("field"), take("version"));
    let mut version = json!({
        "name": "v1", "served": true, "storage": true, "subresources": { "status": {} },
        "schema": { "openAPIV3Schema": { "type": "object", "properties": {
            "spec": { "type": "object", "properties": { "size": { "type": "integer" } } },
            "status": { "type": "object", "properties": {
                "ready": { "type": "integer" }, "selector": { "type": "string" },
            }},
        }}},
    });
    if let Some(field) = field {
        version["schema"]["openAPIV3Schema"]["properties"]["spec"]["properties"]["field"] = field;
    }
    merge(&mut version, over.unwrap_or_else(|| json!({})));
    let mut crd = json!({
        "apiVersion": "apiextensions.k8s.io/v1",
        "kind": "CustomResourceDefinition",
        "metadata": { "name": "things.check.example.com" },
        "spec": {
            "group": "check.example.com",
            "names": { "kind": "Thing", "plural": "things" },
            "scope": "Namespaced",
            "versions": [version],
        },
    });
    merge(&mut crd, patch);
    crd
}

fn merge(base: &mut Value, over: Value) {
    match (base, over) {
        (Value::Object(base), Value::Object(over)) => {
            for (key, value) in over {
                if value.is_null() {
                    base.remove(&key);
                } else {
                    merge(base.entry(key).or_insert(Value::Null), value);
                }
            }
        }
        (base, over) => *base = over,
    }
}

fn cases() -> Vec<(Verdict, Value)> {
    let text = || json!({ "type": "string" });
    let field = |schema: Value| json!({ "field": schema });
    let version = |over: Value| json!({ "version": over });
    let spec = |over: Value| json!({ "spec": over });
    let names = |over: Value| json!({ "spec": { "names": over } });
    let schema = |over: Value| json!({ "version": { "schema": { "openAPIV3Schema": over } } });
    let keyed = |item: Value, keys: Value| {
        json!({ "field": { "type": "array", "x-kubernetes-list-type": "map", "x-kubernetes-list-map-keys": keys,
            "items": { "type": "object", "properties": { "name": item } } } })
    };
    let column = |column: Value| json!({ "version": { "additionalPrinterColumns": [column] } });
    let scale = |spec: &str, status: &str| {
        json!({ "version": { "subresources": { "scale": {
            "specReplicasPath": spec, "statusReplicasPath": status } } } })
    };
    let grouped = |group: &str, annotations: Value| {
        json!({ "metadata": { "name": format!("things.{group}"), "annotations": annotations },
            "spec": { "group": group } })
    };
    let webhook = |client: Value, reviews: Value| {
        json!({ "spec": { "conversion": { "strategy": "Webhook", "webhook": {
            "clientConfig": client, "conversionReviewVersions": reviews } } } })
    };
    let service = json!({ "service": { "name": "a", "namespace": "b", "path": "/convert/" } });
    let embedded = json!({ "type": "object", "x-kubernetes-embedded-resource": true });
    let two = |a: Value, b: Value| {
        let one = |over: Value| {
            let mut version = json!({ "served": true, "storage": false,
                "schema": { "openAPIV3Schema": { "type": "object" } } });
            merge(&mut version, over);
            version
        };
        json!({ "spec": { "versions": [one(a), one(b)] } })
    };
    vec![
        (Silent, json!({})),
        (
            Silent,
            json!({ "metadata": { "creationTimestamp": null, "labels": { "a": "b" } }, "status": {} }),
        ),
        // S1: types.
        (Refused("S1"), field(json!({ "description": "x" }))),
        (Refused("S1"), field(json!({ "type": "text" }))),
        (
            Refused("S1"),
            field(json!({ "type": "object", "additionalProperties": {} })),
        ),
        (
            Silent,
            field(json!({ "x-kubernetes-preserve-unknown-fields": true })),
        ),
        // S2, S3, S4: junctors.
        (
            Refused("S2"),
            field(json!({ "type": "string", "anyOf": [{ "type": "string" }] })),
        ),
        (
            Refused("S2"),
            field(json!({ "type": "string", "not": { "description": "x" } })),
        ),
        (
            Silent,
            field(
                json!({ "x-kubernetes-int-or-string": true, "anyOf": [{ "type": "integer" }, { "type": "string" }] }),
            ),
        ),
        (
            Refused("S3"),
            field(
                json!({ "x-kubernetes-int-or-string": true, "anyOf": [{ "type": "string" }, { "type": "integer" }] }),
            ),
        ),
        (
            Refused("S4"),
            json!({ "version": { "subresources": null, "schema": { "openAPIV3Schema": {
            "anyOf": [{ "properties": { "c": { "minimum": 1 } } }] } } } }),
        ),
        // S5, S8: keywords.
        (
            Refused("S5"),
            field(json!({ "type": "object", "$ref": "#/definitions/x" })),
        ),
        (
            Refused("S5"),
            field(json!({ "type": "object", "patternProperties": { "a": { "type": "string" } } })),
        ),
        (
            Refused("S5"),
            field(json!({ "type": "string", "examples": ["a"] })),
        ),
        (
            Refused("S8"),
            field(json!({ "type": "array", "uniqueItems": true, "items": text() })),
        ),
        // S6, S7: maps and items.
        (
            Refused("S6"),
            field(json!({ "type": "object", "properties": { "a": text() }, "additionalProperties": text() })),
        ),
        (
            Refused("S6"),
            schema(json!({ "additionalProperties": text(), "properties": null })),
        ),
        (Refused("S7"), field(json!({ "type": "array" }))),
        // S9, S10: lists.
        (Refused("S9"), keyed(text(), json!(["name"]))),
        (Refused("S9"), keyed(text(), json!(["other"]))),
        (
            Refused("S9"),
            keyed(
                json!({ "type": "string", "default": "a", "nullable": true }),
                json!(["name"]),
            ),
        ),
        (
            Silent,
            keyed(json!({ "type": "string", "default": "a" }), json!(["name"])),
        ),
        (
            Refused("S10"),
            field(json!({ "type": "array", "x-kubernetes-list-type": "set", "items": { "type": "object" } })),
        ),
        // S11, S12, S13: paths.
        (
            Refused("S11"),
            column(json!({ "name": "A", "type": "integer", "jsonPath": "spec.size" })),
        ),
        (
            Refused("C1"),
            column(json!({ "name": "A", "type": "int", "jsonPath": ".spec.size" })),
        ),
        (
            Refused("S11"),
            column(json!({ "name": "A", "type": "integer", "jsonPath": ".spec.size", "format": "x" })),
        ),
        (Refused("S12"), scale(".status.ready", ".status.ready")),
        (Refused("S12"), scale(".spec.size", ".spec.size")),
        (Silent, scale(".spec.size", ".status.ready")),
        (
            Refused("S13"),
            version(json!({ "selectableFields": [{ "jsonPath": ".spec" }] })),
        ),
        (
            Refused("S13"),
            version(json!({ "selectableFields": [{ "jsonPath": ".metadata.name" }] })),
        ),
        // S14, S20, C3: names.
        (Refused("S14"), names(json!({ "shortNames": ["TH"] }))),
        (Refused("S14"), names(json!({ "categories": ["a_b"] }))),
        (Refused("S14"), names(json!({ "kind": "a b" }))),
        (Refused("S14"), version(json!({ "name": "1" }))),
        (Refused("S14"), grouped("check", json!({}))),
        (Refused("S20"), grouped("check.k8s.io", json!({}))),
        (
            Refused("S20"),
            grouped("check.k8s.io", json!({ "api-approved.kubernetes.io": "yes" })),
        ),
        (
            Silent,
            grouped(
                "check.k8s.io",
                json!({ "api-approved.kubernetes.io": "unapproved, a test" }),
            ),
        ),
        (
            Silent,
            grouped(
                "check.k8s.io",
                json!({ "api-approved.kubernetes.io": "https://example.com/1" }),
            ),
        ),
        (
            Refused("C3"),
            json!({ "metadata": { "name": "thing.check.example.com" } }),
        ),
        (Refused("C3"), names(json!({ "listKind": "Thing" }))),
        (Refused("C3"), names(json!({ "listKind": "Thing List" }))),
        // S15, S16: the root.
        (Refused("S15"), schema(json!({ "type": "string" }))),
        (Refused("S15"), schema(json!({ "nullable": true }))),
        (
            Refused("S15"),
            schema(json!({ "oneOf": [{ "required": ["spec"] }] })),
        ),
        (
            Refused("S16"),
            schema(
                json!({ "properties": { "metadata": { "type": "object", "properties": { "labels": { "type": "object" } } } } }),
            ),
        ),
        // S17, S18: defaults and formats.
        (
            Refused("S17"),
            field(json!({ "type": "integer", "default": "1" })),
        ),
        (
            Refused("S17"),
            field(json!({ "type": "object", "default": { "b": 1 }, "properties": { "a": text() } })),
        ),
        (
            Warned("S18"),
            field(json!({ "type": "integer", "format": "uint8" })),
        ),
        (Silent, field(json!({ "type": "string", "format": "date-time" }))),
        // S21, P1, X1: rules, patterns, extensions.
        (
            Refused("S21"),
            field(
                json!({ "type": "string", "x-kubernetes-validations": [{ "rule": "self != ''", "message": "a\nb" }] }),
            ),
        ),
        (
            Refused("P1"),
            field(json!({ "type": "string", "pattern": "^(?!a)" })),
        ),
        (
            Refused("X1"),
            field(json!({ "type": "string", "x-kubernetes-map-type": "atomic" })),
        ),
        (Refused("X1"), field(embedded)),
        // C1, C2, C4: members.
        (Refused("C1"), spec(json!({ "version": "v1" }))),
        (Refused("C1"), spec(json!({ "scope": "Everywhere" }))),
        (
            Refused("C1"),
            json!({ "metadata": { "annotations": { "a": 1 } } }),
        ),
        (Refused("C1"), version(json!({ "schema": null }))),
        (
            Refused("C2"),
            json!({ "apiVersion": "apiextensions.k8s.io/v1beta1" }),
        ),
        (Refused("C4"), spec(json!({ "preserveUnknownFields": true }))),
        // V1, V2, V3: versions.
        (Refused("V1"), version(json!({ "storage": false }))),
        (Refused("V1"), spec(json!({ "versions": [] }))),
        (
            Refused("V1"),
            two(
                json!({ "name": "v1", "storage": true }),
                json!({ "name": "v2", "storage": true }),
            ),
        ),
        (
            Refused("V2"),
            two(json!({ "name": "v1", "storage": true }), json!({ "name": "v1" })),
        ),
        (
            Silent,
            two(
                json!({ "name": "v1", "storage": true }),
                json!({ "name": "v1alpha1", "deprecated": true }),
            ),
        ),
        (Refused("V3"), version(json!({ "deprecationWarning": "use v2" }))),
        (
            Refused("V3"),
            version(json!({ "deprecated": true, "deprecationWarning": "" })),
        ),
        // V6: conversion.
        (Silent, webhook(service.clone(), json!(["v1"]))),
        (Refused("V6"), webhook(service.clone(), json!([]))),
        (Refused("V6"), webhook(service, json!(["v2"]))),
        (Refused("V6"), webhook(json!({}), json!(["v1"]))),
        (
            Refused("V6"),
            webhook(json!({ "url": "http://a.example.com" }), json!(["v1"])),
        ),
        (
            Refused("V6"),
            webhook(json!({ "url": "https://a.example.com/?x" }), json!(["v1"])),
        ),
        (Foreseen("V4"), version(json!({ "served": false }))),
        (
            Foreseen("V6"),
            webhook(
                json!({ "url": "https://a.example.com", "caBundle": "eA==" }),
                json!(["v1"]),
            ),
        ),
        (
            Foreseen("V6"),
            webhook(json!({ "url": "https://a.example.com" }), json!(["v1beta1"])),
        ),
        (
            Foreseen("V5"),
            two(
                json!({ "name": "v1", "storage": true, "schema": { "openAPIV3Schema": { "properties": {
                    "spec": { "type": "object" } } } } }),
                json!({ "name": "v1alpha1" }),
            ),
        ),
        (Foreseen("S14"), names(json!({ "kind": "thing" }))),
        (
            Foreseen("S19"),
            field(json!({ "type": "object", "additionalProperties": true })),
        ),
        (
            Foreseen("S4"),
            field(json!({ "type": "object", "anyOf": [{ "properties": { "c": { "enum": ["x"] } } }] })),
        ),
        (
            Refused("V6"),
            webhook(
                json!({ "url": "https://a.example.com", "caBundle": "no base64" }),
                json!(["v1"]),
            ),
        ),
        (
            Refused("V6"),
            webhook(
                json!({ "service": { "name": "a", "namespace": "b", "path": "x" } }),
                json!(["v1"]),
            ),
        ),
        (
            Refused("C1"),
            webhook(
                json!({ "service": { "name": "a", "namespace": "b", "port": 70_000 } }),
                json!(["v1"]),
            ),
        ),
        (
            Refused("C1"),
            spec(
                json!({ "conversion": { "strategy": "Webhook", "webhook": { "conversionReviewVersions": ["v1"] } } }),
            ),
        ),
        (
            Refused("C1"),
            spec(
                json!({ "conversion": { "strategy": "None", "webhook": { "conversionReviewVersions": ["v1"],
            "clientConfig": { "url": "https://a.example.com" } } } }),
            ),
        ),
    ]
}

/// What `kopr crd check` says.
fn ours(crd: &Value, expected: Verdict) -> Result<(), String> {
    let found = check_object(crd, Apply::ClientSide);
    let rules = |level: Level| -> Vec<&str> {
        let of_level = found.iter().filter(|finding| finding.level == level);
        of_level.map(|finding| finding.rule).collect()
    };
    let (errors, warnings) = (rules(Level::Error), rules(Level::Warning));
    let agrees = match expected {
        Silent => errors.is_empty() && warnings.is_empty(),
        Warned(rule) | Foreseen(rule) => errors.is_empty() && warnings.contains(&rule),
        Refused(rule) => errors.contains(&rule),
    };
    if agrees {
        return Ok(());
    }
    Err(format!("kopr found {found:#?}"))
}

/// What the API server says, asked by kubectl with its own defaults.
fn theirs(cluster: &Cluster, crd: &Value, expected: Verdict) -> Result<(), String> {
    let mut kubectl = Command::new(cluster.kubectl_path())
        .env("KUBECONFIG", cluster.kubeconfig_path())
        .args(["create", "--dry-run=server", "-f", "-"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("kubectl starts");
    let mut stdin = kubectl.stdin.take().expect("it was asked for");
    stdin
        .write_all(crd.to_string().as_bytes())
        .expect("kubectl reads");
    drop(stdin);
    let Output { status, stderr, .. } = kubectl.wait_with_output().expect("kubectl ends");
    let stderr = String::from_utf8_lossy(&stderr);
    let warns = stderr.contains("Warning");
    let agrees = match expected {
        Silent | Foreseen(_) => status.success() && !warns,
        Warned(_) => status.success() && warns,
        Refused(_) => !status.success(),
    };
    if agrees {
        return Ok(());
    }
    Err(format!(
        "the server took it: {}; it said: {stderr}",
        status.success()
    ))
}

#[tokio::test]
async fn verdicts_are_those_of_the_server() {
    let cluster = kopr_cluster::shared(&Options::default())
        .await
        .expect("a control plane starts");
    let cases = cases();
    let mut wrong = Vec::new();
    for (verdict, patch) in &cases {
        let crd = crd(patch.clone());
        for said in [ours(&crd, *verdict), theirs(&cluster, &crd, *verdict)] {
            if let Err(said) = said {
                wrong.push(format!("{verdict:?} {patch}\n  {said}"));
            }
        }
    }
    assert!(
        wrong.is_empty(),
        "of {} cases:\n{}",
        cases.len(),
        wrong.join("\n")
    );
    let refused = cases
        .iter()
        .filter(|(verdict, _)| matches!(verdict, Refused(_)))
        .count();
    assert!(
        refused > 50 && cases.len() - refused > 10,
        "{refused} of {}",
        cases.len()
    );
}
