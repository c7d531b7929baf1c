//! The only module that reads the environment.

#![allow(
    clippy::disallowed_methods,
    reason = "this is the module that the ban points to"
)]

use std::collections::BTreeMap;
use std::ffi::OsString;
use std::io::IsTerminal;
use std::time::Duration;

use camino::Utf8PathBuf;

/// Seconds that a program may take to describe itself; for slow machines.
pub const DESCRIBE_TIMEOUT: &str = "KOPR_DESCRIBE_TIMEOUT";

/// A file with the categories that bundles may have instead of the standard ones.
pub const BUNDLE_CATEGORIES: &str = "OPERATOR_BUNDLE_CATEGORIES";

/// The time that builds take for now.
pub const SOURCE_DATE_EPOCH: &str = "SOURCE_DATE_EPOCH";

const DEFAULT_DESCRIBE_TIMEOUT: Duration = Duration::from_secs(20);

/// The cargo to call: the one that called us as a subcommand or through `cargo run`, else the one on the
/// path.
pub fn cargo() -> OsString {
    std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into())
}

/// The rustc to ask for its version and place.
pub fn rustc() -> OsString {
    std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into())
}

/// The files that cargo and rustc are, where they can be found.
pub fn build_programs() -> Vec<Option<Utf8PathBuf>> {
    let folders: Vec<_> = std::env::var_os("PATH")
        .map(|path| std::env::split_paths(&path).collect())
        .unwrap_or_default();
    [cargo(), rustc()]
        .into_iter()
        .map(|program| {
            let name = std::path::Path::new(&program).with_extension(std::env::consts::EXE_EXTENSION);
            // An absolute path stays itself.
            let found = folders
                .iter()
                .map(|folder| folder.join(&name))
                .find(|path| path.is_file());
            found.and_then(|path| Utf8PathBuf::from_path_buf(path).ok())
        })
        .collect()
}

/// Whether this is a run of continuous integration, where nothing is taken from an earlier run.
pub fn is_ci() -> bool {
    std::env::var("CI").is_ok_and(|value| !matches!(value.as_str(), "" | "0" | "false"))
}

/// The folder that relative paths begin at.
pub fn current_dir() -> std::io::Result<Utf8PathBuf> {
    let path = std::env::current_dir()?;
    Utf8PathBuf::from_path_buf(path).map_err(|path| {
        let text = format!(
            "the current folder `{}` has a name that is not UTF-8",
            path.display()
        );
        std::io::Error::new(std::io::ErrorKind::InvalidInput, text)
    })
}

/// Cargo's home: its configuration is an input of every build.
pub fn cargo_home() -> Option<Utf8PathBuf> {
    path("CARGO_HOME").or_else(|| home().map(|home| home.join(".cargo")))
}

/// Rustup's home: its settings choose the default toolchain.
pub fn rustup_home() -> Option<Utf8PathBuf> {
    path("RUSTUP_HOME").or_else(|| home().map(|home| home.join(".rustup")))
}

/// The target folder that the environment names, as cargo reads it.
pub fn target_dir() -> Option<Utf8PathBuf> {
    path("CARGO_TARGET_DIR").or_else(|| path("CARGO_BUILD_TARGET_DIR"))
}

/// Every variable that changes what cargo builds: whatever begins with `CARGO` or `RUST`. `RUST_LOG` and
/// `RUST_BACKTRACE` only change how programs talk.
pub fn build_variables() -> BTreeMap<String, String> {
    std::env::vars_os()
        .filter_map(|(name, value)| {
            let name = name.into_string().ok()?;
            let counts = (name.starts_with("CARGO") || name.starts_with("RUST"))
                && !is_of_outer_cargo(&name)
                && !matches!(
                    name.as_str(),
                    "RUST_LOG" | "RUST_BACKTRACE" | "RUST_LIB_BACKTRACE"
                );
            counts.then(|| (name, value.to_string_lossy().into_owned()))
        })
        .collect()
}

/// Variables that are set here because a cargo runs this program (`cargo run`, `cargo test`). They are about
/// that cargo's package; handed on, build scripts would see them change and everything would be built anew.
pub fn of_outer_cargo() -> Vec<OsString> {
    std::env::vars_os()
        .map(|(name, _)| name)
        .filter(|name| name.to_str().is_some_and(is_of_outer_cargo))
        .collect()
}

fn is_of_outer_cargo(name: &str) -> bool {
    const NAMES: [&str; 9] = [
        "CARGO_BIN_NAME",
        "CARGO_CRATE_NAME",
        "CARGO_MANIFEST_DIR",
        "CARGO_MANIFEST_LINKS",
        "CARGO_MANIFEST_PATH",
        "CARGO_PRIMARY_PACKAGE",
        "CARGO_RUSTC_CURRENT_DIR",
        "CARGO_TARGET_TMPDIR",
        "OUT_DIR",
    ];
    NAMES.contains(&name) || name.starts_with("CARGO_PKG_") || name.starts_with("CARGO_BIN_EXE_")
}

/// A variable that an operator's source reads at compile time through `env!`.
pub fn compile_time(name: &str) -> Option<String> {
    std::env::var_os(name).map(|value| value.to_string_lossy().into_owned())
}

/// What a described program gets to see: only what programs need in order to start. A description that
/// depended on anything else would differ from machine to machine.
pub fn for_described_programs() -> Vec<(&'static str, OsString)> {
    const NEEDED: [&str; 10] = [
        "DYLD_FALLBACK_LIBRARY_PATH",
        "DYLD_LIBRARY_PATH",
        "HOME",
        "LD_LIBRARY_PATH",
        "LLVM_PROFILE_FILE",
        "PATH",
        "SYSTEMROOT",
        "TEMP",
        "TMP",
        "TMPDIR",
    ];
    NEEDED
        .into_iter()
        .filter_map(|name| Some((name, std::env::var_os(name)?)))
        .collect()
}

/// How long a program may take to describe itself.
pub fn describe_timeout() -> Duration {
    std::env::var(DESCRIBE_TIMEOUT)
        .ok()
        .and_then(|seconds| seconds.parse().ok())
        .map_or(DEFAULT_DESCRIBE_TIMEOUT, Duration::from_secs)
}

/// Where the categories of bundles are, if not the standard ones.
pub fn bundle_categories() -> Option<Utf8PathBuf> {
    path(BUNDLE_CATEGORIES)
}

/// The time that builds take for now, in seconds since 1970, by the convention of reproducible builds: its text.
pub fn source_date_epoch() -> Option<String> {
    std::env::var(SOURCE_DATE_EPOCH)
        .ok()
        .filter(|value| !value.is_empty())
}

/// Whether errors may be coloured: standard error is a terminal, and nobody asked for plain text.
pub fn colour() -> bool {
    std::io::stderr().is_terminal()
        && std::env::var_os("NO_COLOR").is_none_or(|value| value.is_empty())
        && std::env::var("TERM").is_ok_and(|terminal| terminal != "dumb")
}

fn home() -> Option<Utf8PathBuf> {
    std::env::home_dir().and_then(|home| Utf8PathBuf::from_path_buf(home).ok())
}

fn path(name: &str) -> Option<Utf8PathBuf> {
    std::env::var(name)
        .ok()
        .filter(|value| !value.is_empty())
        .map(Utf8PathBuf::from)
}
