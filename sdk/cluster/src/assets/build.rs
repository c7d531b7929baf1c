//! Builds the programs with the Go toolchain, from the Go module that this crate carries.

use std::ffi::OsStr;
use std::path::Path;
use std::process::Command;

use fs_err as fs;

use super::Program;
use crate::progress::Step;
use crate::{KUBERNETES_VERSION, Progress, files};

/// A Go module that this crate carries.
pub(super) struct Module {
    /// Its `go.mod`.
    pub(super) go_mod: &'static str,
    /// Its `go.sum`.
    pub(super) go_sum: &'static str,
}

const CONTROL_PLANE: Module = Module {
    go_mod: include_str!("../../go/go.mod"),
    go_sum: include_str!("../../go/go.sum"),
};
/// What `go.mod` demands, as (major, minor).
const GO_VERSION: (u32, u32) = (1, 26);

/// All programs, whatever is missing: they share most of their packages, so together they cost little more.
const ALL: [Program; 4] = [
    Program::Etcd,
    Program::ApiServer,
    Program::ControllerManager,
    Program::Kubectl,
];

const fn package(program: Program) -> &'static str {
    match program {
        Program::Etcd => "go.etcd.io/etcd/server/v3",
        Program::ApiServer => "k8s.io/kubernetes/cmd/kube-apiserver",
        Program::ControllerManager => "k8s.io/kubernetes/cmd/kube-controller-manager",
        Program::Kubectl => "k8s.io/kubernetes/cmd/kubectl",
    }
}

/// The name that `go build` gives to the file.
fn built_name(program: Program) -> &'static str {
    // The last element of the path that is not a version.
    if program == Program::Etcd {
        "server"
    } else {
        program.name()
    }
}

pub(super) fn get(folder: &Path, _missing: &[Program], progress: &Progress) -> Result<(), String> {
    let files = ALL.map(|program| (built_name(program), program.name()));
    build(
        &CONTROL_PLANE,
        folder,
        &ALL.map(package),
        &linker_flags(),
        &files,
        || {
            progress.begin(&Step::Building {
                folder: folder.to_owned(),
            });
        },
    )
}

/// Builds packages of a module, and moves each program into the folder: the name that `go build` gives to its file,
/// and the one that it gets.
pub(super) fn build(
    module: &Module,
    folder: &Path,
    packages: &[&str],
    flags: &str,
    files: &[(&str, &str)],
    begin: impl FnOnce(),
) -> Result<(), String> {
    let text = |error: std::io::Error| error.to_string();
    let parent = folder.parent().ok_or("the cache folder has no parent")?;
    // Beside the cache folder, so that the last step is a rename within one file system.
    let work = tempfile::Builder::new()
        .prefix(".build-")
        .tempdir_in(parent)
        .map_err(text)?;
    files::write(&work.path().join("go.mod"), module.go_mod).map_err(text)?;
    files::write(&work.path().join("go.sum"), module.go_sum).map_err(text)?;

    check_version(&go(work.path(), ["env", "GOVERSION"])?)?;
    begin();
    let out = work.path().join("bin");
    fs::create_dir(&out).map_err(text)?;
    let mut arguments = ["build", "-trimpath", "-buildvcs=false", "-ldflags", flags, "-o"]
        .map(OsStr::new)
        .to_vec();
    arguments.push(out.as_os_str());
    arguments.extend(packages.iter().map(OsStr::new));
    go(work.path(), arguments)?;

    for (built, name) in files {
        fs::rename(out.join(built), folder.join(name)).map_err(text)?;
    }
    Ok(())
}

/// Runs `go` in the folder of the module and returns what it prints.
fn go<S: AsRef<OsStr>>(folder: &Path, arguments: impl IntoIterator<Item = S>) -> Result<String, String> {
    let output = Command::new("go")
        .args(arguments)
        .current_dir(folder)
        .env("CGO_ENABLED", "0")
        // The caller's workspace and flags (-mod=vendor, -race, ...) are meant for other code.
        .env("GOWORK", "off")
        .env("GOFLAGS", "-mod=readonly")
        .output()
        .map_err(|error| match error.kind() {
            std::io::ErrorKind::NotFound => "there is no `go` on the PATH".to_owned(),
            _ => format!("cannot run `go`: {error}"),
        })?;
    if output.status.success() {
        return Ok(String::from_utf8_lossy(&output.stdout).trim().to_owned());
    }
    let stderr = String::from_utf8_lossy(&output.stderr);
    Err(format!(
        "`go` failed ({}):\n{}",
        output.status,
        files::last_lines(&stderr, 15)
    ))
}

/// Refuses a Go that is too old. A newer one than installed may have been fetched by Go itself by then.
fn check_version(version: &str) -> Result<(), String> {
    let mut numbers = version
        .trim_start_matches("go")
        .split(['.', 'r', '-', ' '])
        .map_while(|n| n.parse().ok());
    let found: (u32, u32) = (numbers.next().unwrap_or(0), numbers.next().unwrap_or(0));
    if found >= GO_VERSION {
        return Ok(());
    }
    Err(format!(
        "found {version:?}, but Go {}.{} or newer is needed",
        GO_VERSION.0, GO_VERSION.1
    ))
}

/// Strips debug information and says which version this is: unstamped, a server calls itself v0.0.0-master.
fn linker_flags() -> String {
    let mut flags = "-s -w".to_owned();
    let mut numbers = KUBERNETES_VERSION.split('.');
    let (major, minor) = (
        numbers.next().unwrap_or_default(),
        numbers.next().unwrap_or_default(),
    );
    for package in ["k8s.io/component-base/version", "k8s.io/client-go/pkg/version"] {
        for (name, value) in [
            ("gitVersion", format!("v{KUBERNETES_VERSION}")),
            ("gitMajor", major.to_owned()),
            ("gitMinor", minor.to_owned()),
            ("gitTreeState", "clean".to_owned()),
        ] {
            flags += " -X ";
            flags += &[package, ".", name, "=", &value].concat();
        }
    }
    flags
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn module_fits_the_version() {
        const GO_MOD: &str = CONTROL_PLANE.go_mod;
        assert!(GO_MOD.contains(&format!("k8s.io/kubernetes v{KUBERNETES_VERSION}")));
        for program in ALL {
            assert!(GO_MOD.contains(package(program)), "{program}");
        }
        assert!(GO_MOD.contains(&format!("\ngo {}.{}", GO_VERSION.0, GO_VERSION.1)));
    }

    #[test]
    fn go_versions() {
        for good in ["go1.26.0", "go1.26", "go1.27rc1", "go2.0", "go1.26.8-custom"] {
            check_version(good).unwrap();
        }
        for bad in ["go1.25.9", "devel", ""] {
            assert!(
                check_version(bad).unwrap_err().contains("Go 1.26 or newer"),
                "{bad}"
            );
        }
    }

    #[test]
    fn stamps_the_version() {
        let flags = linker_flags();
        assert!(flags.contains("-X k8s.io/component-base/version.gitVersion=v1.37.2"));
        assert!(flags.contains("-X k8s.io/component-base/version.gitMinor=37"));
    }
}
