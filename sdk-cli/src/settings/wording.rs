//! Serde's messages about a value, in the words of those who write `kopr.toml`.
//!
//! The tests of this module hold serde's and toml's own wording: a message that is not known here is passed on as
//! it is.

use super::error::HELP;
use crate::suggest;

/// What is wrong, and the way out. `path` is the setting, such as `deploy.replicas`.
pub(super) fn reword(message: &str, path: &str) -> (String, Option<String>) {
    if let Some((key, known)) = quoted(message, "unknown field `") {
        let help = if known.is_empty() {
            format!("`{path}` has no keys")
        } else {
            suggest::help(key, &known)
        };
        return (format!("`{key}` is not a setting"), Some(help));
    }
    if let Some((word, known)) = quoted(message, "unknown variant `") {
        let message = format!("`{path}` does not take `{word}`");
        return (message, Some(suggest::help(word, &known)));
    }
    if let Some((key, _)) = quoted(message, "missing field `") {
        return (
            format!("`{path}` needs `{key}`"),
            Some(format!("set `{path}.{key}`, or leave `{path}` out")),
        );
    }
    for prefix in ["invalid type: ", "invalid value: "] {
        if let Some((found, expected)) = message
            .strip_prefix(prefix)
            .and_then(|rest| rest.split_once(", expected "))
        {
            let message = format!(
                "`{path}` takes {}, not {}",
                form(expected.trim_end()),
                found_form(found)
            );
            let help = (expected.trim_end().starts_with("struct ") || expected.trim_end() == "a map")
                .then(|| format!("it is a table: `[{path}]` and its keys below, or `{{ key = value }}`"));
            return (message, help);
        }
    }
    match message.split_once(HELP) {
        Some((message, help)) => (message.to_owned(), Some(help.trim_end().to_owned())),
        None => (message.trim_end().to_owned(), None),
    }
}

/// The word behind the prefix, and those that are quoted after it: "unknown field `a`, expected one of `b`, `c`".
fn quoted<'a>(message: &'a str, prefix: &str) -> Option<(&'a str, Vec<&'a str>)> {
    let (word, rest) = message.strip_prefix(prefix)?.split_once('`')?;
    Some((word, rest.split('`').skip(1).step_by(2).collect()))
}

/// What a key takes, where serde names a type of Rust.
fn form(expected: &str) -> &str {
    match expected {
        "u8" | "u16" | "u32" | "u64" | "usize" => "a whole number from 0 on",
        "i8" | "i16" | "i32" | "i64" | "isize" => "a whole number",
        "a boolean" => "`true` or `false`",
        "a string" | "string or table" => "a text in quotes",
        "a sequence" => "a list",
        "a map" => "a table",
        other if other.starts_with("struct ") => "a table",
        other if other.starts_with("enum ") => "a text in quotes",
        other => other,
    }
}

/// What was found, as it is written in TOML.
fn found_form(found: &str) -> String {
    let value = |prefix: &str| found.strip_prefix(prefix);
    if let Some(text) = value("string ") {
        return format!("the text `{text}`");
    }
    for prefix in ["integer ", "floating point ", "boolean "] {
        if let Some(text) = value(prefix) {
            return text.to_owned();
        }
    }
    match found {
        "map" => "a table".to_owned(),
        "sequence" => "a list".to_owned(),
        other => other.to_owned(),
    }
}
