//! `#[serde(flatten)]`: members that stand beside others.

use std::collections::BTreeMap;

use kopr::Schema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::check;

#[test]
fn structs_and_maps() {
    #[derive(Schema, Serialize, Deserialize)]
    struct More {
        more: i32,
        #[serde(skip_serializing_if = "Option::is_none")]
        perhaps: Option<String>,
    }
    #[derive(Schema, Serialize, Deserialize)]
    struct OfStruct {
        name: String,
        #[serde(flatten)]
        more: More,
    }
    check::<OfStruct>(json!({
        "type": "object",
        "properties": {
            "name": { "type": "string" },
            "more": { "type": "integer", "format": "int32" },
            "perhaps": { "type": "string" },
        },
        "required": ["more", "name"],
    }));
    #[derive(Schema, Serialize, Deserialize)]
    struct OfOption {
        name: String,
        #[serde(flatten)]
        more: Option<More>,
    }
    check::<OfOption>(json!({
        "type": "object",
        "properties": {
            "name": { "type": "string" },
            "more": { "type": "integer", "format": "int32" },
            "perhaps": { "type": "string" },
        },
        "required": ["name"],
    }));
    #[derive(Schema, Serialize, Deserialize)]
    struct OfMap {
        name: String,
        #[serde(flatten)]
        rest: BTreeMap<String, String>,
    }
    check::<OfMap>(json!({
        "type": "object",
        "properties": { "name": { "type": "string" } },
        "required": ["name"],
        "x-kubernetes-preserve-unknown-fields": true,
    }))
    .loses(".spec: the values of members beside the named ones");
    #[derive(Schema, Serialize, Deserialize)]
    struct OfAnything {
        name: String,
        #[serde(flatten)]
        rest: BTreeMap<String, Value>,
    }
    check::<OfAnything>(json!({
        "type": "object",
        "properties": { "name": { "type": "string" } },
        "required": ["name"],
        "x-kubernetes-preserve-unknown-fields": true,
    }));
    #[derive(Schema, Serialize, Deserialize)]
    struct OnlyAMap {
        #[serde(flatten)]
        all: BTreeMap<String, i32>,
    }
    check::<OnlyAMap>(json!({
        "type": "object",
        "additionalProperties": { "type": "integer", "format": "int32" },
    }));
}

#[test]
fn externally_tagged() {
    // kopr's own derive refuses such an enum; flattened it has a form.
    #[derive(kopr::schemars::JsonSchema, Serialize, Deserialize)]
    #[schemars(crate = "kopr::schemars")]
    #[serde(rename_all = "camelCase")]
    #[allow(dead_code, reason = "only the shape matters")]
    enum Policy {
        Size {
            bytes: u64,
        },
        /// Keeps all.
        Never,
    }
    #[derive(Schema, Serialize, Deserialize)]
    struct Holder {
        name: String,
        #[serde(flatten)]
        policy: Policy,
    }
    check::<Holder>(json!({
        "type": "object",
        "properties": {
            "name": { "type": "string" },
            "size": {
                "type": "object",
                "properties": { "bytes": { "type": "integer", "format": "int64", "minimum": 0 } },
                "required": ["bytes"],
            },
            "never": {
                "type": "object", "maxProperties": 0, "nullable": true, "description": "Keeps all.",
            },
        },
        "required": ["name"],
        "oneOf": [{ "required": ["size"] }, { "required": ["never"] }],
    }))
    .loses(".spec.never: that only null is taken");
}

#[test]
fn untagged() {
    #[derive(Schema, Serialize, Deserialize)]
    #[serde(untagged)]
    #[allow(dead_code, reason = "only the shape matters")]
    enum Src {
        /// by path
        A {
            path: String,
        },
        /// by id
        B {
            id: i32,
        },
        C {},
    }
    #[derive(Schema, Serialize, Deserialize)]
    struct Holder {
        #[serde(flatten)]
        src: Option<Src>,
        name: String,
    }
    // `C` asks for nothing, so the union does not either.
    check::<Holder>(json!({
        "type": "object",
        "description": "- `path`: by path\n- `id`: by id",
        "properties": {
            "name": { "type": "string" },
            "path": { "type": "string" },
            "id": { "type": "integer", "format": "int32" },
        },
        "required": ["name"],
    }));
}

/// Two enums flattened into one struct: both unions hold.
#[test]
fn twice() {
    #[derive(Schema, Serialize, Deserialize)]
    #[allow(dead_code, reason = "only the shape matters")]
    enum First {
        A(i32),
        B(i32),
    }
    #[derive(Schema, Serialize, Deserialize)]
    #[allow(dead_code, reason = "only the shape matters")]
    enum Second {
        C(i32),
        D(i32),
    }
    #[derive(Schema, Serialize, Deserialize)]
    struct Both {
        #[serde(flatten)]
        first: First,
        #[serde(flatten)]
        second: Second,
    }
    let number = json!({ "type": "integer", "format": "int32" });
    check::<Both>(json!({
        "type": "object",
        "properties": { "A": number, "B": number, "C": number, "D": number },
        "allOf": [
            { "oneOf": [{ "required": ["A"] }, { "required": ["B"] }] },
            { "oneOf": [{ "required": ["C"] }, { "required": ["D"] }] },
        ],
    }));
}

#[test]
fn internally_tagged() {
    #[derive(Schema, Serialize, Deserialize)]
    #[serde(tag = "type", rename_all = "camelCase")]
    #[allow(dead_code, reason = "only the shape matters")]
    enum Backend {
        Disk { path: String },
        Memory,
    }
    #[derive(Schema, Serialize, Deserialize)]
    struct Store {
        name: String,
        #[serde(flatten)]
        backend: Backend,
    }
    check::<Store>(json!({
        "type": "object",
        "properties": {
            "name": { "type": "string" },
            "type": { "type": "string", "enum": ["disk", "memory"] },
            "path": { "type": "string" },
        },
        "required": ["name", "type"],
        "oneOf": [
            { "properties": { "type": { "enum": ["disk"] } }, "required": ["path"] },
            { "properties": { "type": { "enum": ["memory"] } } },
        ],
    }));
}
