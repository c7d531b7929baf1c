//! Defaults of fields and of whole types.

use std::collections::BTreeMap;

use serde_json::json;

use crate::harness::zoo;
use crate::topics::shows;
use crate::types;

fn three() -> i32 {
    3
}
fn five() -> Option<i32> {
    Some(5)
}
fn labels() -> BTreeMap<String, String> {
    BTreeMap::from([("app".to_owned(), "x".to_owned())])
}

types! {
    #[derive(Default)]
    struct Inner {
        #[serde(default)]
        x: i32,
        level: Option<String>,
    }
    struct Fields {
        #[serde(default = "three")]
        n: i32,
        #[serde(default)]
        inner: Inner,
        #[serde(default)]
        list: Vec<String>,
        #[serde(default)]
        perhaps: Option<String>,
        #[serde(default = "labels")]
        labels: BTreeMap<String, String>,
        #[serde(default)]
        flag: bool,
    }
    #[derive(Default)]
    enum Mode { #[default] Fast, Slow }
    struct Modes {
        #[serde(default)]
        mode: Mode,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        perhaps: Option<Mode>,
    }
}

shows! {
    fn defaults_of_fields_have_no_nulls_in_them() {
        [
            zoo::<Fields>()
                .makes(json!({}), json!({
                    "n": 3, "inner": { "x": 0 }, "list": [], "labels": { "app": "x" }, "flag": false,
                }))
                .makes(json!({ "inner": {} }), json!({ "inner": { "x": 0 } }))
                .makes(json!({ "n": null }), json!({ "n": 3 }))
                .refuses(json!({ "n": "3" })),
            zoo::<Modes>().makes(json!({}), json!({ "mode": "Fast" })).refuses(json!({ "mode": "Other" })),
        ]
    }
}

types! {
    struct OptionWithDefault {
        #[serde(default = "five")]
        #[arbitrary(with = |bytes: &mut arbitrary::Unstructured<'_>| bytes.arbitrary().map(Some))]
        five: Option<i32>,
    }
}

types! {
    #[derive(Default)]
    struct OfAnything { #[arbitrary(with = crate::random_values::json)] any: serde_json::Value }
    #[derive(Default)]
    struct OfASecret { #[serde(skip_serializing)] #[arbitrary(default)] secret: String }
    #[derive(Default)]
    struct OfHoles { list: Vec<Option<i32>>, map: BTreeMap<String, Option<i32>> }
    struct WithDefaults {
        #[serde(default)]
        of: OfAnything,
        #[serde(default = "holes")]
        holes: OfHoles,
    }
    struct WithoutADefault {
        #[serde(default)]
        of: OfASecret,
    }
}

fn holes() -> OfHoles {
    OfHoles {
        list: vec![None, Some(1)],
        map: BTreeMap::from([("a".to_owned(), None)]),
    }
}

shows! {
    fn nulls_that_mean_something_stay_in_a_default_and_an_incomplete_one_is_a_loss() {
        [
            zoo::<WithDefaults>()
                .makes(json!({}), json!({ "of": { "any": null }, "holes": { "list": [null, 1], "map": { "a": null } } })),
            zoo::<WithoutADefault>()
                .makes(json!({}), json!({}))
                .makes(json!({ "of": { "secret": "a" } }), json!({ "of": { "secret": "a" } }))
                .loses(".spec.of: its default, in which there is no `secret`")
                .loses(".spec.of.secret: that it can be written: serde leaves it out")
                .one_way(),
        ]
    }
}

shows! {
    /// A null means the default there; so `None` cannot be stored.
    fn an_option_with_a_default_cannot_keep_a_none() {
        [zoo::<OptionWithDefault>()
            .makes(json!({}), json!({ "five": 5 }))
            .makes(json!({ "five": null }), json!({ "five": 5 }))
            .loses(".spec.five: a `None`, for which the API server sets the default")]
    }
}

types! {
    #[serde(default, rename_all = "camelCase")]
    struct Container {
        image_name: String,
        replicas: Option<i32>,
        inner: Inner,
    }
    #[serde(default)]
    #[derive(Default)]
    struct AllDefault { a: String, b: Vec<i32>, c: Deep }
    #[serde(default)]
    #[derive(Default)]
    struct Deep { d: Option<Inner>, e: bool }
}

impl Default for Container {
    fn default() -> Self {
        Self {
            image_name: "memcached".to_owned(),
            replicas: None,
            inner: Inner { x: 7, level: None },
        }
    }
}

shows! {
    fn a_default_of_the_whole_type_gives_one_to_each_field() {
        [
            zoo::<Container>()
                .makes(json!({}), json!({ "imageName": "memcached", "inner": { "x": 7 } }))
                .makes(json!({ "inner": {} }), json!({ "inner": { "x": 0 } })),
            zoo::<AllDefault>().makes(json!({}), json!({ "a": "", "b": [], "c": { "e": false } })),
        ]
    }
}

types! {
    #[serde(tag = "kind")]
    enum Tagged { A { #[serde(default = "three")] n: i32, a: bool }, B { b: bool } }
    #[serde(tag = "kind")]
    enum Differing { A { #[serde(default = "three")] n: i32 }, B { #[serde(default)] n: i32 } }
    enum External { A { #[serde(default = "three")] n: i32 }, B {} }
    struct Flattened { #[serde(flatten)] of: Fields, own: i32 }
}

shows! {
    /// A member of one variant would appear in the others; so its default is serde's alone.
    fn defaults_inside_of_variants() {
        [
            zoo::<Tagged>()
                .accepts(json!({ "kind": "A", "a": true }))
                .accepts(json!({ "kind": "B", "b": true }))
                .makes(json!({ "kind": "B", "b": true }), json!({ "kind": "B", "b": true }))
                .loses(".spec.n: its default, which is not that of all variants"),
            zoo::<Differing>()
                .makes(json!({ "kind": "B" }), json!({ "kind": "B" }))
                .loses(".spec.n: its default, which is not that of all variants"),
            zoo::<External>().makes(json!({ "A": {} }), json!({ "A": { "n": 3 } })).accepts(json!({ "B": {} })),
            zoo::<Flattened>().makes(json!({ "own": 1 }), json!({ "own": 1, "n": 3 })),
        ]
    }
}
