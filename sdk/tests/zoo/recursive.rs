//! Types that contain themselves.

use std::collections::BTreeMap;

use serde_json::json;

use crate::harness::zoo;
use crate::topics::shows;
use crate::types;

types! {
    struct Node {
        name: String,
        #[serde(default)]
        children: Vec<Node>,
        #[serde(skip_serializing_if = "Option::is_none")]
        next: Option<Box<Self>>,
    }
    struct Tree { root: Node }
    struct ByName { of: BTreeMap<String, ByName> }
    enum List { End {}, More { value: i32, rest: Box<List> } }
    struct First { second: Option<Box<Second>> }
    struct Second { firsts: Vec<First>, level: i32 }
    #[serde(untagged)]
    enum Json { Text(String), List(Vec<Json>), Map(BTreeMap<String, Json>) }
}

shows! {
    /// The first level is checked, what is below is kept as it is.
    fn types_that_contain_themselves_are_cut_and_the_loss_says_where() {
        let deep = json!({ "name": "a", "children": [{ "name": "b", "children": [{ "name": "c", "children": [] }] }] });
        [
            zoo::<Node>()
                .accepts(deep.clone())
                .refuses(json!({ "children": [] }))
                .loses(".spec.children[]: the type contains itself")
                .loses(".spec.next: the type contains itself"),
            zoo::<Tree>()
                .accepts(json!({ "root": deep }))
                .loses(".spec.root.children[]: `Node` contains itself")
                .loses(".spec.root.next: `Node` contains itself"),
            zoo::<ByName>()
                .accepts(json!({ "of": { "a": { "of": { "b": { "of": {} } } } } }))
                .loses(".spec.of{}: the type contains itself"),
            zoo::<List>()
                .accepts(json!({ "More": { "value": 1, "rest": { "More": { "value": 2, "rest": { "End": {} } } } } }))
                .refuses(json!({ "More": { "value": 1 } }))
                .loses(".spec.More.rest: the type contains itself"),
            zoo::<First>()
                .accepts(json!({ "second": { "firsts": [{ "second": { "firsts": [], "level": 1 } }], "level": 1 } }))
                .loses(".spec.second.firsts[]: the type contains itself"),
            zoo::<Json>()
                .accepts(json!({ "a": ["b", { "c": [] }] }))
                .loses(".spec: it takes one of several forms")
                .loses(".spec[]: the type contains itself")
                .loses(".spec{}: the type contains itself"),
        ]
    }
}
