//! The bundles of the examples on a real API server: OLM's work is done by hand, and every object goes in without a
//! warning.

use std::path::{Path, PathBuf};

use serde_json::{Value, json};

use crate::bundles::parsed;
use crate::kubectl::Kubectl;
use crate::support::Project;

fn examples() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../examples");
    let examples = fs_err::read_dir(folder).expect("there are examples");
    let mut examples: Vec<PathBuf> = examples
        .map(|entry| entry.expect("it can be read").path())
        .filter(|path| path.join("bundle").is_dir())
        .collect();
    examples.sort();
    assert!(examples.len() >= 2, "{examples:?}");
    examples
}

/// The manifests of a bundle: its CSV, and all others.
fn manifests(example: &Path) -> (Value, Vec<Value>) {
    let (mut csv, mut others) = (None, Vec::new());
    let mut files: Vec<PathBuf> = fs_err::read_dir(example.join("bundle/manifests"))
        .expect("it has manifests")
        .map(|entry| entry.expect("it can be read").path())
        .collect();
    files.sort();
    for file in files {
        let object = parsed(&fs_err::read_to_string(file).expect("it can be read"));
        match object["kind"].as_str() {
            Some("ClusterServiceVersion") => csv = Some(object),
            _ => others.push(object),
        }
    }
    (csv.expect("there is a CSV"), others)
}

/// What OLM makes of a CSV that is installed for all namespaces.
fn of_csv(csv: &Value, namespace: &str) -> Vec<Value> {
    let install = &csv["spec"]["install"]["spec"];
    let mut objects = Vec::new();
    for (list, kind) in [("permissions", "Role"), ("clusterPermissions", "ClusterRole")] {
        for entry in install[list].as_array().into_iter().flatten() {
            let (account, name) = (
                &entry["serviceAccountName"],
                format!("{namespace}-{}", list.to_lowercase()),
            );
            let api = "rbac.authorization.k8s.io";
            objects.extend([
                json!({ "apiVersion": "v1", "kind": "ServiceAccount", "metadata": { "name": account } }),
                json!({
                    "apiVersion": format!("{api}/v1"), "kind": kind, "metadata": { "name": name },
                    "rules": entry["rules"],
                }),
                json!({
                    "apiVersion": format!("{api}/v1"), "kind": format!("{kind}Binding"), "metadata": { "name": name },
                    "roleRef": { "apiGroup": api, "kind": kind, "name": name },
                    "subjects": [{ "kind": "ServiceAccount", "name": account, "namespace": namespace }],
                }),
            ]);
        }
    }
    for deployment in install["deployments"].as_array().into_iter().flatten() {
        objects.push(json!({
            "apiVersion": "apps/v1", "kind": "Deployment",
            "metadata": { "name": deployment["name"], "labels": deployment["label"] },
            "spec": deployment["spec"],
        }));
    }
    objects
}

#[tokio::test]
async fn every_object_of_a_bundle_goes_in_cleanly() {
    let kubectl = Kubectl::start().await;
    let project = Project::empty();
    for example in examples() {
        let (csv, others) = manifests(&example);
        let annotations = &csv["metadata"]["annotations"];
        let namespace = annotations["operatorframework.io/suggested-namespace"]
            .as_str()
            .expect("a namespace");
        kubectl.quietly(&["create", "namespace", namespace]);
        kubectl.quietly(&[
            "label",
            "namespace",
            namespace,
            "pod-security.kubernetes.io/enforce=restricted",
        ]);
        let (crds, others): (Vec<Value>, Vec<Value>) = others
            .into_iter()
            .partition(|object| object["kind"] == "CustomResourceDefinition");
        assert!(!crds.is_empty() && !others.is_empty(), "{}", example.display());
        let apply = |name: &str, objects: &[Value]| {
            assert!(!objects.is_empty(), "{name}");
            let list = json!({ "apiVersion": "v1", "kind": "List", "items": objects });
            project.write(name, &list.to_string());
            let path = project.path(name);
            let path = path.to_str().expect("paths are UTF-8 here");
            kubectl.quietly(&["apply", "-n", namespace, "--validate=strict", "-f", path]);
        };
        apply("crds.json", &crds);
        kubectl.quietly(&[
            "wait",
            "--for=condition=Established",
            "--timeout=60s",
            "crd",
            "--all",
        ]);
        apply("csv.json", &of_csv(&csv, namespace));
        apply("others.json", &others);
        let examples = annotations["alm-examples"].as_str().expect("examples");
        let examples: Vec<Value> = serde_json::from_str(examples).expect("a JSON array");
        apply("examples.json", &examples);
        // Whoever it is installed as may do what the manifests would let it do.
        let account = format!("system:serviceaccount:{namespace}:{}", account(&csv));
        let rules = csv["spec"]["install"]["spec"]["clusterPermissions"][0]["rules"].as_array();
        let rule = &rules.expect("rules")[0];
        let (verb, resource) = (rule["verbs"][0].as_str(), rule["resources"][0].as_str());
        let group = rule["apiGroups"][0].as_str().unwrap_or_default();
        let resource = format!("{}.{group}", resource.expect("a resource"));
        let may = kubectl.quietly(&[
            "auth",
            "can-i",
            verb.expect("a verb"),
            resource.trim_end_matches('.'),
            "-A",
            "--as",
            &account,
        ]);
        assert_eq!(may.trim(), "yes", "{resource}");
    }
}

fn account(csv: &Value) -> &str {
    let account = &csv["spec"]["install"]["spec"]["clusterPermissions"][0]["serviceAccountName"];
    account.as_str().expect("an account")
}
