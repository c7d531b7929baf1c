//! Fields that serde leaves out: always, on writing, on reading, or on a condition.

use serde_json::json;

use crate::harness::zoo;
use crate::topics::shows;
use crate::types;

types! {
    struct Skipped {
        x: i32,
        #[serde(skip)]
        #[arbitrary(default)]
        never: i32,
    }
    struct OnlyRead {
        x: i32,
        #[serde(skip_serializing, default)]
        secret: String,
    }
    struct OnlyReadAndRequired {
        x: i32,
        #[serde(skip_serializing)]
        #[arbitrary(default)]
        secret: String,
    }
    enum Variants {
        A(i32),
        #[serde(skip)]
        #[arbitrary(skip)]
        Never,
        B { x: i32 },
    }
}

/// As of another crate: our own derive refuses it.
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
struct OnlyWritten {
    x: i32,
    #[serde(skip_deserializing)]
    computed: i32,
}

shows! {
    fn what_is_skipped_both_ways_is_not_in_the_schema() {
        [
            zoo::<Skipped>().accepts(json!({ "x": 1 })).makes(json!({ "x": 1, "never": 2 }), json!({ "x": 1 })),
            zoo::<Variants>().accepts(json!({ "A": 1 })).refuses(json!("Never")),
        ]
    }
}

shows! {
    fn what_is_only_read_may_be_given() {
        [zoo::<OnlyRead>().accepts(json!({ "x": 1, "secret": "a" })).accepts(json!({ "x": 1 }))]
    }
}

shows! {
    /// The status of another program's making, say. It is kept, though nobody here reads it.
    fn what_is_only_written_is_kept() {
        [zoo::<OnlyWritten>().accepts(json!({ "x": 1, "computed": 2 })).refuses(json!({ "computed": 2 }))]
    }
}

types! {
    struct LeftOutWhenEmpty {
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        list: Vec<String>,
        #[serde(default, skip_serializing_if = "String::is_empty")]
        text: String,
        #[serde(default, skip_serializing_if = "std::ops::Not::not")]
        flag: bool,
    }
    struct LeftOutButRequired {
        #[serde(skip_serializing_if = "Vec::is_empty")]
        #[arbitrary(value = vec!["a".to_owned()])]
        list: Vec<String>,
    }
}

shows! {
    fn what_is_left_out_when_empty_is_not_required() {
        [zoo::<LeftOutWhenEmpty>().accepts(json!({})).accepts(json!({ "list": ["a"], "text": "b", "flag": true }))]
    }
}

shows! {
    /// Serde itself could not read what it wrote.
    fn what_may_be_left_out_on_writing_and_is_required_on_reading_is_a_loss_with_a_way_out() {
        [
            zoo::<LeftOutButRequired>()
                .accepts(json!({ "list": ["a"] }))
                .refuses(json!({}))
                .loses(".spec.list: that it can be written: serde may leave it out"),
        ]
    }
}
