//! Kubernetes' own words on a node. What was asked for and cannot be is a problem, never left out.

use kopr_model::attribute::{ExternalDocs, ListType, MapType, Marks, RuleAttribute, Words};
use kopr_model::{Source, names};
use serde_json::{Map, Value, json};

use super::structural::Converter;
use super::{legal, scalar};

const PRESERVE: &str = "x-kubernetes-preserve-unknown-fields";

/// Puts the words on a node that is complete but for them.
pub(super) fn apply(
    converter: &mut Converter<'_>,
    marks: &Marks,
    source: Option<&Source>,
    node: &mut Map<String, Value>,
    path: &str,
) {
    form(marks, node);
    for refusal in [
        lists(marks, node),
        maps(marks, node),
        embedded(marks, node),
        unions(marks, node),
    ]
    .into_iter()
    .flatten()
    {
        converter.refuse(path, source, refusal);
    }
    rules(marks, node);
    if let Some(title) = &marks.title {
        node.insert("title".to_owned(), json!(title));
    }
    if let Some(ExternalDocs { url, description }) = &marks.external_docs {
        let mut docs = Map::from_iter([("url".to_owned(), json!(url))]);
        if let Some(text) = description {
            docs.insert("description".to_owned(), json!(text));
        }
        node.insert("externalDocs".to_owned(), Value::Object(docs));
    }
}

/// What the value may be at all.
fn form(marks: &Marks, node: &mut Map<String, Value>) {
    if marks.int_or_string {
        for key in [PRESERVE, "enum", "oneOf", "anyOf", "allOf", "properties", "items"] {
            node.remove(key);
        }
        scalar::int_or_string(node);
    }
    if marks.preserve_unknown {
        node.insert(PRESERVE.to_owned(), json!(true));
        // Beside a type, it says that about objects only.
        if !matches!(type_of(node), "object" | "array") {
            node.remove("type");
        }
        node.remove("additionalProperties");
    }
    match marks.nullable {
        Some(true) => {
            node.insert("nullable".to_owned(), json!(true));
        }
        Some(false) => {
            node.remove("nullable");
        }
        None => {}
    }
}

fn lists(marks: &Marks, node: &mut Map<String, Value>) -> Option<String> {
    let keys = &marks.list_map_keys.0;
    let type_ = match (marks.list_type, keys.is_empty()) {
        (None, true) => return None,
        (None, false) => ListType::Map,
        (Some(type_), _) => type_,
    };
    let items = node.get("items").cloned().unwrap_or_default();
    if type_of(node) != "array" {
        return Some(format!(
            "has a `list_type`, and is no list but {}",
            described(node)
        ));
    }
    let refusal = match type_ {
        _ if type_ != ListType::Map && !keys.is_empty() => {
            Some("has `list_map_keys`, and those are for the list type \"map\" (S9)".to_owned())
        }
        ListType::Map if keys.is_empty() => {
            Some("is of the list type \"map\": say by which fields its items are known, as in `list_map_keys(\"name\")` (S9)".to_owned())
        }
        ListType::Map => keys.iter().find_map(|key| key_refusal(&items, key)),
        ListType::Set if !legal::is_set_item(&items) => Some(
            "is of the list type \"set\", and only scalars can be told apart, or objects that are one value: put `#[kopr(struct_type = \"atomic\")]` on the item's type, or take \"map\" or \"atomic\" (S10)".to_owned(),
        ),
        _ => None,
    };
    if refusal.is_none() {
        node.insert("x-kubernetes-list-type".to_owned(), json!(type_));
        node.remove("x-kubernetes-list-map-keys");
        if type_ == ListType::Map {
            node.insert("x-kubernetes-list-map-keys".to_owned(), json!(keys));
        }
    }
    refusal
}

/// Why a field cannot be a key of the items (S9).
fn key_refusal(items: &Value, key: &str) -> Option<String> {
    if legal::is_key(items, key) {
        return None;
    }
    let all = items["properties"].as_object();
    let Some(member) = all.and_then(|all| all.get(key)) else {
        let known: Vec<String> = all
            .into_iter()
            .flatten()
            .map(|(name, _)| format!("`{name}`"))
            .collect();
        return Some(format!(
            "has the list map key `{key}`, which its items do not have; they have {} (S9)",
            known.join(", ")
        ));
    };
    let reason = if !matches!(
        member["type"].as_str(),
        Some("string" | "integer" | "boolean" | "number")
    ) {
        "which is no scalar"
    } else if member.get("nullable").is_some() || items.get("nullable").is_some() {
        "which may be null: take an `Option` off it, or let serde skip it when it is `None`"
    } else {
        "which an item may lack: make it required, or give it `#[serde(default)]`"
    };
    Some(format!("has the list map key `{key}`, {reason} (S9)"))
}

fn maps(marks: &Marks, node: &mut Map<String, Value>) -> Option<String> {
    let type_: MapType = marks.struct_type.or(marks.map_type)?;
    if type_of(node) != "object" {
        let key = if marks.struct_type.is_some() {
            "struct_type"
        } else {
            "map_type"
        };
        return Some(format!("has a `{key}`, and is no object but {}", described(node)));
    }
    node.insert("x-kubernetes-map-type".to_owned(), json!(type_));
    None
}

fn embedded(marks: &Marks, node: &mut Map<String, Value>) -> Option<String> {
    if !marks.embedded_resource {
        return None;
    }
    if !node.contains_key("type") && !node.contains_key("x-kubernetes-int-or-string") {
        node.insert("type".to_owned(), json!("object"));
    }
    if type_of(node) != "object" {
        return Some(format!(
            "is an `embedded_resource`, and no object but {}",
            described(node)
        ));
    }
    node.insert("x-kubernetes-embedded-resource".to_owned(), json!(true));
    // The server asks for it, since it knows no field but those of every object.
    if node
        .get("properties")
        .and_then(Value::as_object)
        .is_none_or(Map::is_empty)
    {
        node.remove("additionalProperties");
        node.insert(PRESERVE.to_owned(), json!(true));
    }
    None
}

/// Unions of members: they have to be there, and to be optional.
fn unions(marks: &Marks, node: &mut Map<String, Value>) -> Option<String> {
    let members = node.get("properties").and_then(Value::as_object);
    let required = node.get("required").and_then(Value::as_array);
    for (key, Words(names)) in each_union(marks) {
        for name in names {
            if !members.is_some_and(|members| members.contains_key(name)) {
                let known: Vec<String> = members
                    .into_iter()
                    .flatten()
                    .map(|(name, _)| format!("`{name}`"))
                    .collect();
                return Some(format!(
                    "has no member `{name}` for `{key}`; it has {}",
                    known.join(", ")
                ));
            }
            if names::cel(name).is_none() {
                return Some(format!(
                    "has `{name}` in `{key}`, and no rule in CEL can reach a member of that name"
                ));
            }
            if required.is_some_and(|all| all.contains(&json!(name))) {
                return Some(format!(
                    "has `{name}` in `{key}`, which is required and so always set: make it an `Option`"
                ));
            }
        }
    }
    None
}

fn each_union(marks: &Marks) -> impl Iterator<Item = (&'static str, &Words)> {
    [
        ("at_most_one_of", &marks.at_most_one_of),
        ("exactly_one_of", &marks.exactly_one_of),
        ("at_least_one_of", &marks.at_least_one_of),
    ]
    .into_iter()
    .flat_map(|(key, all)| all.iter().map(move |words| (key, words)))
}

fn rules(marks: &Marks, node: &mut Map<String, Value>) {
    let mut rules: Vec<Value> = marks.rule.iter().map(rule).collect();
    if marks.immutable {
        rules.push(json!({ "rule": "self == oldSelf", "message": "field is immutable" }));
    }
    rules.extend(each_union(marks).map(|(key, words)| union(key, words)));
    add(rules, node);
}

/// Optional members that cannot be changed cannot be taken away either, which a rule of their own never
/// sees: the object around them says it. Gives back those that no rule can reach.
pub(super) fn once_set(fixed: &[&str], node: &mut Map<String, Value>) -> Vec<String> {
    let required = node.get("required").and_then(Value::as_array);
    let members = node.get("properties");
    let mut rules = Vec::new();
    let mut out_of_reach = Vec::new();
    for name in fixed {
        let defaulted = members.is_some_and(|members| members[*name].get("default").is_some());
        if defaulted || required.is_some_and(|names| names.contains(&json!(name))) {
            continue;
        }
        match names::cel(name) {
            Some(escaped) => rules.push(json!({
                "rule": format!("!has(oldSelf.{escaped}) || has(self.{escaped})"),
                "message": format!("field {name} is immutable once set"),
            })),
            None => out_of_reach.push((*name).to_owned()),
        }
    }
    add(rules, node);
    out_of_reach
}

/// Adds rules behind those that are there.
fn add(rules: Vec<Value>, node: &mut Map<String, Value>) {
    if rules.is_empty() {
        return;
    }
    match node
        .get_mut("x-kubernetes-validations")
        .and_then(Value::as_array_mut)
    {
        // The type's own come first.
        Some(known) => known.extend(rules),
        None => {
            node.insert("x-kubernetes-validations".to_owned(), Value::Array(rules));
        }
    }
}

fn rule(rule: &RuleAttribute) -> Value {
    let mut out = Map::from_iter([("rule".to_owned(), json!(rule.cel))]);
    for (key, value) in [
        ("message", &rule.message),
        ("messageExpression", &rule.message_expr),
        ("reason", &rule.reason),
        ("fieldPath", &rule.field_path),
    ] {
        if let Some(value) = value {
            out.insert(key.to_owned(), json!(value));
        }
    }
    if rule.optional_old {
        out.insert("optionalOldSelf".to_owned(), json!(true));
    }
    Value::Object(out)
}

/// A union as a cheap rule.
fn union(key: &str, Words(words): &Words) -> Value {
    // A name that no rule can reach has been refused.
    let has = |name: &String| format!("has(self.{})", names::cel(name).unwrap_or_default());
    let count = || {
        let each: Vec<String> = words.iter().map(|name| format!("({}?1:0)", has(name))).collect();
        each.join("+")
    };
    let list = words.join(" ");
    let (rule, message) = match key {
        "at_most_one_of" => (
            format!("{} <= 1", count()),
            format!("at most one of the fields in [{list}] may be set"),
        ),
        "exactly_one_of" => (
            format!("{} == 1", count()),
            format!("exactly one of the fields in [{list}] must be set"),
        ),
        _ => (
            words.iter().map(has).collect::<Vec<_>>().join("||"),
            format!("at least one of the fields in [{list}] must be set"),
        ),
    };
    json!({ "rule": rule, "message": message })
}

fn type_of(node: &Map<String, Value>) -> &str {
    node.get("type").and_then(Value::as_str).unwrap_or_default()
}

fn described(node: &Map<String, Value>) -> String {
    match type_of(node) {
        "" if node.contains_key("x-kubernetes-int-or-string") => "an integer or a string".to_owned(),
        "" => "anything".to_owned(),
        type_ => format!("of the type {type_}"),
    }
}
