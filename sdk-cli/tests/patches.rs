//! Patches against a real API server: the same lists have keys, and a merge gives the same object.

#![allow(
    clippy::expect_used,
    clippy::panic,
    reason = "in a test that is how one fails"
)]

use std::collections::BTreeSet;
use std::process::Command;

use kopr_cli::patch::{KEYS, List, Patches, apply, list};
use kopr_cluster::{Cluster, Options};
use serde_json::{Value, json};

struct Kubectl {
    cluster: Cluster,
    folder: tempfile::TempDir,
}

impl Kubectl {
    fn json(&self, arguments: &[&str]) -> Value {
        let output = Command::new(self.cluster.kubectl_path())
            .env("KUBECONFIG", self.cluster.kubeconfig_path())
            .args(arguments)
            .output()
            .expect("kubectl starts");
        let errors = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "kubectl {arguments:?}: {errors}");
        serde_json::from_slice(&output.stdout).expect("the answer is JSON")
    }

    /// A dry run with an object from a file, and what the server would have stored.
    fn dry(&self, verb: &str, object: &Value) -> Value {
        let path = self.folder.path().join("object.json");
        fs_err::write(&path, object.to_string()).expect("it can be written");
        let mut stored = self.json(&[
            verb,
            "--dry-run=server",
            "-o",
            "json",
            "-f",
            path.to_str().expect("paths are UTF-8 here"),
        ]);
        for changing in [
            "generation",
            "resourceVersion",
            "uid",
            "creationTimestamp",
            "managedFields",
        ] {
            stored["metadata"]
                .as_object_mut()
                .expect("an object")
                .remove(changing);
        }
        stored
    }
}

async fn kubectl() -> Kubectl {
    Kubectl {
        cluster: kopr_cluster::shared(&Options::default())
            .await
            .expect("a control plane starts"),
        folder: tempfile::tempdir().expect("a temporary folder"),
    }
}

/// Every list below a type that the server merges by a key or as a set, with its path.
fn published(
    types: &Value,
    name: &str,
    path: &[String],
    above: &[&str],
    found: &mut BTreeSet<(String, String)>,
) {
    let definition = &types[name];
    for (field, schema) in definition["properties"].as_object().into_iter().flatten() {
        let mut path = path.to_vec();
        path.push(field.clone());
        if schema["x-kubernetes-patch-strategy"]
            .as_str()
            .is_some_and(|strategy| strategy.contains("merge"))
            && schema["type"] == "array"
        {
            let key = schema["x-kubernetes-patch-merge-key"].as_str().unwrap_or("a set");
            found.insert((path.join("."), key.to_owned()));
        }
        let inner = schema["$ref"].as_str().or(schema["items"]["$ref"].as_str());
        if let Some(inner) = inner.and_then(|inner| inner.strip_prefix("#/definitions/"))
            && !above.contains(&inner)
        {
            let above: Vec<&str> = above.iter().copied().chain([inner]).collect();
            published(types, inner, &path, &above, found);
        }
    }
}

#[tokio::test]
async fn the_table_of_keys_is_that_of_the_server() {
    let kubectl = kubectl().await;
    let document = kubectl.json(&["get", "--raw", "/openapi/v2"]);
    let types = &document["definitions"];
    let mut lists = 0;
    for (api_version, kind, _) in KEYS {
        let (group, version) = api_version.split_once('/').unwrap_or(("", api_version));
        let wanted = json!([{ "group": group, "kind": kind, "version": version }]);
        let (name, _) = types
            .as_object()
            .expect("there are types")
            .iter()
            .find(|(_, definition)| definition["x-kubernetes-group-version-kind"] == wanted)
            .unwrap_or_else(|| panic!("the server has no {api_version} {kind}"));
        let mut found = BTreeSet::new();
        published(types, name, &[], &[name], &mut found);
        // What the server writes is nobody's to patch.
        found.retain(|(path, _)| !format!(".{path}").contains(".status.") && !path.contains("managedFields"));
        for (path, key) in &found {
            let path: Vec<&str> = path.split('.').collect();
            let ours = match list(api_version, kind, &path) {
                Some(List::By(key)) => key,
                Some(List::Set) => "a set",
                None => "nothing",
            };
            assert_eq!(ours, key, "{kind} {path:?}");
            lists += 1;
        }
    }
    assert!(lists > 40, "only {lists} lists were compared");
}

#[tokio::test]
async fn a_merge_gives_what_the_server_makes_of_it() {
    let kubectl = kubectl().await;
    let deployment = json!({
        "apiVersion": "apps/v1", "kind": "Deployment",
        "metadata": { "name": "kopr-patches", "namespace": "default", "labels": { "a": "1", "b": "2" } },
        "spec": {
            "selector": { "matchLabels": { "a": "1" } },
            "strategy": { "type": "RollingUpdate", "rollingUpdate": { "maxSurge": 1 } },
            "template": {
                "metadata": { "labels": { "a": "1" } },
                "spec": {
                    "containers": [{
                        "name": "operator", "image": "a:1", "args": ["-v"],
                        "env": [{ "name": "A", "value": "1" }, { "name": "B", "value": "2" }],
                        "ports": [{ "name": "health", "containerPort": 8081 }],
                        "volumeMounts": [{ "name": "tmp", "mountPath": "/tmp" }],
                    }],
                    "imagePullSecrets": [{ "name": "x" }],
                    "tolerations": [{ "key": "a", "operator": "Exists" }],
                    "volumes": [{ "name": "tmp", "emptyDir": {} }],
                },
            },
        },
    });
    let service = json!({
        "apiVersion": "v1", "kind": "Service",
        "metadata": { "name": "kopr-patches", "namespace": "default" },
        "spec": { "clusterIP": "None", "ports": [{ "name": "a", "port": 1 }, { "name": "b", "port": 2 }] },
    });
    let role = json!({
        "apiVersion": "rbac.authorization.k8s.io/v1", "kind": "Role",
        "metadata": { "name": "kopr-patches", "namespace": "default", "finalizers": ["example.com/a", "example.com/b"] },
        "rules": [{ "apiGroups": ["apps"], "resources": ["deployments"], "verbs": ["get"] }],
    });
    let pod = |spec: Value| json!({ "spec": { "template": { "spec": spec } } });
    let container = |mut fields: Value| {
        fields["name"] = json!("operator");
        pod(json!({ "containers": [fields] }))
    };
    let cases: Vec<(&Value, Value)> = vec![
        (
            &deployment,
            json!({ "metadata": { "labels": { "b": null, "c": "3" } }, "spec": { "replicas": 3 } }),
        ),
        (
            &deployment,
            json!({ "metadata": { "labels": { "$patch": "replace", "c": "3" } } }),
        ),
        (
            &deployment,
            json!({ "spec": { "strategy": { "$retainKeys": ["type"], "type": "Recreate" } } }),
        ),
        (
            &deployment,
            pod(json!({ "tolerations": [{ "key": "b", "operator": "Exists" }] })),
        ),
        (
            &deployment,
            pod(json!({ "imagePullSecrets": [{ "name": "w" }, { "name": "y" }] })),
        ),
        (
            &deployment,
            pod(json!({ "containers": [{ "name": "sidecar", "image": "b:1" }] })),
        ),
        (
            &deployment,
            pod(json!({ "volumes": [{ "name": "more", "emptyDir": { "sizeLimit": "1Gi" } }] })),
        ),
        (
            &deployment,
            pod(json!({ "volumes": [{ "name": "tmp", "emptyDir": { "medium": "Memory" } }] })),
        ),
        (&deployment, container(json!({ "args": ["-q"], "image": "a:2" }))),
        (
            &deployment,
            container(
                json!({ "env": [{ "name": "C", "value": "3" }, { "name": "B", "value": "4" }, { "name": "A", "$patch": "delete" }] }),
            ),
        ),
        (
            &deployment,
            container(json!({ "env": [{ "$patch": "replace" }, { "name": "C", "value": "3" }] })),
        ),
        (
            &deployment,
            container(
                json!({ "ports": [{ "containerPort": 8081, "name": "h" }, { "containerPort": 9, "name": "nine" }] }),
            ),
        ),
        (
            &deployment,
            container(
                json!({ "resources": { "limits": { "memory": "1Gi" } }, "volumeMounts": [{ "mountPath": "/tmp", "name": "tmp", "readOnly": true }] }),
            ),
        ),
        (
            &service,
            json!({ "spec": { "ports": [{ "port": 2, "name": "c" }, { "port": 3, "name": "d" }] } }),
        ),
        (
            &role,
            json!({ "rules": [{ "apiGroups": [""], "resources": ["pods"], "verbs": ["list"] }] }),
        ),
        (
            &role,
            json!({ "metadata": { "finalizers": ["example.com/b", "example.com/c"] } }),
        ),
        (
            &role,
            json!({ "metadata": { "$deleteFromPrimitiveList/finalizers": ["example.com/a"] } }),
        ),
    ];
    for (object, patch) in cases {
        let theirs = {
            // `patch --local` is the client's merge by the library that the server uses.
            let path = kubectl.folder.path().join("base.json");
            fs_err::write(&path, object.to_string()).expect("it can be written");
            kubectl.json(&[
                "patch",
                "--local",
                "--type=strategic",
                "-o",
                "json",
                "-f",
                path.to_str().expect("paths are UTF-8 here"),
                "-p",
                &patch.to_string(),
            ])
        };
        let mut whole = patch.clone();
        whole["apiVersion"] = object["apiVersion"].clone();
        whole["kind"] = object["kind"].clone();
        whole["metadata"]["name"] = object["metadata"]["name"].clone();
        let patches = Patches::parse(&[("a.yaml".to_owned(), whole.to_string())]).expect("it is a patch");
        let mut ours = vec![object.clone()];
        apply(&mut ours, &patches);
        // Both as the server would store them, with its defaults.
        let stored = kubectl.dry("create", &theirs);
        assert_eq!(kubectl.dry("create", &ours[0]), stored, "{patch}");
        assert_ne!(stored, kubectl.dry("create", object), "{patch}");
    }
}
