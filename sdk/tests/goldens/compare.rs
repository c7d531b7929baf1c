//! Two schemas against each other, pointer by pointer: how much of the one is in the other.
//!
//! Texts do not count, and `required` is a set.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::{Map, Value};

/// A place where two schemas differ: its JSON pointer, and what each has there.
pub(crate) type Difference = (String, Option<Value>, Option<Value>);

/// The places that differ, topmost first: what is below a place that only one side has is not listed again.
pub(crate) fn differences(ours: &Value, theirs: &Value) -> Vec<Difference> {
    let mut out = Vec::new();
    walk("", Some(&plain(ours)), Some(&plain(theirs)), &mut out);
    out
}

/// How many of the pointers of both are equal, and how many there are.
pub(crate) fn score(ours: &Value, theirs: &Value) -> (usize, usize) {
    let (ours, theirs) = (pointers(&plain(ours)), pointers(&plain(theirs)));
    let equal = ours
        .iter()
        .filter(|(pointer, value)| theirs.get(*pointer) == Some(value))
        .count();
    (equal, ours.len() + theirs.len() - common(&ours, &theirs))
}

fn common(ours: &BTreeMap<String, Value>, theirs: &BTreeMap<String, Value>) -> usize {
    ours.keys()
        .filter(|pointer| theirs.contains_key(*pointer))
        .count()
}

fn walk(pointer: &str, ours: Option<&Value>, theirs: Option<&Value>, out: &mut Vec<Difference>) {
    match (ours, theirs) {
        (Some(Value::Object(a)), Some(Value::Object(b))) => {
            let keys: BTreeSet<&String> = a.keys().chain(b.keys()).collect();
            for key in keys {
                walk(&join(pointer, key), a.get(key), b.get(key), out);
            }
        }
        (Some(Value::Array(a)), Some(Value::Array(b))) => {
            for nth in 0..a.len().max(b.len()) {
                walk(&join(pointer, &nth.to_string()), a.get(nth), b.get(nth), out);
            }
        }
        (ours, theirs) if ours == theirs => {}
        (ours, theirs) => out.push((pointer.to_owned(), ours.cloned(), theirs.cloned())),
    }
}

/// All pointers of a value; of what has members or items only that it is of that kind.
fn pointers(value: &Value) -> BTreeMap<String, Value> {
    fn collect(pointer: &str, value: &Value, out: &mut BTreeMap<String, Value>) {
        let shallow = match value {
            Value::Object(fields) => {
                for (key, value) in fields {
                    collect(&join(pointer, key), value, out);
                }
                Value::Object(Map::new())
            }
            Value::Array(items) => {
                for (nth, item) in items.iter().enumerate() {
                    collect(&join(pointer, &nth.to_string()), item, out);
                }
                Value::Array(Vec::new())
            }
            scalar => scalar.clone(),
        };
        out.insert(pointer.to_owned(), shallow);
    }
    let mut out = BTreeMap::new();
    collect("", value, &mut out);
    out
}

fn join(pointer: &str, key: &str) -> String {
    format!("{pointer}/{}", key.replace('~', "~0").replace('/', "~1"))
}

/// Without texts, and with `required` as the set that it is.
fn plain(schema: &Value) -> Value {
    match schema {
        Value::Object(fields) => fields
            .iter()
            .filter(|(key, value)| !(*key == "description" && value.is_string()))
            .map(|(key, value)| match (key.as_str(), value.as_array()) {
                ("required", Some(names)) if names.iter().all(Value::is_string) => {
                    let names = names.iter().filter_map(Value::as_str);
                    let set = names.map(|name| (name.to_owned(), Value::Bool(true))).collect();
                    (key.clone(), Value::Object(set))
                }
                _ => (key.clone(), plain(value)),
            })
            .collect(),
        Value::Array(items) => items.iter().map(plain).collect(),
        scalar => scalar.clone(),
    }
}

#[test]
fn counts_and_places() {
    use serde_json::json;
    let check = |ours: Value, theirs: Value, places: &[&str], expected: (usize, usize)| {
        let found = differences(&ours, &theirs);
        let found: Vec<&str> = found.iter().map(|(pointer, ..)| pointer.as_str()).collect();
        assert_eq!(found, places, "{ours} and {theirs}");
        assert_eq!(score(&ours, &theirs), expected, "{ours} and {theirs}");
    };
    check(json!({}), json!({}), &[], (1, 1));
    check(
        json!({ "type": "string" }),
        json!({ "type": "string" }),
        &[],
        (2, 2),
    );
    check(
        json!({ "description": "a" }),
        json!({ "description": "b" }),
        &[],
        (1, 1),
    );
    check(
        json!({ "properties": { "description": {} } }),
        json!({ "properties": {} }),
        &["/properties/description"],
        (2, 3),
    );
    check(
        json!({ "required": ["a", "b"] }),
        json!({ "required": ["b", "a"] }),
        &[],
        (4, 4),
    );
    check(
        json!({ "required": ["a", "b"] }),
        json!({ "required": ["b"] }),
        &["/required/a"],
        (3, 4),
    );
    check(
        json!({ "enum": [1, 2] }),
        json!({ "enum": [2] }),
        &["/enum/0", "/enum/1"],
        (2, 4),
    );
    check(
        json!({ "a": { "b": { "c": 1 } } }),
        json!({ "x/y": 1 }),
        &["/a", "/x~1y"],
        (1, 5),
    );
    check(json!({ "a": {} }), json!({ "a": 1 }), &["/a"], (1, 2));
}
