//! Mistakes and what the compiler says of them: each file in `ui/*/fail` with its text beside it.
//!
//! `KOPR_UI=column cargo test -p kopr --test ui` runs only the files with `column` in their path, and
//! `TRYBUILD=overwrite` writes the texts anew. Files that must compile are in `ui/*/pass`; they are
//! modules of `ui_pass.rs`, so that all of them are one program.
#![allow(
    clippy::expect_used,
    clippy::panic,
    reason = "a test that cannot go on ends there"
)]

use std::path::{Path, PathBuf};
use std::process::Command;

/// Part of the path of the files that are wanted; empty for all.
fn wanted() -> String {
    #[allow(
        clippy::disallowed_methods,
        reason = "which files are wanted can only be said from outside"
    )]
    std::env::var("KOPR_UI").unwrap_or_default()
}

#[test]
fn mistakes() {
    let wanted = wanted();
    if TWO_DEPENDENCIES.contains(&wanted) && !wanted.is_empty() {
        return;
    }
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

const TWO_DEPENDENCIES: &str = "tests/ui/two_dependencies";

/// A user's crate depends on `kopr` and `serde`: derived code must not need another one.
///
/// The crate is built in trybuild's folder with trybuild's flags, since all else is compiled there already.
#[test]
fn two_dependencies_are_enough() {
    if !TWO_DEPENDENCIES.contains(&wanted()) {
        return;
    }
    let here = Path::new(env!("CARGO_MANIFEST_DIR"));
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("two_dependencies");
    std::fs::create_dir_all(folder.join("src")).expect("the target folder can be written to");
    let copy = |from: PathBuf, to: &str| {
        let text = std::fs::read_to_string(&from).expect("the file is part of the sources");
        let text = text.replace("KOPR", &here.to_string_lossy());
        #[allow(clippy::disallowed_methods, reason = "a scratch file in the target folder")]
        std::fs::write(folder.join(to), text).expect("the target folder can be written to");
    };
    let sources = here.join(TWO_DEPENDENCIES);
    copy(sources.join("Cargo.toml"), "Cargo.toml");
    copy(sources.join("src/main.rs"), "src/main.rs");
    copy(here.join("../Cargo.lock"), "Cargo.lock");
    let host = Command::new("rustc")
        .arg("-vV")
        .output()
        .expect("there is a compiler");
    let host = String::from_utf8_lossy(&host.stdout).into_owned();
    let host = host
        .lines()
        .find_map(|line| line.strip_prefix("host: "))
        .expect("it says what it compiles for");
    let flags = r#"["--cfg", "trybuild", "--verbose", "-A", "dead_code"]"#;
    let target = Path::new(env!("CARGO_TARGET_TMPDIR"))
        .with_file_name("tests")
        .join("trybuild");
    let output = Command::new(env!("CARGO"))
        .args(["check", "--offline", "--quiet", "--target", host])
        .arg(format!("--config=build.rustflags={flags}"))
        .arg(format!("--config=target.{host}.rustflags={flags}"))
        .current_dir(&folder)
        .env("CARGO_TARGET_DIR", target)
        .env("CARGO_INCREMENTAL", "0")
        .env_remove("RUSTFLAGS")
        .output()
        .expect("cargo can be run");
    assert!(
        output.status.success(),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
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
