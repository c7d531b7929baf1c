//! `kopr gen helm` on the command line.

use crate::support::Project;

fn project() -> Project {
    let project = Project::empty();
    let case = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/golden/minimal");
    for file in ["model.json", "kopr.toml"] {
        project.write(
            file,
            &fs_err::read_to_string(format!("{case}/{file}")).expect("the case is there"),
        );
    }
    project
}

#[test]
fn charts_are_made_checked_and_pruned_like_manifests() {
    let project = project();
    project
        .kopr("gen helm --model model.json --check")
        .ends(1, &["`kopr gen helm`"]);
    project
        .kopr("gen helm --model model.json")
        .ends(0, &["Chart.yaml"]);
    let files = project.files();
    assert!(
        files.keys().all(|path| !path.starts_with("deploy")),
        "{:?}",
        files.keys()
    );
    project
        .kopr("gen helm --model model.json --check")
        .ends(0, &["everything is up to date"]);
    let values = files
        .keys()
        .find(|path| path.ends_with("values.yaml"))
        .expect("there are values")
        .clone();
    project.edit(&values, "replicas: 1", "replicas: 2");
    let run = project.kopr("gen helm --model model.json --check");
    run.ends(1, &[]);
    assert!(
        run.stdout.contains("-replicas: 2\n+replicas: 1"),
        "{}",
        run.stdout
    );

    // A template that is no longer made goes; a file of somebody else stays.
    let folder = values.trim_end_matches("values.yaml");
    let header = project.read(&values).lines().next().expect("a header").to_owned();
    project.write(
        &format!("{folder}templates/crd-old.yaml"),
        &format!("{header}\n---\n"),
    );
    project.write(&format!("{folder}templates/mine.yaml"), "kind: Mine\n");
    project
        .kopr("gen helm --model model.json")
        .ends(0, &["delete", "crd-old.yaml"]);
    assert!(!project.path(&format!("{folder}templates/crd-old.yaml")).exists());
    assert!(project.path(&format!("{folder}templates/mine.yaml")).exists());
    let run = project.kopr("gen manifests --model model.json");
    run.ends(0, &[]);
    assert!(!run.stderr.contains("charts/"), "{}", run.stderr);
}

#[test]
fn charts_go_where_they_are_asked_to() {
    let project = project();
    project
        .kopr("gen helm --model model.json --output-dir k8s/charts")
        .ends(0, &["create k8s/charts/", "/templates/deployment.yaml"]);
}
