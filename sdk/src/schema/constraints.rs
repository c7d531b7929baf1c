//! `length`, `range`, `pattern` and `contains` on a field, where schemars left them out: on a type of one's
//! own, a map, an integer or string. Where the type says something of the kind too, both hold.

use kopr_model::attribute::CONSTRAINTS_KEY;
use serde::Serialize;
use serde_json::{Map, Value, json};

use super::structural::Converter;

/// One constraint as it travels inside the JSON Schema.
#[doc(hidden)]
pub fn constraint(name: &'static str, value: impl Serialize) -> (&'static str, Value) {
    // Numbers and texts: nothing of it can fail.
    (name, serde_json::to_value(value).unwrap_or_default())
}

/// The constraints of a field as they travel.
#[doc(hidden)]
pub fn constraints(all: Vec<(&'static str, Value)>) -> Value {
    all.into_iter()
        .map(|(name, value)| (name.to_owned(), value))
        .collect::<Map<_, _>>()
        .into()
}

impl Converter<'_> {
    /// Puts the constraints of a field on its node.
    pub(super) fn constraints(
        &mut self,
        fields: &Map<String, Value>,
        node: &mut Map<String, Value>,
        path: &str,
    ) {
        if let Some(all) = fields.get(CONSTRAINTS_KEY).and_then(Value::as_object) {
            self.constrain(all, node, path);
        }
    }

    fn constrain(&mut self, all: &Map<String, Value>, node: &mut Map<String, Value>, path: &str) {
        for (name, value) in all {
            if let ("inner", Some(all)) = (name.as_str(), value.as_object()) {
                self.constrain_inside(all, node, path);
            } else if let Err(about) = put(name, value, node) {
                let word = name.split('.').next().unwrap_or_default();
                let found = found(node);
                self.refuse(
                    path,
                    None,
                    format!("has the constraint `{word}`, which is about {about}, and is {found}"),
                );
            }
        }
    }

    /// Constraints on the items of a list, or the values of a map.
    fn constrain_inside(&mut self, all: &Map<String, Value>, node: &mut Map<String, Value>, path: &str) {
        for (key, mark) in [("items", "[]"), ("additionalProperties", "{}")] {
            if let Some(Value::Object(inside)) = node.get_mut(key) {
                let mut inside = std::mem::take(inside);
                self.constrain(all, &mut inside, &format!("{path}{mark}"));
                node.insert(key.to_owned(), Value::Object(inside));
                return;
            }
        }
        let found = found(node);
        self.refuse(
            path,
            None,
            format!("has constraints on what is `inner`, and is no list or map but {found}"),
        );
    }
}

/// Puts one constraint on a node; else what it is about.
fn put(name: &str, value: &Value, node: &mut Map<String, Value>) -> Result<(), &'static str> {
    let either = node.contains_key("x-kubernetes-int-or-string");
    let type_ = node.get("type").and_then(Value::as_str).unwrap_or_default();
    let (word, end) = name.split_once('.').unwrap_or((name, ""));
    match word {
        "length" => {
            let noun = match type_ {
                "string" => "Length",
                "array" => "Items",
                "object" => "Properties",
                _ if either => "Length",
                _ => return Err("strings, lists and maps"),
            };
            both_ends(end, |end| bound(node, &format!("{end}{noun}"), end, value));
        }
        "range" => {
            if !(matches!(type_, "integer" | "number") || either) {
                return Err("numbers");
            }
            both_ends(end, |end| bound(node, &format!("{end}imum"), end, value));
        }
        _ => {
            if !(type_ == "string" || either) {
                return Err("strings");
            }
            let text = value.as_str().unwrap_or_default();
            let wanted = if word == "contains" {
                escape(text)
            } else {
                text.to_owned()
            };
            pattern(node, &wanted);
        }
    }
    Ok(())
}

fn both_ends(end: &str, mut put: impl FnMut(&str)) {
    match end {
        "equal" => {
            put("min");
            put("max");
        }
        end => put(end),
    }
}

/// The narrower of two bounds.
fn bound(node: &mut Map<String, Value>, key: &str, end: &str, value: &Value) {
    let wider = |known: &Value| match (known.as_f64(), value.as_f64()) {
        (Some(known), Some(value)) if end == "min" => known < value,
        (Some(known), Some(value)) => known > value,
        _ => true,
    };
    if node.get(key).is_none_or(wider) {
        node.insert(key.to_owned(), value.clone());
    }
}

/// Two patterns hold together under `allOf`.
fn pattern(node: &mut Map<String, Value>, wanted: &str) {
    match node.get("pattern").and_then(Value::as_str) {
        None => {
            node.insert("pattern".to_owned(), json!(wanted));
        }
        Some(known) if known == wanted => {}
        Some(_) => {
            let more = json!({ "pattern": wanted });
            match node.get_mut("allOf").and_then(Value::as_array_mut) {
                Some(all) if all.contains(&more) => {}
                Some(all) => all.push(more),
                None => {
                    node.insert("allOf".to_owned(), json!([more]));
                }
            }
        }
    }
}

/// A text as a pattern that matches just that.
fn escape(text: &str) -> String {
    text.chars()
        .flat_map(|c| {
            let special = r"\.+*?()|[]{}^$#&-~".contains(c);
            special.then_some('\\').into_iter().chain([c])
        })
        .collect()
}

fn found(node: &Map<String, Value>) -> String {
    match node.get("type").and_then(Value::as_str) {
        Some(type_) => format!("of the type {type_}"),
        None if node.contains_key("x-kubernetes-int-or-string") => "an integer or a string".to_owned(),
        None => "anything".to_owned(),
    }
}
