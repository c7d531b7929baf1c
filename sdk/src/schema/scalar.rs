//! Numbers, strings, nulls: keywords of one node.

use serde_json::{Map, Number, Value, json};

use super::structural::Converter;

/// Format of schemars, format of the API server, bounds.
type Width = (&'static str, Option<&'static str>, Option<i64>, Option<i64>);

/// Integers of other widths than 32 and 64 bits.
const INTEGERS: &[Width] = &[
    ("int8", None, Some(i8::MIN as i64), Some(i8::MAX as i64)),
    ("int16", None, Some(i16::MIN as i64), Some(i16::MAX as i64)),
    ("int", Some("int64"), None, None),
    ("uint8", None, Some(0), Some(u8::MAX as i64)),
    ("uint16", None, Some(0), Some(u16::MAX as i64)),
    ("uint32", Some("int64"), Some(0), Some(u32::MAX as i64)),
    ("uint64", Some("int64"), Some(0), None),
    ("uint", Some("int64"), Some(0), None),
];

/// Formats of schemars that mean something else to the API server, or nothing: what serde writes, as a
/// pattern.
///
/// Go's durations are `duration` to the API server (`1m30s`); those of JSON Schema are ISO 8601's.
const PATTERNS: &[(&str, &str)] = &[
    (
        "duration",
        r"^[+-]?P(([0-9]+[YMWD])+(T([0-9]+([.,][0-9]+)?[HMS])+)?|T([0-9]+([.,][0-9]+)?[HMS])+)$",
    ),
    (
        "partial-date-time",
        r"^[+-]?[0-9]{4,6}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}(:[0-9]{2}(\.[0-9]+)?)?$",
    ),
    ("partial-time", r"^[0-9]{2}:[0-9]{2}(:[0-9]{2}(\.[0-9]+)?)?$"),
];

/// `type: [T, null]`, null among enum values, nulls in defaults. Of several types that cannot be said
/// together, the names come back.
pub(super) fn nulls(node: &mut Map<String, Value>) -> Option<String> {
    let mut several = None;
    if let Some(types) = node.get("type").and_then(Value::as_array).cloned() {
        let mut rest: Vec<Value> = types
            .iter()
            .filter(|type_| **type_ != json!("null"))
            .cloned()
            .collect();
        if rest.len() < types.len() {
            node.insert("nullable".to_owned(), json!(true));
        }
        rest.sort_by_key(ToString::to_string);
        match rest.as_slice() {
            [] if !types.is_empty() => {
                node.insert("type".to_owned(), json!("null"));
            }
            [one] => {
                node.insert("type".to_owned(), one.clone());
            }
            [a, b] if *a == json!("integer") && *b == json!("string") => {
                node.remove("type");
                node.insert("x-kubernetes-int-or-string".to_owned(), json!(true));
            }
            types => {
                let names: Vec<&str> = types.iter().filter_map(Value::as_str).collect();
                several = Some(names.join(", "));
                node.remove("type");
                node.insert("x-kubernetes-preserve-unknown-fields".to_owned(), json!(true));
            }
        }
    }
    if let Some(values) = node.get_mut("enum").and_then(Value::as_array_mut) {
        let before = values.len();
        values.retain(|value| !value.is_null());
        if values.len() < before {
            node.insert("nullable".to_owned(), json!(true));
        }
    }
    // The API server takes a null default only where null is allowed, and then it says nothing.
    if node.get("default") == Some(&Value::Null) {
        node.remove("default");
    }
    several
}

/// Exclusive bounds are numbers in JSON Schema 2020-12 and flags in OpenAPI 3.0.
pub(super) fn bounds(fields: &Map<String, Value>, node: &mut Map<String, Value>) {
    for (exclusive, bound) in [("exclusiveMinimum", "minimum"), ("exclusiveMaximum", "maximum")] {
        if let Some(value) = fields.get(exclusive).filter(|value| value.is_number()) {
            // Beside an inclusive bound, the one that asks for more stands.
            let weaker = |given: &Value| match (given.as_f64(), value.as_f64()) {
                (Some(given), Some(value)) if bound == "minimum" => given > value,
                (Some(given), Some(value)) => given < value,
                _ => false,
            };
            if node.get(bound).is_some_and(weaker) {
                continue;
            }
            node.insert(bound.to_owned(), value.clone());
            node.insert(exclusive.to_owned(), json!(true));
        }
        if fields.get(exclusive) == Some(&json!(true)) {
            node.insert(exclusive.to_owned(), json!(true));
        }
    }
}

/// Bounds of integers are integers.
pub(super) fn whole_bounds(node: &mut Map<String, Value>) {
    if node.get("type") == Some(&json!("integer")) {
        for bound in ["minimum", "maximum", "multipleOf"] {
            if let Some(whole) = node.get(bound).and_then(Value::as_f64).and_then(whole) {
                node.insert(bound.to_owned(), Value::Number(whole));
            }
        }
    }
}

/// The integer that a float is, as text goes: `1.0` is 1.
fn whole(value: f64) -> Option<Number> {
    format!("{value:.0}")
        .parse::<i64>()
        .ok()
        .map(Number::from)
        .filter(|number| {
            number
                .as_f64()
                .is_some_and(|back| (back - value).abs() < f64::EPSILON)
        })
}

/// Formats that the API server knows; the others are said by bounds or lost.
pub(super) fn formats(converter: &mut Converter<'_>, node: &mut Map<String, Value>, path: &str) {
    let Some(format) = node.get("format").and_then(Value::as_str).map(str::to_owned) else {
        return;
    };
    let type_ = node
        .get("type")
        .and_then(Value::as_str)
        .unwrap_or_default()
        .to_owned();
    match type_.as_str() {
        "integer" if matches!(format.as_str(), "int32" | "int64") => {}
        "integer" => {
            node.remove("format");
            let too_wide = matches!(format.as_str(), "int128" | "uint128");
            if too_wide {
                converter.refuse(path, None, "is an integer of 128 bits: the API server keeps 64; use `i64`, or a string with `#[serde(with = \"..\")]`");
            }
            if let Some((_, known, minimum, maximum)) = INTEGERS.iter().find(|(name, ..)| *name == format) {
                if let Some(known) = known {
                    node.insert("format".to_owned(), json!(known));
                }
                let wide = matches!(format.as_str(), "uint64" | "uint");
                if wide && node.get("maximum").and_then(Value::as_i64).is_none() {
                    converter.lose(
                        path,
                        format!(
                            "values above {}: an integer of the API server has a sign, and it refuses them",
                            i64::MAX
                        ),
                    );
                }
                narrow(node, "minimum", *minimum, i64::max);
                narrow(node, "maximum", *maximum, i64::min);
            } else if !too_wide {
                converter.lose(path, unknown(&format));
            }
        }
        "string" if format == "ip" => {
            node.remove("format");
            node.insert(
                "anyOf".to_owned(),
                json!([{ "format": "ipv4" }, { "format": "ipv6" }]),
            );
        }
        "string" if pattern(&format).is_some() => {
            node.remove("format");
            // One that the user wrote is about the same text, and says more.
            node.entry("pattern").or_insert(json!(pattern(&format)));
        }
        type_ if known_format(type_, &format) => {}
        _ => {
            node.remove("format");
            let known_otherwise = node.contains_key("x-kubernetes-int-or-string");
            if !known_otherwise {
                converter.lose(path, unknown(&format));
            }
        }
    }
}

fn pattern(format: &str) -> Option<&'static str> {
    let found = PATTERNS.iter().find(|(name, _)| *name == format)?;
    Some(found.1)
}

fn unknown(format: &str) -> String {
    format!("the format `{format}`: the API server does not know it")
}

/// Whether the API server knows a format of a type.
pub(super) fn known_format(type_: &str, format: &str) -> bool {
    match type_ {
        "integer" => matches!(format, "int32" | "int64"),
        "number" => matches!(format, "float" | "double"),
        "string" => kopr_model::formats::is_known_of_string(format),
        _ => false,
    }
}

/// Keeps the narrower of the bound that is there and the one of the type.
fn narrow(node: &mut Map<String, Value>, key: &str, bound: Option<i64>, pick: fn(i64, i64) -> i64) {
    let Some(bound) = bound else { return };
    let value = match node.get(key) {
        None => bound,
        Some(given) => match given.as_i64() {
            Some(given) => pick(given, bound),
            // Beyond 64 bits or fractional: what was given stands.
            None => return,
        },
    };
    node.insert(key.to_owned(), json!(value));
}

/// `x-kubernetes-int-or-string` as controller-gen writes it: no type, and the two forms spelled out.
pub(super) fn int_or_string(node: &mut Map<String, Value>) {
    node.insert("x-kubernetes-int-or-string".to_owned(), json!(true));
    node.remove("type");
    node.remove("format");
    node.insert("anyOf".to_owned(), two_forms());
}

/// The only union with types in it that the API server takes.
pub(super) fn two_forms() -> Value {
    json!([{ "type": "integer" }, { "type": "string" }])
}
