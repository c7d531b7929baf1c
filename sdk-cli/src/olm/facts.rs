//! What a bundle takes from beside code and settings: files, a time, the version of OLM.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;

/// What a bundle takes from beside code and settings.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Facts {
    /// The text of `package.description-file`.
    pub description: Option<String>,
    /// The icon.
    pub icon: Option<Icon>,
    /// When the bundle was made, by RFC 3339.
    pub created_at: Option<String>,
    /// Which OLM it is for.
    pub olm: Olm,
    /// Name of the bundle's folder; `bundle` unless another was asked for.
    pub folder: Option<String>,
}

impl Facts {
    /// Name of the bundle's folder.
    pub(super) fn folder(&self) -> &str {
        self.folder.as_deref().unwrap_or("bundle")
    }
}

/// Versions of OLM.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, clap::ValueEnum)]
pub enum Olm {
    /// OLM v0, and v1 as far as it goes.
    #[default]
    V0,
    /// OLM v1: what it cannot take is an error.
    V1,
}

/// An icon.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Icon {
    /// Its bytes, as base64.
    pub base64: String,
    /// Its media type.
    pub media_type: &'static str,
}

/// Why a file is no icon.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum IconError {
    /// It has no bytes.
    Empty,
    /// It is none of the forms that catalogs show.
    Form,
}

/// What files of a form begin with.
const FORMS: [(&[u8], &str); 4] = [
    (b"\x89PNG\r\n\x1a\n", "image/png"),
    (b"\xff\xd8\xff", "image/jpeg"),
    (b"GIF87a", "image/gif"),
    (b"GIF89a", "image/gif"),
];

impl Icon {
    /// Takes the bytes of a file; its content says what it is, whatever its name.
    ///
    /// # Errors
    /// It is none of the forms that catalogs show.
    pub fn new(bytes: &[u8]) -> Result<Self, IconError> {
        if bytes.is_empty() {
            return Err(IconError::Empty);
        }
        let known = FORMS.iter().find(|(start, _)| bytes.starts_with(start));
        let media_type = match known {
            Some((_, media_type)) => media_type,
            None if is_svg(bytes) => "image/svg+xml",
            None => return Err(IconError::Form),
        };
        Ok(Self {
            base64: STANDARD.encode(bytes),
            media_type,
        })
    }
}

/// SVG is XML with an `svg` element for its root; before that come only comments and declarations.
fn is_svg(bytes: &[u8]) -> bool {
    let Ok(text) = std::str::from_utf8(bytes) else {
        return false;
    };
    let mut rest = text.trim_start_matches('\u{feff}').trim_start();
    loop {
        let end = match rest {
            _ if rest.starts_with("<?") => "?>",
            _ if rest.starts_with("<!--") => "-->",
            _ if rest.starts_with("<!") => ">",
            _ => break,
        };
        let Some((_, after)) = rest.split_once(end) else {
            return false;
        };
        rest = after.trim_start();
    }
    rest.strip_prefix("<svg")
        .is_some_and(|rest| rest.starts_with(|c: char| c.is_whitespace() || c == '>'))
}

#[cfg(test)]
mod tests {
    use super::{Icon, IconError};

    #[test]
    fn the_content_says_what_an_icon_is() {
        let check = |bytes: &[u8], expected: Result<&str, IconError>| {
            assert_eq!(Icon::new(bytes).map(|icon| icon.media_type), expected);
        };
        check(b"\x89PNG\r\n\x1a\n....", Ok("image/png"));
        check(b"\xff\xd8\xff\xe0", Ok("image/jpeg"));
        check(b"GIF89a...", Ok("image/gif"));
        check(b"<svg xmlns='http://www.w3.org/2000/svg'/>", Ok("image/svg+xml"));
        check(
            b"<?xml version='1.0'?>\n<!-- an icon -->\n<!DOCTYPE svg>\n<svg>",
            Ok("image/svg+xml"),
        );
        check(b"", Err(IconError::Empty));
        check(b"<html><svg></svg></html>", Err(IconError::Form));
        check(b"<svgs>", Err(IconError::Form));
        check(b"<!-- never ends", Err(IconError::Form));
        check(b"icon.png", Err(IconError::Form));
    }
}
