//! What `kopr gen bundle` reads beside code and settings, and the bundle that comes of it.

use camino::{Utf8Path, Utf8PathBuf};
use miette::Diagnostic;
use thiserror::Error;

use super::Request;
use crate::bundle::{self, Asked, Entry, Files, Profile};
use crate::check::{Level, check_bundle};
use crate::emit::{Artefact, Input};
use crate::env;
use crate::olm::{self, Facts, Icon, IconError, Olm};
use crate::ops::Error;
use crate::report::Found;
use crate::settings::ProjectFile;
use crate::yaml;

/// Why a bundle cannot be made.
#[derive(Debug, Error, Diagnostic)]
pub enum BundleError {
    /// A file that `kopr.toml` names cannot be read.
    #[error("`package.{key}` in kopr.toml names `{file}`, which cannot be read")]
    #[diagnostic(code(kopr::olm::file), help("its path begins at the folder of kopr.toml"))]
    File {
        /// The setting.
        key: &'static str,
        /// The file.
        file: String,
        /// Why.
        #[source]
        source: std::io::Error,
    },
    /// The icon is no picture that catalogs show.
    #[error("`package.icon` in kopr.toml names `{file}`, which {}", match .reason {
        IconError::Empty => "is empty",
        IconError::Form => "is neither PNG, JPEG, GIF nor SVG",
    })]
    #[diagnostic(
        code(kopr::olm::icon),
        help("catalogs show these forms; what a file is, its content says")
    )]
    Icon {
        /// The file.
        file: String,
        /// Why.
        reason: IconError,
    },
    /// `SOURCE_DATE_EPOCH` is no time.
    #[error("{} is `{text}`, which is not a time", env::SOURCE_DATE_EPOCH)]
    #[diagnostic(
        code(kopr::olm::time),
        help("it is a whole number of seconds since 1970, such as `git log -1 --format=%ct` prints")
    )]
    Time {
        /// What it is.
        text: String,
    },
}

/// A bundle, and what was found in it.
pub(super) struct Made {
    pub(super) artefacts: Vec<Artefact>,
    pub(super) found: Vec<Found>,
}

/// Makes the bundle of an operator and validates it.
pub(super) fn made(
    input: &Input<'_>,
    olm: Olm,
    request: &Request<'_>,
    root: &Utf8Path,
) -> Result<Made, Error> {
    let settings = olm::settings(input.settings);
    let chosen = input;
    let input = &Input {
        operator: input.operator,
        settings: &settings,
    };
    let folder = request.folder(root)?;
    let mut facts = facts(input, olm, root, &folder)?;
    let mut artefacts = olm::bundle(input, &facts)?;
    // The time is that of the last change: it alone changes nothing.
    if let Some(now) = now()?
        && (facts.created_at.is_none() || differs(&artefacts, request, root, &folder)?)
    {
        facts.created_at = Some(now);
        artefacts = olm::bundle(input, &facts)?;
    }
    let mut found: Vec<Found> = check_bundle(chosen, &facts, &olm::objects(input)?)
        .into_iter()
        .map(Found::from)
        .collect();
    // What OLM v1 cannot take is said once, by its settings.
    let is_said = found.iter().any(|found| found.finding.rule == "B5");
    let olm = if is_said { Olm::V0 } else { olm };
    found.extend(validated(&artefacts, olm, &folder)?);
    Ok(Made { artefacts, found })
}

fn facts(input: &Input<'_>, olm: Olm, root: &Utf8Path, folder: &Utf8Path) -> Result<Facts, Error> {
    let package = &input.settings.package;
    let description = match &package.description_file {
        Some(file) => {
            let bytes = read(root, "description-file", file)?;
            Some(String::from_utf8_lossy(&bytes).trim().to_owned() + "\n")
        }
        None => None,
    };
    let icon = match &package.icon {
        Some(file) => {
            let icon = Icon::new(&read(root, "icon", file)?);
            Some(icon.map_err(|reason| BundleError::Icon {
                file: file.to_string(),
                reason,
            })?)
        }
        None => None,
    };
    Ok(Facts {
        description,
        icon,
        created_at: last(input, &root.join(folder)),
        olm,
        folder: folder.file_name().map(str::to_owned),
    })
}

fn read(root: &Utf8Path, key: &'static str, file: &ProjectFile) -> Result<Vec<u8>, BundleError> {
    std::fs::read(root.join(file.as_str())).map_err(|source| BundleError::File {
        key,
        file: file.to_string(),
        source,
    })
}

/// The time of the bundle that is there.
fn last(input: &Input<'_>, folder: &Utf8Path) -> Option<String> {
    let path: Utf8PathBuf = folder.join(olm::csv_file(input));
    let text = fs_err::read_to_string(&path).ok()?;
    let documents = yaml::parse(&text, path.as_str()).ok()?;
    let created_at = documents.first()?.pointer("/metadata/annotations/createdAt")?;
    created_at.as_str().map(str::to_owned)
}

/// The time that the environment gives.
fn now() -> Result<Option<String>, BundleError> {
    let Some(text) = env::source_date_epoch() else {
        return Ok(None);
    };
    let time = text
        .trim()
        .parse()
        .ok()
        .and_then(|seconds| jiff::Timestamp::from_second(seconds).ok());
    match time {
        Some(time) => Ok(Some(time.to_string())),
        None => Err(BundleError::Time { text }),
    }
}

/// Whether anything on disk is not what would be written.
fn differs(
    artefacts: &[Artefact],
    request: &Request<'_>,
    root: &Utf8Path,
    folder: &Utf8Path,
) -> Result<bool, Error> {
    for artefact in artefacts {
        let path = root.join(request.place(&artefact.path, folder));
        let text = artefact.text().map_err(crate::write::WriteError::from)?;
        if std::fs::read(path)
            .ok()
            .is_none_or(|bytes| bytes != text.as_bytes())
        {
            return Ok(true);
        }
    }
    Ok(false)
}

/// What the validator says of it, before anything is written. Of the strict rules only errors count: images may be
/// named by tags here.
fn validated(artefacts: &[Artefact], olm: Olm, folder: &Utf8Path) -> Result<Vec<Found>, Error> {
    let mut files = Files::new(folder.as_str());
    for artefact in artefacts {
        if let Ok(path) = artefact.path.strip_prefix(olm::FOLDER) {
            let text = artefact.text().map_err(crate::write::WriteError::from)?;
            files.put(path.as_str(), Entry::File(text.into_bytes()));
        }
    }
    let profiles: &[Profile] = match olm {
        Olm::V0 => &[Profile::Sdk142, Profile::ApiHead],
        Olm::V1 => &[Profile::Sdk142, Profile::ApiHead, Profile::OlmV1],
    };
    let findings = match bundle::load(files.clone()) {
        Ok(bundle) => profiles
            .iter()
            .flat_map(|profile| {
                let asked = Asked {
                    profile: *profile,
                    strict: true,
                    ..Asked::default()
                };
                bundle::validate(&asked, &bundle)
            })
            .filter(|finding| finding.level == Level::Error || !finding.rule.starts_with("OLM-X"))
            .collect(),
        Err(findings) => findings,
    };
    Ok(bundle::found(&files, &findings))
}
