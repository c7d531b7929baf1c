//! Gets the description of an operator: from its compiled code, from a built program, or from a file.

mod build;
mod cargo_config;
mod definitions;
mod describe;
mod description;
mod error;
mod inputs;
mod project;
mod stamp;
mod toolchain;

use std::io::Read as _;

use camino::{Utf8Path, Utf8PathBuf};
use kopr_model::Operator;

use crate::env;
pub use definitions::{Definitions, Document, Unread, definitions};
use description::{Described, Origin, Sdk};
pub use error::LoadError;
use project::Program;
pub use project::absolute;

/// Which program of which package is meant, and how it is built.
#[derive(Clone, Debug, Default)]
pub struct Selection {
    /// A `Cargo.toml`; the nearest in this folder or above unless set.
    pub manifest_path: Option<Utf8PathBuf>,
    /// A package of the workspace.
    pub package: Option<String>,
    /// A binary target of the package.
    pub bin: Option<String>,
    /// Features to build with.
    pub features: Features,
}

/// Cargo features, as cargo's own arguments choose them.
#[derive(Clone, Debug, Default)]
pub struct Features {
    /// Names.
    pub names: Vec<String>,
    /// All of them.
    pub all: bool,
    /// Without the default ones.
    pub no_default: bool,
}

impl Features {
    fn arguments(&self) -> Vec<String> {
        let mut arguments = Vec::new();
        if !self.names.is_empty() {
            arguments.extend(["--features".to_owned(), self.names.join(",")]);
        }
        if self.all {
            arguments.push("--all-features".to_owned());
        }
        if self.no_default {
            arguments.push("--no-default-features".to_owned());
        }
        arguments
    }
}

/// Where the description comes from.
#[derive(Clone, Debug)]
pub enum From {
    /// The compiled code of a project.
    Code,
    /// A file with a description; `-` is standard input.
    Model(Utf8PathBuf),
    /// A program that is built already.
    Binary(Utf8PathBuf),
}

/// An operator and where it belongs.
#[derive(Clone, Debug)]
pub struct Loaded {
    /// What the operator is.
    pub operator: Operator,
    /// The folder that holds its `kopr.toml` and its generated files.
    pub root: Utf8PathBuf,
    /// The program that was asked, where there was one. After an unchanged build it is not looked at, so who
    /// wants to run it has to see that it is there.
    pub executable: Option<Utf8PathBuf>,
    /// What is worth a word and stops nothing.
    pub warnings: Vec<String>,
}

/// Loads an operator.
pub fn load(from: &From, selection: &Selection) -> Result<Loaded, LoadError> {
    match from {
        From::Code => from_code(selection),
        From::Model(path) => from_model(path, selection),
        From::Binary(path) => from_binary(path, selection),
    }
}

fn from_code(selection: &Selection) -> Result<Loaded, LoadError> {
    let manifest = project::find_manifest(selection)?;
    // Where nobody waits, nothing is taken from an earlier run.
    if !env::is_ci()
        && let Some(stamp) = stamp::find(&manifest, selection)
        && let Ok(Described::Operator(operator, warnings)) =
            description::from_value(&stamp.description, &stamp.origin())
    {
        return Ok(Loaded {
            operator: *operator,
            // Nobody has asked whether it is there and what it was built from: see `load_program`.
            executable: None,
            root: stamp.root,
            warnings,
        });
    }
    built(&manifest, selection)
}

/// Loads an operator and builds its program, whatever an earlier run knows: for those who run it.
pub fn load_program(selection: &Selection) -> Result<Loaded, LoadError> {
    built(&project::find_manifest(selection)?, selection)
}

fn built(manifest: &Utf8Path, selection: &Selection) -> Result<Loaded, LoadError> {
    // Whatever is newer than this folder was changed while we were busy, and is not stamped.
    let started = tempfile::tempdir()?;
    let program = project::find_program(manifest, selection)?;
    let executable = build::build(&program, &selection.features)?;
    let root = program.folder().to_owned();
    let origin = Origin {
        name: executable.to_string(),
        by_program: true,
        sdk: sdk(&program),
    };
    let (operator, warnings, description) = ask(&executable, &root, &origin)?;
    if !env::is_ci() {
        let recorded = inputs::Inputs::gather(&program, &executable, started.path());
        stamp::write(manifest, selection, &program, &executable, recorded, description);
    }
    Ok(Loaded {
        operator,
        root,
        executable: Some(executable),
        warnings,
    })
}

fn from_binary(path: &Utf8Path, selection: &Selection) -> Result<Loaded, LoadError> {
    let folder = current_dir()?;
    let program = absolute(&folder, path);
    if !program.is_file() {
        let source = std::io::Error::new(std::io::ErrorKind::NotFound, "there is no such file");
        return Err(LoadError::Read {
            path: path.to_owned(),
            source,
        });
    }
    let root = root(selection)?;
    let origin = Origin {
        name: path.to_string(),
        by_program: true,
        sdk: Sdk::default(),
    };
    let (operator, warnings, _) = ask(&program, &root, &origin)?;
    Ok(Loaded {
        operator,
        root,
        executable: Some(program),
        warnings,
    })
}

fn from_model(path: &Utf8Path, selection: &Selection) -> Result<Loaded, LoadError> {
    let (name, bytes) = if path == "-" {
        let mut bytes = Vec::new();
        std::io::stdin()
            .read_to_end(&mut bytes)
            .map_err(|source| LoadError::Read {
                path: "standard input".into(),
                source,
            })?;
        ("standard input".to_owned(), bytes)
    } else {
        // The plain call: its error is put behind the path by our own message.
        let bytes = std::fs::read(path).map_err(|source| LoadError::Read {
            path: path.to_owned(),
            source,
        })?;
        (path.to_string(), bytes)
    };
    let origin = Origin {
        name,
        by_program: false,
        sdk: Sdk::default(),
    };
    let (operator, warnings) = operator(description::read(&bytes, &origin)?, String::new())?;
    Ok(Loaded {
        operator,
        root: root(selection)?,
        executable: None,
        warnings,
    })
}

/// Runs a program and reads its answer.
fn ask(
    program: &Utf8Path,
    folder: &Utf8Path,
    origin: &Origin,
) -> Result<(Operator, Vec<String>, serde_json::Value), LoadError> {
    let answer = describe::describe(program, folder)?;
    let value = description::parse(&answer.bytes, origin)?;
    let (operator, warnings) = operator(description::from_value(&value, origin)?, answer.output.clone())?;
    if !answer.status.success() {
        return Err(LoadError::FailedAfter {
            program: program.to_owned(),
            ending: describe::ending(answer.status),
            output: answer.output,
        });
    }
    Ok((operator, warnings, value))
}

fn operator(described: Described, output: String) -> Result<(Operator, Vec<String>), LoadError> {
    match described {
        Described::Operator(operator, warnings) => Ok((*operator, warnings)),
        Described::Failure(failure) => {
            let help = failure.help.clone();
            Err(LoadError::Failed {
                failure: Box::new(failure),
                output,
                help,
            })
        }
    }
}

fn sdk(program: &Program) -> Sdk {
    Sdk {
        manifest: Some(program.manifest.to_string()),
        checkout: program.checkout.as_ref().map(ToString::to_string),
    }
}

/// The folder of a project whose code is not asked: that of the manifest, the nearest with a `kopr.toml`,
/// or this one.
fn root(selection: &Selection) -> Result<Utf8PathBuf, LoadError> {
    let folder = current_dir()?;
    if selection.manifest_path.is_some() {
        let manifest = project::find_manifest(selection)?;
        return Ok(manifest.parent().unwrap_or(&folder).to_owned());
    }
    let nearest = folder
        .ancestors()
        .find(|folder| folder.join("kopr.toml").is_file());
    Ok(nearest.unwrap_or(&folder).to_owned())
}

fn current_dir() -> Result<Utf8PathBuf, LoadError> {
    env::current_dir().map_err(|source| LoadError::Read {
        path: ".".into(),
        source,
    })
}
