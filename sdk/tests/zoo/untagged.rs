//! Enums without a tag: the shape tells the variant.

use std::collections::BTreeMap;

use serde_json::json;

use crate::harness::zoo;
use crate::topics::shows;
use crate::types;

types! {
    struct Item { name: String }
    #[serde(untagged)]
    enum Words { One(String), Many(Vec<String>) }
    #[serde(untagged)]
    enum Reference { Name(String), Full { name: String } }
    #[serde(untagged)]
    enum Items { One(Item), Many(Vec<Item>) }
    #[serde(untagged)]
    enum Number { Whole(i32), Text(String) }
    #[serde(untagged)]
    enum Perhaps { Some(String), None }
    #[serde(untagged)]
    enum Scalar { Bool(bool), Whole(i64), Text(String) }
    #[serde(untagged)]
    enum Texts { Plain(String), Letter(char) }
    struct All { words: Words, list: Vec<Items>, null: Option<Reference>, map: BTreeMap<String, Scalar> }
    #[serde(untagged)]
    enum MapOrList { Map(BTreeMap<String, i32>), List(Vec<i32>) }
    #[serde(untagged)]
    enum Widths { Small(i32), Big(i64) }
}

shows! {
    fn forms_that_have_no_type_in_common_are_kept_unchecked() {
        [
            zoo::<Words>()
                .accepts(json!("a"))
                .accepts(json!(["a", "b"]))
                .loses(".spec: it takes one of several forms (array, string)"),
            zoo::<Reference>()
                .accepts(json!("a"))
                .accepts(json!({ "name": "a" }))
                .loses(".spec: it takes one of several forms (object, string)"),
            zoo::<Items>()
                .accepts(json!([{ "name": "a" }]))
                .loses(".spec: it takes one of several forms (array, object)"),
            zoo::<MapOrList>()
                .accepts(json!({ "a": 1 }))
                .accepts(json!([1]))
                .loses(".spec: it takes one of several forms (array, object)"),
            zoo::<Scalar>()
                .accepts(json!(true))
                .accepts(json!("a"))
                .loses(".spec: it takes one of several forms (boolean, integer, string)"),
            zoo::<All>()
                .accepts(json!({ "words": "a", "list": [{ "name": "a" }, []], "null": null, "map": { "a": 1 } }))
                .loses(".spec.words: it takes")
                .loses(".spec.list[]: it takes")
                .loses(".spec.null: it takes")
                .loses(".spec.map{}: it takes"),
        ]
    }
}

shows! {
    fn forms_with_a_type_in_common_are_checked() {
        [
            zoo::<Number>().accepts(json!(1)).accepts(json!("a")).refuses(json!(true)).refuses(json!([])),
            zoo::<Perhaps>().accepts(json!("a")).refuses(json!(1)),
            zoo::<Texts>().accepts(json!("abc")).refuses(json!(1)).loses(".spec: it takes one of several forms (string)"),
            zoo::<Widths>()
                .accepts(json!(i64::MAX))
                .refuses(json!("1"))
                .loses(".spec: it takes one of several forms (integer)"),
        ]
    }
}

types! {
    #[serde(untagged)]
    enum Source {
        /// by path
        A { path: String },
        /// by id
        B { id: i32 },
    }
    #[serde(untagged)]
    enum Shared {
        A { name: String },
        B {
            /// the other name
            name: String,
            n: i32,
        },
    }
    #[serde(untagged)]
    enum TwoTypes { Whole { x: i32, a: bool }, Text { x: String } }
    #[serde(untagged)]
    enum Differing { Inner { of: Item, a: bool }, Number { of: i32 } }
    #[serde(untagged)]
    enum OfEnums { Tagged(Tagged), External(External) }
    #[serde(tag = "kind")]
    enum Tagged { A { x: i32 }, B { y: i32 } }
    enum External { C(i32), D(String) }
    #[serde(untagged)]
    enum NestedUntagged { One(Source), Two(TwoTypes) }
}

shows! {
    fn objects_are_one_object_with_the_members_of_all() {
        [
            zoo::<Source>().accepts(json!({ "path": "a" })).accepts(json!({ "id": 1 })).refuses(json!({})),
            zoo::<Shared>()
                .accepts(json!({ "name": "a" }))
                .accepts(json!({ "name": "a", "n": 1 }))
                .refuses(json!({ "n": 1 })),
            zoo::<TwoTypes>()
                .accepts(json!({ "x": 1, "a": true }))
                .accepts(json!({ "x": "a" }))
                .refuses(json!({ "x": true })),
            zoo::<Differing>()
                .accepts(json!({ "of": { "name": "a" }, "a": true }))
                .accepts(json!({ "of": 1 }))
                .refuses(json!({ "a": true }))
                .loses(".spec.of: its schema differs between the variants"),
        ]
    }
}

shows! {
    fn unions_in_an_untagged_union_keep_their_conditions() {
        [
            zoo::<OfEnums>()
                .accepts(json!({ "kind": "A", "x": 1 }))
                .accepts(json!({ "C": 1 }))
                .refuses(json!({ "kind": "A", "y": 1 }))
                .refuses(json!({})),
            zoo::<NestedUntagged>()
                .accepts(json!({ "path": "a" }))
                .accepts(json!({ "x": "a" }))
                .refuses(json!({ "a": true })),
        ]
    }
}
