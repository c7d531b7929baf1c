//! References of images as `containers/image` reads them (`reference.ParseNormalizedNamed`): the grammar of
//! `distribution/reference` without addresses of IPv6.

use std::sync::LazyLock;

use regex::Regex;

/// Longest name: registry and repository.
const NAME_MAX: usize = 255;
/// Where an image without a registry comes from.
const DOCKER: &str = "docker.io";

/// An image, with the registry and folder that a short name leaves out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Reference {
    /// Registry.
    pub domain: String,
    /// Repository.
    pub path: String,
    /// What stands after `:`.
    pub tag: Option<String>,
    /// What stands after `@`.
    pub digest: Option<String>,
}

struct Grammar {
    reference: Regex,
    name: Regex,
}

/// A pattern that never fails to compile; a test holds it.
static GRAMMAR: LazyLock<Option<Grammar>> = LazyLock::new(|| {
    let component = "(?:[a-zA-Z0-9]|[a-zA-Z0-9][a-zA-Z0-9-]*[a-zA-Z0-9])";
    let domain = format!(r"{component}(?:\.{component})*(?::[0-9]+)?");
    let part = "[a-z0-9]+(?:(?:[._]|__|[-]+)[a-z0-9]+)*";
    let path = format!("{part}(?:/{part})*");
    // `\w` and the like are those of ASCII there.
    let tag = "[A-Za-z0-9_][A-Za-z0-9_.-]{0,127}";
    let digest = "[A-Za-z][A-Za-z0-9]*(?:[-_+.][A-Za-z][A-Za-z0-9]*)*:[0-9A-Fa-f]{32,}";
    let reference = format!("^((?:{domain}/)?{path})(?::({tag}))?(?:@({digest}))?$");
    Some(Grammar {
        reference: Regex::new(&reference).ok()?,
        name: Regex::new(&format!("^(?:({domain})/)?({path})$")).ok()?,
    })
});

impl Reference {
    /// Reads a reference as people write it, such as `busybox` or `quay.io/a/b:v1@sha256:…`.
    pub fn parse(text: &str) -> Result<Self, String> {
        if text.len() == 64 && text.bytes().all(|byte| matches!(byte, b'a'..=b'f' | b'0'..=b'9')) {
            return Err(format!(
                "invalid repository name ({text}), cannot specify 64-byte hexadecimal strings"
            ));
        }
        let (domain, rest) = domain_of(text);
        let repository = rest.split(':').next().unwrap_or_default();
        if repository.to_lowercase() != repository {
            return Err("invalid reference format: repository name must be lowercase".to_owned());
        }
        let whole = format!("{domain}/{rest}");
        let grammar = GRAMMAR.as_ref().ok_or("invalid reference format")?;
        let Some(found) = grammar.reference.captures(&whole) else {
            return Err(if grammar.reference.is_match(&whole.to_lowercase()) {
                "repository name must be lowercase"
            } else {
                "invalid reference format"
            }
            .to_owned());
        };
        let name = grammar
            .name
            .captures(&found[1])
            .ok_or("invalid reference format")?;
        if found[1].len() > NAME_MAX {
            return Err(format!(
                "repository name must not be more than {NAME_MAX} characters"
            ));
        }
        let group = |at: usize| found.get(at).map(|found| found.as_str().to_owned());
        let digest = group(3);
        digest.as_deref().map_or(Ok(()), digest_is_valid)?;
        Ok(Self {
            domain: name
                .get(1)
                .map(|found| found.as_str().to_owned())
                .unwrap_or_default(),
            path: name[2].to_owned(),
            tag: group(2),
            digest,
        })
    }
}

/// Registry and rest; a first part that cannot be a registry belongs to the rest.
fn domain_of(text: &str) -> (&str, String) {
    let (domain, rest) = match text.split_once('/') {
        Some(("index.docker.io", rest)) => (DOCKER, rest),
        Some((first, rest)) if first.contains(['.', ':']) || first == "localhost" => (first, rest),
        _ => (DOCKER, text),
    };
    if domain == DOCKER && !rest.contains('/') {
        (domain, format!("library/{rest}"))
    } else {
        (domain, rest.to_owned())
    }
}

/// Only three algorithms exist, each with its length in lower-case hexadecimal digits.
fn digest_is_valid(digest: &str) -> Result<(), String> {
    let (algorithm, hex) = digest.split_once(':').unwrap_or_default();
    let length = match algorithm {
        "sha256" => 64,
        "sha384" => 96,
        "sha512" => 128,
        _ => {
            // The package of digests reads a tighter grammar than that of references.
            let is_known = algorithm.bytes().all(|byte| !byte.is_ascii_uppercase());
            let why = if is_known {
                "unsupported digest algorithm"
            } else {
                "invalid checksum digest format"
            };
            return Err(why.to_owned());
        }
    };
    if hex.len() != length {
        return Err("invalid checksum digest length".to_owned());
    }
    if hex.bytes().any(|byte| byte.is_ascii_uppercase()) {
        return Err("invalid checksum digest format".to_owned());
    }
    Ok(())
}
