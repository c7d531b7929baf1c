//! Builds the program and learns from cargo where it is. An executable that this build did not name is
//! never run: after a failed build the one of an earlier source is still there.

use std::io::BufReader;
use std::process::Stdio;

use camino::Utf8PathBuf;
use cargo_metadata::{Message, TargetKind};

use super::error::LoadError;
use super::project::Program;
use super::toolchain::{cargo, host};
use super::{Features, cargo_config};
use crate::env;

/// Builds in the dev profile for this machine, so that the work is shared with `cargo run`.
pub(super) fn build(program: &Program, features: &Features) -> Result<Utf8PathBuf, LoadError> {
    let mut command = cargo(program.folder());
    command
        .args([
            "build",
            "--message-format=json-render-diagnostics",
            "--manifest-path",
        ])
        .arg(&program.manifest)
        .args(["--package", &program.package_id, "--bin", &program.bin])
        .args(features.arguments())
        // Manifests do not depend on the target, and a program for another machine cannot be asked.
        .env_remove("CARGO_BUILD_TARGET")
        .stdin(Stdio::null())
        .stdout(Stdio::piped());
    if cargo_config::sets_target(program.folder())
        && let Some(host) = host(program.folder())
    {
        command.args(["--target", &host]);
    }
    let not_started = |source| LoadError::NoCargo {
        program: env::cargo().to_string_lossy().into_owned(),
        source,
    };
    let mut child = command.spawn().map_err(not_started)?;
    let mut executable = None;
    if let Some(stdout) = child.stdout.take() {
        // A line that is not a message is the talk of a build script or a wrapper.
        for message in Message::parse_stream(BufReader::new(stdout)).flatten() {
            if let Message::CompilerArtifact(artifact) = message
                && artifact.package_id.repr == program.package_id
                && artifact.target.name == program.bin
                && artifact.target.kind.contains(&TargetKind::Bin)
            {
                executable = artifact.executable;
            }
        }
    }
    let status = child.wait().map_err(not_started)?;
    if !status.success() {
        return Err(LoadError::BuildFailed {
            package: program.package.clone(),
        });
    }
    executable.ok_or_else(|| LoadError::NoExecutable {
        package: program.package.clone(),
        bin: program.bin.clone(),
    })
}
