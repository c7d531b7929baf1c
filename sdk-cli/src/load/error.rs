//! Why there is no model, with the way out of each.

use std::time::Duration;

use camino::Utf8PathBuf;
use kopr_model::{Failure, Offence, SCHEMA_VERSION, SchemaVersion};
use miette::Diagnostic;
use thiserror::Error;

use crate::status::Status;

/// Why no model was loaded.
#[derive(Debug, Error, Diagnostic)]
pub enum LoadError {
    /// No manifest in this folder or above.
    #[error("there is no `Cargo.toml` in `{folder}` or above")]
    #[diagnostic(
        code(kopr::load::no_project),
        help(
            "go to the operator's folder, name its manifest with `--manifest-path`, or begin one with `kopr new`"
        )
    )]
    NoProject {
        /// Where the search began.
        folder: Utf8PathBuf,
    },
    /// `--manifest-path` leads nowhere.
    #[error("there is no manifest `{path}`")]
    #[diagnostic(
        code(kopr::load::no_manifest),
        help("`--manifest-path` takes the path of a `Cargo.toml`")
    )]
    NoManifest {
        /// The path that was given.
        path: Utf8PathBuf,
    },
    /// Arguments do not say which program is meant.
    #[error("{message}")]
    #[diagnostic(code(kopr::load::which_program), help("{help}"))]
    WhichProgram {
        /// What is unclear or missing.
        message: String,
        /// How to say it.
        help: String,
    },
    /// A file could not be read.
    #[error("cannot read `{path}`")]
    #[diagnostic(code(kopr::load::read))]
    Read {
        /// The file.
        path: Utf8PathBuf,
        /// Why.
        source: std::io::Error,
    },
    /// A program of the toolchain could not be started.
    #[error("cannot start `{program}`")]
    #[diagnostic(
        code(kopr::load::no_cargo),
        help(
            "manifests are untouched. Install Rust (https://rustup.rs), or use `--model FILE` or `--binary FILE`, which need no compiler"
        )
    )]
    NoCargo {
        /// What was to be started.
        program: String,
        /// Why it was not.
        source: std::io::Error,
    },
    /// Cargo does not understand the project.
    #[error("cargo cannot read the project at `{manifest}`\n{text}")]
    #[diagnostic(code(kopr::load::metadata), help("manifests are untouched"))]
    Metadata {
        /// The manifest that was asked about.
        manifest: Utf8PathBuf,
        /// What cargo said.
        text: String,
    },
    /// The program does not compile.
    #[error("the build of `{package}` failed")]
    #[diagnostic(
        code(kopr::load::build_failed),
        help(
            "manifests are untouched. Mend the build, or describe a program that is already built with `--binary FILE`"
        )
    )]
    BuildFailed {
        /// Name of the package.
        package: String,
    },
    /// Cargo named no executable.
    #[error("cargo built `{package}` and named no executable `{bin}`")]
    #[diagnostic(
        code(kopr::load::no_executable),
        help("manifests are untouched; build it and use `--binary FILE`")
    )]
    NoExecutable {
        /// Name of the package.
        package: String,
        /// Name of the binary target.
        bin: String,
    },
    /// The executable could not be started.
    #[error("cannot run `{program}`")]
    #[diagnostic(
        code(kopr::load::cannot_run),
        help(
            "it has to be an executable for this machine; the model of one that is not can be had with {} where it runs, for `--model FILE`",
            describe_command()
        )
    )]
    CannotRun {
        /// The executable.
        program: Utf8PathBuf,
        /// Why.
        source: std::io::Error,
    },
    /// The program ran and wrote no description.
    #[error("`{program}` did not describe itself: it ended with {ending} and wrote nothing{output}")]
    #[diagnostic(
        code(kopr::load::no_description),
        help(
            "its `main` has to be `kopr::main!(..)`, or to call `kopr::describe_if_asked(..)` before anything else"
        )
    )]
    NoDescription {
        /// The executable.
        program: Utf8PathBuf,
        /// How it ended, such as `exit status: 0`.
        ending: String,
        /// What it printed, indented, or nothing.
        output: String,
    },
    /// The program did not end.
    #[error("`{program}` did not describe itself within {} s and was ended{output}", limit.as_secs())]
    #[diagnostic(
        code(kopr::load::describe_timeout),
        help(
            "its `main` has to be `kopr::main!(..)`, or to call `kopr::describe_if_asked(..)` before anything else; a slow machine may set `{}` to more seconds",
            crate::env::DESCRIBE_TIMEOUT
        )
    )]
    Timeout {
        /// The executable.
        program: Utf8PathBuf,
        /// How long it had.
        limit: Duration,
        /// What it printed, indented, or nothing.
        output: String,
    },
    /// The program wrote a description and then failed.
    #[error("`{program}` described itself and then ended with {ending}{output}")]
    #[diagnostic(
        code(kopr::load::failed_after),
        help("a description counts only when the program ends well")
    )]
    FailedAfter {
        /// The executable.
        program: Utf8PathBuf,
        /// How it ended.
        ending: String,
        /// What it printed, indented, or nothing.
        output: String,
    },
    /// The program reported why it cannot describe itself.
    #[error("{}{output}", failure_text(failure))]
    #[diagnostic(code(kopr::load::describe_failed))]
    Failed {
        /// What the program reported.
        failure: Box<Failure>,
        /// What it printed, indented, or nothing.
        output: String,
        /// What to do about it.
        #[help]
        help: Option<String>,
    },
    /// The file is no description at all.
    #[error("`{origin}` is not the description of an operator: {reason}")]
    #[diagnostic(
        code(kopr::load::not_a_description),
        help("a description is what an operator writes with {}", describe_command())
    )]
    NotADescription {
        /// File or program.
        origin: String,
        /// What is wrong with it.
        reason: String,
        /// Whether a program wrote it, so that it is not the user's file that is wrong.
        by_program: bool,
    },
    /// The two sides speak different versions.
    #[error(
        "`{origin}` describes itself in version {found} (kopr {sdk}), and this kopr {cli} reads version {supported}",
        cli = env!("CARGO_PKG_VERSION"),
        supported = SCHEMA_VERSION
    )]
    #[diagnostic(code(kopr::load::version), help("{mend}"))]
    Version {
        /// File or program.
        origin: String,
        /// Version of the shape that was found.
        found: SchemaVersion,
        /// Version of the SDK that wrote it.
        sdk: String,
        /// The command that mends it.
        mend: String,
    },
    /// Something about a temporary folder or file.
    #[error("cannot use a temporary folder")]
    #[diagnostic(code(kopr::load::temporary), help("`TMPDIR` chooses another place"))]
    Temporary {
        /// Why.
        #[from]
        source: std::io::Error,
    },
}

impl LoadError {
    /// The status that the process ends with.
    pub fn status(&self) -> Status {
        match self {
            Self::NoProject { .. }
            | Self::NoManifest { .. }
            | Self::WhichProgram { .. }
            | Self::Read { .. }
            | Self::Temporary { .. }
            | Self::NotADescription {
                by_program: false, ..
            } => Status::Usage,
            Self::NoCargo { .. }
            | Self::Metadata { .. }
            | Self::BuildFailed { .. }
            | Self::NoExecutable { .. } => Status::BuildFailed,
            Self::CannotRun { .. }
            | Self::NoDescription { .. }
            | Self::Timeout { .. }
            | Self::FailedAfter { .. }
            | Self::Failed { .. }
            | Self::NotADescription { by_program: true, .. } => Status::DescribeFailed,
            Self::Version { .. } => Status::VersionMismatch,
        }
    }
}

fn describe_command() -> String {
    format!("`{}=FILE PROGRAM`", kopr_model::env::DESCRIBE)
}

fn failure_text(failure: &Failure) -> String {
    let mut text = failure.message.clone();
    for Offence { source, message } in &failure.offences {
        text.push_str("\n- ");
        text.push_str(&source.to_string());
        if !message.is_empty() {
            text.push_str(": ");
            text.push_str(message);
        }
    }
    text
}
