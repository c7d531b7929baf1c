//! The few keys of cargo's configuration files that matter here.

use camino::{Utf8Path, Utf8PathBuf};
use toml::{Table, Value};

use crate::env;

/// Files that cargo reads for a package in that folder, nearest first, whether they exist or not.
pub(super) fn files(folder: &Utf8Path) -> Vec<Utf8PathBuf> {
    let homes = env::cargo_home();
    folder
        .ancestors()
        .map(|folder| folder.join(".cargo"))
        .chain(homes)
        .flat_map(|folder| [folder.join("config.toml"), folder.join("config")])
        .collect()
}

/// Whether a file chooses a target platform.
pub(super) fn sets_target(folder: &Utf8Path) -> bool {
    files(folder)
        .iter()
        .any(|file| build_key(file, "target").is_some())
}

/// The target folder that the nearest file chooses.
pub(super) fn target_dir(folder: &Utf8Path) -> Option<Utf8PathBuf> {
    files(folder).iter().find_map(|file| {
        let value = build_key(file, "target-dir")?;
        // Relative to the folder that holds `.cargo`.
        Some(file.parent()?.parent()?.join(value.as_str()?))
    })
}

fn build_key(file: &Utf8Path, key: &str) -> Option<Value> {
    let text = fs_err::read_to_string(file).ok()?;
    let table: Table = text.parse().ok()?;
    table.get("build")?.get(key).cloned()
}
