//! The manifests of the examples on a real API server: they go in without a warning, a second look shows no
//! difference, samples are accepted and wrong ones refused.

#![allow(clippy::expect_used, reason = "in a test that is how one fails")]

use std::path::{Path, PathBuf};

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

#[tokio::test]
async fn manifests_go_in_cleanly() {
    let kubectl = Kubectl::start().await;
    for example in examples() {
        let (deploy, install) = (example.join("deploy"), example.join("dist/install.yaml"));
        kubectl.quietly(&["apply", "-f", text(&install)]);
        kubectl.quietly(&["apply", "-k", text(&deploy)]);
        assert_eq!(
            kubectl.quietly(&["diff", "-k", text(&deploy)]),
            "",
            "{}",
            example.display()
        );
        assert_eq!(
            kubectl.quietly(&["diff", "-f", text(&install)]),
            "",
            "{}",
            example.display()
        );
        let samples = deploy.join("samples");
        kubectl.quietly(&["apply", "-f", text(&samples)]);
        kubectl.quietly(&["delete", "-f", text(&samples)]);
    }
}

#[tokio::test]
async fn what_the_schema_forbids_is_refused() {
    let kubectl = Kubectl::start().await;
    let example = Path::new(env!("CARGO_MANIFEST_DIR")).join("../examples/memcached");
    kubectl.quietly(&["apply", "-k", text(&example.join("deploy"))]);
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
