//! Files of a bundle from a folder, an archive or the layout of an image; the only module of bundles that reads.

mod archive;
mod folder;
mod layout;

use camino::Utf8Path;
use miette::Diagnostic;
use thiserror::Error;

use super::Files;

/// Largest file that is read.
const FILE_MAX: u64 = 32 << 20;
/// Most bytes of all files together, and of an archive once it is unpacked.
const TOTAL_MAX: u64 = 256 << 20;
/// Most files: what has more is no bundle.
const FILES_MAX: usize = 10_000;

/// Why the files of a bundle cannot be read.
#[derive(Debug, Error, Diagnostic)]
pub enum SourceError {
    /// Something cannot be read.
    #[error("cannot read `{path}`: {error}")]
    #[diagnostic(
        code(kopr::bundle::read),
        help(
            "name the folder of a bundle, a `.tgz` or `.tar` of one, or the folder or archive of an image's layout; images are not pulled"
        )
    )]
    Read {
        /// Its path.
        path: String,
        /// Why.
        error: std::io::Error,
    },
    /// It is no bundle.
    #[error("`{path}` has more than {FILES_MAX} files")]
    #[diagnostic(code(kopr::bundle::big), help("name the folder of the bundle itself"))]
    Many {
        /// Its path.
        path: String,
    },
    /// It is too big, or an archive unpacks to too much.
    #[error("`{path}` holds more than 256 MiB")]
    #[diagnostic(code(kopr::bundle::big), help("name the bundle itself"))]
    Big {
        /// Its path.
        path: String,
    },
    /// A name in an archive would be outside of it.
    #[error("`{path}` has the entry `{entry}`, which leads out of it")]
    #[diagnostic(
        code(kopr::bundle::escapes),
        help("pack the bundle anew, from its own folder")
    )]
    Escapes {
        /// The archive.
        path: String,
        /// The entry.
        entry: String,
    },
    /// An archive or a layout is broken.
    #[error("`{path}` cannot be unpacked: {why}")]
    #[diagnostic(
        code(kopr::bundle::archive),
        help("it has to be a tar, plain or with gzip, or an OCI image layout")
    )]
    Archive {
        /// The archive.
        path: String,
        /// Why.
        why: String,
    },
}

/// Reads all files of a bundle.
pub fn read(path: &Utf8Path) -> Result<Files, SourceError> {
    if path.is_dir() {
        if path.join("oci-layout").is_file() {
            return layout::folder(path);
        }
        return folder::read(path);
    }
    let bytes = limited(path, TOTAL_MAX)?;
    let entries = archive::entries(path.as_str(), &bytes)?;
    if entries.bytes("oci-layout").is_some() || entries.bytes("manifest.json").is_some() {
        return layout::archive(path.as_str(), &entries);
    }
    Ok(archive::without_top(path.as_str(), entries))
}

/// The bytes of a file that is not too big.
fn limited(path: &Utf8Path, max: u64) -> Result<Vec<u8>, SourceError> {
    let failed = |error| SourceError::Read {
        path: path.to_string(),
        error,
    };
    let length = std::fs::metadata(path).map_err(failed)?.len();
    if length > max {
        return Err(SourceError::Big {
            path: path.to_string(),
        });
    }
    std::fs::read(path).map_err(failed)
}
