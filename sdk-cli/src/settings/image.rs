//! The container image.

use kopr_model::names;
use serde::{Deserialize, Serialize};

use super::checked::checked;
use super::error::HELP;

checked!(
    /// Registry and path of an image, without tag and digest: `registry.example.com/team/operator`.
    Repository,
    |text| repository(text)
);

checked!(
    /// Tag of an image: at most 128 letters, digits, `_`, `.` and `-`.
    Tag,
    |text| {
        let first = text.chars().next().is_some_and(|c| c.is_ascii_alphanumeric() || c == '_');
        let rest = text.chars().all(|c| c.is_ascii_alphanumeric() || "_.-".contains(c));
        if first && rest && text.len() <= 128 {
            return Ok(());
        }
        Err(format!(
            "`{text}` is not an image tag{HELP}a tag has at most 128 letters, digits, `_`, `.` and `-`, and begins \
             with neither `.` nor `-`"
        ))
    }
);

checked!(
    /// Digest of an image: `sha256:` and 64 hexadecimal digits.
    Digest,
    |text| {
        let hex = |digits: &str, count| {
            digits.len() == count && digits.chars().all(|c| matches!(c, '0'..='9' | 'a'..='f'))
        };
        match text.split_once(':') {
            Some(("sha256", digits)) if hex(digits, 64) => Ok(()),
            Some(("sha512", digits)) if hex(digits, 128) => Ok(()),
            _ => Err(format!("`{text}` is not an image digest{HELP}it is `sha256:` and 64 hexadecimal digits")),
        }
    }
);

/// When the kubelet pulls the image.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[expect(missing_docs, reason = "the words are Kubernetes' own")]
pub enum PullPolicy {
    Always,
    #[default]
    IfNotPresent,
    Never,
}

fn repository(text: &str) -> Result<(), String> {
    if text.contains('@') {
        return Err(format!(
            "`{text}` carries a digest{HELP}put it into `image.digest`"
        ));
    }
    let (host, path) = match text.split_once('/') {
        Some((host, path)) if host.contains(['.', ':']) || host == "localhost" => (Some(host), path),
        _ => (None, text),
    };
    if path.contains(':') {
        return Err(format!("`{text}` carries a tag{HELP}put it into `image.tag`"));
    }
    if let Some(host) = host {
        let (name, port) = host
            .split_once(':')
            .map_or((host, None), |(name, port)| (name, Some(port)));
        names::dns_subdomain(name)
            .map_err(|why| format!("`{text}` is not an image repository: its host, {why}"))?;
        if port.is_some_and(|port| port.parse::<u16>().is_err()) {
            return Err(format!(
                "`{text}` is not an image repository: its port is not a number"
            ));
        }
    }
    let part = |part: &str| {
        let edge = |c: Option<char>| c.is_some_and(|c| c.is_ascii_lowercase() || c.is_ascii_digit());
        edge(part.chars().next())
            && edge(part.chars().last())
            && part
                .chars()
                .all(|c| c.is_ascii_lowercase() || c.is_ascii_digit() || "._-".contains(c))
    };
    if path.split('/').all(part) {
        Ok(())
    } else {
        Err(format!(
            "`{text}` is not an image repository{HELP}its parts take small letters, digits, and `.`, `_`, `-` inside, \
             such as `registry.example.com/team/operator`"
        ))
    }
}
