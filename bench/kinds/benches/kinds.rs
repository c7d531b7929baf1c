//! Describing kinds, and rendering them: `cargo bench -p kopr-bench-kinds`.
//!
//! `describe` is inside of one process. `manifests` is what one waits for: `kopr gen manifests` asks the
//! built program and writes all files. `bundle` is the same for `kopr gen bundle`, which also validates what it makes,
//! and `validate` reads such a bundle again. The command has to be built before, in the release profile:
//! `cargo build --release -p kopr-cli`.
#![allow(
    clippy::expect_used,
    clippy::panic,
    reason = "a benchmark that cannot go on ends there"
)]

use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::process::Command;

fn main() {
    divan::main();
}

#[divan::bench(args = [1, 10, 100])]
fn describe(count: usize) -> usize {
    let operator = kopr_bench_kinds::operator("kinds", count);
    operator
        .describe()
        .expect("the kinds can be described")
        .resources
        .len()
}

#[divan::bench(args = [1, 10, 100], sample_count = 20)]
fn manifests(bencher: divan::Bencher<'_, '_>, count: usize) {
    bencher
        .with_inputs(|| tempfile::tempdir().expect("a temporary folder"))
        .bench_refs(|folder| generate("manifests", count, &folder.path().join("deploy")));
}

#[divan::bench(args = [1, 10], sample_count = 20)]
fn bundle(bencher: divan::Bencher<'_, '_>, count: usize) {
    bencher
        .with_inputs(|| tempfile::tempdir().expect("a temporary folder"))
        .bench_refs(|folder| generate("bundle", count, &folder.path().join("bundle")));
}

#[divan::bench(args = [1, 10], sample_count = 20)]
fn validate(bencher: divan::Bencher<'_, '_>, count: usize) {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let bundle = folder.path().join("bundle");
    generate("bundle", count, &bundle);
    bencher.bench_local(|| kopr(&["bundle".as_ref(), "validate".as_ref(), bundle.as_os_str()]));
}

/// `kopr gen` of a program into a folder.
fn generate(what: &str, count: usize, folder: &Path) {
    let program = program(count);
    kopr(&[
        "gen".as_ref(),
        what.as_ref(),
        "--binary".as_ref(),
        program.as_os_str(),
        "--output-dir".as_ref(),
        folder.as_os_str(),
    ]);
}

/// The command, which has to succeed.
fn kopr(arguments: &[&OsStr]) {
    let kopr = program(1).with_file_name("kopr");
    assert!(
        kopr.is_file(),
        "{} is not there: build it with `cargo build --release -p kopr-cli`",
        kopr.display()
    );
    let done = Command::new(&kopr)
        .args(arguments)
        .current_dir(Path::new(env!("CARGO_MANIFEST_DIR")))
        .output()
        .expect("kopr can be started");
    assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stderr));
}

fn program(count: usize) -> PathBuf {
    PathBuf::from(match count {
        1 => env!("CARGO_BIN_EXE_kinds-1"),
        10 => env!("CARGO_BIN_EXE_kinds-10"),
        _ => env!("CARGO_BIN_EXE_kinds-100"),
    })
}
