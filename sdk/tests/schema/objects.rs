//! Structs, options, lists, maps, and what serde makes of them.

use std::collections::{BTreeMap, BTreeSet};
use std::marker::PhantomData;

use kopr::Schema;
use kopr::k8s_openapi::apimachinery::pkg::util::intstr::IntOrString;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::{check, convert};

#[test]
fn options() {
    fn five() -> Option<i32> {
        Some(5)
    }
    #[derive(Schema, Serialize, Deserialize)]
    struct Options {
        plain: Option<i32>,
        #[serde(skip_serializing_if = "Option::is_none")]
        left_out: Option<i32>,
        #[serde(default, skip_serializing_if = "::std::option::Option::is_none")]
        with_default: Option<Vec<String>>,
        #[serde(default)]
        default: Option<i32>,
        /// A null here means five.
        #[serde(default = "five")]
        five: Option<i32>,
        boxed: Option<Box<i32>>,
        twice: Option<Option<bool>>,
    }
    check::<Options>(json!({
        "type": "object",
        "properties": {
            "plain": { "type": "integer", "format": "int32", "nullable": true },
            "left_out": { "type": "integer", "format": "int32" },
            "with_default": { "type": "array", "items": { "type": "string" } },
            "default": { "type": "integer", "format": "int32", "nullable": true },
            "five": {
                "type": "integer", "format": "int32", "default": 5,
                "description": "A null here means five.",
            },
            "boxed": { "type": "integer", "format": "int32", "nullable": true },
            "twice": { "type": "boolean", "nullable": true },
        },
    }))
    .loses(".spec.five: a `None`, for which the API server sets the default");
}

#[test]
fn options_of_structs_and_lists() {
    /// The type's text.
    #[derive(Schema, Serialize, Deserialize)]
    struct Inner {
        x: i32,
    }
    #[derive(Schema, Serialize, Deserialize)]
    struct Outer {
        /// The field's text.
        described: Option<Inner>,
        inherited: Option<Inner>,
        plain: Inner,
        list: Option<Vec<Inner>>,
        holes: Vec<Option<Inner>>,
        map: BTreeMap<String, Option<Inner>>,
    }
    let inner = |text: &str, nullable: bool| {
        let mut inner = json!({
            "type": "object",
            "description": text,
            "properties": { "x": { "type": "integer", "format": "int32" } },
            "required": ["x"],
        });
        if nullable {
            inner["nullable"] = json!(true);
        }
        inner
    };
    check::<Outer>(json!({
        "type": "object",
        "properties": {
            "described": inner("The field's text.", true),
            "inherited": inner("The type's text.", true),
            "plain": inner("The type's text.", false),
            "list": { "type": "array", "items": inner("The type's text.", false), "nullable": true },
            "holes": { "type": "array", "items": inner("The type's text.", true) },
            "map": { "type": "object", "additionalProperties": inner("The type's text.", true) },
        },
        "required": ["holes", "map", "plain"],
    }));
}

#[test]
fn lists_sets_and_maps() {
    #[derive(Schema, Serialize, Deserialize, PartialEq, Eq, PartialOrd, Ord)]
    struct Claim {
        name: String,
    }
    #[derive(Schema, Serialize, Deserialize)]
    struct Collections {
        list: Vec<String>,
        nested: Vec<Vec<u8>>,
        array: [i32; 3],
        tags: BTreeSet<String>,
        claims: BTreeSet<Claim>,
        holes: BTreeSet<Option<i32>>,
        map: BTreeMap<String, i32>,
        by_number: BTreeMap<u16, bool>,
        deep: BTreeMap<String, BTreeMap<String, Vec<Claim>>>,
        free: BTreeMap<String, Value>,
    }
    let claim =
        json!({ "type": "object", "properties": { "name": { "type": "string" } }, "required": ["name"] });
    check::<Collections>(json!({
        "type": "object",
        "properties": {
            "list": { "type": "array", "items": { "type": "string" } },
            "nested": {
                "type": "array",
                "items": { "type": "array", "items": { "type": "integer", "minimum": 0, "maximum": 255 } },
            },
            "array": {
                "type": "array", "minItems": 3, "maxItems": 3,
                "items": { "type": "integer", "format": "int32" },
            },
            "tags": { "type": "array", "items": { "type": "string" }, "x-kubernetes-list-type": "set" },
            "claims": { "type": "array", "items": claim },
            "holes": {
                "type": "array",
                "items": { "type": "integer", "format": "int32", "nullable": true },
            },
            "map": { "type": "object", "additionalProperties": { "type": "integer", "format": "int32" } },
            "by_number": { "type": "object", "additionalProperties": { "type": "boolean" } },
            "deep": {
                "type": "object",
                "additionalProperties": {
                    "type": "object",
                    "additionalProperties": { "type": "array", "items": claim },
                },
            },
            "free": { "type": "object", "x-kubernetes-preserve-unknown-fields": true },
        },
        "required": [
            "array", "by_number", "claims", "deep", "free", "holes", "list", "map", "nested", "tags",
        ],
    }))
    .loses(".spec.by_number: that the keys match `^\\d+$`")
    .loses(".spec.claims: that the items are distinct")
    .loses(".spec.holes: that the items are distinct")
    .loses(".spec.nested[]: that these are bytes");
}

#[test]
fn tuples() {
    #[derive(Schema, Serialize, Deserialize)]
    struct Pair(i32, i32);
    #[derive(Schema, Serialize, Deserialize)]
    struct Tuples {
        same: (i32, i32),
        mixed: (String, i32),
        pair: Pair,
    }
    let same = json!({
        "type": "array", "minItems": 2, "maxItems": 2,
        "items": { "type": "integer", "format": "int32" },
    });
    check::<Tuples>(json!({
        "type": "object",
        "properties": {
            "same": same,
            "mixed": {
                "type": "array", "minItems": 2, "maxItems": 2,
                "items": { "x-kubernetes-preserve-unknown-fields": true },
            },
            "pair": same,
        },
        "required": ["mixed", "pair", "same"],
    }))
    .loses(".spec.mixed[]: the items of a tuple differ");
}

#[test]
fn types_that_contain_themselves() {
    #[derive(Schema, Serialize, Deserialize)]
    struct Node {
        name: String,
        #[serde(default)]
        children: Vec<Node>,
        #[serde(skip_serializing_if = "Option::is_none")]
        next: Option<Box<Self>>,
    }
    // The root contains itself.
    let open = json!({ "type": "object", "x-kubernetes-preserve-unknown-fields": true });
    check::<Node>(json!({
        "type": "object",
        "properties": {
            "name": { "type": "string" },
            "children": { "type": "array", "items": open, "default": [] },
            "next": open,
        },
        "required": ["name"],
    }))
    .loses(".spec.children[]: the type contains itself")
    .loses(".spec.next: the type contains itself");
    // A type below the root does.
    #[derive(Schema, Serialize, Deserialize)]
    struct Tree {
        root: Node,
    }
    check::<Tree>(json!({
        "type": "object",
        "properties": {
            "root": {
                "type": "object",
                "properties": {
                    "name": { "type": "string" },
                    "children": { "type": "array", "items": open, "default": [] },
                    "next": open,
                },
                "required": ["name"],
            },
        },
        "required": ["root"],
    }))
    .loses(".spec.root.children[]: `Node` contains itself")
    .loses(".spec.root.next: `Node` contains itself");
}

#[test]
fn defaults() {
    fn three() -> i32 {
        3
    }
    #[derive(Schema, Serialize, Deserialize, Default)]
    struct Inner {
        #[serde(default)]
        x: i32,
        level: Option<String>,
    }
    #[derive(Schema, Serialize, Deserialize)]
    struct Fields {
        #[serde(default = "three")]
        n: i32,
        #[serde(default)]
        inner: Inner,
        #[serde(default)]
        list: Vec<String>,
        #[serde(default)]
        o: Option<String>,
    }
    let inner = json!({
        "type": "object",
        "default": { "x": 0 },
        "properties": {
            "x": { "type": "integer", "format": "int32", "default": 0 },
            "level": { "type": "string", "nullable": true },
        },
    });
    check::<Fields>(json!({
        "type": "object",
        "properties": {
            "n": { "type": "integer", "format": "int32", "default": 3 },
            "inner": inner,
            "list": { "type": "array", "items": { "type": "string" }, "default": [] },
            "o": { "type": "string", "nullable": true },
        },
    }));
    // Of the whole container, by its own `Default`.
    #[derive(Schema, Serialize, Deserialize)]
    #[serde(default, rename_all = "camelCase")]
    struct Container {
        image_name: String,
        replicas: Option<i32>,
    }
    impl Default for Container {
        fn default() -> Self {
            Self {
                image_name: "memcached".to_owned(),
                replicas: None,
            }
        }
    }
    check::<Container>(json!({
        "type": "object",
        "properties": {
            "imageName": { "type": "string", "default": "memcached" },
            "replicas": { "type": "integer", "format": "int32", "nullable": true },
        },
    }));
}

#[test]
fn names() {
    #[derive(Schema, Serialize, Deserialize)]
    #[serde(rename_all = "camelCase", deny_unknown_fields)]
    struct Names {
        pod_ip: String,
        url_v2: String,
        r#type: String,
        #[serde(rename = "x-y")]
        a: String,
        #[serde(alias = "old")]
        c: String,
        #[serde(skip)]
        skipped: PhantomData<u8>,
    }
    check::<Names>(json!({
        "type": "object",
        "properties": {
            "podIp": { "type": "string" },
            "urlV2": { "type": "string" },
            "type": { "type": "string" },
            "x-y": { "type": "string" },
            "c": { "type": "string" },
        },
        "required": ["c", "podIp", "type", "urlV2", "x-y"],
    }))
    .loses(".spec.c: what is written as `old`, which serde would read too");
}

#[test]
fn generics() {
    #[derive(Schema, Serialize, Deserialize)]
    struct Range<T> {
        from: T,
        #[serde(default)]
        to: Option<T>,
    }
    #[derive(Schema, Serialize, Deserialize)]
    struct Uses {
        numbers: Range<u8>,
        texts: Range<String>,
    }
    check::<Uses>(json!({
        "type": "object",
        "properties": {
            "numbers": {
                "type": "object",
                "properties": {
                    "from": { "type": "integer", "minimum": 0, "maximum": 255 },
                    "to": { "type": "integer", "minimum": 0, "maximum": 255, "nullable": true },
                },
                "required": ["from"],
            },
            "texts": {
                "type": "object",
                "properties": { "from": { "type": "string" }, "to": { "type": "string", "nullable": true } },
                "required": ["from"],
            },
        },
        "required": ["numbers", "texts"],
    }));
}

#[test]
fn empty() {
    #[derive(Schema, Serialize, Deserialize)]
    struct Nothing {}
    check::<Nothing>(json!({ "type": "object" }));
}

/// What stands in schemars' attributes goes through, Kubernetes' own words among it; others are lost.
#[test]
fn extensions() {
    #[derive(Schema, Serialize, Deserialize)]
    struct Extended {
        #[schemars(extend("x-kubernetes-list-type" = "set"))]
        set: Vec<String>,
        #[schemars(extend("x-kubernetes-list-type" = "map", "x-kubernetes-list-map-keys" = ["name"]))]
        keyed: Vec<Keyed>,
        #[schemars(extend("x-kubernetes-list-type" = "map", "x-kubernetes-list-map-keys" = ["other"]))]
        wrongly_keyed: Vec<Keyed>,
        #[schemars(extend("x-mine" = 1))]
        mine: String,
        #[schemars(example = &"one", title = "Title", description = "Said.")]
        texts: String,
        #[schemars(extend("not" = { "enum": ["a"] }))]
        not: String,
        #[schemars(extend("not" = { "type": "string" }))]
        not_at_all: String,
    }
    #[derive(Schema, Serialize, Deserialize)]
    struct Keyed {
        name: String,
        other: Option<i32>,
    }
    let keyed = json!({
        "type": "object",
        "properties": {
            "name": { "type": "string" },
            "other": { "type": "integer", "format": "int32", "nullable": true },
        },
        "required": ["name"],
    });
    check::<Extended>(json!({
        "type": "object",
        "properties": {
            "set": { "type": "array", "items": { "type": "string" }, "x-kubernetes-list-type": "set" },
            "keyed": {
                "type": "array", "items": keyed,
                "x-kubernetes-list-type": "map", "x-kubernetes-list-map-keys": ["name"],
            },
            "wrongly_keyed": { "type": "array", "items": keyed },
            "mine": { "type": "string" },
            "texts": { "type": "string", "title": "Title", "description": "Said.", "example": "one" },
            "not": { "type": "string", "not": { "enum": ["a"] } },
            "not_at_all": { "type": "string" },
        },
        "required": ["keyed", "mine", "not", "not_at_all", "set", "texts", "wrongly_keyed"],
    }))
    .loses(".spec.mine: `x-mine`: it has no place in a structural schema")
    .loses(".spec.not_at_all: `not`: it is not only about what stands beside it")
    .loses(".spec.wrongly_keyed: how the list is merged");
}

/// Types that multiply through each other end somewhere.
#[test]
fn bounded() {
    macro_rules! doubling {
        ($($name:ident $next:ident)*) => {
            $(
                #[derive(Schema, Serialize, Deserialize)]
                struct $name {
                    a: $next,
                    b: $next,
                }
            )*
        };
    }
    doubling! { A B  B C  C D  D E  E F  F G  G H  H I  I J  J K  K L  L M  M N  N O  O P  P Q  Q R }
    #[derive(Schema, Serialize, Deserialize)]
    struct R {
        x: i32,
    }
    let found = convert::<A>();
    assert_eq!(found.problems.len(), 1);
    assert!(
        found.problems[0].to_string().contains("more than 30000 nodes"),
        "{:?}",
        found.problems
    );
}

/// schemars leaves constraints out where it does not see the type; they hold all the same.
#[test]
fn constraints_on_types_of_ones_own() {
    #[derive(Schema, Serialize, Deserialize)]
    struct Name(#[schemars(length(max = 20), regex(pattern = "^[a-z]+$"))] String);
    #[derive(Schema, Serialize, Deserialize)]
    struct Port(#[schemars(range(min = 1))] u16);
    #[derive(Schema, Serialize, Deserialize)]
    struct Constrained {
        #[schemars(length(min = 2, max = 30), regex(pattern = "^a"))]
        name: Name,
        #[serde(skip_serializing_if = "Option::is_none")]
        #[schemars(range(max = 9), extend("multipleOf" = 2))]
        port: Option<Port>,
        #[schemars(length(equal = 3), inner(length(min = 1)))]
        map: BTreeMap<String, Name>,
        #[schemars(length(max = 8), contains("a.b"))]
        either: IntOrString,
    }
    check::<Constrained>(json!({
        "type": "object",
        "properties": {
            "name": { "type": "string", "minLength": 2, "maxLength": 20, "pattern": "^[a-z]+$",
                "allOf": [{ "pattern": "^a" }] },
            "port": { "type": "integer", "minimum": 1, "maximum": 9, "multipleOf": 2 },
            "map": { "type": "object", "minProperties": 3, "maxProperties": 3,
                "additionalProperties": { "type": "string", "minLength": 1, "maxLength": 20, "pattern": "^[a-z]+$" } },
            "either": { "x-kubernetes-int-or-string": true, "maxLength": 8, "pattern": "a\\.b",
                "anyOf": [{ "type": "integer" }, { "type": "string" }] },
        },
        "required": ["either", "map", "name"],
    }));
}

#[test]
fn constraints_that_are_about_something_else() {
    #[derive(Schema, Serialize, Deserialize)]
    struct Number(i32);
    #[derive(Schema, Serialize, Deserialize)]
    struct Wrong {
        #[schemars(length(max = 3))]
        number: Number,
        #[schemars(range(max = 3))]
        text: String,
        #[schemars(inner(length(max = 3)))]
        flag: bool,
    }
    let found = convert::<Wrong>();
    let problems: Vec<String> = found.problems.iter().map(ToString::to_string).collect();
    assert_eq!(
        problems,
        [
            "`.spec.number` has the constraint `length`, which is about strings, lists and maps, and is of the type integer (at /properties/spec/properties/number)",
            "`.spec.text` has the constraint `range`, which is about numbers, and is of the type string (at /properties/spec/properties/text)",
            "`.spec.flag` has constraints on what is `inner`, and is no list or map but of the type boolean (at /properties/spec/properties/flag)",
        ]
    );
}

/// Pointers say nothing on the wire. serde writes shared ones under a feature of its own, so only the schema
/// is asked.
#[test]
fn pointers() {
    #[derive(Schema)]
    #[allow(dead_code, reason = "only the shape matters")]
    struct Pointers {
        boxed: Box<i32>,
        shared: std::sync::Arc<str>,
        local: std::rc::Rc<Vec<bool>>,
        cow: std::borrow::Cow<'static, str>,
    }
    check::<Pointers>(json!({
        "type": "object",
        "properties": {
            "boxed": { "type": "integer", "format": "int32" },
            "shared": { "type": "string" },
            "local": { "type": "array", "items": { "type": "boolean" } },
            "cow": { "type": "string" },
        },
        "required": ["boxed", "cow", "local", "shared"],
    }));
}
