//! Enums with their tag among the members.

use std::collections::BTreeMap;

use serde_json::json;

use crate::harness::zoo;
use crate::topics::shows;
use crate::types;

types! {
    struct Slab { side: u32, colour: Option<String> }
    #[serde(tag = "kind")]
    enum Shape {
        /// Round.
        Ring { radius: u32 },
        Slab(Slab),
        Point,
        Empty {},
    }
    struct Shapes {
        shape: Shape,
        list: Vec<Shape>,
        map: BTreeMap<String, Shape>,
        null: Option<Shape>,
    }
}

shows! {
    fn an_internally_tagged_enum_asks_for_the_members_of_its_variant() {
        [
            zoo::<Shape>()
                .accepts(json!({ "kind": "Ring", "radius": 1 }))
                .accepts(json!({ "kind": "Point" }))
                .refuses(json!({ "kind": "Ring", "side": 1 }))
                .refuses(json!({ "kind": "Slab" }))
                .refuses(json!({ "kind": "Cube" }))
                .refuses(json!({ "radius": 1 })),
            zoo::<Shapes>()
                .accepts(json!({
                    "shape": { "kind": "Slab", "side": 1, "colour": null }, "list": [{ "kind": "Empty" }],
                    "map": { "a": { "kind": "Point" } }, "null": null,
                }))
                .refuses(json!({ "shape": { "kind": "Slab" }, "list": [], "map": {} })),
        ]
    }
}

types! {
    #[serde(tag = "type")]
    enum Rule {
        A { value: i32, same: String, bound: u8 },
        B { value: String, same: String, bound: u16 },
        C { value: Vec<String>, same: Option<String> },
    }
    #[serde(tag = "type")]
    enum Nested {
        Struct { inner: First },
        Other { inner: Second },
    }
    struct First { a: i32, shared: String }
    struct Second { b: i32, shared: String }
}

shows! {
    fn a_member_that_differs_between_variants_is_kept_and_the_loss_says_so() {
        [
            zoo::<Rule>()
                .accepts(json!({ "type": "A", "value": 1, "same": "", "bound": 255 }))
                .accepts(json!({ "type": "C", "value": ["a"] }))
                .refuses(json!({ "type": "A", "same": "", "bound": 1 }))
                .refuses(json!({ "type": "A", "value": 1, "same": 1, "bound": 1 }))
                .loses(".spec.value: its schema differs between the variants")
                .loses(".spec.bound: its schema differs between the variants"),
            zoo::<Nested>()
                .accepts(json!({ "type": "Struct", "inner": { "a": 1, "shared": "" } }))
                .accepts(json!({ "type": "Other", "inner": { "b": 1, "shared": "" } }))
                .refuses(json!({ "type": "Struct" }))
                .loses(".spec.inner: its schema differs between the variants"),
        ]
    }
}

types! {
    #[serde(tag = "kind")]
    enum OfNames { Level(Level), Other { x: i32 } }
    enum Level { Low, High }
}

shows! {
    /// Serde writes the inner variant as a member that is null.
    fn names_inside_of_a_tagged_variant_are_members() {
        [zoo::<OfNames>()
            .accepts(json!({ "kind": "Level", "Low": null }))
            .refuses(json!({ "kind": "Level" }))
            .refuses(json!({ "kind": "Other" }))
            .loses(".spec.Low: that only null is taken")
            .loses(".spec.High: that only null is taken")]
    }
}

types! {
    #[serde(tag = "kind")]
    enum OfEnums {
        External(External),
        Internal(Internal),
        Plain { x: i32 },
    }
    enum External { A { x: i32 }, B(String) }
    #[serde(tag = "inner")]
    enum Internal { A { y: i32 }, B { z: i32 } }
    #[serde(tag = "kind")]
    enum OfMap {
        Labels(BTreeMap<String, String>),
        None,
    }
    #[serde(tag = "kind")]
    enum OfNewtype { A(Wrapped), B(Box<Slab>) }
    struct Wrapped(Slab);
}

shows! {
    /// The conditions of the inner union hold where the outer one has that variant.
    fn unions_inside_of_a_tagged_variant_keep_their_conditions() {
        [
            zoo::<OfEnums>()
                .accepts(json!({ "kind": "External", "A": { "x": 1 } }))
                .accepts(json!({ "kind": "Internal", "inner": "B", "z": 1 }))
                .refuses(json!({ "kind": "External" }))
                .refuses(json!({ "kind": "External", "A": { "x": 1 }, "B": "" }))
                .refuses(json!({ "kind": "Internal", "inner": "A", "z": 1 }))
                .refuses(json!({ "kind": "Internal" }))
                .refuses(json!({ "kind": "Plain" })),
            zoo::<OfMap>()
                .accepts(json!({ "kind": "Labels", "a": "b" }))
                .refuses(json!({ "a": "b" }))
                .loses(".spec: the values of members"),
            zoo::<OfNewtype>()
                .accepts(json!({ "kind": "A", "side": 1 }))
                .refuses(json!({ "kind": "B" })),
        ]
    }
}

types! {
    #[serde(tag = "op", rename_all = "lowercase")]
    enum Renamed {
        #[serde(rename_all = "camelCase")]
        Add { left_hand: i32, right_hand: i32 },
        #[serde(rename = "NOT")]
        Not { of: bool },
    }
    #[serde(tag = "type", deny_unknown_fields)]
    enum Strict { A { x: i32 }, B {} }
    #[serde(tag = "kind")]
    enum Other {
        Known { x: i32 },
        #[serde(other)]
        Unknown,
    }
}

/// The derive says the tag, which schemars does not know of.
#[derive(
    kopr::schemars::JsonSchema,
    serde::Serialize,
    serde::Deserialize,
    arbitrary::Arbitrary,
    Clone,
    Debug,
    PartialEq,
)]
#[schemars(crate = "kopr::schemars", extend("x-kopr-type:TaggedStruct" = {
    "attributes": { "tag": { "name": "kind", "value": "TaggedStruct" } },
}))]
#[serde(tag = "kind")]
struct TaggedStruct {
    x: i32,
}

shows! {
    fn tags_with_other_names() {
        [
            zoo::<Renamed>()
                .accepts(json!({ "op": "add", "leftHand": 1, "rightHand": 2 }))
                .accepts(json!({ "op": "NOT", "of": true }))
                .refuses(json!({ "op": "not", "of": true })),
            zoo::<Strict>().accepts(json!({ "type": "B" })).refuses(json!({ "type": "A" })),
            zoo::<Other>()
                .accepts(json!({ "kind": "Known", "x": 1 }))
                .refuses(json!({ "kind": "Else" }))
                .loses(".spec: names that no variant has"),
            zoo::<TaggedStruct>()
                .accepts(json!({ "kind": "TaggedStruct", "x": 1 }))
                .accepts(json!({ "x": 1 }))
                .refuses(json!({ "kind": "Other", "x": 1 })),
        ]
    }
}

types! {
    #[serde(tag = "op")]
    enum Expression {
        Not { inner: Box<Expression> },
        Both { of: Vec<Expression> },
        Value { value: bool },
    }
}

shows! {
    fn a_tagged_enum_that_contains_itself_ends_somewhere() {
        [zoo::<Expression>()
            .accepts(json!({ "op": "Not", "inner": { "op": "Not", "inner": { "op": "Value", "value": true } } }))
            .refuses(json!({ "op": "Not" }))
            .loses(".spec.inner: the type contains itself")
            .loses(".spec.of[]: the type contains itself")]
    }
}
