//! What has to hold of a field, as lines of a cell.

use super::markdown::{code, text};
use crate::explain::{Field, Subject, of_field};

/// The words before values that are text, not code.
const WORDS: [&str; 9] = [
    "column of `kubectl get`",
    "not in the schema",
    "list type",
    "map type",
    "says",
    "value",
    "characters",
    "items",
    "fields",
];

/// One constraint a line. The default has a column of its own, that of an item has not.
pub(super) fn of(subject: &Subject<'_>, field: &Field<'_>) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for fact in of_field(subject, field) {
        if fact.starts_with("default: ") {
            continue;
        }
        let (of_what, fact) = prefix(&fact);
        // What belongs to a rule stands in its line.
        match (fact.strip_prefix("  "), lines.last_mut()) {
            (Some(more), Some(last)) => {
                last.push_str("; ");
                last.push_str(&line(more));
            }
            _ => lines.push(format!("{of_what}{}", line(fact))),
        }
    }
    lines
}

/// `each item: each value: ` and what stands behind.
fn prefix(fact: &str) -> (&str, &str) {
    let mut rest = fact;
    while let Some(after) = ["each item: ", "each value: "]
        .iter()
        .find_map(|words| rest.strip_prefix(words))
    {
        rest = after;
    }
    fact.split_at(fact.len() - rest.len())
}

fn line(fact: &str) -> String {
    let Some((label, value)) = fact.split_once(": ") else {
        // `may be null`, `a multiple of 5`: our own words.
        return fact.replace('`', "");
    };
    match label {
        "rule" if value == "self == oldSelf" => format!("cannot be changed: {}", code(value)),
        "see" => {
            let (address, words) = match value.split_once(" (") {
                Some((address, words)) => (address, words.trim_end_matches(')')),
                None => (value, value),
            };
            if address.starts_with("http") {
                format!(
                    "see: [{}](<{}>)",
                    text(words),
                    address.replace(['<', '>', '|'], "")
                )
            } else {
                format!("see: {}", text(value))
            }
        }
        label if WORDS.contains(&label) => format!("{}: {}", label.replace('`', ""), text(value)),
        label => format!("{label}: {}", code(value)),
    }
}
