//! Enums in the forms that serde has.

use std::collections::BTreeMap;

use kopr::Schema;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::{check, convert};

#[derive(Schema, Serialize, Deserialize)]
#[allow(dead_code, reason = "only the shape matters")]
enum Level {
    Low,
    Mid,
    High,
}

#[derive(Schema, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
#[allow(dead_code, reason = "only the shape matters")]
enum Documented {
    /// quiet
    Low,
    Mid,
    /// very
    /// loud
    High,
}

#[test]
fn plain() {
    #[derive(Schema, Serialize, Deserialize)]
    struct Levels {
        level: Level,
        perhaps: Option<Level>,
        #[serde(skip_serializing_if = "Option::is_none")]
        left_out: Option<Level>,
        many: Vec<Level>,
        keys: BTreeMap<String, Level>,
    }
    let level = json!({ "type": "string", "enum": ["Low", "Mid", "High"] });
    let mut nullable = level.clone();
    nullable["nullable"] = json!(true);
    check::<Levels>(json!({
        "type": "object",
        "properties": {
            "level": level,
            "perhaps": nullable,
            "left_out": level,
            "many": { "type": "array", "items": level },
            "keys": { "type": "object", "additionalProperties": level },
        },
        "required": ["keys", "level", "many"],
    }));
}

/// Texts change nothing but the description, in the order of the code.
#[test]
fn plain_with_texts() {
    #[derive(Schema, Serialize, Deserialize)]
    struct Levels {
        /// How loud.
        level: Documented,
        /// How loud, if at all.
        perhaps: Option<Documented>,
        bare: Documented,
    }
    let variants = "- `low`: quiet\n- `high`: very loud";
    check::<Levels>(json!({
        "type": "object",
        "properties": {
            "level": {
                "type": "string", "enum": ["low", "mid", "high"],
                "description": "How loud.",
            },
            "perhaps": {
                "type": "string", "enum": ["low", "mid", "high"], "nullable": true,
                "description": "How loud, if at all.",
            },
            "bare": { "type": "string", "enum": ["low", "mid", "high"], "description": variants },
        },
        "required": ["bare", "level"],
    }));
}

#[test]
fn externally_tagged() {
    #[derive(Schema, Serialize, Deserialize)]
    struct Holder {
        #[serde(rename = "do")]
        task: Task,
        perhaps: Option<Task>,
    }
    #[derive(Schema, Serialize, Deserialize)]
    #[serde(rename_all = "camelCase")]
    #[allow(dead_code, reason = "only the shape matters")]
    enum Task {
        /// Copies.
        CopyFile {
            from: String,
        },
        Wipe(Path),
        Pair(i32, i32),
        Nothing {},
    }
    #[derive(Schema, Serialize, Deserialize)]
    struct Path {
        path: String,
    }
    let mut task = json!({
        "type": "object",
        "description": "- `copyFile`: Copies.",
        "properties": {
            "copyFile": {
                "type": "object",
                "properties": { "from": { "type": "string" } },
                "required": ["from"],
            },
            "wipe": {
                "type": "object",
                "properties": { "path": { "type": "string" } },
                "required": ["path"],
            },
            "pair": {
                "type": "array", "minItems": 2, "maxItems": 2,
                "items": { "type": "integer", "format": "int32" },
            },
            "nothing": { "type": "object" },
        },
        "oneOf": [
            { "required": ["copyFile"] },
            { "required": ["wipe"] },
            { "required": ["pair"] },
            { "required": ["nothing"] },
        ],
    });
    let plain = task.clone();
    task["nullable"] = json!(true);
    check::<Holder>(json!({
        "type": "object",
        "properties": { "do": plain, "perhaps": task },
        "required": ["do"],
    }));
}

#[test]
fn externally_tagged_with_unit_variants() {
    #[derive(Schema, Serialize, Deserialize)]
    #[kopr(preserve_unknown)]
    #[allow(dead_code, reason = "only the shape matters")]
    enum Mixed {
        Unit,
        One { x: i32 },
    }
    check::<Mixed>(json!({ "x-kubernetes-preserve-unknown-fields": true }))
        .loses(".spec: it takes one of several forms (object, string)");
}

#[test]
fn internally_tagged() {
    #[derive(Schema, Serialize, Deserialize)]
    #[serde(tag = "kind")]
    #[allow(dead_code, reason = "only the shape matters")]
    enum Shape {
        /// Round.
        Ring {
            radius: u32,
        },
        /// Flat.
        Slab(Slab),
        Point,
    }
    #[derive(Schema, Serialize, Deserialize)]
    struct Slab {
        side: u32,
    }
    let number = json!({ "type": "integer", "format": "int64", "minimum": 0, "maximum": 4_294_967_295_u32 });
    check::<Shape>(json!({
        "type": "object",
        "description": "- `Ring`: Round.\n- `Slab`: Flat.",
        "properties": {
            "kind": { "type": "string", "enum": ["Ring", "Slab", "Point"] },
            "radius": number,
            "side": number,
        },
        "required": ["kind"],
        "oneOf": [
            { "properties": { "kind": { "enum": ["Ring"] } }, "required": ["radius"] },
            { "properties": { "kind": { "enum": ["Slab"] } }, "required": ["side"] },
            { "properties": { "kind": { "enum": ["Point"] } } },
        ],
    }));
}

#[test]
fn internally_tagged_with_a_field_of_two_types() {
    #[derive(Schema, Serialize, Deserialize)]
    #[serde(tag = "type")]
    #[allow(dead_code, reason = "only the shape matters")]
    enum Rule {
        A { value: i32, same: String, bound: u8 },
        B { value: String, same: String, bound: u16 },
        C { value: Vec<String> },
    }
    check::<Rule>(json!({
        "type": "object",
        "properties": {
            "type": { "type": "string", "enum": ["A", "B", "C"] },
            "value": { "x-kubernetes-preserve-unknown-fields": true },
            "same": { "type": "string" },
            "bound": { "type": "integer" },
        },
        "required": ["type", "value"],
        "oneOf": [
            { "properties": { "type": { "enum": ["A"] } }, "required": ["bound", "same"] },
            { "properties": { "type": { "enum": ["B"] } }, "required": ["bound", "same"] },
            { "properties": { "type": { "enum": ["C"] } } },
        ],
    }))
    .loses(".spec.bound: its schema differs between the variants")
    .loses(".spec.value: its schema differs between the variants");
}

#[test]
fn internally_tagged_that_contains_itself() {
    #[derive(Schema, Serialize, Deserialize)]
    #[serde(tag = "op")]
    #[allow(dead_code, reason = "only the shape matters")]
    enum Expression {
        Not { inner: Box<Expression> },
        Value { value: bool },
    }
    check::<Expression>(json!({
        "type": "object",
        "properties": {
            "op": { "type": "string", "enum": ["Not", "Value"] },
            "inner": { "x-kubernetes-preserve-unknown-fields": true },
            "value": { "type": "boolean" },
        },
        "required": ["op"],
        "oneOf": [
            { "properties": { "op": { "enum": ["Not"] } }, "required": ["inner"] },
            { "properties": { "op": { "enum": ["Value"] } }, "required": ["value"] },
        ],
    }))
    .loses(".spec.inner: the type contains itself");
}

#[test]
fn adjacently_tagged() {
    #[derive(Schema, Serialize, Deserialize)]
    #[serde(tag = "t", content = "c")]
    #[allow(dead_code, reason = "only the shape matters")]
    enum Load {
        Count(u8),
        Label(String),
        None,
    }
    check::<Load>(json!({
        "type": "object",
        "properties": {
            "t": { "type": "string", "enum": ["Count", "Label", "None"] },
            "c": {
                "x-kubernetes-int-or-string": true,
                "anyOf": [{ "type": "integer" }, { "type": "string" }],
            },
        },
        "required": ["t"],
        "oneOf": [
            { "properties": { "t": { "enum": ["Count"] } }, "required": ["c"] },
            { "properties": { "t": { "enum": ["Label"] } }, "required": ["c"] },
            { "properties": { "t": { "enum": ["None"] } } },
        ],
    }))
    .loses(".spec.c: its schema differs between the variants");
    // Where all contents agree, the content has that schema.
    #[derive(Schema, Serialize, Deserialize)]
    #[serde(tag = "t", content = "c")]
    #[allow(dead_code, reason = "only the shape matters")]
    enum Same {
        A(bool),
        B(bool),
    }
    check::<Same>(json!({
        "type": "object",
        "properties": {
            "t": { "type": "string", "enum": ["A", "B"] },
            "c": { "type": "boolean" },
        },
        "required": ["c", "t"],
        "oneOf": [
            { "properties": { "t": { "enum": ["A"] } } },
            { "properties": { "t": { "enum": ["B"] } } },
        ],
    }));
}

#[test]
fn untagged_objects() {
    #[derive(Schema, Serialize, Deserialize)]
    #[serde(untagged)]
    #[allow(dead_code, reason = "only the shape matters")]
    enum Source {
        /// by path
        A { path: String },
        /// by id
        B { id: i32 },
    }
    check::<Source>(json!({
        "type": "object",
        "description": "- `path`: by path\n- `id`: by id",
        "properties": {
            "path": { "type": "string" },
            "id": { "type": "integer", "format": "int32" },
        },
        "anyOf": [{ "required": ["path"] }, { "required": ["id"] }],
    }));
}

/// Two variants share a field, and only its text differs.
#[test]
fn untagged_with_a_shared_field() {
    #[derive(Schema, Serialize, Deserialize)]
    #[serde(untagged)]
    #[allow(dead_code, reason = "only the shape matters")]
    enum Shared {
        A {
            name: String,
        },
        B {
            /// the other name
            name: String,
            n: i32,
        },
    }
    check::<Shared>(json!({
        "type": "object",
        "properties": {
            "name": { "type": "string", "description": "the other name" },
            "n": { "type": "integer", "format": "int32" },
        },
        "required": ["name"],
    }));
}

#[test]
fn untagged_of_several_forms() {
    #[derive(Schema, Serialize, Deserialize)]
    struct Item {
        name: String,
    }
    #[derive(Schema, Serialize, Deserialize)]
    #[serde(untagged)]
    #[allow(dead_code, reason = "only the shape matters")]
    enum Words {
        One(String),
        Many(Vec<String>),
    }
    #[derive(Schema, Serialize, Deserialize)]
    #[serde(untagged)]
    #[allow(dead_code, reason = "only the shape matters")]
    enum Ref {
        Name(String),
        Full { name: String },
    }
    #[derive(Schema, Serialize, Deserialize)]
    #[serde(untagged)]
    #[allow(dead_code, reason = "only the shape matters")]
    enum Items {
        One(Item),
        Many(Vec<Item>),
    }
    #[derive(Schema, Serialize, Deserialize)]
    #[serde(untagged)]
    #[allow(dead_code, reason = "only the shape matters")]
    enum Number {
        Whole(i32),
        Text(String),
    }
    #[derive(Schema, Serialize, Deserialize)]
    #[serde(untagged)]
    #[allow(dead_code, reason = "only the shape matters")]
    enum Perhaps {
        Some(String),
        None,
    }
    #[derive(Schema, Serialize, Deserialize)]
    struct All {
        words: Words,
        reference: Ref,
        items: Items,
        number: Number,
        perhaps: Perhaps,
    }
    let open = json!({ "x-kubernetes-preserve-unknown-fields": true });
    check::<All>(json!({
        "type": "object",
        "properties": {
            "words": open,
            "reference": open,
            "items": open,
            "number": {
                "x-kubernetes-int-or-string": true,
                "anyOf": [{ "type": "integer" }, { "type": "string" }],
            },
            "perhaps": { "type": "string", "nullable": true },
        },
        "required": ["items", "number", "perhaps", "reference", "words"],
    }))
    .loses(".spec.items: it takes one of several forms (array, object)")
    .loses(".spec.reference: it takes one of several forms (object, string)")
    .loses(".spec.words: it takes one of several forms (array, string)");
}

/// The default of an enum, on the reference to it.
#[test]
fn default_on_a_reference() {
    #[derive(Schema, Serialize, Deserialize, Default)]
    #[allow(dead_code, reason = "only the shape matters")]
    enum Mode {
        #[default]
        Fast,
        Slow,
    }
    #[derive(Schema, Serialize, Deserialize)]
    struct Holder {
        /// How.
        #[serde(default)]
        mode: Mode,
        #[serde(default)]
        perhaps: Option<Mode>,
    }
    check::<Holder>(json!({
        "type": "object",
        "properties": {
            "mode": { "type": "string", "enum": ["Fast", "Slow"], "default": "Fast", "description": "How." },
            "perhaps": { "type": "string", "enum": ["Fast", "Slow"], "nullable": true },
        },
    }));
}

/// What schemars alone derives, without kopr's marks, converts as well.
#[test]
fn derived_by_schemars() {
    #[derive(kopr::schemars::JsonSchema)]
    #[schemars(crate = "kopr::schemars")]
    #[allow(dead_code, reason = "only the shape matters")]
    enum Plain {
        /// first
        B,
        A,
    }
    let found = convert::<Plain>();
    let mut values = found.schema["enum"].as_array().cloned().unwrap_or_default();
    values.sort_by_key(Value::to_string);
    assert_eq!(json!(values), json!(["A", "B"]));
}
