//! The objects of every case on a real API server: it takes them without a warning, keeps every field, and takes
//! the samples.

#![allow(
    clippy::expect_used,
    clippy::panic,
    reason = "in a test that is how one fails"
)]

use std::collections::BTreeMap;

use camino::Utf8PathBuf;
use kopr_cli::yaml;
use serde_json::{Value, json};

use cases::{Case, cases, find};
use kubectl::Kubectl;

mod cases;
mod kubectl;

/// A folder for what is given to `kubectl`.
struct Folder(tempfile::TempDir);

impl Folder {
    fn new() -> Self {
        Self(tempfile::tempdir().expect("a folder"))
    }

    fn write(&self, name: &str, objects: &[&Value]) -> String {
        let path =
            Utf8PathBuf::from_path_buf(self.0.path().join(format!("{name}.yaml"))).expect("paths are UTF-8");
        fs_err::write(&path, yaml::documents(objects).expect("objects are YAML")).expect("it can be written");
        path.into_string()
    }
}

/// All namespaces that a case's objects are in: those that it brings along as they are, others without anything.
fn namespaces(cases: &[Case]) -> Vec<Value> {
    let mut namespaces: BTreeMap<String, Value> = BTreeMap::new();
    for case in cases {
        let objects = case.objects(&[]);
        for object in &objects {
            if let Some(name) = object["metadata"]["namespace"].as_str() {
                namespaces.entry(name.to_owned()).or_insert_with(
                    || json!({ "apiVersion": "v1", "kind": "Namespace", "metadata": { "name": name } }),
                );
            }
        }
        for namespace in find(&objects, "Namespace") {
            let name = namespace["metadata"]["name"].as_str().unwrap_or_default();
            namespaces.insert(name.to_owned(), namespace.clone());
        }
    }
    namespaces.into_values().collect()
}

#[tokio::test]
async fn every_object_of_every_case_is_taken_without_a_warning() {
    let (kubectl, folder) = (Kubectl::start().await, Folder::new());
    let cases = cases();
    let namespaces = namespaces(&cases);
    kubectl.quietly(&[
        "apply",
        "--server-side",
        "-f",
        &folder.write("namespaces", &namespaces.iter().collect::<Vec<_>>()),
    ]);
    for case in &cases {
        let objects = case.installed();
        let file = folder.write(&case.name, &objects.iter().collect::<Vec<_>>());
        let said = kubectl.quietly(&[
            "apply",
            "--server-side",
            "--force-conflicts",
            "--dry-run=server",
            "--validate=strict",
            "-f",
            &file,
        ]);
        assert_eq!(said.lines().count(), objects.len(), "{}: {said}", case.name);
    }
}

#[tokio::test]
async fn a_second_look_shows_no_difference() {
    let (kubectl, folder) = (Kubectl::start().await, Folder::new());
    let mut seen = 0;
    for case in cases() {
        // Others bring other versions of the same kinds along, which one cluster cannot change between.
        let like = case.like.as_deref().unwrap_or(&case.name);
        if !matches!(like, "minimal" | "everything" | "awkward") {
            continue;
        }
        seen += 1;
        let cases = [case];
        let [case] = &cases;
        let namespaces = namespaces(&cases);
        kubectl.quietly(&[
            "apply",
            "-f",
            &folder.write("namespaces", &namespaces.iter().collect::<Vec<_>>()),
        ]);
        let objects = case.installed();
        let file = folder.write(&case.name, &objects.iter().collect::<Vec<_>>());
        kubectl.quietly(&["apply", "-f", &file]);
        assert_eq!(kubectl.quietly(&["diff", "-f", &file]), "", "{}", case.name);
    }
    assert!(seen > 15, "{seen} cases");
}

#[tokio::test]
async fn samples_are_taken_by_their_kinds() {
    let (kubectl, folder) = (Kubectl::start().await, Folder::new());
    let mut seen = 0;
    for case in cases() {
        if case.like.is_some() {
            continue;
        }
        let crds = case.objects(&["crds"]);
        let file = folder.write("crds", &crds.iter().collect::<Vec<_>>());
        kubectl.quietly(&["apply", "--server-side", "-f", &file]);
        kubectl.quietly(&["wait", "--for=condition=Established", "-f", &file]);
        // Nobody answers a webhook here, so only the stored version of what one converts can be taken.
        let samples: Vec<Value> = case
            .objects(&["samples"])
            .into_iter()
            .filter(|sample| {
                let resource = case
                    .operator
                    .resources
                    .iter()
                    .find(|resource| {
                        let group = sample["apiVersion"].as_str().and_then(|v| v.split_once('/'));
                        sample["kind"] == resource.kind
                            && group.map(|(group, _)| group) == Some(&resource.group)
                    })
                    .expect("a sample is of a kind");
                let stored = resource.storage_version().expect("a version is stored");
                resource.conversion.is_none()
                    || sample["apiVersion"] == format!("{}/{}", resource.group, stored.name)
            })
            .collect();
        if !samples.is_empty() {
            seen += samples.len();
            let namespaces = namespaces(&[case]);
            let mut objects: Vec<&Value> = namespaces.iter().collect();
            kubectl.quietly(&["apply", "-f", &folder.write("namespaces", &objects)]);
            objects = samples.iter().collect();
            let file = folder.write("samples", &objects);
            kubectl.quietly(&["create", "--dry-run=server", "--validate=strict", "-f", &file]);
        }
        kubectl.quietly(&["delete", "-f", &file]);
    }
    assert!(seen > 20, "{seen} samples");
}
