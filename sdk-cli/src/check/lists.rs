//! S9, S10: lists that are merged as maps or sets.

use serde_json::Value;

use super::{Family, Rule, Subject, Version};
use crate::schema::{INT_OR_STRING, LIST_MAP_KEYS, LIST_TYPE, MAP_TYPE, flag, nodes, property, word, words};

pub(super) const FAMILY: Family = Family {
    name: "lists",
    rules: &[
        Rule {
            id: "S9",
            about: "keys of a map list are scalar, required or defaulted, and not nullable",
        },
        Rule {
            id: "S10",
            about: "items of a set are scalar or atomic, and not nullable",
        },
    ],
    on: Subject::Version(check),
};

fn check(version: &mut Version<'_>) {
    for node in nodes(&version.version.schema) {
        let items = node.schema.get("items").unwrap_or(&Value::Null);
        match word(node.schema, LIST_TYPE) {
            Some("map") => map(version, node.schema, items, &node.path),
            Some("set") => set(version, items, &node.path),
            Some("atomic") | None => {}
            Some(odd) => version.error(
                "S10",
                &node.path,
                format!("`{LIST_TYPE}` is `{odd}`"),
                "it is one of `atomic`, `map`, `set`",
            ),
        }
        if word(node.schema, LIST_TYPE) != Some("map") && node.schema.get(LIST_MAP_KEYS).is_some() {
            version.error(
                "S9",
                &node.path,
                format!("`{LIST_MAP_KEYS}` stands without `{LIST_TYPE}: map`"),
                format!("add `{LIST_TYPE}: map`"),
            );
        }
    }
}

fn map(version: &mut Version<'_>, schema: &Value, items: &Value, path: &str) {
    if word(items, "type") != Some("object") {
        version.error(
            "S9",
            path,
            "items of a map list are not objects",
            "use `x-kubernetes-list-type: set` or `atomic`",
        );
        return;
    }
    if flag(items, "nullable") {
        version.error(
            "S9",
            path,
            "items of the map list are nullable",
            "an item without keys cannot be merged",
        );
    }
    let keys: Vec<&str> = words(schema, LIST_MAP_KEYS).collect();
    if keys.iter().enumerate().any(|(at, key)| keys[..at].contains(key)) {
        version.error(
            "S9",
            path,
            "a key of the map list is named twice",
            "name each key once",
        );
    }
    if keys.is_empty() {
        version.error(
            "S9",
            path,
            "the map list names no keys",
            format!("name them in `{LIST_MAP_KEYS}`"),
        );
    }
    for key in keys {
        let Some(child) = property(items, key) else {
            version.error(
                "S9",
                path,
                format!("the key `{key}` is no field of the items"),
                "name a field of the items",
            );
            continue;
        };
        let scalar = flag(child, INT_OR_STRING)
            || matches!(
                word(child, "type"),
                Some("string" | "integer" | "number" | "boolean")
            );
        let required = words(items, "required").any(|name| name == key);
        if !scalar {
            version.error(
                "S9",
                path,
                format!("the key `{key}` is not a scalar"),
                "name a field that is text or a number",
            );
        }
        if !required && child.get("default").is_none() {
            version.error(
                "S9",
                path,
                format!("the key `{key}` is neither required nor has it a default"),
                format!("make `{key}` required, or give it a default"),
            );
        }
        if flag(child, "nullable") {
            version.error(
                "S9",
                path,
                format!("the key `{key}` is nullable"),
                format!("leave `{key}` out rather than null"),
            );
        }
    }
}

fn set(version: &mut Version<'_>, items: &Value, path: &str) {
    let atomic = match word(items, "type") {
        Some("object") => word(items, MAP_TYPE) == Some("atomic"),
        Some("array") => matches!(word(items, LIST_TYPE), None | Some("atomic")),
        _ => true,
    };
    if !atomic {
        version.error(
            "S10",
            path,
            "items of the set are objects that are not atomic",
            format!("add `{MAP_TYPE}: atomic` to the items, or use a map list"),
        );
    }
    if atomic && matches!(word(items, "type"), Some("object" | "array")) {
        version.warn(
            "S10",
            path,
            "items of the set are not scalar, so server-side apply and CEL do not treat it as a set",
            "use a map list, or leave the list type out",
        );
    }
    if flag(items, "nullable") {
        version.error(
            "S10",
            path,
            "items of the set are nullable",
            "a set cannot hold null",
        );
    }
}
