//! A sample of a kind: the smallest object that its schema takes.

mod pattern;

use kopr_model::{Resource, ResourceVersion};
use serde_json::{Map, Value, json};

use crate::schema::{self, EMBEDDED, INT_OR_STRING, JUNCTORS, branches, fields, flag, property, word, words};

/// The version that the sample of a kind shows: the stored one if it is served, else any served one.
pub fn version(resource: &Resource) -> Option<&ResourceVersion> {
    resource
        .storage_version()
        .filter(|version| version.served)
        .or_else(|| resource.versions.iter().find(|version| version.served))
}

/// A sample of each version that people should write: the one that [`version`] says first, then the other served
/// ones. The server warns of a deprecated version, so nobody is led there. Each has a name of its own, so that one
/// does not overwrite the other.
pub fn samples(resource: &Resource) -> Vec<(&ResourceVersion, Value)> {
    let Some(main) = version(resource) else {
        return Vec::new();
    };
    let others = resource
        .by_priority()
        .into_iter()
        .filter(|version| version.served && !version.deprecated && version.name != main.name);
    let name = format!("{}-sample", resource.kind.to_lowercase());
    std::iter::once((main, name.clone()))
        .chain(others.map(|version| (version, format!("{name}-{}", version.name))))
        .map(|(version, name)| (version, of_version(resource, version, &name)))
        .collect()
}

/// A sample of a version.
///
/// It shows what is required and what the schema has an example or a default for. An example comes
/// first, then the default, else the smallest value that type and bounds take.
pub fn of_version(resource: &Resource, version: &ResourceVersion, name: &str) -> Value {
    let mut object = json!({
        "apiVersion": format!("{}/{}", resource.group, version.name),
        "kind": resource.kind,
        "metadata": { "name": name },
    });
    let root = effective(&version.schema);
    let required: Vec<&str> = words(&root, "required").collect();
    for (name, schema) in fields(&root, "properties") {
        let given = matches!(name.as_str(), "apiVersion" | "kind" | "metadata" | "status");
        if !given && (name == "spec" || required.contains(&name.as_str()) || is_shown(schema)) {
            object[name] = value(schema);
        }
    }
    object
}

/// A value that a schema takes.
pub fn value(schema: &Value) -> Value {
    if let Some(given) = given(schema) {
        return given;
    }
    let schema = &effective(schema);
    if let Some(first) = branches(schema, "enum").find(|value| !value.is_null()) {
        return first.clone();
    }
    if flag(schema, INT_OR_STRING) {
        return number(schema, true);
    }
    match word(schema, "type") {
        Some("string") => Value::String(string(schema)),
        Some("integer") => number(schema, true),
        Some("number") => number(schema, false),
        Some("boolean") => Value::Bool(false),
        Some("array") => list(schema),
        // A node without type keeps whatever it is given.
        _ => object(schema),
    }
}

/// What the author of the schema proposes.
fn given(schema: &Value) -> Option<Value> {
    ["example", "default"]
        .into_iter()
        .filter_map(|key| schema.get(key))
        .find(|value| !value.is_null())
        .map(schema::without_nulls)
}

/// Whether an optional field is worth showing: something is proposed for it, or an example for something in it.
fn is_shown(schema: &Value) -> bool {
    given(schema).is_some() || has_example(schema)
}

/// Whether the schema has an example at any depth.
fn has_example(schema: &Value) -> bool {
    let inner = ["items", "additionalProperties"]
        .into_iter()
        .filter_map(|key| schema.get(key));
    schema.get("example").is_some_and(|example| !example.is_null())
        || fields(schema, "properties").any(|(_, child)| has_example(child))
        || inner.into_iter().any(has_example)
}

/// The schema with one branch of each junctor (all branches of `allOf`) laid over it, so that one way through a
/// union is taken: the first for which there is an example, else the first. What only another branch asks for is
/// no part of it.
fn effective(schema: &Value) -> Value {
    let mut whole = schema.clone();
    for junctor in JUNCTORS {
        if junctor == "allOf" {
            for branch in branches(schema, junctor) {
                lay_over(&mut whole, &effective(branch));
            }
            continue;
        }
        let exampled = |branch: &&Value| {
            words(branch, "required").any(|name| property(schema, name).is_some_and(has_example))
                || fields(branch, "properties").any(|(_, child)| has_example(child))
        };
        let Some(taken) = branches(schema, junctor)
            .find(exampled)
            .or_else(|| branches(schema, junctor).next())
        else {
            continue;
        };
        let asked: Vec<&str> = words(schema, "required")
            .chain(words(taken, "required"))
            .collect();
        for name in branches(schema, junctor).flat_map(|branch| words(branch, "required")) {
            if !asked.contains(&name)
                && let Some(properties) = whole.get_mut("properties").and_then(Value::as_object_mut)
            {
                properties.remove(name);
            }
        }
        lay_over(&mut whole, &effective(taken));
    }
    whole
}

fn lay_over(whole: &mut Value, branch: &Value) {
    let (Some(whole), Some(branch)) = (whole.as_object_mut(), branch.as_object()) else {
        return;
    };
    for (key, value) in branch {
        match (whole.get_mut(key), value) {
            (Some(Value::Object(_)), Value::Object(children)) if key == "properties" => {
                for (name, child) in children {
                    match whole[key].get_mut(name) {
                        Some(known) => lay_over(known, child),
                        None => whole[key][name] = child.clone(),
                    }
                }
            }
            (Some(Value::Array(required)), Value::Array(more)) if key == "required" => {
                required.extend(more.iter().cloned());
            }
            // The branch narrows what stands outside.
            _ if !JUNCTORS.contains(&key.as_str()) => {
                whole.insert(key.clone(), value.clone());
            }
            _ => {}
        }
    }
}

fn object(schema: &Value) -> Value {
    let mut object = Map::new();
    if flag(schema, EMBEDDED) {
        object.insert("apiVersion".to_owned(), json!("v1"));
        object.insert("kind".to_owned(), json!("ConfigMap"));
        object.insert("metadata".to_owned(), json!({ "name": "example" }));
    }
    let required: Vec<&str> = words(schema, "required").collect();
    for (name, child) in fields(schema, "properties") {
        if !object.contains_key(name) && (required.contains(&name.as_str()) || is_shown(child)) {
            object.insert(name.clone(), value(child));
        }
    }
    let least = schema.get("minProperties").and_then(Value::as_u64).unwrap_or(0);
    if let Some(child) = schema
        .get("additionalProperties")
        .filter(|child| child.is_object())
    {
        let shown = u64::from(has_example(child)).min(bound(schema, "maxProperties"));
        for number in 1..=least.max(shown) {
            object.insert(format!("key{number}"), value(child));
        }
    }
    Value::Object(object)
}

fn list(schema: &Value) -> Value {
    let least = schema.get("minItems").and_then(Value::as_u64).unwrap_or(0);
    let Some(item) = schema.get("items") else {
        return json!([]);
    };
    let first = value(item);
    let shown = u64::from(has_example(item)).min(bound(schema, "maxItems"));
    (0..least.max(shown))
        .map(|at| match word(schema, schema::LIST_TYPE) {
            Some("set") => vary(item, &first, at),
            Some("map") => {
                let mut item_value = first.clone();
                for key in words(schema, schema::LIST_MAP_KEYS) {
                    if let (Some(child), Some(value)) = (property(item, key), first.get(key)) {
                        item_value[key] = vary(child, value, at);
                    }
                }
                item_value
            }
            _ => first.clone(),
        })
        .collect()
}

/// An upper bound; none is as high as can be.
fn bound(schema: &Value, key: &str) -> u64 {
    schema.get(key).and_then(Value::as_u64).unwrap_or(u64::MAX)
}

/// Another value of the same kind, for items that must differ.
fn vary(schema: &Value, first: &Value, at: u64) -> Value {
    let words = branches(schema, "enum").nth(usize::try_from(at).unwrap_or(usize::MAX));
    match (words, first) {
        _ if at == 0 => first.clone(),
        (Some(word), _) => word.clone(),
        (None, Value::String(text)) => json!(format!("{text}{at}")),
        (None, Value::Number(number)) => number.as_u64().map_or_else(|| first.clone(), |n| json!(n + at)),
        (None, Value::Bool(flag)) => json!(!flag),
        _ => first.clone(),
    }
}

fn string(schema: &Value) -> String {
    let bound = |key| {
        schema
            .get(key)
            .and_then(Value::as_u64)
            .and_then(|bound| usize::try_from(bound).ok())
    };
    let (least, most) = (
        bound("minLength").unwrap_or(0),
        bound("maxLength").unwrap_or(usize::MAX),
    );
    if let Some(text) = word(schema, "pattern").and_then(|pattern| pattern::shortest(pattern, least)) {
        return text;
    }
    if let Some(text) = word(schema, "format").and_then(by_format) {
        return text.to_owned();
    }
    let word = "example";
    word.chars()
        .cycle()
        .take(word.len().clamp(least, most.max(least)))
        .collect()
}

fn by_format(format: &str) -> Option<&'static str> {
    Some(match format {
        "byte" => "ZXhhbXBsZQ==",
        "cidr" => "192.0.2.0/24",
        "date" => "2026-01-01",
        "date-time" | "datetime" => "2026-01-01T00:00:00Z",
        "duration" => "1m",
        "email" => "someone@example.com",
        "hostname" => "example.com",
        "ipv4" => "192.0.2.1",
        "ipv6" => "2001:db8::1",
        "mac" => "00:00:5e:00:53:01",
        "uri" => "https://example.com",
        "uuid" | "uuid4" => "9b2c1f0e-3a54-4c9d-8f6a-5d1e2b3c4d5e",
        _ => return None,
    })
}

/// 1, or the number nearest to it that the bounds take.
fn number(schema: &Value, whole: bool) -> Value {
    let bound = |key| schema.get(key).and_then(Value::as_f64);
    let step = bound("multipleOf").filter(|step| *step > 0.0).unwrap_or(1.0);
    let low = bound("minimum").map(|low| {
        if flag(schema, "exclusiveMinimum") {
            next(low, step)
        } else {
            low
        }
    });
    let high = bound("maximum").map(|high| {
        if flag(schema, "exclusiveMaximum") {
            -next(-high, step)
        } else {
            high
        }
    });
    let mut number = step;
    if let Some(high) = high {
        number = number.min((high / step).floor() * step);
    }
    if let Some(low) = low {
        number = number.max((low / step).ceil() * step);
    }
    // Where no step lies between the bounds of a fraction, the lower bound itself is inside.
    if !whole
        && let (Some(low), Some(high)) = (low, high)
        && number > high
    {
        number = low;
    }
    #[expect(
        clippy::cast_possible_truncation,
        reason = "a bound beyond 64 bits is beyond what JSON integers hold"
    )]
    if whole || number.fract() == 0.0 {
        json!(number as i64)
    } else {
        json!(number)
    }
}

/// The first multiple of `step` above `bound`.
fn next(bound: f64, step: f64) -> f64 {
    ((bound / step).floor() + 1.0) * step
}

#[cfg(test)]
mod tests;
