//! Versions as `blang/semver` v4 reads and compares them.

use std::cmp::Ordering;
use std::fmt;

use super::go::quoted;

/// A version; build metadata does not count in comparisons.
#[derive(Clone, Debug, Default)]
pub struct Version {
    /// First number.
    pub major: u64,
    /// Second number.
    pub minor: u64,
    /// Third number.
    pub patch: u64,
    /// Identifiers after `-`.
    pub pre: Vec<Identifier>,
    /// Identifiers after `+`.
    pub build: Vec<String>,
}

/// One identifier of a pre-release: numbers come before words.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Identifier {
    /// All digits.
    Number(u64),
    /// Anything else.
    Word(String),
}

impl Version {
    /// Reads `MAJOR.MINOR.PATCH[-PRE][+BUILD]` and nothing looser.
    pub fn parse(text: &str) -> Result<Self, String> {
        if text.is_empty() {
            return Err("Version string empty".to_owned());
        }
        let parts: Vec<&str> = text.splitn(3, '.').collect();
        let [major, minor, rest] = parts[..] else {
            return Err("No Major.Minor.Patch elements found".to_owned());
        };
        let (major, minor) = (number(major, "major", "Major")?, number(minor, "minor", "Minor")?);
        let (rest, build) = cut(rest, '+');
        let (patch, pre) = cut(rest, '-');
        Ok(Self {
            major,
            minor,
            patch: number(patch, "patch", "Patch")?,
            pre: pre
                .map(|pre| pre.split('.').map(Identifier::parse).collect())
                .transpose()?
                .unwrap_or_default(),
            build: build
                .map(|build| build.split('.').map(metadata).collect())
                .transpose()?
                .unwrap_or_default(),
        })
    }

    /// Reads what people write: blanks around it, a `v` before it, zeros before numbers, missing numbers.
    pub fn parse_tolerant(text: &str) -> Result<Self, String> {
        let text = text.trim();
        let text = text.strip_prefix('v').unwrap_or(text);
        let mut parts: Vec<String> = text
            .splitn(3, '.')
            .map(|part| {
                if part.len() < 2 {
                    return part.to_owned();
                }
                let bare = part.trim_start_matches('0');
                if bare.starts_with(|c: char| c.is_ascii_digit()) {
                    bare.to_owned()
                } else {
                    format!("0{bare}")
                }
            })
            .collect();
        if parts.len() < 3 {
            if parts.last().is_some_and(|last| last.contains(['+', '-'])) {
                return Err("Short version cannot contain PreRelease/Build meta data".to_owned());
            }
            parts.resize(3, "0".to_owned());
        }
        Self::parse(&parts.join("."))
    }

    /// Whether it is `0.0.0`, which is what an absent version is.
    pub fn is_zero(&self) -> bool {
        *self == Self::default()
    }
}

impl Identifier {
    /// Reads one identifier.
    pub fn parse(text: &str) -> Result<Self, String> {
        if text.is_empty() {
            return Err("Prerelease is empty".to_owned());
        }
        if is_digits(text) {
            if has_leading_zero(text) {
                return Err(format!(
                    "Numeric PreRelease version must not contain leading zeroes {}",
                    quoted(text)
                ));
            }
            return unsigned(text).map(Self::Number);
        }
        if is_word(text) {
            return Ok(Self::Word(text.to_owned()));
        }
        Err(format!(
            "Invalid character(s) found in prerelease {}",
            quoted(text)
        ))
    }
}

fn cut(text: &str, at: char) -> (&str, Option<&str>) {
    match text.split_once(at) {
        Some((before, after)) => (before, Some(after)),
        None => (text, None),
    }
}

fn number(text: &str, name: &str, title: &str) -> Result<u64, String> {
    if !is_digits(text) {
        return Err(format!(
            "Invalid character(s) found in {name} number {}",
            quoted(text)
        ));
    }
    if has_leading_zero(text) {
        return Err(format!(
            "{title} number must not contain leading zeroes {}",
            quoted(text)
        ));
    }
    unsigned(text)
}

fn unsigned(text: &str) -> Result<u64, String> {
    text.parse().map_err(|_| {
        let why = if text.is_empty() {
            "invalid syntax"
        } else {
            "value out of range"
        };
        format!("strconv.ParseUint: parsing {}: {why}", quoted(text))
    })
}

fn metadata(text: &str) -> Result<String, String> {
    if text.is_empty() {
        return Err("Build meta data is empty".to_owned());
    }
    if is_word(text) {
        return Ok(text.to_owned());
    }
    Err(format!(
        "Invalid character(s) found in build meta data {}",
        quoted(text)
    ))
}

fn is_digits(text: &str) -> bool {
    text.bytes().all(|byte| byte.is_ascii_digit())
}

fn is_word(text: &str) -> bool {
    text.bytes()
        .all(|byte| byte.is_ascii_alphanumeric() || byte == b'-')
}

fn has_leading_zero(text: &str) -> bool {
    text.len() > 1 && text.starts_with('0')
}

impl PartialEq for Version {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl Eq for Version {}

impl PartialOrd for Version {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Version {
    fn cmp(&self, other: &Self) -> Ordering {
        (self.major, self.minor, self.patch)
            .cmp(&(other.major, other.minor, other.patch))
            // A version without a pre-release comes after those with one.
            .then_with(|| self.pre.is_empty().cmp(&other.pre.is_empty()))
            .then_with(|| self.pre.cmp(&other.pre))
    }
}

impl fmt::Display for Version {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}.{}.{}", self.major, self.minor, self.patch)?;
        for (at, identifier) in self.pre.iter().enumerate() {
            write!(f, "{}{identifier}", if at == 0 { '-' } else { '.' })?;
        }
        for (at, identifier) in self.build.iter().enumerate() {
            write!(f, "{}{identifier}", if at == 0 { '+' } else { '.' })?;
        }
        Ok(())
    }
}

impl fmt::Display for Identifier {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Number(number) => write!(f, "{number}"),
            Self::Word(word) => f.write_str(word),
        }
    }
}
