//! Settings that count, in words and as JSON.

use serde_json::{Value, json};

use super::{Entry, From};
use crate::patch::Patches;

/// A table for people: key, value, where it comes from; then the patches.
pub fn text(entries: &[Entry], patches: &Patches) -> String {
    let rows: Vec<[String; 3]> = entries
        .iter()
        .map(|entry| [entry.key.clone(), toml(&entry.value), entry.from.to_string()])
        .collect();
    let mut text = columns(&rows);
    let rows: Vec<[String; 3]> = patches
        .iter()
        .map(|patch| ["patch".to_owned(), patch.target(), patch.place()])
        .collect();
    if !rows.is_empty() {
        text.push('\n');
        text.push_str(&columns(&rows));
    }
    text
}

/// The same for programs.
pub fn json(entries: &[Entry], patches: &Patches) -> Value {
    let settings: Vec<Value> = entries
        .iter()
        .map(|entry| json!({ "key": entry.key, "value": entry.value, "from": origin(&entry.from) }))
        .collect();
    let patches: Vec<Value> = patches
        .iter()
        .map(|patch| json!({ "file": patch.file, "line": patch.line, "object": patch.target() }))
        .collect();
    json!({ "settings": settings, "patches": patches })
}

fn origin(from: &From) -> Value {
    match from {
        From::File { file, line, profile } => json!({ "file": file, "line": line, "profile": profile }),
        From::Default(what) => json!({ "default": what }),
        From::Unset => Value::Null,
    }
}

impl std::fmt::Display for From {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::File { file, line, profile } => {
                if let Some(profile) = profile {
                    write!(f, "profile {profile}, ")?;
                }
                write!(f, "{file}:{line}")
            }
            Self::Default(what) => f.write_str(what),
            Self::Unset => f.write_str("not set"),
        }
    }
}

/// A value as `kopr.toml` has it.
pub(super) fn toml(value: &Value) -> String {
    match value {
        Value::Null => "-".to_owned(),
        Value::Object(fields) => {
            let fields: Vec<String> = fields
                .iter()
                .map(|(key, value)| {
                    format!(
                        "{} = {}",
                        crate::settings::dotted(std::slice::from_ref(key)),
                        toml(value)
                    )
                })
                .collect();
            format!("{{ {} }}", fields.join(", "))
        }
        Value::Array(items) => {
            let items: Vec<String> = items.iter().map(toml).collect();
            format!("[{}]", items.join(", "))
        }
        // JSON's and TOML's quotes and escapes are the same.
        other => other.to_string(),
    }
}

/// Left-aligned columns, two blanks apart.
fn columns(rows: &[[String; 3]]) -> String {
    let width = |at: usize| {
        rows.iter()
            .map(|row| row[at].chars().count())
            .max()
            .unwrap_or_default()
    };
    // A long value does not push all others away.
    let (first, second) = (width(0), width(1).min(40));
    let lines = rows
        .iter()
        .map(|[key, value, from]| format!("{key:<first$}  {value:<second$}  {from}"));
    lines.chain([String::new()]).collect::<Vec<_>>().join("\n")
}
