//! Plans, and what they leave on disk.

#![allow(clippy::disallowed_methods, reason = "tests set up files as users would")]

use std::collections::BTreeMap;
use std::io::{self, Write};

use camino::{Utf8Path, Utf8PathBuf};
use serde_json::json;

use super::*;
use crate::emit::{Artefact, Body, EMITTERS, Ownership, header};

struct Folder(tempfile::TempDir);

impl Folder {
    fn new(files: &[(&str, &str)]) -> Self {
        let folder = Self(tempfile::tempdir().unwrap());
        for (path, text) in files {
            folder.put(path, text);
        }
        folder
    }

    fn root(&self) -> &Utf8Path {
        Utf8Path::from_path(self.0.path()).unwrap()
    }

    fn put(&self, path: &str, text: &str) {
        let path = self.root().join(path);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, text).unwrap();
    }

    /// All files and, with a `/` at the end, empty folders.
    fn tree(&self) -> BTreeMap<String, String> {
        let mut found = BTreeMap::new();
        let mut folders = vec![self.root().to_owned()];
        while let Some(folder) = folders.pop() {
            let entries: Vec<_> = folder
                .read_dir_utf8()
                .unwrap()
                .map(|entry| entry.unwrap().into_path())
                .collect();
            if entries.is_empty() && folder != self.root() {
                found.insert(
                    format!("{}/", folder.strip_prefix(self.root()).unwrap()),
                    String::new(),
                );
            }
            for path in entries {
                if path.is_dir() {
                    folders.push(path);
                } else {
                    let text = std::fs::read_to_string(&path).unwrap();
                    found.insert(path.strip_prefix(self.root()).unwrap().to_string(), text);
                }
            }
        }
        found
    }

    fn names(&self) -> Vec<String> {
        self.tree().into_keys().collect()
    }
}

fn object(path: &str, name: &str) -> Artefact {
    let object = json!({ "apiVersion": "v1", "kind": "ConfigMap", "metadata": { "name": name } });
    Artefact {
        path: path.into(),
        body: Body::Objects(vec![object]),
        ownership: Ownership::Tool,
    }
}

fn everything() -> Prune {
    owned(&[])
}

/// The places of these emitters; of all where none is named.
fn owned(names: &[&str]) -> Prune {
    let emitters = EMITTERS
        .iter()
        .filter(|emitter| names.is_empty() || names.contains(&emitter.name));
    Prune::new(emitters.map(|emitter| emitter.owns.into()).collect())
}

fn changes(plan: &Plan) -> Vec<(ChangeKind, &str)> {
    plan.changes()
        .iter()
        .map(|change| (change.kind, change.path.as_str()))
        .collect()
}

#[test]
fn files_are_made_then_equal_then_updated_then_pruned() {
    let folder = Folder::new(&[("README.md", "mine")]);
    let (crd, deployment) = ("deploy/crds/a.yaml", "deploy/operator/deployment.yaml");
    let first = [object(crd, "a"), object(deployment, "d")];

    let made = plan(&first, folder.root(), &everything()).unwrap();
    assert_eq!(
        changes(&made),
        [(ChangeKind::Create, crd), (ChangeKind::Create, deployment)]
    );
    assert_eq!(folder.names(), ["README.md"], "planning writes nothing");
    made.apply().unwrap();
    assert_eq!(folder.names(), ["README.md", crd, deployment]);
    let time = |path: &str| {
        std::fs::metadata(folder.root().join(path))
            .unwrap()
            .modified()
            .unwrap()
    };
    let (crd_time, deployment_time) = (time(crd), time(deployment));

    let same = plan(&first, folder.root(), &everything()).unwrap();
    assert!(same.is_clean() && same.diff().is_empty(), "{}", same.diff());

    let changed = plan(
        &[object(crd, "a"), object(deployment, "e")],
        folder.root(),
        &everything(),
    )
    .unwrap();
    assert_eq!(changes(&changed), [(ChangeKind::Update, deployment)]);
    assert_eq!(
        changed.diff(),
        format!(
            "--- a/{deployment}\n+++ b/{deployment}\n@@ -2,4 +2,4 @@\n apiVersion: v1\n kind: ConfigMap\n metadata:\n-  name: d\n+  name: e\n"
        )
    );
    std::thread::sleep(std::time::Duration::from_millis(20));
    changed.apply().unwrap();
    assert_eq!(time(crd), crd_time, "a file that does not change is not touched");
    assert!(time(deployment) > deployment_time);

    let less = plan(&[object(deployment, "e")], folder.root(), &everything()).unwrap();
    assert_eq!(changes(&less), [(ChangeKind::Delete, crd)]);
    assert!(
        less.diff().starts_with(&format!("--- a/{crd}\n+++ /dev/null\n")),
        "{}",
        less.diff()
    );
    less.apply().unwrap();
    assert_eq!(
        folder.names(),
        ["README.md", deployment],
        "the empty folder is gone"
    );
}

#[test]
fn orphans_are_only_our_own_and_only_those_of_the_emitters_that_run() {
    let ours = header() + "kind: A\n";
    let folder = Folder::new(&[
        ("deploy/crds/old.yaml", &ours),
        ("deploy/crds/handmade.yaml", "kind: B\n"),
        ("deploy/crds/deeper/old.yaml", &ours),
        ("deploy/samples/old.yaml", &ours),
        ("deploy/operator/namespace.yaml", &ours),
        ("deploy/operator/extra.yaml", &ours),
    ]);
    let only = |names: &[&str]| plan(&[], folder.root(), &owned(names)).unwrap();
    let deleted = |plan: &Plan| {
        plan.changes()
            .iter()
            .map(|change| change.path.to_string())
            .collect::<Vec<_>>()
    };
    assert_eq!(deleted(&only(&["crds"])), ["deploy/crds/old.yaml"]);
    assert_eq!(
        deleted(&only(&["namespace", "samples"])),
        ["deploy/operator/namespace.yaml", "deploy/samples/old.yaml"]
    );
    assert!(plan(&[], folder.root(), &Prune::none()).unwrap().is_clean());
    // The output folder is elsewhere, so nothing here is an orphan.
    let elsewhere = Prune::new(vec!["out/crds/".into(), "out/operator/rbac.yaml".into()]);
    assert!(plan(&[], folder.root(), &elsewhere).unwrap().is_clean());

    // A sweep finds what no emitter owns, and leaves what another one makes.
    let sweep = |kept: &str| {
        Prune::none().sweeping(
            vec!["deploy".into(), "dist".into()],
            [Utf8PathBuf::from(kept)].into(),
        )
    };
    assert_eq!(
        deleted(&plan(&[], folder.root(), &sweep("deploy/samples/old.yaml")).unwrap()),
        [
            "deploy/crds/deeper/old.yaml",
            "deploy/crds/old.yaml",
            "deploy/operator/extra.yaml",
            "deploy/operator/namespace.yaml"
        ]
    );
    plan(&[], folder.root(), &sweep("")).unwrap().apply().unwrap();
    assert_eq!(
        folder.names(),
        ["deploy/crds/handmade.yaml"],
        "nor an empty folder"
    );
    folder.put("deploy/Cargo.toml", "");
    let error = plan(&[], folder.root(), &sweep("")).unwrap_err().to_string();
    assert!(error.contains("is a project's own folder"), "{error}");
}

#[test]
fn the_work_of_others_is_not_overwritten() {
    let folder = Folder::new(&[
        ("deploy/a.yaml", "kind: Mine\n"),
        ("deploy/b.yaml", "kind: Mine\n"),
    ]);
    let artefacts = [
        object("deploy/a.yaml", "a"),
        object("deploy/b.yaml", "b"),
        object("deploy/c.yaml", "c"),
    ];
    let error = plan(&artefacts, folder.root(), &Prune::none())
        .unwrap_err()
        .to_string();
    assert_eq!(
        error,
        "these files were not made by kopr and are in the way:\n  deploy/a.yaml\n  deploy/b.yaml"
    );
    assert_eq!(folder.names(), ["deploy/a.yaml", "deploy/b.yaml"]);

    let mut theirs = object("deploy/a.yaml", "a");
    theirs.ownership = Ownership::User;
    assert!(
        plan(&[theirs], folder.root(), &Prune::none()).unwrap().is_clean(),
        "a user's file is written once"
    );
}

#[test]
fn a_run_that_cannot_finish_changes_nothing() {
    let folder = Folder::new(&[]);
    plan(&[object("deploy/a.yaml", "old")], folder.root(), &Prune::none())
        .unwrap()
        .apply()
        .unwrap();
    let before = folder.tree();
    let artefacts = [
        object("deploy/a.yaml", "new"),
        object("deploy/new/b.yaml", "b"),
        object("dist/c.yaml", "c"),
    ];
    let doomed = plan(&artefacts, folder.root(), &Prune::none()).unwrap();
    folder.put("dist", "in the way");
    let error = doomed.apply().unwrap_err().to_string();
    assert!(error.contains("dist"), "{error}");
    std::fs::remove_file(folder.root().join("dist")).unwrap();
    assert_eq!(
        folder.tree(),
        before,
        "neither a new text nor a folder nor a temporary file is left"
    );
}

#[test]
fn what_fails_half_way_is_taken_back() {
    let folder = Folder::new(&[]);
    let old = [object("deploy/a.yaml", "old"), object("deploy/gone.yaml", "gone")];
    plan(&old, folder.root(), &Prune::none())
        .unwrap()
        .apply()
        .unwrap();
    let before = folder.tree();
    let artefacts = [
        object("deploy/a.yaml", "new"),
        object("deploy/b/c/d.yaml", "new"),
        object("deploy/z.yaml", "new"),
    ];
    let prune = Prune::new(vec!["deploy/".into()]);
    // All is prepared; the last file cannot be put in its place, or the old one not be removed.
    for (at, obstacle) in ["deploy/z.yaml/", "deploy/gone.yaml"].into_iter().enumerate() {
        let doomed = plan(&artefacts, folder.root(), &prune).unwrap();
        assert_eq!(doomed.changes().len(), 4);
        let place = folder.root().join(obstacle);
        if at == 1 {
            std::fs::remove_file(&place).unwrap();
        }
        std::fs::create_dir(&place).unwrap();
        let error = doomed.apply().unwrap_err().to_string();
        assert!(error.contains(obstacle.trim_end_matches('/')), "{error}");
        std::fs::remove_dir(&place).unwrap();
        if at == 1 {
            folder.put("deploy/gone.yaml", &before["deploy/gone.yaml"]);
        }
        assert_eq!(folder.tree(), before, "{obstacle}");
    }
}

#[test]
fn every_file_of_a_run_is_listed() {
    let ours = header() + "kind: A\n";
    let folder = Folder::new(&[("deploy/old.yaml", &ours), ("mine.yaml", "mine")]);
    let same = object("deploy/same.yaml", "same");
    plan(std::slice::from_ref(&same), folder.root(), &Prune::none())
        .unwrap()
        .apply()
        .unwrap();
    let mut mine = object("mine.yaml", "a");
    mine.ownership = Ownership::User;
    let artefacts = [same, object("deploy/new.yaml", "new"), mine];
    let plan = plan(&artefacts, folder.root(), &Prune::new(vec!["deploy/".into()])).unwrap();
    let files: Vec<_> = plan
        .files()
        .iter()
        .map(|file| (file.path.as_str(), file.bytes, file.change))
        .collect();
    let bytes = |at: usize| artefacts[at].text().unwrap().len();
    assert_eq!(
        files,
        [
            ("deploy/new.yaml", bytes(1), Some(ChangeKind::Create)),
            ("deploy/old.yaml", ours.len(), Some(ChangeKind::Delete)),
            ("deploy/same.yaml", bytes(0), None),
            ("mine.yaml", 4, None),
        ]
    );
}

type Paths = &'static [&'static str];

#[test]
fn a_new_tree_is_all_or_nothing() {
    let files = |paths: &[&str]| -> Vec<(Utf8PathBuf, String)> {
        paths
            .iter()
            .map(|path| (Utf8PathBuf::from(path), format!("text of {path}")))
            .collect()
    };
    // what is there, what is to be made, what is there afterwards, the error
    let cases: [(Paths, Paths, Paths, &str); 5] = [
        (&[], &["x/a", "x/b/c"], &["x/a", "x/b/c"], ""),
        (
            &["x/.git/config", "x/LICENSE"],
            &["x/a"],
            &["x/.git/config", "x/LICENSE", "x/a"],
            "",
        ),
        (
            &["x/a", "x/b/c", "x/d"],
            &["x/a", "x/b/c", "x/e"],
            &["x/a", "x/b/c", "x/d"],
            "these files exist already:",
        ),
        // `d` cannot be a file and a folder: all that was made before goes again.
        (&["x/keep"], &["x/a", "x/b/c", "x/d", "x/d/e"], &["x/keep"], "x/d"),
        (&[], &["x/a", "x/a/b"], &[], "x/a"),
    ];
    for (there, made, expected, error) in cases {
        let there: Vec<_> = there.iter().map(|path| (*path, "old")).collect();
        let folder = Folder::new(&there);
        let made: Vec<_> = made.iter().map(|path| path.strip_prefix("x/").unwrap()).collect();
        let result = create_tree(&folder.root().join("x"), &files(&made));
        assert_eq!(folder.names(), expected, "{made:?}");
        assert!(there.iter().all(|(path, _)| folder.tree()[*path] == "old"));
        match (result, error) {
            (Ok(()), "") => {}
            (Ok(()), wanted) => panic!("{made:?} did not fail with {wanted}"),
            (Err(error), wanted) => assert!(
                !wanted.is_empty() && error.to_string().contains(wanted),
                "{error}"
            ),
        }
    }
    let folder = Folder::new(&[("x/a", "old"), ("x/b", "old")]);
    let error = create_tree(&folder.root().join("x"), &files(&["a", "b", "c"]))
        .unwrap_err()
        .to_string();
    let path = |name: &str| folder.root().join("x").join(name);
    assert_eq!(
        error,
        format!("these files exist already:\n  {}\n  {}", path("a"), path("b")),
        "all are listed"
    );
}

#[test]
#[cfg(unix)]
fn files_are_as_open_as_any_other() {
    use std::os::unix::fs::PermissionsExt;
    let folder = Folder::new(&[("plain", "")]);
    let mode = |path: &str| {
        std::fs::metadata(folder.root().join(path))
            .unwrap()
            .permissions()
            .mode()
    };
    plan(&[object("deploy/a.yaml", "a")], folder.root(), &Prune::none())
        .unwrap()
        .apply()
        .unwrap();
    create_tree(&folder.root().join("x"), &[("a".into(), String::new())]).unwrap();
    assert_eq!(mode("deploy/a.yaml"), mode("plain"));
    assert_eq!(mode("x/a"), mode("plain"));
    assert_eq!(mode("x"), mode("deploy"));
}

/// Fails with this kind of error.
struct Failing(io::ErrorKind);

impl Write for Failing {
    fn write(&mut self, _: &[u8]) -> io::Result<usize> {
        Err(io::Error::new(self.0, "no"))
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[test]
fn printing_gives_one_stream_and_forgives_a_reader_that_has_gone() {
    let list = Artefact {
        path: "deploy/kustomization.yaml".into(),
        body: Body::Objects(vec![json!({ "kind": "Kustomization" })]),
        ownership: Ownership::Tool,
    };
    let artefacts = [
        object("a.yaml", "a"),
        list,
        object("b.yaml", "b"),
        object("dist/a.yaml", "a"),
    ];
    let mut out = Vec::new();
    print_documents(&artefacts, &mut out).unwrap();
    let document = |name| format!("apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: {name}\n");
    let expected = header() + &document("a") + "---\n" + &document("b");
    assert_eq!(String::from_utf8(out).unwrap(), expected);

    print_documents(&artefacts, &mut Failing(io::ErrorKind::BrokenPipe)).unwrap();
    let error = print_documents(&artefacts, &mut Failing(io::ErrorKind::StorageFull)).unwrap_err();
    assert_eq!(error.to_string(), "standard output: no");
}

/// A file, and what stands in it before and after.
type Sides = (&'static str, String, String);

#[test]
fn a_summary_tells_objects() {
    let role = |verbs: &str, more: &str| {
        format!(
            "apiVersion: rbac.authorization.k8s.io/v1\nkind: ClusterRole\nmetadata:\n  name: r\n{more}rules:\n- apiGroups: [apps]\n  resources: [deployments, deployments/scale]\n  verbs: [{verbs}]\n"
        )
    };
    let deployment = |replicas: u32, image: &str, args: &str| {
        format!(
            "apiVersion: apps/v1\nkind: Deployment\nmetadata:\n  name: d\n  namespace: n\nspec:\n  replicas: {replicas}\n  template:\n    spec:\n      containers:\n      - name: operator\n        image: {image}\n        args: {args}\n"
        )
    };
    let namespaced = |namespace: &str, data: &str| {
        format!(
            "apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: c\n  namespace: {namespace}\ndata:\n  example.com/k: x{data}\n"
        )
    };
    let many = |value: u32| {
        let keys: Vec<String> = (0..30).map(|at| format!("  k{at:02}: '{value}'")).collect();
        let keys = keys.join("\n");
        format!("apiVersion: v1\nkind: ConfigMap\nmetadata:\n  name: m\ndata:\n{keys}\n")
    };
    // files before and after, and the lines
    let cases: Vec<(Vec<Sides>, Vec<&str>)> = vec![
        (
            vec![
                (
                    "r.yaml",
                    role("get", ""),
                    role("get, patch", "  labels: {a: b}\n"),
                ),
                (
                    "install.yaml",
                    role("get", ""),
                    role("get, patch", "  labels: {a: b}\n"),
                ),
            ],
            vec![
                "ClusterRole r: + metadata.labels {\"a\":\"b\"}",
                "ClusterRole r: + patch deployments.apps",
                "ClusterRole r: + patch deployments.apps/scale",
            ],
        ),
        (
            vec![("r.yaml", role("get, list", ""), role("list, get", ""))],
            vec!["ClusterRole r: the same permissions, written differently"],
        ),
        (
            vec![(
                "d.yaml",
                deployment(1, "a:1", "[p, q]"),
                deployment(2, "a:2", "[q, r]"),
            )],
            vec![
                "Deployment d: + spec.template.spec.containers[operator].args \"r\"",
                "Deployment d: - spec.template.spec.containers[operator].args \"p\"",
                "Deployment d: spec.replicas 1 -> 2",
                "Deployment d: spec.template.spec.containers[operator].image \"a:1\" -> \"a:2\"",
            ],
        ),
        (
            vec![(
                "d.yaml",
                deployment(1, "a:1", "[p, q]"),
                deployment(1, "a:1", "[q, p]"),
            )],
            vec!["Deployment d: spec.template.spec.containers[operator].args in another order"],
        ),
        (
            vec![
                ("a.yaml", namespaced("a", "1"), namespaced("a", "2")),
                ("b.yaml", namespaced("b", "1"), String::new()),
                ("c.yaml", String::new(), role("get", "")),
            ],
            vec![
                "+ ClusterRole r",
                "ConfigMap a/c: data[example.com/k] \"x1\" -> \"x2\"",
                "- ConfigMap b/c",
            ],
        ),
        (
            vec![
                ("new.yaml", String::new(), namespaced("a", "2")),
                ("old.yaml", namespaced("a", "1"), String::new()),
            ],
            vec![
                "ConfigMap c: data[example.com/k] \"x1\" -> \"x2\"",
                "~ ConfigMap c: moves from old.yaml to new.yaml",
            ],
        ),
        (
            vec![
                (
                    "a.yaml",
                    format!("# old\n{}", role("get", "")),
                    format!("# new\n{}", role("get", "")),
                ),
                ("docs/api.md", "old".to_owned(), "new".to_owned()),
                ("t.yaml", "{{ if }}".to_owned(), String::new()),
            ],
            vec![
                "~ a.yaml: the same objects, written differently",
                "~ docs/api.md",
                "- t.yaml",
            ],
        ),
    ];
    let changes = |files: Vec<Sides>| -> Vec<Change> {
        let change = |(path, before, after): Sides| Change {
            path: path.into(),
            kind: match (before.is_empty(), after.is_empty()) {
                (true, _) => ChangeKind::Create,
                (_, true) => ChangeKind::Delete,
                _ => ChangeKind::Update,
            },
            before,
            after,
        };
        files.into_iter().map(change).collect()
    };
    for (files, expected) in cases {
        assert_eq!(summary(&changes(files)), expected);
    }
    let lines = summary(&changes(vec![("m.yaml", many(1), many(2))]));
    assert_eq!(lines.len(), 21);
    assert_eq!(lines[20], "ConfigMap m: and 10 more changes");
}

#[test]
fn texts_are_printed_as_they_are() {
    let artefact = |path: &str, body: Body| Artefact {
        path: path.into(),
        body,
        ownership: Ownership::Tool,
    };
    let printed = |artefacts: &[Artefact]| {
        let mut out = Vec::new();
        print_artefacts(artefacts, &mut out).unwrap();
        String::from_utf8(out).unwrap()
    };
    let page = || artefact("docs/a.md", Body::Markdown("# A\n".to_owned()));
    let template = artefact(
        "charts/x/templates/a.yaml",
        Body::Hashed("a: {{ b }}\n".to_owned()),
    );
    let schema = artefact("schemas/a.json", Body::Json(json!({ "type": "object" })));
    assert_eq!(printed(&[page()]), page().text().unwrap());
    let several = printed(&[template.clone(), page()]);
    let expected = format!(
        "---\n# Source: charts/x/templates/a.yaml\n{}<!-- Source: docs/a.md -->\n{}",
        template.text().unwrap(),
        page().text().unwrap()
    );
    assert_eq!(several, expected);
    let text = printed(&[schema.clone(), schema]);
    let values: Vec<serde_json::Value> = serde_json::Deserializer::from_str(&text)
        .into_iter()
        .map(|value| value.unwrap())
        .collect();
    assert_eq!(values.len(), 2, "a stream of JSON: {text}");
}
