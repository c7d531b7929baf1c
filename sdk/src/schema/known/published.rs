//! What Kubernetes publishes of its own types beyond their shape: how lists and maps merge, and defaults.
//!
//! The Rust types do not have it. The table beside this file comes from an API server; the test
//! `published` asks one again and compares.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use serde_json::Value;

/// A type by its name in OpenAPI, with what is published of it.
#[derive(Default)]
pub(super) struct Definition {
    /// `x-kubernetes-map-type`.
    pub(super) map: Option<&'static str>,
    /// Its members of which something is published.
    pub(super) properties: Vec<(&'static str, Facts)>,
}

/// What is published of one member.
#[derive(Default)]
pub(super) struct Facts {
    pub(super) list: Option<List>,
    /// `x-kubernetes-map-type`, which goes before that of the member's own type.
    pub(super) map: Option<&'static str>,
    pub(super) default: Option<Value>,
}

/// How a list merges.
pub(super) enum List {
    Atomic,
    Set,
    /// By these members of its items.
    Map(Vec<&'static str>),
}

/// What is published of the type of that name.
pub(super) fn definition(name: &str) -> Option<&'static Definition> {
    DEFINITIONS.get(name)
}

static DEFINITIONS: LazyLock<BTreeMap<&'static str, Definition>> =
    LazyLock::new(|| parse(include_str!("published.txt")));

/// A type stands at the beginning of a line, its members below it behind two blanks.
fn parse(text: &'static str) -> BTreeMap<&'static str, Definition> {
    let mut definitions = BTreeMap::new();
    let mut open: Option<(&'static str, Definition)> = None;
    for line in text.lines().filter(|line| !line.starts_with('#')) {
        if let Some(member) = line.strip_prefix("  ") {
            let (name, facts) = split(member);
            if let Some((_, definition)) = &mut open {
                definition.properties.push((name, read(facts)));
            }
        } else {
            let (name, facts) = split(line);
            definitions.extend(open.take());
            let map = read(facts).map;
            open = Some((
                name,
                Definition {
                    map,
                    properties: Vec::new(),
                },
            ));
        }
    }
    definitions.extend(open);
    definitions
}

fn split(text: &'static str) -> (&'static str, &'static str) {
    text.split_once(' ').unwrap_or((text, ""))
}

/// `list=map:name,protocol map=atomic default=".."`; a default is the last, since it may have blanks.
fn read(mut text: &'static str) -> Facts {
    let mut facts = Facts::default();
    while !text.is_empty() {
        if let Some(default) = text.strip_prefix("default=") {
            facts.default = serde_json::from_str(default).ok();
            break;
        }
        let (fact, rest) = split(text);
        text = rest;
        if let Some(map) = fact.strip_prefix("map=") {
            facts.map = Some(map);
        } else if let Some(keys) = fact.strip_prefix("list=map:") {
            facts.list = Some(List::Map(keys.split(',').collect()));
        } else if fact == "list=set" {
            facts.list = Some(List::Set);
        } else if fact == "list=atomic" {
            facts.list = Some(List::Atomic);
        }
    }
    facts
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines() {
        let check = |line: &'static str, list: &str, map: Option<&str>, default: Option<&str>| {
            let facts = read(line);
            let found = match facts.list {
                None => String::new(),
                Some(List::Atomic) => "atomic".to_owned(),
                Some(List::Set) => "set".to_owned(),
                Some(List::Map(keys)) => format!("map by {}", keys.join(" and ")),
            };
            assert_eq!((found.as_str(), facts.map), (list, map), "{line}");
            assert_eq!(
                facts.default.map(|value| value.to_string()).as_deref(),
                default,
                "{line}"
            );
        };
        check("", "", None, None);
        check("list=atomic", "atomic", None, None);
        check("list=set", "set", None, None);
        check("list=map:name,protocol", "map by name and protocol", None, None);
        check("map=granular", "", Some("granular"), None);
        check("list=atomic default=[1, 2]", "atomic", None, Some("[1,2]"));
        check("default=\"a b\"", "", None, Some("\"a b\""));
    }

    /// Every line of the table is read, and says something.
    #[test]
    fn whole_table() {
        let text = include_str!("published.txt");
        let lines = text.lines().filter(|line| !line.starts_with('#'));
        let types = lines.clone().filter(|line| !line.starts_with(' ')).count();
        assert_eq!(DEFINITIONS.len(), types, "each type once");
        let members: usize = DEFINITIONS.values().map(|one| one.properties.len()).sum();
        assert_eq!(members, lines.count() - types);
        for (name, definition) in DEFINITIONS.iter() {
            assert!(
                definition.map.is_some() || !definition.properties.is_empty(),
                "{name}"
            );
            for (member, facts) in &definition.properties {
                let says = facts.list.is_some() || facts.map.is_some() || facts.default.is_some();
                assert!(says, "{name}.{member}");
            }
        }
    }
}
