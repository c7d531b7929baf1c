//! Which program is meant: from arguments and a folder to one package and one binary target.

use std::collections::BTreeSet;

use camino::{Utf8Path, Utf8PathBuf};
use cargo_metadata::{Metadata, Package, TargetKind};

use super::{Selection, error::LoadError, toolchain::cargo};
use crate::{env, suggest};

/// Name of the SDK's crate: who depends on it may be an operator.
const SDK: &str = "kopr";

/// One program of one package.
#[derive(Clone, Debug)]
pub(super) struct Program {
    /// Name of the package.
    pub package: String,
    /// The package as cargo identifies it.
    pub package_id: String,
    /// Its manifest.
    pub manifest: Utf8PathBuf,
    /// Name of the binary target.
    pub bin: String,
    /// The target folder.
    pub target_directory: Utf8PathBuf,
    /// Folders in which a new package of the workspace could appear.
    pub member_parents: Vec<Utf8PathBuf>,
    /// The checkout that kopr comes from, where it is a path dependency.
    pub checkout: Option<Utf8PathBuf>,
}

impl Program {
    /// The folder of the package.
    pub(super) fn folder(&self) -> &Utf8Path {
        self.manifest.parent().unwrap_or(&self.manifest)
    }
}

/// The manifest that the arguments mean: the one that is named, or the nearest in this folder or above.
pub(super) fn find_manifest(selection: &Selection) -> Result<Utf8PathBuf, LoadError> {
    let folder = env::current_dir().map_err(|source| LoadError::Read {
        path: ".".into(),
        source,
    })?;
    match &selection.manifest_path {
        Some(path) => {
            let path = absolute(&folder, path);
            if path.is_file() {
                Ok(path)
            } else {
                Err(LoadError::NoManifest { path })
            }
        }
        None => folder
            .ancestors()
            .map(|folder| folder.join("Cargo.toml"))
            .find(|path| path.is_file())
            .ok_or(LoadError::NoProject {
                folder: folder.clone(),
            }),
    }
}

/// Makes a path absolute without touching the disk.
pub fn absolute(folder: &Utf8Path, path: &Utf8Path) -> Utf8PathBuf {
    let mut whole = Utf8PathBuf::new();
    for part in folder.join(path).components() {
        match part {
            camino::Utf8Component::CurDir => {}
            camino::Utf8Component::ParentDir => {
                whole.pop();
            }
            part => whole.push(part),
        }
    }
    whole
}

/// Asks cargo about the project and chooses the program.
pub(super) fn find_program(manifest: &Utf8Path, selection: &Selection) -> Result<Program, LoadError> {
    let metadata = metadata(manifest)?;
    let package = choose_package(&metadata, manifest, selection)?;
    let bin = choose_bin(package, selection)?;
    Ok(Program {
        package: package.name.to_string(),
        package_id: package.id.repr.clone(),
        manifest: package.manifest_path.clone(),
        bin,
        target_directory: metadata.target_directory.clone(),
        member_parents: member_parents(&metadata),
        checkout: checkout(package),
    })
}

fn metadata(manifest: &Utf8Path) -> Result<Metadata, LoadError> {
    let mut cargo = cargo(manifest.parent().unwrap_or(manifest));
    let output = cargo
        .args([
            "metadata",
            "--no-deps",
            "--format-version",
            "1",
            "--manifest-path",
        ])
        .arg(manifest)
        .output()
        .map_err(|source| LoadError::NoCargo {
            program: env::cargo().to_string_lossy().into_owned(),
            source,
        })?;
    let failed = |text: &str| LoadError::Metadata {
        manifest: manifest.to_owned(),
        text: text.trim().to_owned(),
    };
    if !output.status.success() {
        return Err(failed(&String::from_utf8_lossy(&output.stderr)));
    }
    let text = String::from_utf8_lossy(&output.stdout);
    cargo_metadata::MetadataCommand::parse(text.as_ref()).map_err(|error| failed(&error.to_string()))
}

fn choose_package<'a>(
    metadata: &'a Metadata,
    manifest: &Utf8Path,
    selection: &Selection,
) -> Result<&'a Package, LoadError> {
    let members = metadata.workspace_packages();
    if let Some(name) = &selection.package {
        return members
            .iter()
            .find(|package| package.name == name.as_str())
            .copied()
            .ok_or_else(|| LoadError::WhichProgram {
                message: format!("the workspace has no package `{name}`"),
                help: suggest::help(
                    name,
                    &members
                        .iter()
                        .map(|package| package.name.as_str())
                        .collect::<Vec<_>>(),
                ),
            });
    }
    let here = members
        .iter()
        .find(|package| same(&package.manifest_path, manifest))
        .copied();
    if let Some(package) = here.filter(|package| members.len() == 1 || bins(package).next().is_some()) {
        return Ok(package);
    }
    let with_bin = || {
        members
            .iter()
            .filter(|package| bins(package).next().is_some())
            .copied()
    };
    let mut operators: Vec<&Package> = with_bin().filter(|package| depends_on_sdk(package)).collect();
    if operators.is_empty() {
        operators = with_bin().collect();
    }
    operators.sort_by(|a, b| a.name.cmp(&b.name));
    match operators[..] {
        [package] => Ok(package),
        [] => Err(LoadError::WhichProgram {
            message: format!("no package of the workspace at `{manifest}` has a program"),
            help: "an operator is a program: give its package a `src/main.rs` with `kopr::main!(..)`"
                .to_owned(),
        }),
        _ => Err(LoadError::WhichProgram {
            message: format!(
                "several packages could be the operator: {}",
                list(
                    &operators
                        .iter()
                        .map(|package| package.name.as_str())
                        .collect::<Vec<_>>()
                )
            ),
            help: "choose one with `-p NAME`, or go to its folder".to_owned(),
        }),
    }
}

fn choose_bin(package: &Package, selection: &Selection) -> Result<String, LoadError> {
    let mut names: Vec<&str> = bins(package).collect();
    names.sort_unstable();
    if let Some(name) = &selection.bin {
        return if names.contains(&name.as_str()) {
            Ok(name.clone())
        } else {
            Err(LoadError::WhichProgram {
                message: format!("the package `{}` has no program `{name}`", package.name),
                help: suggest::help(name, &names),
            })
        };
    }
    match (names.as_slice(), &package.default_run) {
        (_, Some(name)) => Ok(name.clone()),
        ([name], None) => Ok((*name).to_owned()),
        ([], None) => Err(LoadError::WhichProgram {
            message: format!("the package `{}` has no program", package.name),
            help: "an operator is a program: give the package a `src/main.rs` with `kopr::main!(..)`"
                .to_owned(),
        }),
        (_, None) => Err(LoadError::WhichProgram {
            message: format!(
                "the package `{}` has several programs: {}",
                package.name,
                list(&names)
            ),
            help: "choose one with `--bin NAME`, or set `default-run` in its manifest".to_owned(),
        }),
    }
}

fn bins(package: &Package) -> impl Iterator<Item = &str> {
    package
        .targets
        .iter()
        .filter(|target| target.kind.contains(&TargetKind::Bin))
        .map(|target| target.name.as_str())
}

fn depends_on_sdk(package: &Package) -> bool {
    package
        .dependencies
        .iter()
        .any(|dependency| dependency.name == SDK)
}

fn checkout(package: &Package) -> Option<Utf8PathBuf> {
    let sdk = package
        .dependencies
        .iter()
        .find(|dependency| dependency.name == SDK)?
        .path
        .as_ref()?;
    sdk.parent().map(Utf8Path::to_owned)
}

fn member_parents(metadata: &Metadata) -> Vec<Utf8PathBuf> {
    let folders = metadata
        .workspace_packages()
        .into_iter()
        .filter_map(|package| package.manifest_path.parent());
    let parents = folders
        .filter(|folder| **folder != metadata.workspace_root)
        .filter_map(Utf8Path::parent);
    parents
        .map(Utf8Path::to_owned)
        .collect::<BTreeSet<_>>()
        .into_iter()
        .collect()
}

fn same(a: &Utf8Path, b: &Utf8Path) -> bool {
    a == b || matches!((a.canonicalize_utf8(), b.canonicalize_utf8()), (Ok(a), Ok(b)) if a == b)
}

fn list(names: &[&str]) -> String {
    names
        .iter()
        .map(|name| format!("`{name}`"))
        .collect::<Vec<_>>()
        .join(", ")
}
