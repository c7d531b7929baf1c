//! Whether a value is one that a schema takes, by the rules of the API server.

use regex::Regex;
use serde_json::Value;

use super::{EMBEDDED, INT_OR_STRING, JUNCTORS, PRESERVE, branches, flag, join, property, word, words};

/// What a value breaks.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Breach {
    /// Where in the value.
    pub path: String,
    /// What; lower case.
    pub message: String,
}

/// All that a value breaks; nothing where the server would take it, rules in CEL aside.
pub fn breaches(schema: &Value, value: &Value, path: &str) -> Vec<Breach> {
    let mut found = Vec::new();
    validate(schema, value, path, true, &mut found);
    found
}

/// A value with the defaults of its missing fields, as the server fills them in before it looks.
pub fn with_defaults(schema: &Value, value: &Value) -> Value {
    match value {
        Value::Object(fields) => {
            let mut fields = fields.clone();
            for (name, child) in super::fields(schema, "properties") {
                match (fields.get(name), child.get("default")) {
                    (Some(value), _) => {
                        let value = with_defaults(child, value);
                        fields.insert(name.clone(), value);
                    }
                    (None, Some(default)) => {
                        fields.insert(name.clone(), with_defaults(child, default));
                    }
                    (None, None) => {}
                }
            }
            Value::Object(fields)
        }
        Value::Array(items) => match schema.get("items") {
            Some(item) => items.iter().map(|value| with_defaults(item, value)).collect(),
            None => value.clone(),
        },
        other => other.clone(),
    }
}

/// `structural` is false inside junctors, which restrict values and say nothing about unknown fields.
fn validate(schema: &Value, value: &Value, path: &str, structural: bool, found: &mut Vec<Breach>) {
    let mut breach = |message: String| {
        found.push(Breach {
            path: path.to_owned(),
            message,
        });
    };
    if value.is_null() {
        if structural && !flag(schema, "nullable") {
            breach("it is null, and the schema is not `nullable`".to_owned());
        }
        return;
    }
    if flag(schema, INT_OR_STRING) {
        if !(value.is_string() || is_integer(value)) {
            breach(format!("it is {}, not an integer or a string", name_of(value)));
        }
    } else if let Some(wanted) = word(schema, "type")
        && !has_type(value, wanted)
    {
        breach(format!("it is {}, not of type `{wanted}`", name_of(value)));
        return;
    }
    if let Some(allowed) = schema.get("enum").and_then(Value::as_array)
        && !allowed.contains(value)
    {
        breach(format!("{value} is not one of {}", Value::Array(allowed.clone())));
    }
    match value {
        Value::Number(_) => number(schema, value, &mut breach),
        Value::String(text) => string(schema, text, &mut breach),
        _ => {}
    }
    match value {
        Value::Array(items) => array(schema, items, path, structural, found),
        Value::Object(_) => object(schema, value, path, structural, found),
        _ => {}
    }
    junctors(schema, value, path, found);
}

fn is_integer(value: &Value) -> bool {
    value.is_i64() || value.is_u64() || value.as_f64().is_some_and(|number| number.fract() == 0.0)
}

fn has_type(value: &Value, wanted: &str) -> bool {
    match wanted {
        "string" => value.is_string(),
        "integer" => is_integer(value),
        "number" => value.is_number(),
        "boolean" => value.is_boolean(),
        "object" => value.is_object(),
        "array" => value.is_array(),
        _ => false,
    }
}

fn name_of(value: &Value) -> &'static str {
    match value {
        Value::Null => "null",
        Value::Bool(_) => "a boolean",
        Value::Number(_) => "a number",
        Value::String(_) => "a string",
        Value::Array(_) => "a list",
        Value::Object(_) => "an object",
    }
}

fn number(schema: &Value, value: &Value, breach: &mut impl FnMut(String)) {
    let Some(number) = value.as_f64() else { return };
    let bound = |key| schema.get(key).and_then(Value::as_f64);
    if let Some(minimum) = bound("minimum") {
        let exclusive = flag(schema, "exclusiveMinimum");
        if number < minimum || exclusive && number <= minimum {
            breach(format!("{value} is below the minimum {minimum}"));
        }
    }
    if let Some(maximum) = bound("maximum") {
        let exclusive = flag(schema, "exclusiveMaximum");
        if number > maximum || exclusive && number >= maximum {
            breach(format!("{value} is above the maximum {maximum}"));
        }
    }
    if let Some(step) = bound("multipleOf")
        && step > 0.0
        && (number / step).fract() != 0.0
    {
        breach(format!("{value} is not a multiple of {step}"));
    }
}

fn string(schema: &Value, text: &str, breach: &mut impl FnMut(String)) {
    let length = text.chars().count() as u64;
    let bound = |key| schema.get(key).and_then(Value::as_u64);
    if bound("minLength").is_some_and(|least| length < least) {
        breach(format!("{text:?} is shorter than `minLength`"));
    }
    if bound("maxLength").is_some_and(|most| length > most) {
        breach(format!("{text:?} is longer than `maxLength`"));
    }
    if let Some(pattern) = word(schema, "pattern") {
        match Regex::new(pattern) {
            Ok(regex) if regex.is_match(text) => {}
            Ok(_) => breach(format!("{text:?} does not match `{pattern}`")),
            Err(_) => breach(format!("the pattern `{pattern}` is not a regular expression")),
        }
    }
}

fn array(schema: &Value, items: &[Value], path: &str, structural: bool, found: &mut Vec<Breach>) {
    let count = items.len() as u64;
    let bound = |key| schema.get(key).and_then(Value::as_u64);
    let mut breach = |message: &str| {
        found.push(Breach {
            path: path.to_owned(),
            message: message.to_owned(),
        });
    };
    if bound("minItems").is_some_and(|least| count < least) {
        breach("it has fewer items than `minItems`");
    }
    if bound("maxItems").is_some_and(|most| count > most) {
        breach("it has more items than `maxItems`");
    }
    let doubled = |same: &dyn Fn(&Value, &Value) -> bool| {
        items
            .iter()
            .enumerate()
            .any(|(at, a)| items[..at].iter().any(|b| same(a, b)))
    };
    match word(schema, super::LIST_TYPE) {
        Some("set") if doubled(&|a, b| a == b) => breach("an item of the set stands there twice"),
        Some("map") => {
            let keys: Vec<&str> = words(schema, super::LIST_MAP_KEYS).collect();
            if doubled(&|a, b| keys.iter().all(|key| a.get(key) == b.get(key))) {
                breach("two items have the same keys");
            }
        }
        _ => {}
    }
    if let Some(item) = schema.get("items") {
        for (at, value) in items.iter().enumerate() {
            validate(item, value, &format!("{path}[{at}]"), structural, found);
        }
    }
}

fn object(schema: &Value, value: &Value, path: &str, structural: bool, found: &mut Vec<Breach>) {
    let Some(fields) = value.as_object() else { return };
    let count = fields.len() as u64;
    let bound = |key| schema.get(key).and_then(Value::as_u64);
    let mut breach = |path: String, message: &str| {
        found.push(Breach {
            path,
            message: message.to_owned(),
        });
    };
    if bound("minProperties").is_some_and(|least| count < least) {
        breach(path.to_owned(), "it has fewer fields than `minProperties`");
    }
    if bound("maxProperties").is_some_and(|most| count > most) {
        breach(path.to_owned(), "it has more fields than `maxProperties`");
    }
    for name in words(schema, "required") {
        if !fields.contains_key(name) {
            breach(join(path, name), "it is required and not there");
        }
    }
    let open = flag(schema, PRESERVE) || flag(schema, EMBEDDED) || !structural;
    for (name, value) in fields {
        let child = join(path, name);
        if let Some(known) = property(schema, name) {
            validate(known, value, &child, structural, found);
            continue;
        }
        match schema.get("additionalProperties") {
            Some(Value::Object(map)) => {
                validate(&Value::Object(map.clone()), value, &child, structural, found);
            }
            Some(Value::Bool(true)) => {}
            _ if open => {}
            _ => found.push(Breach {
                path: child,
                message: "the schema has no such field, so the server would drop it".to_owned(),
            }),
        }
    }
}

fn junctors(schema: &Value, value: &Value, path: &str, found: &mut Vec<Breach>) {
    let takes = |branch: &Value| {
        let mut inner = Vec::new();
        validate(branch, value, path, false, &mut inner);
        inner.is_empty()
    };
    for junctor in JUNCTORS {
        if schema.get(junctor).is_none() {
            continue;
        }
        let all = branches(schema, junctor).count();
        let taking = branches(schema, junctor).filter(|branch| takes(branch)).count();
        let fine = match junctor {
            "allOf" => taking == all,
            "oneOf" => taking == 1,
            _ => taking > 0,
        };
        if !fine {
            let message = format!("it fits {taking} of the {all} branches of `{junctor}`");
            found.push(Breach {
                path: path.to_owned(),
                message,
            });
        }
    }
    if schema.get("not").is_some_and(takes) {
        found.push(Breach {
            path: path.to_owned(),
            message: "it fits what `not` excludes".to_owned(),
        });
    }
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::breaches;

    #[test]
    fn values_are_taken_or_refused() {
        let object = json!({ "type": "object", "required": ["a"], "properties": {
            "a": { "type": "string", "minLength": 2, "pattern": "^x" },
            "b": { "type": "integer", "minimum": 1, "maximum": 3 },
        }});
        let one = json!({ "type": "object", "properties": { "a": { "type": "string" }, "b": { "type": "string" } },
            "oneOf": [{ "required": ["a"] }, { "required": ["b"] }] });
        let set = json!({ "type": "array", "x-kubernetes-list-type": "set", "items": { "type": "string" } });
        let cases: Vec<(&Value, Value, &str)> = vec![
            (&object, json!({ "a": "xy", "b": 2 }), ""),
            (&object, json!({ "a": "xy", "b": 2.0 }), ""),
            (&object, json!({}), "x.a: it is required and not there"),
            (
                &object,
                json!({ "a": "x" }),
                "x.a: \"x\" is shorter than `minLength`",
            ),
            (&object, json!({ "a": "yy" }), "x.a: \"yy\" does not match `^x`"),
            (
                &object,
                json!({ "a": null }),
                "x.a: it is null, and the schema is not `nullable`",
            ),
            (
                &object,
                json!({ "a": "xy", "b": 0 }),
                "x.b: 0 is below the minimum 1",
            ),
            (
                &object,
                json!({ "a": "xy", "b": "1" }),
                "x.b: it is a string, not of type `integer`",
            ),
            (
                &object,
                json!({ "a": "xy", "c": 1 }),
                "x.c: the schema has no such field, so the server would drop it",
            ),
            (&one, json!({ "a": "" }), ""),
            (
                &one,
                json!({ "a": "", "b": "" }),
                "x: it fits 2 of the 2 branches of `oneOf`",
            ),
            (&set, json!(["a", "b"]), ""),
            (
                &set,
                json!(["a", "a"]),
                "x: an item of the set stands there twice",
            ),
        ];
        for (schema, value, expected) in cases {
            let found = breaches(schema, &value, "x");
            let text: Vec<_> = found
                .iter()
                .map(|b| format!("{}: {}", b.path, b.message))
                .collect();
            assert_eq!(text.join("\n"), expected, "{value}");
        }
    }
}
