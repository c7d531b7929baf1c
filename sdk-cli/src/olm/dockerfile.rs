//! `bundle.Dockerfile`: the image of a bundle is its files, and its annotations once more as labels.

use std::fmt::Write as _;

use super::{DOCKERFILE, Facts, metadata};
use crate::emit::{Artefact, Body, Input, Ownership};

/// Folders of a bundle.
const FOLDERS: [&str; 3] = ["manifests", "metadata", "tests/scorecard"];

/// The file. It stands beside the bundle's folder, and is built there.
pub(super) fn artefact(input: &Input<'_>, facts: &Facts) -> Artefact {
    let mut text = "FROM scratch\n\n".to_owned();
    for (key, value) in metadata::annotations(input) {
        let value = if value.contains(char::is_whitespace) {
            format!("\"{value}\"")
        } else {
            value
        };
        let _ = writeln!(text, "LABEL {key}={value}");
    }
    text.push('\n');
    for folder in FOLDERS {
        let _ = writeln!(text, "COPY {}/{folder} /{folder}/", facts.folder());
    }
    Artefact {
        path: DOCKERFILE.into(),
        body: Body::Hashed(text),
        ownership: Ownership::Tool,
    }
}
