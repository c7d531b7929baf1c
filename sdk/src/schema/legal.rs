//! What a structural schema may say, whatever was merged into a node.
//!
//! The rules are those of the API server (`validation` of apiextensions). A node goes through here when
//! all that is known of it is together; what cannot stand is taken out and, where that says less than
//! the type, noted as a loss.

use serde_json::{Map, Value, json};

use super::structural::Converter;
use super::{defaults, scalar};

/// Keywords by the form of their value. All others are taken out.
const TEXTS: &[&str] = &["description", "title", "pattern", "format"];
const COUNTS: &[&str] = &[
    "maxItems",
    "maxLength",
    "maxProperties",
    "minItems",
    "minLength",
    "minProperties",
];
const NUMBERS: &[&str] = &["maximum", "minimum", "multipleOf"];
const FLAGS: &[&str] = &[
    "exclusiveMaximum",
    "exclusiveMinimum",
    "nullable",
    "x-kubernetes-embedded-resource",
    "x-kubernetes-int-or-string",
    "x-kubernetes-preserve-unknown-fields",
];
const OBJECTS: &[&str] = &[
    "additionalProperties",
    "externalDocs",
    "items",
    "not",
    "properties",
];
const LISTS: &[&str] = &[
    "allOf",
    "anyOf",
    "enum",
    "oneOf",
    "required",
    "x-kubernetes-list-map-keys",
    "x-kubernetes-validations",
];
const ANY: &[&str] = &["default", "example"];
/// Keywords whose value is one of some words.
const WORDS: &[(&str, &[&str])] = &[
    (
        "type",
        &["array", "boolean", "integer", "number", "object", "string"],
    ),
    ("x-kubernetes-list-type", &["atomic", "map", "set"]),
    ("x-kubernetes-map-type", &["atomic", "granular"]),
];

/// The junctors, whose branches hold plain constraints only.
const JUNCTORS: &[&str] = &["allOf", "anyOf", "oneOf"];

/// Makes the node legal.
pub(super) fn legal(converter: &mut Converter<'_>, node: &mut Map<String, Value>, path: &str) {
    node.retain(|key, value| well_formed(key, value));
    choices(node);
    if is(node, "x-kubernetes-int-or-string") {
        for key in [
            "items",
            "properties",
            "additionalProperties",
            "required",
            "x-kubernetes-preserve-unknown-fields",
        ] {
            node.remove(key);
        }
        scalar::int_or_string(node);
    }
    typed(node);
    let type_ = text(node, "type").unwrap_or_default();
    if !matches!(type_.as_str(), "" | "object") {
        for key in [
            "additionalProperties",
            "properties",
            "required",
            "x-kubernetes-embedded-resource",
            "x-kubernetes-map-type",
        ] {
            node.remove(key);
        }
        if type_ != "array" {
            node.remove("x-kubernetes-preserve-unknown-fields");
        }
    }
    members(converter, node, path);
    if type_ == "array" {
        list(converter, node, path);
    } else {
        for key in ["items", "x-kubernetes-list-type", "x-kubernetes-list-map-keys"] {
            node.remove(key);
        }
    }
    scalar::whole_bounds(node);
    // A null where there is a default means the default: the API server takes it out before it sets that.
    defaults::complete(converter, node, path);
    if node.contains_key("default") && node.remove("nullable").is_some() {
        converter.lose(
            path,
            "a `None`, for which the API server sets the default: whether serde writes null or leaves it out",
        );
    }
    for (exclusive, bound) in [("exclusiveMaximum", "maximum"), ("exclusiveMinimum", "minimum")] {
        if !node.contains_key(bound) {
            node.remove(exclusive);
        }
    }
    if let Some(format) = text(node, "format")
        && !scalar::known_format(&type_, &format)
    {
        node.remove("format");
    }
    junctors(converter, node, path);
}

fn well_formed(key: &str, value: &Value) -> bool {
    let whole = |value: &Value| value.as_u64().is_some();
    (TEXTS.contains(&key) && value.is_string())
        || (COUNTS.contains(&key) && whole(value))
        || (NUMBERS.contains(&key) && value.is_number())
        || (FLAGS.contains(&key) && value == &json!(true))
        || (OBJECTS.contains(&key) && value.is_object())
        || (LISTS.contains(&key) && value.as_array().is_some_and(|list| !list.is_empty()))
        || (ANY.contains(&key) && !value.is_null())
        || WORDS
            .iter()
            .any(|(word, values)| *word == key && value.as_str().is_some_and(|value| values.contains(&value)))
}

/// Enumerated values without null, `required` of names only, each once.
fn choices(node: &mut Map<String, Value>) {
    if let Some(values) = node.get_mut("enum").and_then(Value::as_array_mut) {
        let mut seen: Vec<Value> = Vec::new();
        for value in values.drain(..) {
            if !value.is_null() && !seen.contains(&value) {
                seen.push(value);
            }
        }
        *values = seen;
        if values.is_empty() {
            node.remove("enum");
        }
    }
    if let Some(names) = node.get_mut("required").and_then(Value::as_array_mut) {
        names.retain(Value::is_string);
        names.sort_by(|a, b| a.as_str().cmp(&b.as_str()));
        names.dedup();
        if names.is_empty() {
            node.remove("required");
        }
    }
}

/// Says what the node takes: what its other keywords are about, or anything.
fn typed(node: &mut Map<String, Value>) {
    let open = is(node, "x-kubernetes-preserve-unknown-fields");
    if node.contains_key("type") || open || is(node, "x-kubernetes-int-or-string") {
        return;
    }
    let type_ = if ["properties", "additionalProperties", "required"]
        .iter()
        .any(|key| node.contains_key(*key))
    {
        Some("object")
    } else if node.contains_key("items") {
        Some("array")
    } else {
        node.get("enum")
            .and_then(Value::as_array)
            .and_then(|values| one_type(values))
    };
    if let Some(type_) = type_ {
        node.insert("type".to_owned(), json!(type_));
    } else {
        // Anything at all is null too, which the server takes out where it is not allowed by name.
        node.insert("nullable".to_owned(), json!(true));
        node.insert("x-kubernetes-preserve-unknown-fields".to_owned(), json!(true));
    }
}

fn one_type(values: &[Value]) -> Option<&'static str> {
    let type_of = |value: &Value| match value {
        Value::String(_) => Some("string"),
        Value::Bool(_) => Some("boolean"),
        Value::Number(number) if number.is_i64() => Some("integer"),
        Value::Number(_) => Some("number"),
        _ => None,
    };
    let first = type_of(values.first()?)?;
    values
        .iter()
        .all(|value| type_of(value) == Some(first))
        .then_some(first)
}

/// Named members and open ones exclude each other.
fn members(converter: &mut Converter<'_>, node: &mut Map<String, Value>, path: &str) {
    if !node.contains_key("additionalProperties") {
        return;
    }
    if !has_members(node) {
        node.remove("properties");
        return;
    }
    node.remove("additionalProperties");
    node.insert("x-kubernetes-preserve-unknown-fields".to_owned(), json!(true));
    converter.lose(
        path,
        "the values of members beside the named ones; the API server keeps them unchecked",
    );
}

fn has_members(node: &Map<String, Value>) -> bool {
    node.get("properties")
        .and_then(Value::as_object)
        .is_some_and(|members| !members.is_empty())
}

/// A list says what its items are; sets and maps ask more of them.
fn list(converter: &mut Converter<'_>, node: &mut Map<String, Value>, path: &str) {
    let items = node
        .entry("items")
        .or_insert_with(|| Value::Object(Converter::anything()))
        .clone();
    let keys: Vec<String> = node
        .get("x-kubernetes-list-map-keys")
        .and_then(Value::as_array)
        .into_iter()
        .flatten()
        .filter_map(|key| key.as_str().map(str::to_owned))
        .collect();
    let fits = match text(node, "x-kubernetes-list-type").as_deref() {
        Some("set") => is_set_item(&items),
        Some("map") => !keys.is_empty() && keys.iter().all(|key| is_key(&items, key)),
        _ => keys.is_empty(),
    };
    if !fits {
        converter.lose(
            path,
            "how the list is merged (`x-kubernetes-list-type`); its items are not of the kind that this takes",
        );
        node.remove("x-kubernetes-list-type");
    }
    if text(node, "x-kubernetes-list-type").as_deref() != Some("map") {
        node.remove("x-kubernetes-list-map-keys");
    }
}

/// Scalars, or objects and lists that are one value to whoever merges.
pub(super) fn is_set_item(items: &Value) -> bool {
    let atomic = ["x-kubernetes-list-type", "x-kubernetes-map-type"]
        .iter()
        .any(|key| items.get(key) == Some(&json!("atomic")));
    items.get("nullable").is_none()
        && match items.get("type").and_then(Value::as_str) {
            Some("array" | "object") => atomic,
            Some(_) => true,
            None => false,
        }
}

/// A scalar member that every item has.
pub(super) fn is_key(items: &Value, key: &str) -> bool {
    let member = &items["properties"][key];
    let required = items["required"]
        .as_array()
        .is_some_and(|names| names.contains(&json!(key)));
    items.get("nullable").is_none()
        && matches!(
            member["type"].as_str(),
            Some("string" | "integer" | "boolean" | "number")
        )
        && member.get("nullable").is_none()
        && (required || member.get("default").is_some())
}

/// Branches hold constraints only, on members that the node itself has.
fn junctors(converter: &mut Converter<'_>, node: &mut Map<String, Value>, path: &str) {
    if node
        .get("not")
        .is_some_and(|branch| !fits(branch, node) || branch == &json!({}))
    {
        node.remove("not");
        converter.lose(path, "`not`: it is not only about what stands beside it");
    }
    for junctor in JUNCTORS {
        let Some(branches) = node.get(*junctor).and_then(Value::as_array) else {
            continue;
        };
        // A branch that asks for nothing is always met.
        let nothing = |branch: &Value| branch.as_object().is_some_and(Map::is_empty);
        if *junctor != "allOf" && branches.iter().any(nothing) {
            node.remove(*junctor);
            continue;
        }
        let spelled_out = *junctor == "anyOf"
            && is(node, "x-kubernetes-int-or-string")
            && node.get("anyOf") == Some(&scalar::two_forms());
        if !spelled_out && !branches.iter().all(|branch| fits(branch, node)) {
            node.remove(*junctor);
            converter.lose(
                path,
                format!("the conditions under `{junctor}`; they are not about what stands beside them"),
            );
        }
    }
}

/// Whether a branch holds nothing but constraints on what its node takes.
pub(super) fn fits(branch: &Value, outer: &Map<String, Value>) -> bool {
    let Some(branch) = branch.as_object() else {
        return false;
    };
    branch.iter().all(|(key, value)| match key.as_str() {
        "required" | "enum" => value.as_array().is_some_and(|list| !list.is_empty()),
        "format" => value
            .as_str()
            .is_some_and(|format| scalar::known_format(&text(outer, "type").unwrap_or_default(), format)),
        "properties" => value.as_object().is_some_and(|members| {
            members.iter().all(|(name, inner)| {
                outer
                    .get("properties")
                    .and_then(|all| all.get(name))
                    .and_then(Value::as_object)
                    .is_some_and(|outer| fits(inner, outer))
            })
        }),
        "allOf" | "anyOf" | "oneOf" => value.as_array().is_some_and(|branches| {
            !branches.is_empty() && branches.iter().all(|branch| fits(branch, outer))
        }),
        "not" => fits(value, outer),
        "pattern" => value.is_string(),
        key => (COUNTS.contains(&key) || NUMBERS.contains(&key)) && well_formed(key, value),
    })
}

fn is(node: &Map<String, Value>, flag: &str) -> bool {
    node.get(flag) == Some(&json!(true))
}

fn text(node: &Map<String, Value>, key: &str) -> Option<String> {
    node.get(key).and_then(Value::as_str).map(str::to_owned)
}
