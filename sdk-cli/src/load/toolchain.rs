//! Calls of cargo and rustc. They run in the package's folder, because both look for their configuration and
//! for the toolchain there.

use std::process::Command;

use camino::{Utf8Path, Utf8PathBuf};

use super::project::absolute;
use crate::env;

/// A call of cargo for the package in that folder.
pub(super) fn cargo(folder: &Utf8Path) -> Command {
    let mut command = Command::new(env::cargo());
    command.current_dir(folder);
    for name in env::of_outer_cargo() {
        command.env_remove(name);
    }
    // A relative one is meant from where we are.
    if let (Some(target), Ok(here)) = (env::target_dir(), env::current_dir()) {
        command.env("CARGO_TARGET_DIR", absolute(&here, &target));
    }
    command
}

/// The triple of this machine.
pub(super) fn host(folder: &Utf8Path) -> Option<String> {
    rustc(folder, &["-vV"])?
        .lines()
        .find_map(|line| line.strip_prefix("host: "))
        .map(str::to_owned)
}

/// Where the toolchain is.
pub(super) fn sysroot(folder: &Utf8Path) -> Option<Utf8PathBuf> {
    rustc(folder, &["--print", "sysroot"]).map(|path| Utf8PathBuf::from(path.trim()))
}

fn rustc(folder: &Utf8Path, arguments: &[&str]) -> Option<String> {
    let output = Command::new(env::rustc())
        .args(arguments)
        .current_dir(folder)
        .output()
        .ok()?;
    String::from_utf8(output.stdout).ok()
}
