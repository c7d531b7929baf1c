//! The description of the last build, kept beside it. While everything that the build was made from is as
//! it was, the compiler need not be asked again.
//!
//! Only the description is kept: settings are read, manifests rendered and files compared anew each time,
//! so that an edited setting or output is always noticed.

use std::io::Write as _;

use camino::{Utf8Path, Utf8PathBuf};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use sha2::{Digest as _, Sha256};

use super::description::{Origin, Sdk};
use super::inputs::Inputs;
use super::project::Program;
use super::{Selection, cargo_config};
use crate::env;

/// Raised when the meaning of a stamp changes.
const FORMAT: u32 = 2;

/// A description and what it was made from.
#[derive(Debug, Serialize, Deserialize)]
pub(super) struct Stamp {
    format: u32,
    cli: String,
    manifest: Utf8PathBuf,
    inputs: Inputs,
    /// The program that said it. It may be gone since, or built with other features.
    pub executable: Utf8PathBuf,
    operator_manifest: Utf8PathBuf,
    checkout: Option<Utf8PathBuf>,
    /// Folder of the package.
    pub root: Utf8PathBuf,
    /// What the program said.
    pub description: Value,
}

impl Stamp {
    /// Where the description came from.
    pub(super) fn origin(&self) -> Origin {
        Origin {
            name: self.executable.to_string(),
            by_program: true,
            sdk: Sdk {
                manifest: Some(self.operator_manifest.to_string()),
                checkout: self.checkout.as_ref().map(ToString::to_string),
            },
        }
    }
}

/// The stamp of that selection, if nothing has changed since.
pub(super) fn find(manifest: &Utf8Path, selection: &Selection) -> Option<Stamp> {
    let name = name(manifest, selection);
    let folder = manifest.parent()?;
    let path = target_dirs(folder)
        .into_iter()
        .map(|target| target.join(&name))
        .find(|path| path.is_file())?;
    let stamp: Stamp = serde_json::from_slice(&fs_err::read(path).ok()?).ok()?;
    let fits = stamp.format == FORMAT && stamp.cli == env!("CARGO_PKG_VERSION") && stamp.manifest == manifest;
    (fits && stamp.inputs.are_unchanged()).then_some(stamp)
}

/// Writes a stamp, or takes an old one away where freshness cannot be judged. Failing to do so costs time and
/// nothing else, so it is not an error.
pub(super) fn write(
    manifest: &Utf8Path,
    selection: &Selection,
    program: &Program,
    executable: &Utf8Path,
    inputs: Option<Inputs>,
    description: Value,
) {
    let path = program.target_directory.join(name(manifest, selection));
    let Some(inputs) = inputs else {
        let _ = fs_err::remove_file(&path);
        return;
    };
    let stamp = Stamp {
        format: FORMAT,
        cli: env!("CARGO_PKG_VERSION").to_owned(),
        manifest: manifest.to_owned(),
        inputs,
        executable: executable.to_owned(),
        operator_manifest: program.manifest.clone(),
        checkout: program.checkout.clone(),
        root: program.folder().to_owned(),
        description,
    };
    let _ = persist(&path, &stamp);
}

fn persist(path: &Utf8Path, stamp: &Stamp) -> std::io::Result<()> {
    let folder = path.parent().unwrap_or(path);
    fs_err::create_dir_all(folder)?;
    let mut file = tempfile::NamedTempFile::new_in(folder)?;
    serde_json::to_writer(&mut file, stamp)?;
    file.flush()?;
    file.persist(path)?;
    Ok(())
}

/// Path of the stamp in a target folder: one for each selection.
fn name(manifest: &Utf8Path, selection: &Selection) -> String {
    let Selection {
        manifest_path: _,
        package,
        bin,
        features,
    } = selection;
    let key = format!("{manifest}\n{package:?}\n{bin:?}\n{:?}", features.arguments());
    format!("kopr/{:.16}.json", format!("{:x}", Sha256::digest(key)))
}

/// Where the target folder can be, without asking cargo.
fn target_dirs(folder: &Utf8Path) -> Vec<Utf8PathBuf> {
    let chosen = env::target_dir()
        .and_then(|path| Some(super::project::absolute(&env::current_dir().ok()?, &path)))
        .or_else(|| cargo_config::target_dir(folder));
    match chosen {
        Some(folder) => vec![folder],
        None => folder.ancestors().map(|folder| folder.join("target")).collect(),
    }
}
