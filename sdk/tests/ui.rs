//! Mistakes and what the compiler says of them: each file in `ui/*/fail` with its text beside it.
//!
//! `KOPR_UI=column cargo test -p kopr --test ui` runs only the files with `column` in their path, and
//! `TRYBUILD=overwrite` writes the texts anew. Files that must compile are in `ui/*/pass`; they are
//! modules of `ui_pass.rs`, so that all of them are one program.

use std::path::{Path, PathBuf};

#[test]
fn mistakes() {
    #[allow(
        clippy::disallowed_methods,
        reason = "which files are wanted can only be said from outside"
    )]
    let wanted = std::env::var("KOPR_UI").unwrap_or_default();
    let files: Vec<PathBuf> = fail_files()
        .into_iter()
        .filter(|file| file.to_string_lossy().contains(&wanted))
        .collect();
    assert!(!files.is_empty(), "no file has `{wanted}` in its path");
    let cases = trybuild::TestCases::new();
    for file in files {
        cases.compile_fail(file);
    }
}

/// Every text belongs to a file: one left over would pass for a tested message.
#[test]
fn no_text_without_file() {
    for file in fail_files() {
        let text = file.with_extension("stderr");
        assert!(text.exists(), "{} has no text", file.display());
    }
    for text in files("stderr") {
        let file = text.with_extension("rs");
        assert!(file.exists(), "{} belongs to no file", text.display());
    }
}

fn fail_files() -> Vec<PathBuf> {
    files("rs")
}

fn files(extension: &str) -> Vec<PathBuf> {
    let mut found = Vec::new();
    for area in ["custom_resource", "schema", "access", "handler"] {
        let folder = Path::new("tests/ui").join(area).join("fail");
        for entry in std::fs::read_dir(&folder).expect("the folder is part of the sources") {
            let path = entry.expect("its entries can be read").path();
            if path.extension().is_some_and(|found| found == extension) {
                found.push(path);
            }
        }
    }
    found.sort();
    found
}
