//! Schemas and the samples that they give.

use serde_json::{Value, json};

use super::value;
use crate::schema::value::{breaches, with_defaults};

#[test]
fn samples_fit_their_schemas() {
    let text = || json!({ "type": "string" });
    // schema, sample
    for (schema, expected) in [
        (text(), json!("example")),
        (json!({ "type": "string", "maxLength": 3 }), json!("exa")),
        (json!({ "type": "string", "minLength": 9 }), json!("exampleex")),
        (
            json!({ "type": "string", "pattern": "^[a-z]{2}-[0-9]+$" }),
            json!("aa-1"),
        ),
        (
            json!({ "type": "string", "pattern": "^[a-z]+$", "minLength": 4 }),
            json!("aaaa"),
        ),
        (
            json!({ "type": "string", "format": "date-time" }),
            json!("2026-01-01T00:00:00Z"),
        ),
        (json!({ "type": "string", "enum": ["low", "high"] }), json!("low")),
        (
            json!({ "type": "string", "enum": [null, "high"], "nullable": true }),
            json!("high"),
        ),
        (
            json!({ "type": "string", "default": "d", "example": "e" }),
            json!("e"),
        ),
        (json!({ "type": "string", "default": "d" }), json!("d")),
        (json!({ "type": "integer" }), json!(1)),
        (json!({ "type": "integer", "minimum": 3, "maximum": 9 }), json!(3)),
        (json!({ "type": "integer", "maximum": -2 }), json!(-2)),
        (
            json!({ "type": "integer", "minimum": 3, "exclusiveMinimum": true }),
            json!(4),
        ),
        (
            json!({ "type": "integer", "maximum": 0, "exclusiveMaximum": true }),
            json!(-1),
        ),
        (
            json!({ "type": "integer", "multipleOf": 5, "minimum": 7 }),
            json!(10),
        ),
        (
            json!({ "type": "number", "minimum": 0.25, "maximum": 0.75 }),
            json!(0.25),
        ),
        (json!({ "type": "boolean" }), json!(false)),
        (json!({ "x-kubernetes-int-or-string": true }), json!(1)),
        (json!({ "x-kubernetes-preserve-unknown-fields": true }), json!({})),
        (json!({ "type": "array", "items": text() }), json!([])),
        (
            json!({ "type": "array", "minItems": 2, "items": text() }),
            json!(["example", "example"]),
        ),
        (
            json!({ "type": "array", "minItems": 2, "x-kubernetes-list-type": "set", "items": text() }),
            json!(["example", "example1"]),
        ),
        (
            json!({ "type": "array", "minItems": 2, "x-kubernetes-list-type": "map",
                "x-kubernetes-list-map-keys": ["port"],
                "items": { "type": "object", "required": ["port", "name"],
                    "properties": { "port": { "type": "integer" }, "name": text() } } }),
            json!([{ "port": 1, "name": "example" }, { "port": 2, "name": "example" }]),
        ),
        (
            json!({ "type": "object", "required": ["a"], "properties": {
                "a": text(), "b": text(), "c": { "type": "integer", "default": 7 }, "d": { "type": "string", "example": "x" } } }),
            json!({ "a": "example", "c": 7, "d": "x" }),
        ),
        (
            json!({ "type": "object", "minProperties": 1, "additionalProperties": { "type": "integer" } }),
            json!({ "key1": 1 }),
        ),
        (
            json!({ "type": "object", "default": { "a": null, "b": "x" }, "properties": { "a": text(), "b": text() } }),
            json!({ "b": "x" }),
        ),
        // Examples inside of what is optional are shown with all that is required around them.
        (
            json!({ "type": "object", "properties": { "a": { "type": "object", "required": ["n"], "properties": {
                "n": { "type": "integer" }, "b": { "type": "object", "properties": {
                    "c": { "type": "string", "example": "deep" }, "d": text() } } } } } }),
            json!({ "a": { "n": 1, "b": { "c": "deep" } } }),
        ),
        (
            json!({ "type": "object", "properties": {
                "list": { "type": "array", "items": { "type": "string", "example": "one" } },
                "map": { "type": "object", "additionalProperties": { "type": "integer", "example": 5 } },
                "none": { "type": "array", "maxItems": 0, "items": { "type": "string", "example": "one" } } } }),
            json!({ "list": ["one"], "map": { "key1": 5 }, "none": [] }),
        ),
        // The way through a union for which there is an example.
        (
            json!({ "type": "object", "properties": { "s3": text(), "local": { "type": "string", "example": "/data" } },
                "oneOf": [{ "required": ["s3"] }, { "required": ["local"] }] }),
            json!({ "local": "/data" }),
        ),
        // An externally tagged union, and one with an inner tag.
        (
            json!({ "type": "object", "properties": { "s3": text(), "local": text() },
                "oneOf": [{ "required": ["s3"] }, { "required": ["local"] }] }),
            json!({ "s3": "example" }),
        ),
        (
            json!({ "type": "object", "required": ["kind"], "properties": {
                    "kind": { "type": "string", "enum": ["Ring", "Slab"] },
                    "radius": { "type": "integer", "minimum": 1 }, "side": { "type": "integer" } },
                "oneOf": [
                    { "properties": { "kind": { "enum": ["Slab"] } }, "required": ["side"] },
                    { "properties": { "kind": { "enum": ["Ring"] } }, "required": ["radius"] } ] }),
            json!({ "kind": "Slab", "side": 1 }),
        ),
        (
            json!({ "type": "object", "x-kubernetes-embedded-resource": true,
                "x-kubernetes-preserve-unknown-fields": true }),
            json!({ "apiVersion": "v1", "kind": "ConfigMap", "metadata": { "name": "example" } }),
        ),
    ] {
        let sample: Value = value(&schema);
        assert_eq!(sample, expected, "{schema}");
        let found = breaches(&schema, &with_defaults(&schema, &sample), "");
        assert!(found.is_empty(), "{schema}: {found:?}");
    }
}
