//! The layout of an image: an OCI image layout as a folder or a tar, or what `docker save` writes.

use std::fmt::Write as _;

use camino::Utf8Path;
use serde_json::Value;
use sha2::{Digest as _, Sha256};

use super::{SourceError, TOTAL_MAX, limited};
use crate::bundle::Files;

/// How deep indexes may be nested.
const DEPTH: usize = 4;

/// Gives the bytes at a path of a layout.
type Get<'a> = dyn Fn(&str) -> Result<Vec<u8>, SourceError> + 'a;

pub(super) fn folder(path: &Utf8Path) -> Result<Files, SourceError> {
    image(path.as_str(), &|name| limited(&path.join(name), TOTAL_MAX))
}

pub(super) fn archive(path: &str, files: &Files) -> Result<Files, SourceError> {
    let get = |name: &str| {
        let bytes = files.bytes(name).map(<[u8]>::to_vec);
        bytes.ok_or_else(|| broken(path, format!("`{name}` is missing")))
    };
    if files.bytes("oci-layout").is_some() {
        return image(path, &get);
    }
    let manifest = json(path, "manifest.json", &get("manifest.json")?)?;
    let layers = manifest[0]["Layers"].as_array().cloned().unwrap_or_default();
    if layers.is_empty() {
        return Err(broken(path, "`manifest.json` names no layers"));
    }
    let mut found = Files::new(path);
    for layer in layers {
        let bytes = get(layer.as_str().unwrap_or_default())?;
        super::archive::add(path, &bytes, &mut found)?;
    }
    Ok(found)
}

fn image(path: &str, get: &Get<'_>) -> Result<Files, SourceError> {
    let mut manifest = json(path, "index.json", &get("index.json")?)?;
    for _ in 0..DEPTH {
        let Some(first) = manifest["manifests"].as_array().and_then(|all| all.first()) else {
            break;
        };
        let bytes = blob(path, first, get)?;
        manifest = json(path, "a manifest", &bytes)?;
    }
    let Some(layers) = manifest["layers"].as_array() else {
        return Err(broken(path, "there is no manifest with layers"));
    };
    let mut found = Files::new(path);
    let mut total = 0;
    for layer in layers {
        let kind = layer["mediaType"].as_str().unwrap_or_default();
        if kind.ends_with("zstd") {
            return Err(broken(path, "a layer is compressed with zstd, only gzip is read"));
        }
        let bytes = blob(path, layer, get)?;
        total += u64::try_from(bytes.len()).unwrap_or(u64::MAX);
        if total > TOTAL_MAX {
            return Err(SourceError::Big {
                path: path.to_owned(),
            });
        }
        super::archive::add(path, &bytes, &mut found)?;
    }
    Ok(found)
}

/// The bytes that a descriptor names, which have to have its digest.
fn blob(path: &str, descriptor: &Value, get: &Get<'_>) -> Result<Vec<u8>, SourceError> {
    let digest = descriptor["digest"].as_str().unwrap_or_default();
    let hex = digest.strip_prefix("sha256:").unwrap_or_default();
    if hex.len() != 64 || !hex.bytes().all(|byte| byte.is_ascii_hexdigit()) {
        return Err(broken(path, format!("`{digest}` is no digest of SHA-256")));
    }
    let bytes = get(&format!("blobs/sha256/{hex}"))?;
    let mut actual = String::new();
    for byte in Sha256::digest(&bytes) {
        let _ = write!(actual, "{byte:02x}");
    }
    if actual != hex {
        return Err(broken(
            path,
            format!("the bytes of `{digest}` have another digest"),
        ));
    }
    Ok(bytes)
}

fn json(path: &str, name: &str, bytes: &[u8]) -> Result<Value, SourceError> {
    serde_json::from_slice(bytes).map_err(|error| broken(path, format!("{name}: {error}")))
}

fn broken(path: &str, why: impl Into<String>) -> SourceError {
    SourceError::Archive {
        path: path.to_owned(),
        why: why.into(),
    }
}
