//! How Go prints values in messages.

use std::fmt::Write as _;

use serde_json::Value;

/// A text as `%q` prints it.
pub fn quoted(text: &str) -> String {
    let mut quoted = String::from("\"");
    for c in text.chars() {
        match c {
            '"' => quoted.push_str("\\\""),
            '\\' => quoted.push_str("\\\\"),
            '\u{7}' => quoted.push_str("\\a"),
            '\u{8}' => quoted.push_str("\\b"),
            '\u{c}' => quoted.push_str("\\f"),
            '\n' => quoted.push_str("\\n"),
            '\r' => quoted.push_str("\\r"),
            '\t' => quoted.push_str("\\t"),
            '\u{b}' => quoted.push_str("\\v"),
            c if u32::from(c) < 0x20 || c == '\u{7f}' => {
                let _ = write!(quoted, "\\x{:02x}", u32::from(c));
            }
            c => quoted.push(c),
        }
    }
    quoted.push('"');
    quoted
}

/// A list of texts as `%q` prints it.
#[allow(single_use_lifetimes, reason = "a trait's argument cannot leave it out")]
pub fn quoted_list<'a>(texts: impl Iterator<Item = &'a str>) -> String {
    let texts: Vec<String> = texts.into_iter().map(quoted).collect();
    format!("[{}]", texts.join(" "))
}

/// A value as `%v` prints what JSON becomes in Go.
pub fn plain(value: &Value) -> String {
    match value {
        Value::Null => "<nil>".to_owned(),
        Value::String(text) => text.clone(),
        Value::Bool(_) | Value::Number(_) => value.to_string(),
        Value::Array(items) => {
            let items: Vec<String> = items.iter().map(plain).collect();
            format!("[{}]", items.join(" "))
        }
        Value::Object(fields) => {
            let fields: Vec<String> = fields
                .iter()
                .map(|(key, value)| format!("{key}:{}", plain(value)))
                .collect();
            format!("map[{}]", fields.join(" "))
        }
    }
}

/// Bytes in the unit that fits, by thousands.
#[allow(clippy::cast_precision_loss, reason = "one decimal is printed")]
pub fn bytes(number: u64) -> String {
    if number < 1000 {
        return format!("{number} B");
    }
    let (mut unit, mut at, mut rest) = (1000_u64, 0, number / 1000);
    while rest >= 1000 {
        unit *= 1000;
        at += 1;
        rest /= 1000;
    }
    let letter = ["k", "M", "G", "T", "P", "E"]
        .get(at)
        .copied()
        .unwrap_or_default();
    format!("{:.1} {letter}B", number as f64 / unit as f64)
}
