//! Lists, sets, maps, and what their keys are.

use std::collections::{BTreeMap, BTreeSet, VecDeque};

use serde_json::{Value, json};

use crate::harness::zoo;
use crate::topics::shows;
use crate::types;

types! {
    #[derive(Eq, PartialOrd, Ord)]
    struct Claim { name: String }
    struct Lists {
        list: Vec<String>,
        nested: Vec<Vec<Vec<i32>>>,
        array: [i32; 3],
        deque: VecDeque<bool>,
        boxed: Box<[String]>,
        claims: Vec<Claim>,
    }
    struct Bounded {
        #[schemars(length(min = 1, max = 2), inner(length(max = 3)))]
        #[arbitrary(value = vec!["abc".to_owned()])]
        list: Vec<String>,
    }
}

shows! {
    fn lists() {
        [
            zoo::<Lists>()
                .accepts(json!({
                    "list": [], "nested": [[[1], []], []], "array": [1, 2, 3], "deque": [true], "boxed": ["a"],
                    "claims": [{ "name": "a" }],
                }))
                .refuses(json!({
                    "list": [], "nested": [1], "array": [1, 2, 3], "deque": [], "boxed": [], "claims": [],
                }))
                .refuses(json!({
                    "list": [], "nested": [], "array": [1, 2], "deque": [], "boxed": [], "claims": [],
                })),
            zoo::<Bounded>()
                .accepts(json!({ "list": ["a"] }))
                .refuses(json!({ "list": [] }))
                .refuses(json!({ "list": ["abcd"] })),
        ]
    }
}

types! {
    struct Sets {
        texts: BTreeSet<String>,
        numbers: BTreeSet<i32>,
        letters: BTreeSet<char>,
        switches: BTreeSet<bool>,
    }
    struct OddSets {
        claims: BTreeSet<Claim>,
        holes: BTreeSet<Option<i32>>,
        lists: BTreeSet<Vec<i32>>,
    }
}

shows! {
    fn sets_of_scalars_are_sets_and_sets_of_others_are_lists() {
        [
            zoo::<Sets>()
                .accepts(json!({ "texts": ["a", "b"], "numbers": [1], "letters": ["x"], "switches": [true, false] }))
                .refuses(json!({ "texts": ["a", "a"], "numbers": [], "letters": [], "switches": [] }))
                .refuses(json!({ "texts": [], "numbers": [1, 1], "letters": [], "switches": [] })),
            zoo::<OddSets>()
                .accepts(json!({ "claims": [{ "name": "a" }], "holes": [null, 1], "lists": [[1], [2]] }))
                .accepts(json!({ "claims": [{ "name": "a" }, { "name": "a" }], "holes": [], "lists": [] }))
                .loses(".spec.claims: that the items are distinct")
                .loses(".spec.holes: that the items are distinct")
                .loses(".spec.lists: that the items are distinct"),
        ]
    }
}

types! {
    #[derive(Eq, PartialOrd, Ord)]
    enum Level { Low, High }
    #[derive(Eq, PartialOrd, Ord)]
    struct Key(String);
    struct Maps {
        texts: BTreeMap<String, String>,
        deep: BTreeMap<String, BTreeMap<String, Vec<i32>>>,
        claims: BTreeMap<String, Claim>,
        empty: BTreeMap<String, Nothing>,
    }
    struct Nothing {}
    struct OddKeys {
        numbers: BTreeMap<u16, bool>,
        negative: BTreeMap<i64, String>,
        letters: BTreeMap<char, i32>,
        switches: BTreeMap<bool, i32>,
        levels: BTreeMap<Level, i32>,
        keys: BTreeMap<Key, i32>,
    }
    struct UnitMaps { set: BTreeMap<String, ()> }
}

shows! {
    fn maps_keep_all_keys_and_check_their_values() {
        [
            zoo::<Maps>()
                .accepts(json!({
                    "texts": { "": "a", "b/c.d": "" }, "deep": { "a": { "b": [1] } }, "claims": { "a": { "name": "" } },
                    "empty": { "a": {} },
                }))
                .refuses(json!({ "texts": { "a": 1 }, "deep": {}, "claims": {}, "empty": {} }))
                .refuses(json!({ "texts": {}, "deep": {}, "claims": { "a": {} }, "empty": {} })),
            zoo::<BTreeMap<String, i32>>().accepts(json!({ "a": 1 })).refuses(json!({ "a": "1" })),
        ]
    }
}

shows! {
    /// On the wire all keys are texts. That they have to be numbers is nothing that the server could check.
    fn maps_with_keys_that_are_not_texts() {
        let good = json!({
            "numbers": { "1": true }, "negative": { "-5": "" }, "letters": { "x": 1 }, "switches": { "true": 1 },
            "levels": { "Low": 1 }, "keys": { "k": 1 },
        });
        let mut wrong = good.clone();
        wrong["numbers"]["1"] = json!(1);
        [
            zoo::<OddKeys>()
                .accepts(good)
                .refuses(wrong)
                .loses(".spec.numbers: that the keys")
                .loses(".spec.negative: that the keys"),
            zoo::<UnitMaps>()
                .accepts(json!({ "set": { "a": null } }))
                .loses(".spec.set{}: that only null is taken"),
        ]
    }
}

types! {
    struct Values { by_name: BTreeMap<String, Vec<BTreeMap<String, Option<Level>>>> }
}

shows! {
    fn collections_in_collections() {
        let value: Value = json!({ "by_name": { "a": [{ "b": null, "c": "Low" }, {}] } });
        [zoo::<Values>().accepts(value).refuses(json!({ "by_name": { "a": [{ "b": "None" }] } }))]
    }
}
