//! `#[serde(flatten)]`: members that stand beside others.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use crate::harness::zoo;
use crate::topics::shows;
use crate::types;

types! {
    struct More { more: i32, #[serde(skip_serializing_if = "Option::is_none")] perhaps: Option<String> }
    struct OfStruct { name: String, #[serde(flatten)] more: More }
    struct OfOption { name: String, #[serde(flatten)] more: Option<More> }
    struct Deep { #[serde(flatten)] of: OfStruct, own: bool }
    struct OfBox { #[serde(flatten)] of: Box<More>, own: bool }
}

shows! {
    fn the_members_of_a_flattened_struct_stand_beside_the_others() {
        [
            zoo::<OfStruct>().accepts(json!({ "name": "a", "more": 1 })).refuses(json!({ "name": "a" })),
            zoo::<OfOption>().accepts(json!({ "name": "a" })).accepts(json!({ "name": "a", "more": 1 })),
            zoo::<Deep>()
                .accepts(json!({ "name": "a", "more": 1, "own": true, "perhaps": "b" }))
                .refuses(json!({ "name": "a", "own": true })),
            zoo::<OfBox>().accepts(json!({ "more": 1, "own": true })).refuses(json!({ "own": true })),
        ]
    }
}

fn other_names(bytes: &mut arbitrary::Unstructured<'_>) -> arbitrary::Result<BTreeMap<String, String>> {
    let map: BTreeMap<String, String> = bytes.arbitrary()?;
    Ok(map
        .into_iter()
        .map(|(key, value)| (format!("x-{key}"), value))
        .collect())
}

types! {
    struct OfMap { name: String, #[serde(flatten)] #[arbitrary(with = other_names)] rest: BTreeMap<String, String> }
    struct OfAnything {
        name: String,
        #[serde(flatten)]
        #[arbitrary(with = |bytes: &mut arbitrary::Unstructured<'_>| {
            Ok(BTreeMap::from([("x".to_owned(), crate::random_values::json(bytes)?)]))
        })]
        rest: BTreeMap<String, Value>,
    }
    struct OnlyAMap { #[serde(flatten)] all: BTreeMap<String, i32> }
}

shows! {
    /// Named members and others exclude each other in a structural schema, unless the others are unchecked.
    fn a_map_beside_named_members_is_kept_unchecked() {
        [
            zoo::<OfMap>()
                .accepts(json!({ "name": "a", "other": "b" }))
                .refuses(json!({ "other": "b" }))
                .loses(".spec: the values of members beside the named ones"),
            zoo::<OfAnything>().accepts(json!({ "name": "a", "other": { "deep": { "er": null } } })),
            zoo::<OnlyAMap>().accepts(json!({ "a": 1 })).refuses(json!({ "a": "b" })),
        ]
    }
}

/// Our own derive refuses such an enum, since it cannot know that it is flattened.
#[derive(
    kopr::schemars::JsonSchema,
    serde::Serialize,
    serde::Deserialize,
    arbitrary::Arbitrary,
    Clone,
    Debug,
    PartialEq,
)]
#[schemars(crate = "kopr::schemars")]
#[serde(rename_all = "camelCase")]
enum Policy {
    Size {
        bytes: u32,
    },
    /// Keeps all.
    Never,
}

types! {
    struct OfUnit { name: String, #[serde(flatten)] policy: Policy }
    enum Data { A(i32), B { x: i32 } }
    struct OfData { name: String, #[serde(flatten)] data: Data }
    enum More2 { C(i32), D(i32) }
    struct Twice { #[serde(flatten)] first: Data, #[serde(flatten)] second: More2 }
    enum Plain { E, F }
    enum Plainer { G, H }
    struct TwiceUnits { #[serde(flatten)] first: Plain, #[serde(flatten)] second: Plainer }
    struct OfOptionalData { name: String, #[serde(flatten)] data: Option<Data> }
}

shows! {
    fn a_flattened_enum_asks_for_exactly_one_of_its_members() {
        [
            zoo::<OfUnit>()
                .accepts(json!({ "name": "a", "size": { "bytes": 1 } }))
                .accepts(json!({ "name": "a", "never": null }))
                .refuses(json!({ "name": "a" }))
                .refuses(json!({ "name": "a", "never": "x" }))
                .loses(".spec.never: that only null is taken"),
            zoo::<OfData>().accepts(json!({ "name": "a", "A": 1 })).refuses(json!({ "name": "a" })),
            zoo::<Twice>()
                .accepts(json!({ "A": 1, "D": 2 }))
                .refuses(json!({ "A": 1 }))
                .refuses(json!({ "A": 1, "C": 1, "D": 2 })),
            zoo::<TwiceUnits>()
                .accepts(json!({ "E": null, "G": null }))
                .refuses(json!({ "E": null }))
                .refuses(json!({ "E": null, "F": null, "G": null }))
                .loses(".spec.E: that only null is taken")
                .loses(".spec.F: that only null is taken")
                .loses(".spec.G: that only null is taken")
                .loses(".spec.H: that only null is taken"),
            zoo::<OfOptionalData>()
                .accepts(json!({ "name": "a" }))
                .accepts(json!({ "name": "a", "A": 1 }))
                .refuses(json!({ "name": "a", "A": 1, "B": { "x": 1 } }))
                .refuses(json!({ "A": 1 })),
        ]
    }
}

types! {
    #[serde(tag = "type", rename_all = "camelCase")]
    enum Backend { Disk { path: String }, Memory }
    struct Store { name: String, #[serde(flatten)] backend: Backend }
    struct StoreOrNot { name: String, #[serde(flatten)] backend: Option<Backend> }
    #[serde(tag = "t", content = "c")]
    enum Adjacent { A(i32), B(i32), C }
    struct OfAdjacent { name: String, #[serde(flatten)] of: Adjacent }
    #[serde(untagged)]
    enum Src {
        /// by path
        A { path: String },
        /// by id
        B { id: i32 },
        C {},
    }
    struct OfUntagged { #[serde(flatten)] src: Src, name: String }
    struct OfOptionalUntagged { #[serde(flatten)] src: Option<Src>, name: String }
    #[serde(untagged)]
    enum Strict { A { path: String }, B { id: i32 } }
    struct OfStrict { #[serde(flatten)] src: Strict, name: String }
    #[serde(tag = "kind")]
    enum Outer { A { #[serde(flatten)] of: Backend, x: i32 }, B { y: i32 } }
}

shows! {
    fn flattened_enums_of_the_other_forms() {
        [
            zoo::<Store>()
                .accepts(json!({ "name": "a", "type": "disk", "path": "b" }))
                .accepts(json!({ "name": "a", "type": "memory" }))
                .refuses(json!({ "name": "a" }))
                .refuses(json!({ "name": "a", "type": "disk" })),
            zoo::<StoreOrNot>()
                .accepts(json!({ "name": "a" }))
                .accepts(json!({ "name": "a", "type": "memory" }))
                .refuses(json!({ "name": "a", "type": "tape" })),
            zoo::<OfAdjacent>()
                .accepts(json!({ "name": "a", "t": "A", "c": 1 }))
                .accepts(json!({ "name": "a", "t": "C" }))
                .refuses(json!({ "name": "a", "t": "A" })),
            zoo::<OfUntagged>().accepts(json!({ "name": "a" })).refuses(json!({ "path": "a" })),
            zoo::<OfOptionalUntagged>().accepts(json!({ "name": "a", "id": 1 })),
            zoo::<OfStrict>().accepts(json!({ "name": "a", "id": 1 })).refuses(json!({ "name": "a" })),
            zoo::<Outer>()
                .accepts(json!({ "kind": "A", "type": "memory", "x": 1 }))
                .refuses(json!({ "kind": "A", "x": 1 }))
                .refuses(json!({ "kind": "A", "x": 1, "type": "disk" }))
                .refuses(json!({ "kind": "B" })),
        ]
    }
}
