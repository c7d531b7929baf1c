//! Findings as SARIF 2.1.0, the form in which code hosts show them beside the lines.

use std::collections::BTreeSet;

use serde_json::{Value, json};

use super::{Found, Position};
use crate::check::{FAMILIES, Level};
use crate::lint;

/// A file that could not be looked at.
#[derive(Clone, Debug)]
pub struct Notice {
    /// Why.
    pub message: String,
    /// Where, as far as it is known.
    pub position: Option<Position>,
}

/// The whole log of findings by the rules of CRDs and objects.
pub fn sarif(found: &[Found], unread: &[Notice]) -> Value {
    let rules = FAMILIES
        .iter()
        .flat_map(|family| family.rules)
        .chain(lint::rules().into_iter().map(|lint| &lint.rule));
    sarif_by(rules.map(|rule| (rule.id, rule.about)), found, unread)
}

/// The whole log of findings by these rules, each with its text.
pub fn sarif_by(
    rules: impl Iterator<Item = (&'static str, &'static str)>,
    found: &[Found],
    unread: &[Notice],
) -> Value {
    let broken: BTreeSet<&str> = found.iter().map(|one| one.finding.rule).collect();
    let mut rules: Vec<(&str, &str)> = rules.filter(|(id, _)| broken.contains(id)).collect();
    rules.sort_unstable();
    json!({
        "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
        "version": "2.1.0",
        "runs": [{
            "tool": { "driver": {
                "name": "kopr",
                "version": env!("CARGO_PKG_VERSION"),
                "informationUri": env!("CARGO_PKG_REPOSITORY"),
                "rules": rules.iter().map(|(id, about)| json!({
                    "id": id,
                    "shortDescription": { "text": about },
                })).collect::<Vec<_>>(),
            }},
            // What the columns of regions count.
            "columnKind": "unicodeCodePoints",
            "invocations": [{
                "executionSuccessful": unread.is_empty(),
                "toolExecutionNotifications": unread.iter().map(notification).collect::<Vec<_>>(),
            }],
            "results": found.iter().map(|one| result(one, &rules)).collect::<Vec<_>>(),
        }],
    })
}

fn result(found: &Found, rules: &[(&str, &str)]) -> Value {
    let Found { finding, position } = found;
    let mut text = format!("{}: {}", finding.place, finding.message);
    if let Some(help) = &finding.help {
        text.push_str("; ");
        text.push_str(help);
    }
    let mut location = json!({ "logicalLocations": [{
        "fullyQualifiedName": finding.pointer.as_ref().map_or_else(
            || finding.place.clone(),
            |pointer| format!("{}#{pointer}", finding.place.split(' ').next().unwrap_or_default()),
        ),
    }]});
    if let Some(position) = position {
        location["physicalLocation"] = physical(position);
    }
    json!({
        "ruleId": finding.rule,
        "ruleIndex": rules.iter().position(|(id, _)| *id == finding.rule),
        "level": level(finding.level),
        "message": { "text": text },
        "locations": [location],
    })
}

/// SARIF has the same three words.
fn level(level: Level) -> &'static str {
    match level {
        Level::Error => "error",
        Level::Warning => "warning",
        Level::Note => "note",
    }
}

fn physical(position: &Position) -> Value {
    json!({
        "artifactLocation": { "uri": uri(&position.file) },
        "region": { "startLine": position.line, "startColumn": position.column },
    })
}

fn notification(notice: &Notice) -> Value {
    let mut value = json!({ "level": "error", "message": { "text": notice.message } });
    if let Some(position) = &notice.position {
        value["locations"] = json!([{ "physicalLocation": physical(position) }]);
    }
    value
}

/// A path as a relative URI reference.
fn uri(path: &str) -> String {
    let path = path.strip_prefix("./").unwrap_or(path);
    path.bytes()
        .map(|byte| match byte {
            b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'_' | b'.' | b'~' | b'/' => {
                char::from(byte).to_string()
            }
            b'\\' => "/".to_owned(),
            other => format!("%{other:02X}"),
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::uri;

    #[test]
    fn paths_become_references() {
        for (path, expected) in [
            ("./deploy/crds/a.yaml", "deploy/crds/a.yaml"),
            ("a b/ü.yaml", "a%20b/%C3%BC.yaml"),
            ("/tmp/x.yaml", "/tmp/x.yaml"),
            ("deploy\\x.yaml", "deploy/x.yaml"),
        ] {
            assert_eq!(uri(path), expected);
        }
    }
}
