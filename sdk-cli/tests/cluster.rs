//! The manifests of the examples on a real API server: they go in without a warning, a second look shows no
//! difference, samples are accepted and wrong ones refused.

#![allow(clippy::expect_used, reason = "in a test that is how one fails")]

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::Command;

use kopr_cli::scaffold::names;
use kopr_cluster::Options;
use kubectl::Kubectl;

mod kubectl;

fn examples() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../examples");
    let mut examples: Vec<PathBuf> = std::fs::read_dir(folder)
        .expect("there are examples")
        .map(|entry| entry.expect("it can be read").path())
        .filter(|path| path.join("deploy").is_dir())
        .collect();
    examples.sort();
    assert!(examples.len() >= 2, "{examples:?}");
    examples
}

fn text(path: &Path) -> &str {
    path.to_str().expect("paths are UTF-8 here")
}

/// The manifests of an example, and those that its tests of other watch scopes install.
fn scopes(example: &Path) -> Vec<PathBuf> {
    let mut folders = vec![example.to_owned()];
    let scopes = std::fs::read_dir(example.join("tests/scopes")).expect("it has other scopes");
    folders.extend(scopes.map(|entry| entry.expect("it can be read").path()));
    folders.sort();
    assert!(folders.len() >= 3, "{folders:?}");
    folders
}

/// Namespaces that a file names: those that are watched have to be there before their roles.
fn namespaces(file: &Path) -> BTreeSet<String> {
    let text = fs_err::read_to_string(file).expect("it can be read");
    let named = text
        .lines()
        .filter_map(|line| line.trim().strip_prefix("namespace: "));
    named.map(str::to_owned).collect()
}

#[tokio::test]
async fn manifests_of_every_watch_scope_go_in_cleanly() {
    let kubectl = Kubectl::start().await;
    for folder in examples().iter().flat_map(|example| scopes(example)) {
        let (deploy, install) = (folder.join("deploy"), folder.join("dist/install.yaml"));
        let own = namespaces(&deploy.join("operator/deployment.yaml"));
        for namespace in namespaces(&install).difference(&own) {
            kubectl.run(&["create", "namespace", namespace]);
        }
        kubectl.quietly(&["apply", "-f", text(&install)]);
        for part in ["crds", "."] {
            kubectl.quietly(&["apply", "-k", text(&deploy.join(part))]);
            assert_eq!(
                kubectl.quietly(&["diff", "-k", text(&deploy.join(part))]),
                "",
                "{}",
                folder.display()
            );
        }
        assert_eq!(
            kubectl.quietly(&["diff", "-f", text(&install)]),
            "",
            "{}",
            folder.display()
        );
        let samples = deploy.join("samples");
        kubectl.quietly(&["apply", "-f", text(&samples)]);
        assert_eq!(
            kubectl.quietly(&["diff", "-f", text(&samples)]),
            "",
            "{}",
            folder.display()
        );
        kubectl.quietly(&["delete", "-f", text(&samples)]);
    }
}

#[tokio::test]
async fn leaving_keeps_the_objects_of_users() {
    let kubectl = Kubectl::with(&Options::ephemeral().with_controller_manager()).await;
    for example in examples() {
        let (deploy, samples) = (example.join("deploy"), example.join("deploy/samples"));
        let install = example.join("dist/install.yaml");
        let instance = format!("app.kubernetes.io/instance={}", operator(&example));
        let kept = |kubectl: &Kubectl, how: &str| {
            let found = kubectl.quietly(&["get", "-f", text(&samples), "-o", "name"]);
            assert!(
                !found.is_empty(),
                "{how} took the objects of {}",
                example.display()
            );
        };
        for leave in [
            vec!["delete", "-k", text(&deploy), "--timeout=90s"],
            vec!["delete", "-f", text(&install), "-l", &instance, "--timeout=90s"],
        ] {
            kubectl.quietly(&["apply", "-f", text(&install)]);
            kubectl.quietly(&[
                "wait",
                "--for=condition=Established",
                "--timeout=60s",
                "crd",
                "-l",
                "app.kubernetes.io/managed-by=kopr",
            ]);
            kubectl.quietly(&["apply", "-f", text(&samples)]);
            // What a controller with a cleanup puts on them; nobody is there any more to take it off.
            let finalizer = r#"{"metadata":{"finalizers":["example.com/cleanup"]}}"#;
            kubectl.quietly(&["patch", "-f", text(&samples), "--type=merge", "-p", finalizer]);
            kubectl.quietly(&leave);
            kept(&kubectl, &leave.join(" "));
            // The operator is gone, and comes back to them.
            let deployments = kubectl.quietly(&["get", "deployments", "-A", "-l", &instance, "-o", "name"]);
            assert_eq!(deployments, "", "{}", example.display());
        }
        // As the book says: objects first, with the cleanup that nobody will do taken off, then the CRDs.
        kubectl.quietly(&[
            "patch",
            "-f",
            text(&samples),
            "--type=merge",
            "-p",
            r#"{"metadata":{"finalizers":null}}"#,
        ]);
        kubectl.quietly(&["delete", "-f", text(&samples), "--timeout=60s"]);
        kubectl.quietly(&["delete", "-k", text(&deploy.join("crds")), "--timeout=60s"]);
    }
}

/// Name of an example's operator.
fn operator(example: &Path) -> String {
    let name = example.file_name().expect("it has a name");
    format!("{}-operator", name.to_string_lossy())
}

#[tokio::test]
async fn an_operator_of_any_name_can_be_installed() {
    let kubectl = Kubectl::start().await;
    let folder = tempfile::tempdir().expect("a folder for manifests");
    let model = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden/minimal/model.json");
    let model = fs_err::read_to_string(model).expect("the model is there");
    for name in [
        "x",
        "operator",
        "operator2",
        "kube-system-operator",
        "on",
        "yes",
        "a--b",
        &"a".repeat(names::NAME_MAX),
        &format!("a{}", "-1".repeat((names::NAME_MAX - 1) / 2)),
    ] {
        assert_eq!(names::package(name, false), Ok(()), "`kopr new` takes it");
        let path = folder.path().join(format!("{name}.json"));
        fs_err::write(&path, model.replace("memcached-operator", name)).expect("it can be written");
        let output = Command::new(env!("CARGO_BIN_EXE_kopr"))
            .current_dir(folder.path())
            .args(["gen", "manifests", "--stdout", "--model", text(&path)])
            .output()
            .expect("kopr starts");
        assert!(
            output.status.success(),
            "{name}: {}",
            String::from_utf8_lossy(&output.stderr)
        );
        let file = folder.path().join(format!("{name}.yaml"));
        fs_err::write(&file, &output.stdout).expect("it can be written");
        kubectl.quietly(&["apply", "-f", text(&file)]);
        assert_eq!(kubectl.quietly(&["diff", "-f", text(&file)]), "", "{name}");
    }
}

#[tokio::test]
async fn what_the_schema_forbids_is_refused() {
    let kubectl = Kubectl::start().await;
    let example = Path::new(env!("CARGO_MANIFEST_DIR")).join("../examples/memcached");
    kubectl.quietly(&["apply", "-k", text(&example.join("deploy/crds"))]);
    kubectl.quietly(&[
        "wait",
        "--for=condition=Established",
        "crd/memcacheds.cache.example.com",
    ]);
    let folder = tempfile::tempdir().expect("a folder for samples");
    for (name, spec, why) in [
        ("too-many", "{size: 10}", "spec.size"),
        ("too-few", "{size: 0}", "spec.size"),
        ("not-a-number", "{size: many}", "spec.size"),
        ("without-a-size", "{image: x}", "spec.size"),
        ("misspelt", "{size: 1, imagee: x}", "imagee"),
    ] {
        let path = folder.path().join(format!("{name}.yaml"));
        let object = format!(
            "apiVersion: cache.example.com/v1alpha1\nkind: Memcached\nmetadata: {{name: {name}}}\nspec: {spec}\n"
        );
        fs_err::write(&path, object).expect("it can be written");
        kubectl.refused(&["apply", "-f", text(&path)], why);
    }
}
