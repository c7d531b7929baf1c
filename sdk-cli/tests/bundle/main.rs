//! Bundles for OLM: each rule on a bundle that breaks it, broken inputs, and the verdicts that the tests of
//! operator-framework expect of their own data.
//!
//! That data stays outside of this project; with `KOPR_SHARED_DATA` the comparison prints its table.

#![allow(
    clippy::expect_used,
    clippy::panic,
    reason = "in a test that is how one fails"
)]

mod broken;
mod fuzz;
mod layout;
mod rules;
mod scorecard;
mod verdicts;

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::io::Write as _;

use camino::Utf8Path;
use kopr_cli::bundle::{Asked, Entry, FAMILIES, Files, Finding, Profile, Selector, load, read, validate};
use serde_json::Value;

const CSV: &str = "manifests/small.clusterserviceversion.yaml";
const CRD: &str = "manifests/things.yaml";
const SERVICE: &str = "manifests/service.yaml";
const ANNOTATIONS: &str = "metadata/annotations.yaml";

fn small() -> Files {
    let folder = Utf8Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/bundle/small");
    read(&folder).unwrap_or_else(|error| panic!("{error}"))
}

fn value(files: &Files, path: &str) -> Value {
    let text = std::str::from_utf8(files.bytes(path).expect("the file is there")).expect("it is text");
    serde_yaml::from_str(text).expect("it is YAML")
}

/// The small bundle with one member of a file replaced; null takes it away.
fn with(path: &str, pointer: &str, new: Value) -> Files {
    let mut files = small();
    let mut document = value(&files, path);
    let (parent, name) = pointer.rsplit_once('/').expect("a pointer begins with a slash");
    let name = name.replace("~1", "/");
    match document.pointer_mut(parent).expect("the place is there") {
        Value::Object(fields) if new.is_null() => drop(fields.remove(&name)),
        Value::Object(fields) => drop(fields.insert(name, new)),
        Value::Array(items) => items[name.parse::<usize>().expect("an item has a number")] = new,
        other => panic!("{pointer} leads into {other}"),
    }
    files.put(path, Entry::File(document.to_string().into_bytes()));
    files
}

fn findings(asked: &Asked, files: Files) -> Vec<Finding> {
    match load(files) {
        Ok(bundle) => validate(asked, &bundle),
        Err(findings) => findings,
    }
}

/// Level, rule and pointer of each finding, once.
fn verdict(asked: &Asked, files: Files) -> Vec<String> {
    let found: BTreeSet<String> = findings(asked, files)
        .iter()
        .map(|one| format!("{} {} {}", one.level.as_str(), one.rule, one.place.pointer))
        .collect();
    found.into_iter().collect()
}

fn head() -> Asked {
    Asked {
        profile: Profile::ApiHead,
        ..Asked::default()
    }
}

fn optional(name: &str) -> Asked {
    Asked {
        optional: Some(Selector::parse(name).expect("it is a selector")),
        ..head()
    }
}

fn strict() -> Asked {
    Asked {
        strict: true,
        ..head()
    }
}

fn v1() -> Asked {
    Asked {
        profile: Profile::OlmV1,
        ..Asked::default()
    }
}

/// Whether blessing was asked for.
fn blesses() -> bool {
    #[allow(
        clippy::disallowed_methods,
        reason = "blessing is asked for through the environment"
    )]
    std::env::var_os("KOPR_BLESS").is_some()
}

#[test]
fn the_book_has_every_rule() {
    let path = Utf8Path::new(env!("CARGO_MANIFEST_DIR")).join("../book/src/reference/bundle-rules.md");
    let mut text = String::from(
        "# Rules for bundles\n\nWhat `kopr bundle validate` looks at; see [Bundles](../guide/bundles.md). `all` stands for \
         the profiles `sdk-1.42`, `api-head` and `olmv1`. This page is made from the rules themselves.\n",
    );
    for family in FAMILIES {
        let _ = write!(
            text,
            "\n## `{}` ({:?})\n\n| rule | level | profiles | what has to hold |\n| --- | --- | --- | --- |\n",
            family.name, family.phase
        );
        for rule in family.rules {
            let profiles: Vec<&str> = rule.profiles.iter().map(|profile| profile.name()).collect();
            let profiles = if rule.profiles.len() == Profile::ALL.len() {
                "all".to_owned()
            } else {
                profiles.join(", ")
            };
            let about = rule.about.replace('|', "\\|");
            let _ = writeln!(text, "| {} | {} | {profiles} | {about} |", rule.id, rule.level);
        }
    }
    if blesses() {
        fs_err::OpenOptions::new()
            .create(true)
            .truncate(true)
            .write(true)
            .open(&path)
            .and_then(|mut file| file.write_all(text.as_bytes()))
            .expect("it can be written");
    }
    let book = fs_err::read_to_string(&path).unwrap_or_default();
    assert!(
        book == text,
        "`{path}` is behind the rules: run this test with KOPR_BLESS=1"
    );
}
