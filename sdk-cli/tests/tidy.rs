//! Walls of the architecture that the compiler does not hold.

#![allow(
    clippy::expect_used,
    clippy::panic,
    reason = "in a test that is how one fails"
)]

use std::collections::{BTreeMap, BTreeSet};

use camino::{Utf8Path, Utf8PathBuf};
use kopr_cli::check::FAMILIES;
use kopr_cli::emit::EMITTERS;
use kopr_cli::objects::PARTS;

/// Longest file, in lines.
const LINES: usize = 800;

fn workspace() -> Utf8PathBuf {
    Utf8Path::new(env!("CARGO_MANIFEST_DIR"))
        .parent()
        .expect("the crate is in the workspace")
        .to_owned()
}

fn read(path: &Utf8Path) -> String {
    std::fs::read_to_string(path).unwrap_or_else(|error| panic!("{path}: {error}"))
}

fn manifest(path: &Utf8Path) -> toml::Table {
    read(path)
        .parse()
        .unwrap_or_else(|error| panic!("{path}: {error}"))
}

/// The folders of all crates of the workspace.
fn crates() -> Vec<Utf8PathBuf> {
    let members = manifest(&workspace().join("Cargo.toml"))["workspace"]["members"].clone();
    let members = members.as_array().expect("members are a list").iter();
    members
        .map(|member| workspace().join(member.as_str().expect("a member is a path")))
        .collect()
}

/// All Rust files below a folder, without crates and build folders inside of it.
fn rust_files(folder: &Utf8Path) -> Vec<Utf8PathBuf> {
    let mut files = Vec::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(at) = folders.pop() {
        for entry in at.read_dir_utf8().into_iter().flatten() {
            let path = entry.expect("it can be listed").into_path();
            if path.is_dir() && !path.join("Cargo.toml").exists() && !path.ends_with("target") {
                folders.push(path);
            } else if path.extension() == Some("rs") {
                files.push(path);
            }
        }
    }
    files.sort();
    files
}

/// Crates that are operators, written as users write theirs.
fn is_operator(folder: &Utf8Path) -> bool {
    ["examples", "bench"]
        .iter()
        .any(|room| folder.starts_with(workspace().join(room)))
}

/// The code of a file: no comments, and nothing from `#[cfg(test)]` on.
fn code(path: &Utf8Path) -> String {
    let name = path.file_stem().unwrap_or_default();
    if name == "tests" || name.ends_with("_tests") || name == "approval" || name == "snapshots" {
        return String::new();
    }
    let text = read(path);
    let product = text.split("#[cfg(test)]\nmod tests {").next().unwrap_or_default();
    product
        .lines()
        .filter(|line| !line.trim_start().starts_with("//"))
        .collect::<Vec<_>>()
        .join("\n")
}

fn modules(folder: &str, without: &[&str]) -> BTreeSet<String> {
    let folder = Utf8Path::new(env!("CARGO_MANIFEST_DIR")).join("src").join(folder);
    let files = folder.read_dir_utf8().expect("the folder exists");
    files
        .map(|entry| {
            entry
                .expect("it can be listed")
                .file_name()
                .trim_end_matches(".rs")
                .replace('_', "-")
        })
        .filter(|name| !without.contains(&name.as_str()))
        .collect()
}

#[test]
fn every_emitter_and_every_rule_is_in_its_table() {
    let emitters: BTreeSet<_> = EMITTERS.iter().map(|emitter| emitter.name.to_owned()).collect();
    // The parts of the operator have their files among the objects, and need none of their own here.
    let parts: BTreeSet<_> = PARTS.iter().map(|part| part.file.to_owned()).collect();
    assert!(parts.is_subset(&modules("objects", &[])), "{parts:?}");
    let of_more = modules("emit", &["mod", "artefact"]);
    assert_eq!(of_more.union(&parts).cloned().collect::<BTreeSet<_>>(), emitters);
    let families: BTreeSet<_> = FAMILIES.iter().map(|family| family.name.to_owned()).collect();
    assert_eq!(modules("check", &["mod", "tests"]), families);
}

#[test]
fn files_are_short_and_say_what_they_are_for() {
    let mut wrong = Vec::new();
    for folder in crates() {
        for path in rust_files(&folder) {
            let text = read(&path);
            let count = text.lines().count();
            if count > LINES {
                wrong.push(format!(
                    "{path}: {count} lines, {LINES} are the limit: split it along its sections"
                ));
            }
            // Examples look as users' crates do; files under a test's folder are its data.
            let data = path
                .strip_prefix(folder.join("tests"))
                .is_ok_and(|rest| rest.components().count() > 1);
            if !is_operator(&folder) && !data && !text.starts_with("//! ") {
                wrong.push(format!(
                    "{path}: the first line is no `//!` that says what the file is for"
                ));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn crates_depend_in_one_direction() {
    // Which of our crates each one may use; the names in parentheses are other crates that it must not.
    let allowed: BTreeMap<&str, (&[&str], &[&str])> = BTreeMap::from([
        ("kopr-model", (&[][..], &["kube", "k8s-openapi", "tokio"][..])),
        (
            "kopr-macros",
            (&["kopr-model"], &["kube", "k8s-openapi", "tokio"]),
        ),
        ("kopr", (&["kopr-model", "kopr-macros", "kopr-cluster"], &[])),
        ("kopr-cluster", (&[], &[])),
        ("kopr-templates", (&[], &[])),
        (
            "kopr-cli",
            (&["kopr-model", "kopr-templates", "kopr-cluster"], &["schemars"]),
        ),
    ]);
    let ours: BTreeSet<&str> = allowed.keys().copied().collect();
    for folder in crates() {
        let manifest = manifest(&folder.join("Cargo.toml"));
        let name = manifest["package"]["name"].as_str().expect("a crate has a name");
        let (may, must_not): (&[&str], &[&str]) = match allowed.get(name) {
            Some(row) => *row,
            None if is_operator(&folder) => (&["kopr"], &["kube", "k8s-openapi", "schemars"]),
            None => panic!("`{name}` is in no row of this table"),
        };
        for table in ["dependencies", "build-dependencies"] {
            for (dependency, how) in manifest
                .get(table)
                .and_then(toml::Value::as_table)
                .into_iter()
                .flatten()
            {
                let dependency = dependency.as_str();
                assert!(
                    !must_not.contains(&dependency)
                        && (!ours.contains(dependency) || may.contains(&dependency)),
                    "`{name}` may not depend on `{dependency}`"
                );
                // Operators in production carry no control plane for tests, readers of a description no parser of
                // attributes.
                let under_a_feature = [
                    ("kopr", "kopr-cluster"),
                    ("kopr-model", "darling"),
                    ("kopr-model", "syn"),
                ];
                if under_a_feature.contains(&(name, dependency)) {
                    let optional = how.get("optional").and_then(toml::Value::as_bool);
                    assert_eq!(
                        optional,
                        Some(true),
                        "`{name}` takes `{dependency}` only under a feature"
                    );
                }
            }
        }
    }
}

#[test]
fn only_one_module_writes_reads_the_environment_or_exits() {
    // What is only done where; a file or, with a `/` at the end, a folder.
    let writes = [
        "fs::write",
        "fs::rename",
        "fs::copy",
        "fs::create_dir",
        "fs::remove_",
        "fs::set_permissions",
        "File::create",
        "OpenOptions",
    ];
    let prints = ["println!(", "print!(", "eprintln!(", "eprint!("];
    // A child's output has to go to a file, which is one in a temporary folder.
    let writing_homes = ["write.rs", "write/", "load/describe.rs"];
    let rules: [(&[&str], &[&str]); 4] = [
        (&writes, &writing_homes),
        (&prints, &["write.rs", "write/"]),
        (&["env::var", "env::vars", "env::set_var"], &["env.rs"]),
        (&["process::exit", "process::abort"], &["main.rs"]),
    ];
    let source = Utf8Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let mut wrong = Vec::new();
    for path in rust_files(&source) {
        let place = path.strip_prefix(&source).expect("it is below");
        for (words, homes) in &rules {
            if homes
                .iter()
                .any(|home| place.as_str() == *home || home.ends_with('/') && place.starts_with(home))
            {
                continue;
            }
            let code = code(&path);
            for word in words.iter().filter(|word| code.contains(*word)) {
                wrong.push(format!("{place} has `{word}`, which belongs into {homes:?}"));
            }
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn each_crate_reads_the_environment_in_one_module() {
    let mut wrong = Vec::new();
    for folder in crates().into_iter().filter(|folder| !is_operator(folder)) {
        for path in rust_files(&folder.join("src")) {
            if path.file_name() != Some("env.rs") && code(&path).contains("env::var") {
                wrong.push(path);
            }
        }
    }
    assert!(
        wrong.is_empty(),
        "the environment is read outside of `env.rs`: {wrong:?}"
    );
}

#[test]
fn yaml_goes_through_one_module() {
    let source = Utf8Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    let others: Vec<_> = rust_files(&source)
        .into_iter()
        .filter(|path| !path.ends_with("src/yaml.rs") && code(path).contains("serde_saphyr"))
        .collect();
    assert!(
        others.is_empty(),
        "only `yaml.rs` reads and writes YAML: {others:?}"
    );
}

#[test]
fn pure_rooms_stay_pure() {
    let source = Utf8Path::new(env!("CARGO_MANIFEST_DIR")).join("src");
    for room in [
        "cel",
        "check",
        "config",
        "docs",
        "emit",
        "explain",
        "helm",
        "json_schema",
        "lint",
        "objects",
        "patch",
        "report",
        "schema",
        "settings",
    ] {
        for path in rust_files(&source.join(room)) {
            let code = code(&path);
            for word in [
                "kube::",
                "kopr_cluster",
                "tokio",
                "fs_err",
                "std::fs",
                "std::process",
                "std::time",
                "crate::write",
                "crate::ops",
                "crate::load",
            ] {
                assert!(
                    !code.contains(word),
                    "{path} has `{word}`: from a model to artefacts nothing else counts"
                );
            }
        }
    }
}
