//! The settings that count for an operator, each with where it comes from. Pure.

mod defaults;
mod report;

pub use defaults::{DEFAULTS, Default};
pub use report::{json, text};

use serde_json::Value;

use crate::emit::Input;
use crate::settings::{Origins, Set};

/// A setting that counts.
#[derive(Clone, Debug, PartialEq)]
pub struct Entry {
    /// Its key, with dots, as TOML writes it.
    pub key: String,
    /// Its value; null where there is none.
    pub value: Value,
    /// Where that comes from.
    pub from: From,
}

/// Where a value comes from.
#[derive(Clone, Debug, PartialEq)]
pub enum From {
    /// A line of `kopr.toml`.
    File {
        /// The file.
        file: String,
        /// Line, from 1.
        line: usize,
        /// The profile that sets it.
        profile: Option<String>,
    },
    /// Nothing sets it, and it has a value all the same.
    Default(&'static str),
    /// Nothing sets it, and it has no value.
    Unset,
}

/// All settings, in the order of the book: what is set, and what counts where nothing is.
pub fn effective(input: &Input<'_>, origins: &Origins) -> Vec<Entry> {
    let mut entries = Vec::new();
    for default in DEFAULTS {
        let set: Vec<_> = origins
            .at(default.key)
            .map(|(key, set)| of_file(key, set))
            .collect();
        if set.is_empty() {
            default_entries(default, input, &mut entries);
        } else {
            entries.extend(set);
        }
    }
    entries
}

fn of_file(key: String, set: &Set) -> Entry {
    Entry {
        key,
        value: set.value.clone(),
        from: From::File {
            file: set.file.clone(),
            line: set.line,
            profile: set.profile.clone(),
        },
    }
}

fn default_entries(default: &Default, input: &Input<'_>, entries: &mut Vec<Entry>) {
    let entry = |key: String, value, from| Entry { key, value, from };
    match (default.value)(input) {
        Value::Null => entries.push(entry(default.key.to_owned(), Value::Null, From::Unset)),
        Value::Object(fields) if fields.is_empty() => {
            entries.push(entry(default.key.to_owned(), Value::Null, From::Unset));
        }
        Value::Object(fields) => {
            for (key, value) in fields {
                let path: Vec<String> = default.key.split('.').map(str::to_owned).chain([key]).collect();
                entries.push(entry(
                    crate::settings::dotted(&path),
                    value,
                    From::Default(default.from),
                ));
            }
        }
        value => entries.push(entry(default.key.to_owned(), value, From::Default(default.from))),
    }
}

#[cfg(test)]
mod reference_tests;
#[cfg(test)]
mod tests;
