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
    Prune::new(&EMITTERS.iter().collect::<Vec<_>>(), "deploy".into())
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
    let only = |names: &[&str]| {
        let emitters: Vec<_> = EMITTERS
            .iter()
            .filter(|emitter| names.contains(&emitter.name))
            .collect();
        plan(&[], folder.root(), &Prune::new(&emitters, "deploy".into())).unwrap()
    };
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
    let emitters: Vec<_> = EMITTERS.iter().collect();
    assert!(
        plan(&[], folder.root(), &Prune::new(&emitters, "out".into()))
            .unwrap()
            .is_clean()
    );
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
