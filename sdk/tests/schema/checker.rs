//! The API server's rules for a schema, written a second time and on their own: what the conversion puts
//! out has to pass here, whatever it took.
//!
//! S1: every node has a type, or says that it is open. S2-S4: what may stand under `oneOf`, `anyOf`,
//! `allOf`. S5: no references and the like. S6: named members or open ones. S7: lists say what is in
//! them. S8: no `uniqueItems`. S9, S10: maps and sets. S18: formats that are known. S19: no
//! `additionalProperties: true`, which empties what is below. X: a keyword that no CRD has.

use serde_json::{Value, json};

/// What the API server would not take, or would warn of.
pub(crate) fn offences(schema: &Value) -> Vec<String> {
    let mut out = Vec::new();
    node(schema, "$", &mut out);
    out
}

const FORBIDDEN: &[&str] = &[
    "$ref",
    "$defs",
    "definitions",
    "patternProperties",
    "additionalItems",
    "dependencies",
    "id",
    "$id",
    "prefixItems",
    "const",
    "if",
    "then",
    "else",
];
const KNOWN: &[&str] = &[
    "additionalProperties",
    "allOf",
    "anyOf",
    "default",
    "description",
    "enum",
    "example",
    "exclusiveMaximum",
    "exclusiveMinimum",
    "externalDocs",
    "format",
    "items",
    "maxItems",
    "maxLength",
    "maxProperties",
    "maximum",
    "minItems",
    "minLength",
    "minProperties",
    "minimum",
    "multipleOf",
    "not",
    "nullable",
    "oneOf",
    "pattern",
    "properties",
    "required",
    "title",
    "type",
    "x-kubernetes-embedded-resource",
    "x-kubernetes-int-or-string",
    "x-kubernetes-list-map-keys",
    "x-kubernetes-list-type",
    "x-kubernetes-map-type",
    "x-kubernetes-preserve-unknown-fields",
    "x-kubernetes-validations",
];
const NOT_UNDER_JUNCTORS: &[&str] = &[
    "type",
    "description",
    "title",
    "default",
    "nullable",
    "additionalProperties",
    "example",
];
const STRING_FORMATS: &[&str] = &[
    "date",
    "datetime",
    "byte",
    "password",
    "duration",
    "uri",
    "uuid",
    "uuid3",
    "uuid4",
    "uuid5",
    "ipv4",
    "ipv6",
    "cidr",
    "mac",
    "email",
    "hostname",
    "bsonobjectid",
    "isbn",
    "isbn10",
    "isbn13",
    "creditcard",
    "ssn",
    "hexcolor",
    "rgbcolor",
];

fn node(schema: &Value, path: &str, out: &mut Vec<String>) {
    let Some(fields) = schema.as_object() else {
        out.push(format!("S7 {path}: not an object but {schema}"));
        return;
    };
    for key in fields.keys() {
        if FORBIDDEN.contains(&key.as_str()) {
            out.push(format!("S5 {path}: {key}"));
        } else if !KNOWN.contains(&key.as_str()) {
            out.push(format!("X {path}: {key}"));
        }
    }
    let type_ = fields.get("type");
    let flag = |key: &str| fields.get(key) == Some(&json!(true));
    let (int_or_string, open) = (
        flag("x-kubernetes-int-or-string"),
        flag("x-kubernetes-preserve-unknown-fields"),
    );
    match type_.map(|type_| type_.as_str().unwrap_or("not a text")) {
        None if int_or_string || open => {}
        None => out.push(format!("S1 {path}: no type")),
        Some("object" | "array" | "string" | "integer" | "number" | "boolean") => {}
        Some(other) => out.push(format!("S1 {path}: type {other}")),
    }
    if int_or_string && type_.is_some() {
        out.push(format!("S3 {path}: a type beside int-or-string"));
    }
    members(schema, path, out);
    list(schema, path, out);
    scalar(schema, path, out);
    let exempt = json!([{ "type": "integer" }, { "type": "string" }]);
    for junctor in ["oneOf", "anyOf", "allOf"] {
        let Some(branches) = fields.get(junctor) else {
            continue;
        };
        if junctor == "anyOf" && int_or_string && *branches == exempt {
            continue;
        }
        match branches.as_array().map(Vec::as_slice) {
            None | Some([]) => out.push(format!("S2 {path}: {junctor} without branches")),
            Some(branches) => {
                for (nth, branch) in branches.iter().enumerate() {
                    condition(branch, schema, &format!("{path}.{junctor}[{nth}]"), out);
                }
            }
        }
    }
}

fn members(schema: &Value, path: &str, out: &mut Vec<String>) {
    if let Some(branch) = schema.get("not") {
        condition(branch, schema, &format!("{path}.not"), out);
    }
    let properties = schema.get("properties").and_then(Value::as_object);
    let open = schema.get("additionalProperties");
    match open {
        Some(Value::Bool(true)) => out.push(format!("S19 {path}: the values below get emptied")),
        Some(_) if properties.is_some_and(|properties| !properties.is_empty()) => {
            out.push(format!("S6 {path}: named members and open ones"));
        }
        Some(Value::Object(_)) => node(&schema["additionalProperties"], &format!("{path}{{}}"), out),
        Some(other) => out.push(format!("S6 {path}: additionalProperties is {other}")),
        None => {}
    }
    for (name, property) in properties.into_iter().flatten() {
        node(property, &format!("{path}.{name}"), out);
    }
    if let Some(required) = schema.get("required") {
        let names = required.as_array().map(Vec::as_slice).unwrap_or_default();
        if names.is_empty() || !names.iter().all(Value::is_string) {
            out.push(format!("X {path}: required is {required}"));
        }
        let mut once = names.to_vec();
        once.dedup();
        if once.len() < names.len() {
            out.push(format!("X {path}: required names something twice"));
        }
    }
}

fn list(schema: &Value, path: &str, out: &mut Vec<String>) {
    if schema["type"] == "array" && schema.get("items").is_none() {
        out.push(format!("S7 {path}: no items"));
    }
    if let Some(items) = schema.get("items") {
        node(items, &format!("{path}[]"), out);
    }
    let items = &schema["items"];
    match schema["x-kubernetes-list-type"].as_str() {
        Some("map") => {
            let keys = schema["x-kubernetes-list-map-keys"]
                .as_array()
                .cloned()
                .unwrap_or_default();
            if keys.is_empty() {
                out.push(format!("S9 {path}: a map without keys"));
            }
            for key in keys.iter().filter_map(Value::as_str) {
                let member = &items["properties"][key];
                let required = items["required"]
                    .as_array()
                    .is_some_and(|names| names.contains(&json!(key)));
                if member.is_null() || !(required || member.get("default").is_some()) {
                    out.push(format!("S9 {path}: the key {key} may be missing"));
                }
                if member.get("nullable").is_some()
                    || matches!(member["type"].as_str(), Some("object" | "array") | None)
                {
                    out.push(format!("S9 {path}: the key {key} is no plain scalar"));
                }
            }
        }
        Some("set") => {
            let atomic =
                items["x-kubernetes-map-type"] == "atomic" || items["x-kubernetes-list-type"] == "atomic";
            if matches!(items["type"].as_str(), Some("object" | "array") | None) && !atomic {
                out.push(format!("S10 {path}: a set of what is not atomic"));
            }
            if items.get("nullable").is_some() {
                out.push(format!("S10 {path}: a set of what may be null"));
            }
        }
        _ => {}
    }
    if schema.get("uniqueItems").is_some() {
        out.push(format!("S8 {path}: uniqueItems"));
    }
}

fn scalar(schema: &Value, path: &str, out: &mut Vec<String>) {
    if let Some(format) = schema.get("format") {
        let format = format.as_str().unwrap_or("not a text");
        let known = match schema["type"].as_str() {
            Some("integer") => ["int32", "int64"].contains(&format),
            Some("number") => ["float", "double"].contains(&format),
            Some("string") => STRING_FORMATS.contains(&format.replace('-', "").as_str()),
            _ => false,
        };
        if !known {
            out.push(format!("S18 {path}: format {format}"));
        }
    }
    for (key, right) in [
        ("description", schema["description"].is_string()),
        ("nullable", schema["nullable"].is_boolean()),
        ("minimum", schema["minimum"].is_number()),
        ("maximum", schema["maximum"].is_number()),
        ("exclusiveMinimum", schema["exclusiveMinimum"].is_boolean()),
        ("exclusiveMaximum", schema["exclusiveMaximum"].is_boolean()),
        ("maxLength", schema["maxLength"].is_u64()),
        (
            "enum",
            schema["enum"].as_array().is_some_and(|values| !values.is_empty()),
        ),
        ("default", !schema["default"].is_null()),
    ] {
        if schema.get(key).is_some() && !right {
            out.push(format!("X {path}: {key} is {}", schema[key]));
        }
    }
    if schema["enum"]
        .as_array()
        .is_some_and(|values| values.contains(&Value::Null))
    {
        out.push(format!(
            "X {path}: null among the values, which no check ever matches"
        ));
    }
    if schema["type"] == "integer" {
        for bound in ["minimum", "maximum"] {
            if schema.get(bound).is_some_and(Value::is_f64)
                && schema[bound]
                    .as_f64()
                    .is_some_and(|value| value.fract() == 0.0 && value.abs() < 1e15)
            {
                out.push(format!("X {path}: {bound} of an integer is written with a point"));
            }
        }
    }
}

fn condition(branch: &Value, outer: &Value, path: &str, out: &mut Vec<String>) {
    let Some(fields) = branch.as_object() else {
        out.push(format!("S2 {path}: not an object"));
        return;
    };
    for key in fields.keys() {
        if NOT_UNDER_JUNCTORS.contains(&key.as_str()) || key.starts_with("x-") {
            out.push(format!("S2 {path}: {key}"));
        }
    }
    for (name, property) in branch["properties"].as_object().into_iter().flatten() {
        let path = format!("{path}.{name}");
        match outer["properties"].get(name) {
            Some(outer) => condition(property, outer, &path, out),
            None => out.push(format!("S4 {path}: only under the junctor")),
        }
    }
    for junctor in ["oneOf", "anyOf", "allOf"] {
        for (nth, inner) in branch[junctor].as_array().into_iter().flatten().enumerate() {
            condition(inner, outer, &format!("{path}.{junctor}[{nth}]"), out);
        }
    }
}

/// The checker itself is checked: it refuses what it is there to refuse.
#[test]
fn it_refuses() {
    for (schema, rule) in [
        (json!({}), "S1"),
        (json!({ "type": "null" }), "S1"),
        (json!({ "type": "object", "properties": { "a": {} } }), "S1"),
        (json!({ "type": "object", "anyOf": [{ "type": "object" }] }), "S2"),
        (json!({ "type": "object", "anyOf": [] }), "S2"),
        (
            json!({ "type": "integer", "x-kubernetes-int-or-string": true }),
            "S3",
        ),
        (
            json!({ "type": "object", "oneOf": [{ "properties": { "a": {} } }] }),
            "S4",
        ),
        (json!({ "type": "object", "$ref": "#/$defs/A" }), "S5"),
        (
            json!({ "type": "object", "properties": { "a": { "type": "string" } },
                    "additionalProperties": { "type": "string" } }),
            "S6",
        ),
        (json!({ "type": "array" }), "S7"),
        (json!({ "type": "array", "items": [{ "type": "string" }] }), "S7"),
        (
            json!({ "type": "array", "items": { "type": "string" }, "uniqueItems": true }),
            "S8",
        ),
        (
            json!({ "type": "array", "x-kubernetes-list-type": "map", "x-kubernetes-list-map-keys": ["a"],
                    "items": { "type": "object", "properties": { "a": { "type": "string" } } } }),
            "S9",
        ),
        (
            json!({ "type": "array", "x-kubernetes-list-type": "set", "items": { "type": "object" } }),
            "S10",
        ),
        (json!({ "type": "integer", "format": "uint32" }), "S18"),
        (json!({ "type": "object", "additionalProperties": true }), "S19"),
        (json!({ "type": "string", "x-kopr": {} }), "X"),
        (json!({ "type": "string", "enum": ["a", null] }), "X"),
    ] {
        let found = offences(&schema);
        assert!(
            found.iter().any(|offence| offence.starts_with(rule)),
            "{schema} should offend {rule}, found {found:?}"
        );
    }
    let right =
        json!({ "x-kubernetes-int-or-string": true, "anyOf": [{ "type": "integer" }, { "type": "string" }] });
    assert_eq!(offences(&right), Vec::<String>::new());
}
