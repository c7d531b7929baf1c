//! Enums as serde writes them without a word: the variant is the name of the only member.

use std::collections::BTreeMap;

use serde_json::json;

use crate::harness::zoo;
use crate::topics::shows;
use crate::types;

types! {
    enum Level { Low, Mid, High }
    #[serde(rename_all = "kebab-case")]
    enum Documented {
        /// quiet
        LowNoise,
        Mid,
        /// very
        /// loud
        #[serde(rename = "HIGH")]
        High,
    }
    enum Numbered { One = 1, Two = 2 }
    struct Levels {
        /// How loud.
        level: Documented,
        list: Vec<Level>,
        map: BTreeMap<String, Level>,
    }
}

shows! {
    fn enums_of_names_are_one_list_with_or_without_texts() {
        [
            zoo::<Level>().accepts(json!("Low")).refuses(json!("low")).refuses(json!("")),
            zoo::<Documented>().accepts(json!("low-noise")).accepts(json!("HIGH")).refuses(json!("High")),
            zoo::<Numbered>().accepts(json!("One")).refuses(json!(1)),
            zoo::<Levels>()
                .accepts(json!({ "level": "mid", "list": ["Low"], "map": { "a": "High" } }))
                .refuses(json!({ "level": "mid", "list": ["None"], "map": {} })),
        ]
    }
}

types! {
    struct Path { path: String, mode: Option<u16> }
    #[serde(rename_all = "camelCase", rename_all_fields = "camelCase")]
    enum Task {
        /// Copies.
        CopyFile { from_path: String, to_path: String },
        Wipe(Path),
        Pair(i32, i32),
        Wait(u32),
        Many(Vec<Path>),
        Nothing {},
    }
    struct Tasks {
        task: Task,
        #[serde(skip_serializing_if = "Option::is_none")]
        perhaps: Option<Task>,
        null: Option<Task>,
        list: Vec<Task>,
        map: BTreeMap<String, Task>,
        boxed: Box<Task>,
    }
}

shows! {
    fn enums_with_data_are_objects_of_exactly_one_member() {
        [
            zoo::<Task>()
                .accepts(json!({ "copyFile": { "fromPath": "a", "toPath": "b" } }))
                .accepts(json!({ "wipe": { "path": "a" } }))
                .accepts(json!({ "nothing": {} }))
                .refuses(json!({}))
                .refuses(json!("nothing"))
                .refuses(json!({ "wait": 1, "nothing": {} }))
                .refuses(json!({ "wait": -1 }))
                .refuses(json!({ "pair": [1] })),
            zoo::<Tasks>()
                .accepts(json!({
                    "task": { "wait": 1 }, "null": null, "list": [{ "nothing": {} }], "map": {},
                    "boxed": { "pair": [1, 2] },
                }))
                .refuses(json!({ "task": { "wait": 1 }, "list": [{}], "map": {}, "boxed": { "pair": [1, 2] } })),
        ]
    }
}

types! {
    #[kopr(preserve_unknown)]
    enum Mixed { Unit, Other, One { x: i32 }, Two(String) }
    #[kopr(preserve_unknown)]
    enum MixedNewtype { None, Some(Path) }
    struct Holder {
        mixed: Mixed,
        list: Vec<Mixed>,
        null: Option<Mixed>,
        newtype: MixedNewtype,
    }
}

shows! {
    /// No structural schema has two types: it is kept unchecked, and the loss says so.
    fn names_and_data_in_one_enum_are_kept_unchecked() {
        [
            zoo::<Mixed>()
                .accepts(json!("Unit"))
                .accepts(json!({ "One": { "x": 1 } }))
                .loses(".spec: it takes one of several forms (object, string)"),
            zoo::<MixedNewtype>()
                .accepts(json!({ "Some": { "path": "a", "mode": null } }))
                .loses(".spec: it takes one of several forms (object, string)"),
            zoo::<Holder>()
                .accepts(json!({ "mixed": "Unit", "list": [{ "Two": "" }], "null": null, "newtype": "None" }))
                .loses(".spec.mixed: it takes one of several forms")
                .loses(".spec.list[]: it takes one of several forms")
                .loses(".spec.null: it takes one of several forms")
                .loses(".spec.newtype: it takes one of several forms"),
        ]
    }
}

types! {
    enum Outer { First(Inner), Second { inner: Inner, level: Level }, Third(Box<Outer2>) }
    enum Inner { A { x: i32 }, B(String) }
    enum Outer2 { Deep(Inner), Level(Level) }
    struct Nested { outer: Outer, many: Vec<Outer2> }
    enum Single { Only { x: i32 } }
    enum SingleUnit { Only }
    enum Optional { A(Option<i32>), B { perhaps: Option<Level2> } }
    enum Level2 { Yes { why: String }, No {} }
}

shows! {
    fn enums_in_enums() {
        [
            zoo::<Nested>()
                .accepts(json!({ "outer": { "First": { "A": { "x": 1 } } }, "many": [{ "Level": "Low" }] }))
                .refuses(json!({ "outer": { "First": {} }, "many": [] }))
                .refuses(json!({ "outer": { "First": { "A": { "x": 1 }, "B": "" } }, "many": [] }))
                .refuses(json!({ "outer": { "Second": { "inner": { "B": "" }, "level": "None" } }, "many": [] })),
            zoo::<Single>().accepts(json!({ "Only": { "x": 1 } })).refuses(json!({})),
            zoo::<SingleUnit>().accepts(json!("Only")).refuses(json!("Other")),
            zoo::<Optional>()
                .accepts(json!({ "A": null }))
                .accepts(json!({ "B": { "perhaps": { "No": {} } } }))
                .refuses(json!({ "A": "x" })),
        ]
    }
}

types! {
    /// The kind of it.
    enum Spec { Copy { src: String }, Wipe { path: String } }
}

shows! {
    fn an_enum_as_the_whole_spec() {
        [zoo::<Spec>()
            .accepts(json!({ "Copy": { "src": "a" } }))
            .refuses(json!({ "Copy": { "src": "a" }, "Wipe": { "path": "b" } }))
            .refuses(json!({ "Move": {} }))]
    }
}

/// The derive says which is `other`; schemars does not know of it.
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
enum WithOther {
    #[schemars(extend("x-kopr" = { "attributes": { "order": 0 } }))]
    Known,
    #[serde(other)]
    #[schemars(extend("x-kopr" = { "attributes": { "order": 1, "other": true } }))]
    Unknown,
}

types! {
    struct HasOther { kind: WithOther }
}

shows! {
    /// Any other word would be `Unknown` to serde, but a schema that lists the words does not let it through.
    fn words_that_other_would_catch_are_refused_by_the_server() {
        [zoo::<HasOther>()
            .accepts(json!({ "kind": "Known" }))
            .accepts(json!({ "kind": "Unknown" }))
            .refuses(json!({ "kind": "Else" }))
            .loses(".spec.kind: names that no variant has")]
    }
}
