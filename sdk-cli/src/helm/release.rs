//! How much Helm stores for a revision of a release: the chart and what it rendered to, in one Secret.

use std::io::{self, Write as _};

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use flate2::Compression;
use flate2::write::GzEncoder;
use serde_json::json;

/// Bytes that a Secret takes.
pub const LIMIT: usize = 1_048_576;
/// Bytes from which on it gets narrow: values, notes and hooks of users come on top.
pub const NEAR: usize = 900_000;

/// The bytes that Helm stores, about: JSON with the files of the chart in base64 and the rendered text, packed with
/// gzip, in base64. The text of the templates, without lines that are only expressions, stands for what they render to.
pub(super) fn bytes(files: &[(String, String)]) -> io::Result<usize> {
    let templates: Vec<_> = files
        .iter()
        .map(|(name, text)| json!({ "name": name, "data": STANDARD.encode(text) }))
        .collect();
    let manifest: String = files
        .iter()
        .filter(|(name, _)| name.starts_with("templates/"))
        .flat_map(|(_, text)| text.split_inclusive('\n'))
        .filter(|line| !line.trim_start().starts_with("{{"))
        .collect();
    let release = json!({ "chart": { "templates": templates }, "manifest": manifest });
    let mut packed = GzEncoder::new(Vec::new(), Compression::best());
    packed.write_all(release.to_string().as_bytes())?;
    let bytes = packed.finish()?.len();
    Ok(bytes.div_ceil(3) * 4)
}
