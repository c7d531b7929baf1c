//! A real API server says of pods and of objects what `kopr lint` and the JSON Schemas say.

#![allow(
    clippy::expect_used,
    clippy::panic,
    reason = "in a test that is how one fails"
)]

use std::io::Write as _;
use std::process::{Command, Stdio};

#[path = "support/kinds.rs"]
mod kinds;

use kopr_cli::emit::{Body, Input};
use kopr_cli::json_schema::EMITTER;
use kopr_cli::lint::breaches;
use kopr_cli::objects::crd;
use kopr_cli::settings::Settings;
use kopr_cluster::{Cluster, Options};
use serde_json::{Value, json};

/// Runs kubectl with this object for its input; what it says where it fails.
fn kubectl(cluster: &Cluster, arguments: &[&str], object: &Value) -> Result<(), String> {
    let mut kubectl = Command::new(cluster.kubectl_path())
        .env("KUBECONFIG", cluster.kubeconfig_path())
        .args(arguments)
        .args(["-f", "-"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("kubectl starts");
    let mut stdin = kubectl.stdin.take().expect("it was asked for");
    stdin
        .write_all(object.to_string().as_bytes())
        .expect("kubectl reads");
    drop(stdin);
    let output = kubectl.wait_with_output().expect("kubectl ends");
    if output.status.success() {
        return Ok(());
    }
    Err(String::from_utf8_lossy(&output.stderr).into_owned())
}

/// A pod that keeps the profile.
fn pod() -> Value {
    json!({
        "apiVersion": "v1", "kind": "Pod",
        "metadata": { "name": "x", "namespace": "kopr-lint-pods" },
        "spec": {
            "automountServiceAccountToken": false,
            "securityContext": { "runAsNonRoot": true, "seccompProfile": { "type": "RuntimeDefault" } },
            "containers": [{
                "name": "a", "image": "x",
                "securityContext": { "allowPrivilegeEscalation": false, "capabilities": { "drop": ["ALL"] } },
            }],
        },
    })
}

/// Values that are put into the pod, and the rule that they break; none where they break none.
fn pods() -> Vec<(&'static str, Value, &'static str)> {
    let context = "/spec/containers/0/securityContext";
    let of = |rest: &str| -> &'static str { Box::leak(format!("{context}{rest}").into_boxed_str()) };
    vec![
        ("/spec/restartPolicy", json!("Never"), ""),
        ("/spec/hostNetwork", json!(true), "W1"),
        ("/spec/hostPID", json!(true), "W1"),
        ("/spec/hostIPC", json!(true), "W1"),
        (
            of(""),
            json!({ "privileged": true, "capabilities": { "drop": ["ALL"] } }),
            "W2",
        ),
        (
            "/spec",
            json!({
                "hostNetwork": true, "os": { "name": "windows" },
                "securityContext": { "runAsNonRoot": true, "windowsOptions": { "hostProcess": true } },
                "containers": [{ "name": "a", "image": "x" }],
            }),
            "W2",
        ),
        (of("/capabilities"), json!({}), "W3"),
        (
            of("/capabilities"),
            json!({ "drop": ["ALL"], "add": ["NET_BIND_SERVICE"] }),
            "",
        ),
        (
            of("/capabilities"),
            json!({ "drop": ["ALL"], "add": ["CHOWN"] }),
            "W3",
        ),
        (
            "/spec/volumes",
            json!([{ "name": "v", "hostPath": { "path": "/" } }]),
            "W4",
        ),
        (
            "/spec/volumes",
            json!([{ "name": "v", "nfs": { "server": "x", "path": "/" } }]),
            "W4",
        ),
        ("/spec/volumes", json!([{ "name": "v" }]), ""),
        (
            "/spec/volumes",
            json!([{ "name": "v", "secret": { "secretName": "x" } }]),
            "",
        ),
        (
            "/spec/volumes",
            json!([{ "name": "v", "image": { "reference": "x" } }]),
            "",
        ),
        ("/spec/containers/0/ports", json!([{ "containerPort": 80 }]), ""),
        (
            "/spec/containers/0/ports",
            json!([{ "containerPort": 80, "hostPort": 80 }]),
            "W5",
        ),
        (of("/appArmorProfile"), json!({ "type": "RuntimeDefault" }), ""),
        (of("/appArmorProfile"), json!({ "type": "Unconfined" }), "W6"),
        (
            "/spec/securityContext/seLinuxOptions",
            json!({ "type": "container_t" }),
            "",
        ),
        (
            "/spec/securityContext/seLinuxOptions",
            json!({ "type": "spc_t" }),
            "W7",
        ),
        (
            "/spec/securityContext/seLinuxOptions",
            json!({ "user": "x" }),
            "W7",
        ),
        (of("/seccompProfile"), json!({ "type": "Unconfined" }), "W9"),
        ("/spec/securityContext/seccompProfile", json!(null), "W9"),
        (
            "/spec/securityContext/sysctls",
            json!([{ "name": "net.ipv4.tcp_syncookies", "value": "1" }]),
            "",
        ),
        (
            "/spec/securityContext/sysctls",
            json!([{ "name": "net.core.somaxconn", "value": "1" }]),
            "W10",
        ),
        (of("/allowPrivilegeEscalation"), json!(null), "W11"),
        ("/spec/securityContext/runAsNonRoot", json!(null), "W12"),
        (of("/runAsNonRoot"), json!(false), "W12"),
        (of("/runAsUser"), json!(0), "W13"),
        (of("/runAsUser"), json!(1000), ""),
        (
            "/spec/containers/0/livenessProbe",
            json!({ "httpGet": { "port": 80 } }),
            "",
        ),
        (
            "/spec/containers/0/livenessProbe",
            json!({ "httpGet": { "port": 80, "host": "10.0.0.1" } }),
            "W14",
        ),
        (
            "/spec/containers/0/lifecycle",
            json!({ "preStop": { "tcpSocket": { "port": 80, "host": "10.0.0.1" } } }),
            "W14",
        ),
        (
            "/spec/initContainers",
            json!([{ "name": "i", "image": "x" }]),
            "W3",
        ),
    ]
}

/// Puts a value at a pointer whose parent is there; null takes away.
fn put(object: &mut Value, pointer: &str, value: Value) {
    let (around, name) = pointer.rsplit_once('/').expect("a pointer");
    let around = object
        .pointer_mut(around)
        .and_then(Value::as_object_mut)
        .expect("an object");
    if value.is_null() {
        around.remove(name);
    } else {
        around.insert(name.to_owned(), value);
    }
}

#[tokio::test]
async fn pods_are_refused_by_the_restricted_profile() {
    let cluster = kopr_cluster::shared(&Options::default())
        .await
        .expect("a control plane starts");
    let labels = json!({
        "pod-security.kubernetes.io/enforce": "restricted",
        "pod-security.kubernetes.io/enforce-version": "latest",
    });
    let namespace = json!({ "apiVersion": "v1", "kind": "Namespace",
        "metadata": { "name": "kopr-lint-pods", "labels": labels } });
    kubectl(&cluster, &["apply"], &namespace).expect("a namespace");
    let mut wrong = Vec::new();
    for (pointer, value, rule) in pods() {
        let mut pod = pod();
        put(&mut pod, pointer, value.clone());
        let found: Vec<&str> = breaches(&pod["metadata"], &pod["spec"])
            .iter()
            .map(|breach| breach.rule)
            .collect();
        let theirs = kubectl(&cluster, &["create", "--dry-run=server"], &pod);
        if found.contains(&rule) == rule.is_empty() || found.is_empty() != rule.is_empty() {
            wrong.push(format!("{pointer} {value}: {rule} expected, {found:?} found"));
        }
        let by_profile = match &theirs {
            Ok(()) => rule.is_empty(),
            Err(said) => !rule.is_empty() && said.contains("violates PodSecurity"),
        };
        if !by_profile {
            wrong.push(format!(
                "{pointer} {value}: {rule} expected, and the server says {theirs:?}"
            ));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

/// Changes of an object, and whether they are taken.
fn objects() -> Vec<(&'static str, Value, bool)> {
    vec![
        ("/spec/note", json!(null), true),
        ("/spec/port", json!(null), false),
        ("/spec/any", json!(null), true),
        ("/spec/words", json!([null]), false),
        ("/spec/unknown", json!(1), false),
        ("/unknown", json!(1), false),
        ("/metadata/lables", json!({}), false),
        ("/metadata/labels", json!({ "a": "not valid!" }), false),
        ("/metadata/name", json!("Upper"), false),
        ("/metadata/name", json!("longer-than-twenty-characters"), false),
        ("/spec/mode", json!("Slow"), false),
        ("/spec/filled", json!(10), false),
        ("/spec/port", json!("http"), true),
        ("/spec/port", json!(1.5), false),
        ("/spec/least", json!(0), false),
        ("/spec/least", json!(4_000_000_000_i64), false),
        ("/spec/most", json!(7), false),
        ("/spec/code", json!("ABC"), false),
        ("/spec/when", json!("yesterday"), false),
        ("/spec/free", json!({ "any": { "thing": [1] } }), true),
        ("/spec/any", json!("x"), true),
        ("/spec/empty", json!({ "x": 1 }), false),
        ("/spec/object", json!({ "data": {} }), false),
        (
            "/spec/object",
            json!({ "apiVersion": "v1", "kind": "X", "more": 1 }),
            true,
        ),
        ("/spec/words", json!(["a", "a"]), false),
        ("/spec/rows", json!([[8]]), false),
        ("/spec/things", json!([{ "limits": {} }]), false),
        ("/spec/things", json!([{ "name": "x", "typo": 1 }]), false),
        ("/spec/labels", json!({ "a": "too long" }), false),
        ("/spec/choice", json!({ "a": "1", "b": "2" }), false),
        ("/spec/choice", json!({}), false),
        ("/spec/a.b", json!("true"), false),
    ]
}

/// What the server takes and drops, or replaces by a default, without a word: an editor marks it.
fn dropped() -> Vec<(&'static str, Value)> {
    vec![
        ("/spec/mode", json!(null)),
        ("/spec/code", json!(null)),
        ("/spec/things", json!(null)),
        ("/spec/labels", json!({ "a": null })),
    ]
}

#[tokio::test]
async fn objects_are_taken_by_the_server_as_by_an_editor() {
    let cluster = kopr_cluster::shared(&Options::default())
        .await
        .expect("a control plane starts");
    let operator = kinds::awkward();
    let settings = Settings::default();
    let input = Input {
        operator: &operator,
        settings: &settings,
    };
    let mut crd = crd::crd(&input, &operator.resources[0]);
    // What makes the kind awkward for documents the server would not have.
    for version in crd["spec"]["versions"].as_array_mut().expect("versions") {
        version["additionalPrinterColumns"] = json!([]);
        if let Some(spec) = version.pointer_mut("/schema/openAPIV3Schema/properties/spec/properties")
            && let Some(note) = spec.get_mut("note")
        {
            note["x-kubernetes-validations"] = json!([]);
        }
    }
    kubectl(&cluster, &["apply", "--server-side", "--force-conflicts"], &crd).expect("the CRD is taken");
    let established = Command::new(cluster.kubectl_path())
        .env("KUBECONFIG", cluster.kubeconfig_path())
        .args([
            "wait",
            "--for=condition=Established",
            "crd/things.odd.example.com",
            "--timeout=30s",
        ])
        .status()
        .expect("kubectl starts");
    assert!(established.success());

    let files = (EMITTER.emit)(&input).expect("it renders");
    let schema = files.into_iter().find_map(|file| match file.body {
        Body::Json(schema) if file.path.ends_with("thing_v1.json") => Some(schema),
        _ => None,
    });
    let options = jsonschema::draft7::options().should_validate_formats(true);
    let validator = options
        .build(&schema.expect("the kind has a schema"))
        .expect("it is a schema");
    let base: Value = serde_json::from_str(include_str!("support/thing.object.json")).expect("it is JSON");
    let mut wrong = Vec::new();
    let both = objects()
        .into_iter()
        .map(|(pointer, value, expected)| (pointer, value, expected, expected));
    let marked = dropped()
        .into_iter()
        .map(|(pointer, value)| (pointer, value, false, true));
    for (pointer, value, editor, server) in both.chain(marked) {
        let mut object = base.clone();
        let (around, name) = pointer.rsplit_once('/').expect("a pointer");
        object.pointer_mut(around).expect("it is there")[name] = value.clone();
        let ours = validator.is_valid(&object);
        let theirs = kubectl(
            &cluster,
            &["create", "--dry-run=server", "--validate=strict"],
            &object,
        );
        if ours != editor || theirs.is_ok() != server {
            wrong.push(format!(
                "{pointer} {value}: expected {editor} and {server}; an editor {ours}, the server {theirs:?}"
            ));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}
