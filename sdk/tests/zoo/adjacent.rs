//! Enums with a tag and a content beside it.

use serde_json::json;

use crate::harness::zoo;
use crate::topics::shows;
use crate::types;

types! {
    #[serde(tag = "t", content = "c")]
    enum Load { Count(u32), Label(String), None }
    #[serde(tag = "t", content = "c")]
    enum Same { A(bool), B(bool) }
    #[serde(tag = "t", content = "c", rename_all = "lowercase")]
    enum Units { One, Two }
    #[serde(tag = "t", content = "c")]
    enum Structs {
        A { x: i32 },
        B { y: String, z: Option<i32> },
        Pair(i32, i32),
        List(Vec<String>),
        Unit,
    }
    struct Holder { load: Load, list: Vec<Same>, null: Option<Structs> }
    #[serde(tag = "t", content = "c", deny_unknown_fields)]
    enum Strict { A(i32), B(i32) }
    #[serde(tag = "t", content = "c")]
    enum OptionalContent { A(Option<i32>), B(Option<i32>) }
}

shows! {
    /// Where they differ, the content has what they have in common; the loss says that no more is checked.
    fn an_adjacently_tagged_enum_asks_for_the_content_where_its_variant_has_one() {
        [
            zoo::<Load>()
                .accepts(json!({ "t": "Count", "c": 1 }))
                .accepts(json!({ "t": "Label", "c": "a" }))
                .accepts(json!({ "t": "None" }))
                .refuses(json!({ "t": "Count" }))
                .refuses(json!({ "c": 1 }))
                .refuses(json!({ "t": "Count", "c": [] }))
                .loses(".spec.c: its schema differs between the variants"),
            zoo::<Same>()
                .accepts(json!({ "t": "A", "c": true }))
                .refuses(json!({ "t": "C", "c": true }))
                .refuses(json!({ "t": "A", "c": 1 })),
            zoo::<Units>().accepts(json!({ "t": "one" })).refuses(json!({ "t": "One" })),
            zoo::<Structs>()
                .accepts(json!({ "t": "A", "c": { "x": 1 } }))
                .accepts(json!({ "t": "List", "c": ["a"] }))
                .refuses(json!({ "t": "A" }))
                .loses(".spec.c: its schema differs between the variants"),
            zoo::<Holder>()
                .accepts(json!({ "load": { "t": "None" }, "list": [{ "t": "B", "c": false }], "null": null }))
                .refuses(json!({ "load": { "t": "Label" }, "list": [] }))
                .loses(".spec.load.c: its schema differs")
                .loses(".spec.null.c: its schema differs"),
            zoo::<Strict>().accepts(json!({ "t": "A", "c": 1 })).refuses(json!({ "t": "A" })),
            zoo::<OptionalContent>()
                .accepts(json!({ "t": "A", "c": null }))
                .refuses(json!({ "t": "A", "c": "x" })),
        ]
    }
}
