//! Every file that kopr wrote and that lies in the tree, or that the test `scaffold` left, read by the
//! two readers that Rust has.
//!
//! What they read is left in cargo's folder for tests, where `yaml11.py` and `.ci/kubectl_reads.py`
//! compare it with what `PyYAML` and kubectl read.

#![allow(
    clippy::expect_used,
    clippy::panic,
    reason = "in a test that is how one fails"
)]

use camino::{Utf8Path, Utf8PathBuf};
use kopr_cli::emit::is_ours;
use kopr_cli::yaml;
use serde_json::Value;

/// All generated files below a folder.
fn generated(folder: &Utf8Path) -> Vec<Utf8PathBuf> {
    let mut files = Vec::new();
    let mut folders = vec![folder.to_owned()];
    while let Some(at) = folders.pop() {
        for entry in at.read_dir_utf8().into_iter().flatten() {
            let path = entry.expect("it can be listed").into_path();
            if path.is_dir() {
                // Templates are YAML only when Helm has rendered them; its own tests read that.
                if !path.ends_with("target") && !path.ends_with("templates") {
                    folders.push(path);
                }
            } else if path.extension() == Some("yaml")
                && fs_err::read_to_string(&path).is_ok_and(|text| is_ours(&text))
            {
                files.push(path);
            }
        }
    }
    files.sort();
    files
}

#[test]
#[allow(clippy::disallowed_methods, reason = "a test's own folder")]
fn files_read_the_same_everywhere() {
    let root = Utf8Path::new(env!("CARGO_MANIFEST_DIR"))
        .parent()
        .expect("the crate is in the workspace");
    let temporary = Utf8Path::new(env!("CARGO_TARGET_TMPDIR"));
    let left = temporary.join("readers");
    let _ = fs_err::remove_dir_all(&left);
    fs_err::create_dir_all(&left).expect("the folder can be made");
    for (name, folder) in [
        ("examples", root.join("examples")),
        ("golden", root.join("sdk-cli/tests/golden")),
        ("scaffold", temporary.join("scaffold")),
    ] {
        let files = generated(&folder);
        // Scaffolds are there only once their test has run.
        assert!(
            files.len() > 10 || name == "scaffold",
            "{folder} has no generated files"
        );
        for path in files {
            let text = fs_err::read_to_string(&path).expect("it is text");
            let ours = yaml::parse(&text, path.as_str()).unwrap_or_else(|error| panic!("{path}: {error:?}"));
            let theirs: Vec<Value> = serde_yaml::Deserializer::from_str(&text)
                .map(|document| {
                    serde::Deserialize::deserialize(document)
                        .unwrap_or_else(|error| panic!("{path}: {error}"))
                })
                .collect();
            assert_eq!(ours, theirs, "{path}");
            // kubectl reads objects alone; the files of a chart around its templates are none.
            if ours.iter().any(|object| object["kind"].is_null()) {
                continue;
            }
            let relative = path.strip_prefix(&folder).expect("it is below");
            let stem = format!(
                "{name}-{}",
                relative.as_str().trim_end_matches(".yaml").replace('/', "-")
            );
            fs_err::copy(&path, left.join(format!("{stem}.yaml"))).expect("it can be copied");
            let json = serde_json::to_string(&ours).expect("JSON can be written");
            fs_err::write(left.join(format!("{stem}.json")), json).expect("it can be written");
        }
    }
}
