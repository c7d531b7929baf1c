//! Where an operator and its settings come from, for every command that reads them.

use camino::Utf8Path;

use crate::cli::SourceArgs;
use crate::load::{Features, From, Selection};
use crate::ops::Error;
use crate::patch::{PatchError, Patches};
use crate::settings::{Origins, Settings};
use crate::suggest;
use crate::write::WriteError;

/// Name of the settings file.
const SETTINGS: &str = "kopr.toml";

/// Name of the folder of patches beside it.
const PATCHES: &str = "patches";

/// Which operator the arguments mean.
pub(in crate::ops) fn source(arguments: &SourceArgs) -> (From, Selection) {
    let from = match (&arguments.model, &arguments.binary) {
        (Some(path), _) => From::Model(path.clone()),
        (_, Some(path)) => From::Binary(path.clone()),
        _ => From::Code,
    };
    let selection = Selection {
        manifest_path: arguments.manifest_path.clone(),
        package: arguments.package.clone(),
        bin: arguments.bin.clone(),
        features: Features {
            names: arguments.features.clone(),
            all: arguments.all_features,
            no_default: arguments.no_default_features,
        },
    };
    (from, selection)
}

/// `kopr.toml` and `patches/` in that folder, with the profile laid over them.
pub(in crate::ops) fn settings(root: &Utf8Path, profile: Option<&str>) -> Result<Settings, Error> {
    settings_with_origins(root, profile).map(|(settings, _)| settings)
}

/// The same, and where each value that is set comes from.
pub(in crate::ops) fn settings_with_origins(
    root: &Utf8Path,
    profile: Option<&str>,
) -> Result<(Settings, Origins), Error> {
    let path = root.join(SETTINGS);
    let text = match fs_err::read_to_string(&path) {
        Ok(text) => text,
        // No file, no choices: but a profile has to be somewhere.
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => String::new(),
        Err(error) => return Err(WriteError::Io(error).into()),
    };
    let (mut settings, origins) = Settings::parse_with_origins(&text, SETTINGS, profile)?;
    settings.patches = patches(root, profile, &Settings::profiles(&text))?;
    Ok((settings, origins))
}

/// The files of `patches/`, then those of the profile's folder in it, each by name.
fn patches(root: &Utf8Path, profile: Option<&str>, profiles: &[String]) -> Result<Patches, Error> {
    let mut files = Vec::new();
    for name in list(root, PATCHES)? {
        let path = format!("{PATCHES}/{name}");
        if root.join(&path).is_dir() {
            // Nothing that somebody wrote is passed over in silence.
            if !profiles.contains(&name) {
                let known: Vec<&str> = profiles.iter().map(String::as_str).collect();
                return Err(PatchError::NoProfile {
                    folder: path.into(),
                    help: format!(
                        "a folder of patches is named like a profile; {}",
                        suggest::help(&name, &known)
                    ),
                }
                .into());
            }
        } else {
            read(root, path, &mut files)?;
        }
    }
    if let Some(profile) = profile {
        let folder = format!("{PATCHES}/{profile}");
        for name in list(root, &folder)? {
            read(root, format!("{folder}/{name}"), &mut files)?;
        }
    }
    Ok(Patches::parse(&files)?)
}

fn read(root: &Utf8Path, path: String, files: &mut Vec<(String, String)>) -> Result<(), Error> {
    if [".yaml", ".yml", ".json"].iter().any(|end| path.ends_with(end)) {
        let text = fs_err::read_to_string(root.join(&path)).map_err(WriteError::Io)?;
        files.push((path, text));
    }
    Ok(())
}

/// The names in a folder, sorted; none where there is no folder.
fn list(root: &Utf8Path, folder: &str) -> Result<Vec<String>, Error> {
    let folder = root.join(folder);
    if !folder.is_dir() {
        return Ok(Vec::new());
    }
    let mut names = Vec::new();
    for entry in folder.read_dir_utf8().map_err(WriteError::Io)? {
        names.push(entry.map_err(WriteError::Io)?.file_name().to_owned());
    }
    names.sort();
    Ok(names)
}
