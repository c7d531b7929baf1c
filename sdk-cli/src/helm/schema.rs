//! `values.schema.json`: what each value takes, so that a typo is refused.

use serde_json::{Map, Value as Json, json};

use super::values::{Kind, Value};
use crate::objects::labels::RESERVED;

/// The schema of these values.
pub(super) fn schema(values: &[&Value]) -> Json {
    let mut schema = level(values, 0);
    schema["$schema"] = json!("http://json-schema.org/draft-07/schema#");
    // Where the chart is a part of another, Helm adds these.
    schema["properties"]["global"] = json!({ "type": "object" });
    if values.iter().any(|value| value.key == "watch.namespaces") {
        let listed = json!({ "properties": { "scope": { "const": "list" } } });
        schema["properties"]["watch"]["if"] = listed;
        schema["properties"]["watch"]["then"] = json!({ "properties": { "namespaces": { "minItems": 1 } } });
    }
    schema
}

/// The object of all values whose keys have the same words up to a depth.
fn level(values: &[&Value], depth: usize) -> Json {
    let mut properties = Map::new();
    let mut rest = values;
    while let Some(first) = rest.first() {
        let word = word(first, depth);
        let count = rest
            .iter()
            .take_while(|value| self::word(value, depth) == word)
            .count();
        let (these, others) = rest.split_at(count);
        rest = others;
        let is_leaf = first.key.split('.').count() == depth + 1;
        let property = if is_leaf {
            leaf(first)
        } else {
            level(these, depth + 1)
        };
        properties.insert(word.to_owned(), property);
    }
    json!({ "type": "object", "additionalProperties": false, "properties": properties })
}

/// A word of a key.
pub(super) fn word<'a>(value: &Value, depth: usize) -> &'a str
where
    'static: 'a,
{
    value.key.split('.').nth(depth).unwrap_or_default()
}

fn leaf(value: &Value) -> Json {
    let mut schema = of(value.kind);
    schema["description"] = json!(value.about);
    schema
}

fn of(kind: Kind) -> Json {
    let text = |pattern: &str| json!({ "type": "string", "pattern": format!("^({pattern})$") });
    match kind {
        Kind::Flag => json!({ "type": "boolean" }),
        Kind::MaybeFlag => json!({ "type": ["boolean", "null"] }),
        Kind::Count => json!({ "type": "integer", "minimum": 0 }),
        Kind::Word(words) => json!({ "type": "string", "enum": words }),
        Kind::Text(pattern) => text(pattern),
        Kind::MaybeText(pattern) => text(&format!("|{pattern}")),
        Kind::Texts(pattern) => json!({ "type": "array", "uniqueItems": true, "items": text(pattern) }),
        Kind::Labels => labels("object"),
        Kind::MaybeLabels => labels(["object", "null"]),
        Kind::AlertLabels => json!({
            "type": "object",
            "propertyNames": { "pattern": "^[A-Za-z_][A-Za-z0-9_]*$", "not": { "enum": ["alertname"] } },
            "additionalProperties": { "type": TEXT },
        }),
        Kind::Annotations => keyed(&json!("object"), &json!({ "type": TEXT })),
        Kind::Variables => json!({
            "type": "object",
            "propertyNames": { "pattern": "^[A-Za-z_][A-Za-z0-9_]*$", "not": { "enum": VARIABLES } },
            "additionalProperties": { "type": TEXT },
        }),
        Kind::Amounts => {
            json!({ "type": "object", "additionalProperties": { "type": ["string", "number", "null"] } })
        }
        Kind::Tolerations => json!({ "type": "array", "items": {
            "type": "object",
            "additionalProperties": false,
            "properties": {
                "key": { "type": "string" },
                "operator": { "type": "string", "enum": ["Equal", "Exists"] },
                "value": { "type": "string" },
                "effect": { "type": "string", "enum": ["NoExecute", "NoSchedule", "PreferNoSchedule"] },
                "tolerationSeconds": { "type": "integer" },
            },
        }}),
        Kind::Affinity => json!({
            "type": "object",
            "additionalProperties": false,
            "properties": {
                "nodeAffinity": { "type": "object" },
                "podAffinity": { "type": "object" },
                "podAntiAffinity": { "type": "object" },
            },
        }),
        Kind::Spread => json!({ "type": ["array", "null"], "items": {
            "type": "object",
            "additionalProperties": false,
            "required": ["maxSkew", "topologyKey", "whenUnsatisfiable"],
            "properties": {
                "matchLabelKeys": { "type": "array", "items": { "type": "string" } },
                "maxSkew": { "type": "integer" },
                "minDomains": { "type": "integer" },
                "nodeAffinityPolicy": { "type": "string" },
                "nodeTaintsPolicy": { "type": "string" },
                "topologyKey": { "type": "string" },
                "whenUnsatisfiable": { "type": "string", "enum": ["DoNotSchedule", "ScheduleAnyway"] },
            },
        }}),
    }
}

/// What maps hold: with null, Helm takes a key of the defaults away.
const TEXT: [&str; 2] = ["string", "null"];

/// Variables that follow from other values.
const VARIABLES: [&str; 8] = {
    use kopr_model::env;
    [
        env::CLASS,
        env::DESCRIBE,
        env::INSTANCE,
        env::LEADER_ELECTION,
        env::METRICS_TLS,
        env::POD_NAME,
        env::POD_NAMESPACE,
        env::WATCH_NAMESPACE,
    ]
};

fn labels(kind: impl Into<Json>) -> Json {
    let value = "^([A-Za-z0-9]([-A-Za-z0-9_.]{0,61}[A-Za-z0-9])?)?$";
    keyed(&kind.into(), &json!({ "type": TEXT, "pattern": value }))
}

/// A map whose keys are those of labels and annotations, none of those that kopr sets.
fn keyed(kind: &Json, values: &Json) -> Json {
    json!({
        "type": kind,
        "propertyNames": {
            "pattern": "^([a-z0-9]([-a-z0-9.]*[a-z0-9])?/)?[A-Za-z0-9]([-A-Za-z0-9_.]{0,61}[A-Za-z0-9])?$",
            "not": { "enum": RESERVED },
        },
        "additionalProperties": values,
    })
}
