//! The program with the types: written, compiled and run.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;

use crate::types::Known;

/// Libraries that the program names.
const LIBRARIES: &[&str] = &[
    "arbitrary",
    "futures",
    "http",
    "kopr",
    "kopr_cluster",
    "serde",
    "serde_json",
    "tokio",
];

/// The seed of types and values.
pub(crate) fn seed() -> u64 {
    #[allow(
        clippy::disallowed_methods,
        reason = "the knob of the zoo, of which the program reads the same"
    )]
    let chosen = std::env::var("KOPR_ZOO_SEED").ok();
    chosen.and_then(|text| text.parse().ok()).unwrap_or(5)
}

fn source(known: &[Known]) -> String {
    let harness = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/zoo_harness/mod.rs");
    let mut out = format!(
        "#![allow(warnings)]\n#[path = r\"{}\"]\nmod harness;\n{}\n",
        harness.display(),
        include_str!("prelude.rs")
    );
    out.push_str("types! {\n");
    for known in known {
        out.push_str(&known.source);
    }
    out.push_str("}\n\nfn main() {\n    let lines = vec![\n");
    for known in known {
        let _ = writeln!(out, "        harness::zoo::<{}>().unseen(),", known.name);
    }
    out.push_str("    ];\n    let wrong = harness::SERVER.runtime.block_on(harness::wrong(lines));\n");
    out.push_str("    println!(\"{}\", serde_json::json!(wrong));\n}\n");
    out
}

/// Compiles the program with the libraries that cargo has made for the tests: no second build of them, and no
/// other features.
pub(crate) fn compile(known: &[Known]) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("zoo_random");
    std::fs::create_dir_all(&folder).expect("the folder can be made");
    let path = folder.join("main.rs");
    #[allow(
        clippy::disallowed_methods,
        reason = "half a file would not compile, and is written anew"
    )]
    std::fs::write(&path, source(known)).expect("the source can be written");
    let program = folder.join("program");
    let libraries = libraries();
    let deps = libraries["kopr"].parent().expect("it is in a folder");
    let mut rustc = Command::new("rustc");
    rustc
        .args([
            "--edition=2024",
            "--crate-type=bin",
            "-Cdebuginfo=0",
            "--crate-name=zoo_random_types",
        ])
        .arg(&path)
        .arg("-o")
        .arg(&program)
        .arg("-L")
        .arg(format!("dependency={}", deps.display()));
    for (name, path) in &libraries {
        rustc.arg("--extern").arg(format!("{name}={}", path.display()));
    }
    let output = rustc.output().expect("rustc can be started");
    assert!(
        output.status.success(),
        "the types do not compile:\n{}",
        String::from_utf8_lossy(&output.stderr)
    );
    program
}

/// Where cargo has put the libraries of this package's tests.
fn libraries() -> BTreeMap<&'static str, PathBuf> {
    let output = Command::new(env!("CARGO"))
        .args([
            "test",
            "--workspace",
            "--test",
            "zoo_random",
            "--no-run",
            "--message-format=json",
        ])
        .current_dir(env!("CARGO_MANIFEST_DIR"))
        .output()
        .expect("cargo can be started");
    let text = String::from_utf8_lossy(&output.stdout);
    let mut found: BTreeMap<&'static str, (usize, PathBuf)> = BTreeMap::new();
    for message in text
        .lines()
        .filter_map(|line| serde_json::from_str::<Value>(line).ok())
    {
        let Some(name) = message["target"]["name"].as_str() else {
            continue;
        };
        let library = message["filenames"]
            .as_array()
            .into_iter()
            .flatten()
            .filter_map(Value::as_str)
            .find(|file| {
                Path::new(file)
                    .extension()
                    .is_some_and(|extension| extension == "rlib")
            });
        let known = LIBRARIES.iter().find(|known| **known == name.replace('-', "_"));
        let (Some(known), Some(library)) = (known, library) else {
            continue;
        };
        // A library may be there once more, with fewer features, for macros and build scripts.
        let features = message["features"].as_array().map_or(0, Vec::len);
        if found.get(known).is_none_or(|(most, _)| features > *most) {
            found.insert(*known, (features, PathBuf::from(library)));
        }
    }
    for name in LIBRARIES {
        assert!(
            found.contains_key(name),
            "cargo has no `{name}`:\n{}",
            String::from_utf8_lossy(&output.stderr)
        );
    }
    found.into_iter().map(|(name, (_, path))| (name, path)).collect()
}

/// Runs the program: what is wrong, by the name of the type.
pub(crate) fn run(program: &Path) -> BTreeMap<String, String> {
    let output = Command::new(program).output().expect("it can be started");
    let text = String::from_utf8_lossy(&output.stdout);
    let wrong: Vec<String> = serde_json::from_str(text.trim())
        .unwrap_or_else(|_| panic!("it ended early:\n{}", String::from_utf8_lossy(&output.stderr)));
    let mut by_name: BTreeMap<String, String> = BTreeMap::new();
    for text in wrong {
        let name = text.split(':').next().unwrap_or_default().to_owned();
        let _ = writeln!(by_name.entry(name).or_default(), "{text}");
    }
    by_name
}
