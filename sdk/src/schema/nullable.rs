//! Null as one of the values of an enumeration.
//!
//! The API server compares null with the values of an `enum` and finds it in none, though the node be
//! nullable and null be listed. A field can be left out instead, which is the better form, and so a loss
//! says how. An item of a list or a value of a map cannot: a pattern stands for its enumeration.

use serde_json::{Map, Value, json};

use super::structural::Converter;

impl Converter<'_> {
    /// Makes a nullable enumeration one that takes null, or says that it does not.
    pub(super) fn nullable(&mut self, is_field: bool, node: &mut Map<String, Value>, path: &str) {
        if node.get("nullable") != Some(&json!(true)) || !node.contains_key("enum") {
            return;
        }
        let in_collection = path.ends_with("[]") || path.ends_with("{}");
        if (in_collection || !is_field) && pattern(node) {
            return;
        }
        self.lose(
            path,
            "a `None`, which serde writes as null: the API server takes no null for an enumeration; leave it out with `#[serde(skip_serializing_if = \"Option::is_none\")]`",
        );
    }
}

/// Puts a pattern in the place of an enumeration of texts; whether it could.
pub(super) fn pattern(node: &mut Map<String, Value>) -> bool {
    let Some(words) = node.get("enum").and_then(Value::as_array) else {
        return false;
    };
    let Some(words) = words.iter().map(Value::as_str).collect::<Option<Vec<_>>>() else {
        return false;
    };
    if node.contains_key("pattern") {
        return false;
    }
    let words: Vec<String> = words.into_iter().map(escaped).collect();
    let text = format!("^({})$", words.join("|"));
    node.remove("enum");
    node.insert("pattern".to_owned(), json!(text));
    true
}

/// A text as the pattern that takes only it.
fn escaped(text: &str) -> String {
    text.chars()
        .flat_map(|c| {
            r"\.+*?()|[]{}^$"
                .contains(c)
                .then_some('\\')
                .into_iter()
                .chain([c])
        })
        .collect()
}
