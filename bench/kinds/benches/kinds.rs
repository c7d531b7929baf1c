//! Describing kinds, and rendering them: `cargo bench -p kopr-bench-kinds`.
//!
//! `describe` is inside of one process. `manifests` is what one waits for: `kopr gen manifests` asks the
//! built program and writes all files. The command has to be built before, in the release profile:
//! `cargo build --release -p kopr-cli`.
#![allow(
    clippy::expect_used,
    clippy::panic,
    reason = "a benchmark that cannot go on ends there"
)]

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
    let program = program(count);
    let kopr = program.with_file_name("kopr");
    assert!(
        kopr.is_file(),
        "{} is not there: build it with `cargo build --release -p kopr-cli`",
        kopr.display()
    );
    bencher
        .with_inputs(|| tempfile::tempdir().expect("a temporary folder"))
        .bench_refs(|folder| {
            let done = Command::new(&kopr)
                .args(["gen", "manifests", "--binary"])
                .arg(&program)
                .arg("--output-dir")
                .arg(folder.path().join("deploy"))
                .current_dir(Path::new(env!("CARGO_MANIFEST_DIR")))
                .output()
                .expect("kopr can be started");
            assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stderr));
        });
}

fn program(count: usize) -> PathBuf {
    PathBuf::from(match count {
        1 => env!("CARGO_BIN_EXE_kinds-1"),
        10 => env!("CARGO_BIN_EXE_kinds-10"),
        _ => env!("CARGO_BIN_EXE_kinds-100"),
    })
}
