//! Any JSON Schema at all, sound or not: the conversion does not panic, and what comes out is legal.

use kopr::schema::structural;
use serde_json::{Map, Value, json};

use crate::{checker, pretty};

#[test]
fn random_schemas() {
    for seed in 0..3000 {
        let mut random = Random(seed);
        let mut schema = random.schema(5);
        let mut definitions = Map::new();
        for name in NAMES {
            definitions.insert((*name).to_owned(), random.schema(3));
        }
        if let Some(fields) = schema.as_object_mut() {
            fields.insert("$defs".to_owned(), Value::Object(definitions));
        }
        let found = structural(&schema, ".spec");
        let offences = checker::offences(&found.schema);
        assert!(
            offences.is_empty(),
            "seed {seed}: {offences:#?}\nfrom {}\nto {}",
            pretty(&schema),
            pretty(&found.schema)
        );
        let again = structural(&schema, ".spec");
        assert_eq!(found.schema, again.schema, "seed {seed}: not the same twice");
    }
}

/// What is legal stays as it is.
#[test]
fn converting_twice_changes_nothing() {
    for seed in 0..1000 {
        let schema = Random(seed).schema(4);
        let once = structural(&schema, ".spec").schema;
        let twice = structural(&once, ".spec").schema;
        assert_eq!(
            pretty(&once),
            pretty(&twice),
            "seed {seed} from {}",
            pretty(&schema)
        );
    }
}

const NAMES: &[&str] = &[
    "A",
    "B",
    "io.k8s.apimachinery.pkg.util.intstr.IntOrString",
    "io.k8s.apimachinery.pkg.apis.meta.v1.Condition",
    "io.k8s.apimachinery.pkg.apis.meta.v1.LabelSelector",
];
const TYPES: &[&str] = &[
    "object", "array", "string", "integer", "number", "boolean", "null",
];
const FORMATS: &[&str] = &["int32", "uint8", "uint64", "double", "date-time", "ip", "odd"];
const MEMBERS: &[&str] = &["a", "b", "c", "type", "x.y"];

/// A generator of schemas: the same for the same seed, on every machine.
struct Random(u64);

impl Random {
    fn next(&mut self, below: usize) -> usize {
        // SplitMix64.
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        usize::try_from((z ^ (z >> 31)) % below.max(1) as u64).unwrap_or_default()
    }

    fn one<T: Copy>(&mut self, of: &[T]) -> T {
        of[self.next(of.len())]
    }

    fn schemas(&mut self, depth: usize) -> Value {
        (0..self.next(4)).map(|_| self.schema(depth)).collect()
    }

    fn value(&mut self) -> Value {
        match self.next(8) {
            0 => Value::Null,
            1 => json!(true),
            2 => json!(-3),
            3 => json!(2.5),
            4 => json!("text"),
            5 => json!([1, null]),
            6 => json!({ "a": null, "b": 1 }),
            _ => json!("A"),
        }
    }

    fn type_(&mut self) -> Value {
        match self.next(5) {
            0 => json!([self.one(TYPES), self.one(TYPES)]),
            1 => json!(["null", self.one(TYPES)]),
            _ => json!(self.one(TYPES)),
        }
    }

    fn members(&mut self, depth: usize) -> Value {
        let mut members = Map::new();
        for _ in 0..self.next(4) {
            let name = self.one(MEMBERS);
            members.insert(name.to_owned(), self.schema(depth));
        }
        Value::Object(members)
    }

    fn schema(&mut self, depth: usize) -> Value {
        if depth == 0 || self.next(12) == 0 {
            return match self.next(6) {
                0 => json!(true),
                1 => json!({}),
                2 => json!(false),
                3 => json!({ "type": "null" }),
                _ => json!({ "type": self.one(TYPES) }),
            };
        }
        let mut schema = Map::new();
        for _ in 0..=self.next(5) {
            let below = depth - 1;
            let (key, value) = match self.next(34) {
                0..=4 => ("type", self.type_()),
                5..=7 => ("properties", self.members(below)),
                8 => ("required", json!([self.one(MEMBERS), self.one(MEMBERS)])),
                9 => ("items", self.schema(below)),
                10 => ("prefixItems", self.schemas(below)),
                11 => ("additionalProperties", self.schema(below)),
                12 => ("patternProperties", json!({ "^\\d+$": self.schema(below) })),
                13..=14 => ("oneOf", self.schemas(below)),
                15..=16 => ("anyOf", self.schemas(below)),
                17 => ("allOf", self.schemas(below)),
                18 => ("not", self.schema(below)),
                19..=20 => ("$ref", json!(format!("#/$defs/{}", self.one(NAMES)))),
                21 => ("$ref", json!(self.one(&["#", "#/$defs/missing", ""]))),
                22 => ("enum", (0..self.next(4)).map(|_| self.value()).collect()),
                23 => ("const", self.value()),
                24 => ("default", self.value()),
                25 => ("format", json!(self.one(FORMATS))),
                26 => ("minimum", json!(self.one(&[0.0, 1.5, -1e30]))),
                27 => ("exclusiveMaximum", json!(self.one(&[10.0, 0.5]))),
                28 => ("uniqueItems", json!(true)),
                29 => ("nullable", json!(self.next(2) == 0)),
                30 => ("description", json!(self.one(&["a text", ""]))),
                31 => ("x-kubernetes-int-or-string", json!(true)),
                32 => self.marker(),
                _ => self.nonsense(),
            };
            schema.insert(key.to_owned(), value);
        }
        Value::Object(schema)
    }

    fn marker(&mut self) -> (&'static str, Value) {
        let column =
            json!({ "attributes": { "column": {}, "omits_none": true, "order": 1 }, "file": "f", "line": 1 });
        match self.next(5) {
            0 => ("x-kopr", column),
            1 => (
                "x-kubernetes-list-type",
                json!(self.one(&["set", "map", "atomic", "odd"])),
            ),
            2 => ("x-kubernetes-list-map-keys", json!(["a"])),
            3 => ("x-kubernetes-preserve-unknown-fields", json!(true)),
            _ => ("x-kubernetes-map-type", json!("atomic")),
        }
    }

    /// Known keywords with values that they never have.
    fn nonsense(&mut self) -> (&'static str, Value) {
        let key = self.one(&[
            "type",
            "properties",
            "items",
            "required",
            "enum",
            "oneOf",
            "anyOf",
            "additionalProperties",
            "maxLength",
            "pattern",
            "$ref",
            "x-kopr",
            "prefixItems",
            "minimum",
            "x-other",
            "if",
        ]);
        (key, self.value())
    }
}
