//! Ranges of versions as `blang/semver` v4 reads them: a blank is "and", `||` is "or", `x` stands for any number.

use super::go::quoted;
use super::semver::Version;

/// A range: the alternatives, and in each the conditions that hold together.
#[derive(Clone, Debug)]
pub struct Range(Vec<Vec<Condition>>);

#[derive(Clone, Debug)]
struct Condition {
    comparator: Comparator,
    version: Version,
}

#[derive(Clone, Copy, Debug)]
enum Comparator {
    Equal,
    Greater,
    GreaterOrEqual,
    Less,
    LessOrEqual,
    NotEqual,
}

impl Range {
    /// Reads a range such as `>=1.0.0 <2.0.0 || 3.x`.
    pub fn parse(text: &str) -> Result<Self, String> {
        let parts = split(text);
        let mut alternatives = Vec::new();
        for alternative in alternatives_of(&parts)? {
            let mut conditions = Vec::new();
            for part in alternative {
                for expanded in expand(part)? {
                    conditions.push(Condition::parse(&expanded)?);
                }
            }
            alternatives.push(conditions);
        }
        Ok(Self(alternatives))
    }

    /// Whether the version is in it.
    ///
    /// An alternative without conditions (between two `||`) holds for no version here; there it ends the program.
    pub fn contains(&self, version: &Version) -> bool {
        self.0.iter().any(|conditions| {
            !conditions.is_empty() && conditions.iter().all(|condition| condition.holds(version))
        })
    }
}

impl Condition {
    fn parse(text: &str) -> Result<Self, String> {
        let (operator, version) = operator_and_version(text)?;
        let why = match Comparator::parse(operator) {
            None => format!(
                "Could not parse comparator {} in {}",
                quoted(operator),
                quoted(text)
            ),
            Some(comparator) => match Version::parse(version) {
                Ok(version) => return Ok(Self { comparator, version }),
                Err(error) => format!(
                    "Could not parse version {} in {}: {error}",
                    quoted(version),
                    quoted(text)
                ),
            },
        };
        Err(format!("Could not parse Range {}: {why}", quoted(text)))
    }

    fn holds(&self, version: &Version) -> bool {
        match self.comparator {
            Comparator::Equal => *version == self.version,
            Comparator::Greater => *version > self.version,
            Comparator::GreaterOrEqual => *version >= self.version,
            Comparator::Less => *version < self.version,
            Comparator::LessOrEqual => *version <= self.version,
            Comparator::NotEqual => *version != self.version,
        }
    }
}

impl Comparator {
    fn parse(text: &str) -> Option<Self> {
        Some(match text {
            "" | "=" | "==" => Self::Equal,
            ">" => Self::Greater,
            ">=" => Self::GreaterOrEqual,
            "<" => Self::Less,
            "<=" => Self::LessOrEqual,
            "!" | "!=" => Self::NotEqual,
            _ => return None,
        })
    }
}

/// Cuts at blanks, but not between an operator and its version. Parts of one character get lost, as they do there.
fn split(text: &str) -> Vec<String> {
    let bytes = text.as_bytes();
    let mut parts = Vec::new();
    let (mut start, mut last) = (0, 0);
    for (at, byte) in bytes.iter().enumerate() {
        if *byte == b' ' && !matches!(last, b'<' | b'=' | b'>') {
            if start + 1 < at {
                parts.push(&text[start..at]);
            }
            start = at + 1;
        } else if *byte != b' ' {
            last = *byte;
        }
    }
    if start + 1 < bytes.len() {
        parts.push(&text[start..]);
    }
    parts.iter().map(|part| part.replace(' ', "")).collect()
}

fn alternatives_of(parts: &[String]) -> Result<Vec<&[String]>, String> {
    if parts.first().is_some_and(|part| part == "||") {
        return Err("First element in range is '||'".to_owned());
    }
    let alternatives: Vec<&[String]> = parts.split(|part| part == "||").collect();
    if alternatives.last().is_none_or(|last| last.is_empty()) {
        return Err("Last element in range is '||'".to_owned());
    }
    Ok(alternatives)
}

fn operator_and_version(text: &str) -> Result<(&str, &str), String> {
    let at = text
        .find(char::is_numeric)
        .ok_or_else(|| format!("Could not get version from string: {}", quoted(text)))?;
    Ok((text[..at].trim(), &text[at..]))
}

/// `1.x` as the two conditions that it stands for; anything without an `x` as it is.
fn expand(text: &str) -> Result<Vec<String>, String> {
    if !text.contains('x') {
        return Ok(vec![text.to_owned()]);
    }
    let (operator, version) = operator_and_version(text)?;
    let flat = flattened(version);
    let (before, result, increments) = match operator {
        ">" => (None, ">=", true),
        ">=" => (None, ">=", false),
        "<" => (None, "<", false),
        "<=" => (None, "<", true),
        "" | "=" | "==" => (Some(format!(">={flat}")), "<", true),
        "!" | "!=" => (Some(format!("<{flat}")), ">=", true),
        _ => (None, "", false),
    };
    let bound = if increments {
        incremented(version, &flat)
    } else {
        flat
    };
    Ok(before.into_iter().chain([format!("{result}{bound}")]).collect())
}

/// The version with zeros for what is left open.
fn flattened(version: &str) -> String {
    let flat = version.replacen(".x.x", ".x", 1).replacen(".x", ".0", 1);
    if flat.split('.').count() == 2 {
        format!("{flat}.0")
    } else {
        flat
    }
}

/// The first version after all that the wildcard covers; nothing where the `x` is no wildcard.
fn incremented(version: &str, flat: &str) -> String {
    let parts: Vec<&str> = version.split('.').collect();
    let at = match (parts.len(), parts.last()) {
        (3, Some(&"x")) => 1,
        (2, Some(&"x")) => 0,
        _ => return String::new(),
    };
    let mut parts: Vec<String> = flat.split('.').map(str::to_owned).collect();
    match parts
        .get(at)
        .and_then(|part| part.parse::<i64>().ok()?.checked_add(1))
    {
        Some(next) => {
            parts[at] = next.to_string();
            parts.join(".")
        }
        None => String::new(),
    }
}
