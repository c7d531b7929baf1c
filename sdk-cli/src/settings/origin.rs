//! Where a value that is set comes from.

use std::collections::BTreeMap;

use serde::Deserialize;
use serde_json::Value;
use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::spot::quoted;

/// Every value that `kopr.toml` sets, with its place.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Origins(BTreeMap<Vec<String>, Set>);

/// A value that is set.
#[derive(Clone, Debug, PartialEq)]
pub struct Set {
    /// The value.
    pub value: Value,
    /// The profile that sets it; none for the rest of the file.
    pub profile: Option<String>,
    /// The file.
    pub file: String,
    /// Line, from 1.
    pub line: usize,
}

/// Values below a table that are no tables themselves, with the lines of their keys.
pub(super) type Leaves = BTreeMap<Vec<String>, (Value, usize)>;

impl Origins {
    /// From the whole, and from what a profile lays over it.
    pub(super) fn new(all: Leaves, over: Option<&(&str, Leaves)>, file: &str) -> Self {
        let set = all.into_iter().map(|(path, (value, line))| {
            let profile = over.filter(|(_, leaves)| leaves.contains_key(&path));
            let set = Set {
                value,
                profile: profile.map(|(name, _)| (*name).to_owned()),
                file: file.to_owned(),
                line,
            };
            (path, set)
        });
        Self(set.collect())
    }

    /// What is set at this key or below it, by path. A path is written as TOML does, with dots.
    pub fn at<'a>(&'a self, key: &'a str) -> impl Iterator<Item = (String, &'a Set)> {
        let key: Vec<&str> = key.split('.').collect();
        self.0.iter().filter_map(move |(path, set)| {
            let below = path.len() >= key.len() && path.iter().zip(&key).all(|(a, b)| a == b);
            below.then(|| (dotted(path), set))
        })
    }
}

/// A path as TOML writes it.
pub fn dotted(path: &[String]) -> String {
    path.iter().map(|key| quoted(key)).collect::<Vec<_>>().join(".")
}

/// The values of a table. What is no value of JSON, such as a date, is none that a setting takes.
pub(super) fn leaves(table: &DeTable<'_>, text: &str) -> Leaves {
    let mut leaves = Leaves::new();
    collect(table, text, &[], &mut leaves);
    leaves
}

fn collect(table: &DeTable<'_>, text: &str, above: &[String], leaves: &mut Leaves) {
    for (key, value) in table {
        let mut path = above.to_vec();
        path.push(key.get_ref().to_string());
        if let DeValue::Table(table) = value.get_ref() {
            collect(table, text, &path, leaves);
        } else {
            let line = text[..key.span().start.min(text.len())].matches('\n').count() + 1;
            leaves.insert(path, (json(value), line));
        }
    }
}

fn json(value: &Spanned<DeValue<'_>>) -> Value {
    let deserializer = toml::de::ValueDeserializer::from(value.clone());
    Value::deserialize(deserializer).unwrap_or_default()
}
