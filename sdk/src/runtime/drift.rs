//! Whether an object that was applied is still as it was applied. Pure.
//!
//! A desired leaf that differs from the live one has drifted if our field manager no longer owns it: an
//! edit by somebody else moves ownership. If it is still ours, it is only the server's normal form of
//! what we sent (`1000m` is stored as `1`). Members that others added are theirs.

use serde_json::{Map, Value};

/// The path of the first leaf that has drifted, if one has.
///
/// `managed` is the `fieldsV1` of our manager; without it every difference is drift.
pub(crate) fn drifted(desired: &Value, live: &Value, managed: Option<&Value>) -> Option<String> {
    compare(desired, live, managed, "")
}

fn compare(desired: &Value, live: &Value, managed: Option<&Value>, path: &str) -> Option<String> {
    match (desired, live) {
        (Value::Null, _) => None,
        (Value::Object(desired), Value::Object(live)) => objects(desired, live, managed, path),
        (Value::Array(desired), Value::Array(live)) => lists(desired, live, managed, path),
        // The server leaves out what is empty.
        (Value::Object(fields), Value::Null) if fields.is_empty() => None,
        (Value::Array(items), Value::Null) if items.is_empty() => None,
        (desired, live) if desired == live || same_number(desired, live) || managed.is_some() => None,
        _ => Some(path.to_owned()),
    }
}

fn same_number(a: &Value, b: &Value) -> bool {
    matches!((a.as_f64(), b.as_f64()), (Some(a), Some(b)) if (a - b).abs() < f64::EPSILON)
}

fn objects(
    desired: &Map<String, Value>,
    live: &Map<String, Value>,
    managed: Option<&Value>,
    path: &str,
) -> Option<String> {
    desired.iter().find_map(|(name, value)| {
        let path = format!("{path}.{name}");
        // What makes the object this object is never among the managed fields, and never changes.
        if matches!(
            path.as_str(),
            ".apiVersion" | ".kind" | ".metadata.name" | ".metadata.namespace"
        ) {
            return None;
        }
        let owned = managed.and_then(|managed| within(managed, &format!("f:{name}")));
        compare(value, live.get(name).unwrap_or(&Value::Null), owned, &path)
    })
}

/// The part of `fieldsV1` under a key. An atomic field has no parts: it is owned whole or not at all.
fn within<'a>(managed: &'a Value, key: &str) -> Option<&'a Value> {
    match managed.as_object() {
        Some(fields) if fields.is_empty() => Some(managed),
        Some(fields) => fields.get(key),
        None => None,
    }
}

fn lists(desired: &[Value], live: &[Value], managed: Option<&Value>, path: &str) -> Option<String> {
    let keys: Vec<(Map<String, Value>, &Value)> = managed
        .and_then(Value::as_object)
        .into_iter()
        .flatten()
        .filter_map(|(key, part)| Some((serde_json::from_str(key.strip_prefix("k:")?).ok()?, part)))
        .collect();
    let set = managed
        .and_then(Value::as_object)
        .is_some_and(|fields| fields.keys().any(|key| key.starts_with("v:")));
    if !keys.is_empty() {
        return desired.iter().enumerate().find_map(|(index, item)| {
            let path = format!("{path}[{index}]");
            let found = keys
                .iter()
                .find(|(key, _)| has_key(item, key, true))
                .and_then(|(key, part)| {
                    live.iter()
                        .find(|live| has_key(live, key, false))
                        .map(|live| (live, *part))
                });
            match found {
                Some((live, part)) => compare(item, live, Some(part), &path),
                None => Some(path),
            }
        });
    }
    if set {
        let missing = desired.iter().position(|item| !live.contains(item))?;
        return Some(format!("{path}[{missing}]"));
    }
    if desired.len() != live.len() {
        return managed.is_none().then(|| path.to_owned());
    }
    desired
        .iter()
        .zip(live)
        .enumerate()
        .find_map(|(index, (desired, live))| compare(desired, live, managed, &format!("{path}[{index}]")))
}

/// Whether an item is the one of that key. A desired item may leave out members that have a default.
fn has_key(item: &Value, key: &Map<String, Value>, defaults: bool) -> bool {
    key.iter().all(|(name, value)| match item.get(name) {
        Some(found) => found == value,
        None => defaults,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::json;

    fn check(name: &str, desired: &Value, live: &Value, managed: Option<&Value>, expected: Option<&str>) {
        assert_eq!(drifted(desired, live, managed).as_deref(), expected, "{name}");
    }

    #[test]
    fn leaves() {
        let desired = json!({ "spec": { "replicas": 3, "cpu": "1000m" } });
        let ours = json!({ "f:spec": { "f:replicas": {}, "f:cpu": {} } });
        let others = json!({ "f:spec": { "f:cpu": {} } });
        let live =
            |replicas: i32, cpu: &str| json!({ "spec": { "replicas": replicas, "cpu": cpu, "extra": 1 } });
        check("equal", &desired, &live(3, "1000m"), Some(&ours), None);
        check("normal form", &desired, &live(3, "1"), Some(&ours), None);
        check(
            "edited by another",
            &desired,
            &live(5, "1"),
            Some(&others),
            Some(".spec.replicas"),
        );
        check("taken over, equal", &desired, &live(3, "1"), Some(&others), None);
        check("never applied", &desired, &live(5, "1"), None, Some(".spec.cpu"));
        check(
            "removed",
            &desired,
            &json!({ "spec": { "cpu": "1" } }),
            Some(&others),
            Some(".spec.replicas"),
        );
    }

    #[test]
    fn keyed_lists() {
        let desired = json!({ "c": [{ "name": "a", "image": "x" }] });
        let managed = json!({ "f:c": { "k:{\"name\":\"a\"}": { ".": {}, "f:name": {}, "f:image": {} } } });
        let edited = json!({ "f:c": { "k:{\"name\":\"a\"}": { ".": {}, "f:name": {} } } });
        let live = |image: &str| json!({ "c": [{ "name": "injected" }, { "name": "a", "image": image, "policy": "d" }] });
        check("a sidecar is theirs", &desired, &live("x"), Some(&managed), None);
        check("edited", &desired, &live("y"), Some(&edited), Some(".c[0].image"));
        check(
            "gone",
            &desired,
            &json!({ "c": [{ "name": "b" }] }),
            Some(&json!({})),
            None,
        );
        check(
            "gone and not ours",
            &desired,
            &json!({ "c": [] }),
            Some(&json!({ "f:d": {} })),
            Some(".c"),
        );
    }

    #[test]
    fn keys_with_defaults() {
        let desired = json!({ "ports": [{ "containerPort": 80 }] });
        let managed = json!({ "f:ports": { "k:{\"containerPort\":80,\"protocol\":\"TCP\"}": { ".": {}, "f:containerPort": {} } } });
        let live = json!({ "ports": [{ "containerPort": 80, "protocol": "TCP" }] });
        check("protocol by default", &desired, &live, Some(&managed), None);
    }

    #[test]
    fn sets_and_atomic_lists() {
        let desired = json!({ "f": ["a"] });
        check(
            "set",
            &desired,
            &json!({ "f": ["b", "a"] }),
            Some(&json!({ "f:f": { "v:\"a\"": {} } })),
            None,
        );
        check(
            "not in the set",
            &desired,
            &json!({ "f": ["b"] }),
            Some(&json!({ "f:f": { "v:\"a\"": {} } })),
            Some(".f[0]"),
        );
        check(
            "atomic, ours",
            &desired,
            &json!({ "f": ["A"] }),
            Some(&json!({ "f:f": {} })),
            None,
        );
        check(
            "atomic, theirs",
            &desired,
            &json!({ "f": ["b"] }),
            Some(&json!({ "f:g": {} })),
            Some(".f[0]"),
        );
        check(
            "empty is left out",
            &json!({ "f": [], "g": {} }),
            &json!({}),
            Some(&json!({ "f:h": {} })),
            None,
        );
    }
}
