//! Numbers, texts, times, and what is not one of them.

use std::net::{IpAddr, Ipv4Addr};
use std::num::NonZeroU32;
use std::time::Duration;

use kopr::Schema;
use kopr::k8s_openapi::apimachinery::pkg::apis::meta::v1::{MicroTime, Time};
use serde_json::{Value, json};

use crate::check;

#[test]
fn integers_of_all_widths() {
    #[derive(Schema)]
    #[allow(dead_code, reason = "only the shape matters")]
    struct Widths {
        a: u8,
        b: u16,
        c: u32,
        d: u64,
        e: usize,
        f: i8,
        g: i16,
        h: i32,
        i: i64,
        j: isize,
        k: NonZeroU32,
    }
    check::<Widths>(json!({
        "type": "object",
        "properties": {
            "a": { "type": "integer", "minimum": 0, "maximum": 255 },
            "b": { "type": "integer", "minimum": 0, "maximum": 65535 },
            "c": { "type": "integer", "format": "int64", "minimum": 0, "maximum": 4_294_967_295_u32 },
            "d": { "type": "integer", "format": "int64", "minimum": 0 },
            "e": { "type": "integer", "format": "int64", "minimum": 0 },
            "f": { "type": "integer", "minimum": -128, "maximum": 127 },
            "g": { "type": "integer", "minimum": -32768, "maximum": 32767 },
            "h": { "type": "integer", "format": "int32" },
            "i": { "type": "integer", "format": "int64" },
            "j": { "type": "integer", "format": "int64" },
            "k": { "type": "integer", "format": "int64", "minimum": 1, "maximum": 4_294_967_295_u32 },
        },
        "required": ["a", "b", "c", "d", "e", "f", "g", "h", "i", "j", "k"],
    }))
    .loses(".spec.d: values above 9223372036854775807")
    .loses(".spec.e: values above 9223372036854775807");
}

#[test]
fn integers_that_are_too_wide() {
    #[derive(Schema)]
    #[allow(dead_code, reason = "only the shape matters")]
    struct Wide {
        a: u128,
        b: Option<i128>,
    }
    check::<Wide>(json!({
        "type": "object",
        "properties": {
            "a": { "type": "integer", "minimum": 0 },
            "b": { "type": "integer", "nullable": true },
        },
        "required": ["a"],
    }))
    .refuses("`.spec.a` is an integer of 128 bits")
    .refuses("`.spec.b` is an integer of 128 bits");
}

#[test]
fn bounds() {
    #[derive(Schema)]
    #[allow(dead_code, reason = "only the shape matters")]
    struct Bounds {
        #[schemars(range(min = 1, max = 9))]
        narrower: u8,
        #[schemars(range(max = 1000))]
        wider: u8,
        #[schemars(range(min = 0.5, max = 2))]
        number: f64,
        #[schemars(extend("exclusiveMinimum" = 0, "exclusiveMaximum" = 10))]
        exclusive: i32,
        #[schemars(extend("exclusiveMinimum" = -5))]
        weaker: u32,
        #[schemars(extend("multipleOf" = 5.0))]
        fives: i32,
        #[schemars(length(min = 1, max = 63), regex(pattern = "^[a-z]+$"))]
        text: String,
        #[schemars(length(min = 1), inner(length(max = 3)))]
        list: Vec<String>,
    }
    check::<Bounds>(json!({
        "type": "object",
        "properties": {
            "narrower": { "type": "integer", "minimum": 1, "maximum": 9 },
            "wider": { "type": "integer", "minimum": 0, "maximum": 255 },
            "number": { "type": "number", "format": "double", "minimum": 0.5, "maximum": 2 },
            "exclusive": {
                "type": "integer", "format": "int32",
                "minimum": 0, "exclusiveMinimum": true, "maximum": 10, "exclusiveMaximum": true,
            },
            "weaker": { "type": "integer", "format": "int64", "minimum": 0, "maximum": 4_294_967_295_u32 },
            "fives": { "type": "integer", "format": "int32", "multipleOf": 5 },
            "text": { "type": "string", "minLength": 1, "maxLength": 63, "pattern": "^[a-z]+$" },
            "list": { "type": "array", "minItems": 1, "items": { "type": "string", "maxLength": 3 } },
        },
        "required": ["exclusive", "fives", "list", "narrower", "number", "text", "weaker", "wider"],
    }));
}

#[test]
fn texts_and_times() {
    #[derive(Schema)]
    #[allow(dead_code, reason = "only the shape matters")]
    struct Texts {
        a: char,
        b: std::path::PathBuf,
        c: Ipv4Addr,
        d: IpAddr,
        /// When.
        e: Time,
        /// When, to the microsecond.
        f: MicroTime,
        h: f32,
        i: bool,
        #[schemars(url)]
        j: String,
        #[schemars(extend("format" = "regex"))]
        k: String,
        l: std::borrow::Cow<'static, str>,
    }
    check::<Texts>(json!({
        "type": "object",
        "properties": {
            "a": { "type": "string", "minLength": 1, "maxLength": 1 },
            "b": { "type": "string" },
            "c": { "type": "string", "format": "ipv4" },
            "d": { "type": "string", "anyOf": [{ "format": "ipv4" }, { "format": "ipv6" }] },
            "e": { "type": "string", "format": "date-time", "description": "When." },
            "f": { "type": "string", "format": "date-time", "description": "When, to the microsecond." },
            "h": { "type": "number", "format": "float" },
            "i": { "type": "boolean" },
            "j": { "type": "string", "format": "uri" },
            "k": { "type": "string" },
            "l": { "type": "string" },
        },
        "required": ["a", "b", "c", "d", "e", "f", "h", "i", "j", "k", "l"],
    }))
    .loses(".spec.k: the format `regex`: the API server does not know it");
}

#[test]
fn duration_of_the_standard_library() {
    #[derive(Schema)]
    #[allow(dead_code, reason = "only the shape matters")]
    struct Waits {
        timeout: Duration,
    }
    check::<Waits>(json!({
        "type": "object",
        "properties": {
            "timeout": {
                "type": "object",
                "properties": {
                    "secs": { "type": "integer", "format": "int64", "minimum": 0 },
                    "nanos": { "type": "integer", "format": "int64", "minimum": 0, "maximum": 4_294_967_295_u32 },
                },
                "required": ["nanos", "secs"],
            },
        },
        "required": ["timeout"],
    }))
    .loses(".spec.timeout: that it is a duration: `std::time::Duration` is an object")
    .loses(".spec.timeout.secs: values above 9223372036854775807");
}

#[test]
fn any_value() {
    #[derive(Schema)]
    #[allow(dead_code, reason = "only the shape matters")]
    struct Any {
        any: Value,
        many: Vec<Value>,
        opt: Option<Value>,
    }
    // Any value is null too, which the server would take out of a field that does not allow it.
    let open = json!({ "x-kubernetes-preserve-unknown-fields": true, "nullable": true });
    check::<Any>(json!({
        "type": "object",
        "properties": {
            "any": open,
            "many": { "type": "array", "items": { "x-kubernetes-preserve-unknown-fields": true } },
            "opt": open,
        },
        "required": ["any", "many"],
    }));
}

#[test]
fn what_is_always_null() {
    #[derive(Schema)]
    #[allow(dead_code, reason = "only the shape matters")]
    struct Marker;
    #[derive(Schema)]
    #[allow(dead_code, reason = "only the shape matters")]
    struct Units {
        none: (),
        mark: Marker,
        many: Vec<()>,
    }
    let nothing = json!({ "type": "object", "maxProperties": 0, "nullable": true });
    check::<Units>(json!({
        "type": "object",
        "properties": {
            "none": nothing,
            "mark": nothing,
            "many": { "type": "array", "items": nothing },
        },
        "required": ["many", "mark", "none"],
    }))
    .refuses("`.spec.none` is always null")
    .refuses("`.spec.mark` is always null")
    .loses(".spec.many[]: that only null is taken");
}

#[test]
fn newtypes() {
    #[derive(Schema)]
    #[allow(dead_code, reason = "only the shape matters")]
    struct Port(#[schemars(range(min = 1))] u16);
    #[derive(Schema)]
    #[serde(transparent)]
    #[allow(dead_code, reason = "only the shape matters")]
    struct Name {
        text: String,
    }
    #[derive(Schema)]
    #[allow(dead_code, reason = "only the shape matters")]
    struct New {
        /// Where.
        port: Port,
        name: Option<Name>,
    }
    check::<New>(json!({
        "type": "object",
        "properties": {
            "port": { "type": "integer", "description": "Where.", "minimum": 1, "maximum": 65535 },
            "name": { "type": "string", "nullable": true },
        },
        "required": ["port"],
    }));
}
