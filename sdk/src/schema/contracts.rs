//! What serde reads and what it writes: two schemas, made one.
//!
//! The API server has one schema for both. A field that is only written has to be in it, else the server
//! prunes it; what is written under one name and read under another can never come back. schemars tells
//! the two apart, so both are made, and what the written one has more is put into the other, with a mark
//! that the conversion takes out at its place.

use kopr_model::attribute::SCHEMA_KEY;
use serde_json::{Map, Value, json};

use super::structural::Converter;

/// On what is only written: the name under which it is read, or null.
const WRITTEN: &str = "x-kopr-written";
/// On what cannot come back: why.
const LOST: &str = "x-kopr-lost";
/// The marks.
pub(super) const MARKS: [&str; 2] = [WRITTEN, LOST];

/// Keywords whose value is a schema.
const ONE: &[&str] = &["items", "additionalProperties"];
/// Keywords whose value is a list of schemas.
const MANY: &[&str] = &["allOf", "anyOf", "oneOf", "prefixItems"];
/// Keywords whose value has schemas by name.
const NAMED: &[&str] = &["$defs", "patternProperties"];

/// Puts into what is read what is only written.
pub(super) fn join(read: &mut Value, written: &Value) {
    if read == written {
        return;
    }
    let (Value::Object(into), Value::Object(from)) = (&mut *read, written) else {
        return;
    };
    let covers = |read: &Map<String, Value>, written: &Map<String, Value>| {
        let (read, written) = (types(read), types(written));
        read.is_empty() == written.is_empty() && written.iter().all(|type_| read.contains(type_))
    };
    if !covers(into, from) || into.get("$ref") != from.get("$ref") {
        // Another type altogether: the one that it is made from, and the one that it is made into.
        *read = json!({ "anyOf": [read.take(), written] });
        return;
    }
    words(into, from);
    members(into, from);
    for key in ONE {
        if let (Some(read), Some(written)) = (into.get_mut(*key), from.get(*key)) {
            join(read, written);
        }
    }
    if from.contains_key("$defs") {
        // A type that is met on writing only.
        into.entry("$defs").or_insert_with(|| json!({}));
    }
    for key in NAMED {
        let (Some(Value::Object(read)), Some(Value::Object(written))) = (into.get_mut(*key), from.get(*key))
        else {
            continue;
        };
        for (name, written) in written {
            match read.get_mut(name) {
                Some(read) => join(read, written),
                None => {
                    read.insert(name.clone(), written.clone());
                }
            }
        }
    }
    for key in MANY {
        if let (Some(Value::Array(read)), Some(Value::Array(written))) = (into.get_mut(*key), from.get(*key))
        {
            branches(read, written);
        }
    }
}

/// The types that a schema names.
fn types(fields: &Map<String, Value>) -> Vec<&Value> {
    match fields.get("type") {
        Some(Value::Array(types)) => types.iter().collect(),
        Some(type_) => vec![type_],
        None => Vec::new(),
    }
}

/// Variants that are only read or only written; the derive has given each a mark by which it is known.
fn branches(read: &mut Vec<Value>, written: &[Value]) {
    for (at, branch) in written.iter().enumerate() {
        let mark = branch.get(SCHEMA_KEY);
        let same = match mark {
            Some(_) => read.iter().position(|other| other.get(SCHEMA_KEY) == mark),
            None => (read.len() == written.len()).then_some(at),
        };
        if let Some(at) = same {
            join(&mut read[at], branch);
        } else if !read.contains(branch) {
            read.push(branch.clone());
        }
    }
}

/// The values of an enumeration.
fn words(into: &mut Map<String, Value>, from: &Map<String, Value>) {
    if let (Some(Value::Array(read)), Some(Value::Array(written))) = (into.get_mut("enum"), from.get("enum"))
    {
        let more: Vec<Value> = written
            .iter()
            .filter(|word| !read.contains(word))
            .cloned()
            .collect();
        read.extend(more);
    }
    if let (Some(read), Some(written)) = (into.get("const").cloned(), from.get("const"))
        && read != *written
    {
        into.remove("const");
        into.insert("enum".to_owned(), json!([read, written]));
        into.insert(WRITTEN.to_owned(), read);
    }
}

fn members(into: &mut Map<String, Value>, from: &Map<String, Value>) {
    let required = |fields: &Map<String, Value>, name: &str| {
        let names = fields.get("required").and_then(Value::as_array);
        names.is_some_and(|names| names.contains(&json!(name)))
    };
    let strict = into.get("additionalProperties") == Some(&json!(false));
    let empty = Map::new();
    let written = from
        .get("properties")
        .and_then(Value::as_object)
        .unwrap_or(&empty);
    let asked: Map<String, Value> = into
        .get("properties")
        .and_then(Value::as_object)
        .into_iter()
        .flatten()
        .filter(|(name, _)| !written.contains_key(*name))
        .map(|(name, property)| (name.clone(), property.clone()))
        .collect();
    let sometimes: Vec<&String> = written
        .keys()
        .filter(|name| required(into, name) && !required(from, name))
        .collect();
    let never: Vec<String> = asked
        .keys()
        .filter(|name| required(into, name))
        .cloned()
        .collect();
    if written.is_empty() && never.is_empty() {
        return;
    }
    let read = into.entry("properties").or_insert_with(|| json!({}));
    let Value::Object(read) = read else { return };
    let mark = |property: Option<&mut Value>, key: &str, value: Value| match property {
        Some(Value::Object(fields)) => drop(fields.insert(key.to_owned(), value)),
        Some(other) => *other = json!({ key: value }),
        None => {}
    };
    for (name, property) in written {
        if let Some(read) = read.get_mut(name) {
            join(read, property);
            continue;
        }
        // One place in the code: one field with two names. A variant has no more than one.
        let one = asked.iter().find(|(_, other)| match property.get(SCHEMA_KEY) {
            Some(place) => other.get(SCHEMA_KEY) == Some(place),
            None => asked.len() == 1 && written.len() == 1,
        });
        read.insert(name.clone(), property.clone());
        let other = one.map_or(Value::Null, |(other, _)| json!(other));
        let renamed = !other.is_null();
        mark(read.get_mut(name), WRITTEN, other);
        if strict && !renamed {
            mark(read.get_mut(name), LOST, json!(REFUSED));
        }
    }
    for name in sometimes {
        mark(read.get_mut(name), LOST, json!(left_out("may leave it out")));
    }
    for name in never {
        let renamed = read
            .values()
            .any(|property| property.get(WRITTEN) == Some(&json!(name)));
        if !renamed {
            mark(read.get_mut(&name), LOST, json!(left_out("leaves it out")));
        }
    }
}

const REFUSED: &str = "that it can be read: serde only writes it, and refuses on reading what it does not know; take `skip_deserializing` or `deny_unknown_fields` out";

fn left_out(how: &str) -> String {
    format!(
        "that it can be written: serde {how} on writing, and asks for it on reading, as the API server does; `#[serde(default)]` mends it"
    )
}

impl Converter<'_> {
    /// What the marks on a node mean.
    pub(super) fn contracts(&mut self, schema: &Value, path: &str) {
        if let Some(read) = schema.get(WRITTEN).and_then(Value::as_str) {
            let parent = path.rsplit_once('.').map_or(path, |(parent, _)| parent);
            let words = schema.get("enum").and_then(Value::as_array);
            let what = match words.and_then(|words| words.last()) {
                Some(written) if schema.get("const").is_none() && written != read => {
                    format!("is written as {written} and read as \"{read}\"")
                }
                _ => format!(
                    "is only written, and `{}` only read",
                    super::columns::join(parent, read)
                ),
            };
            self.refuse(path, None, format!(
                "{what}: what the operator writes would never come back; give it one name for both, or two fields"
            ));
        }
        if let Some(why) = schema.get(LOST).and_then(Value::as_str) {
            self.lose(path, why);
        }
    }
}
