//! Generic types, and pointers that serde looks through.

use std::borrow::Cow;
use std::collections::BTreeMap;

use serde_json::json;

use crate::harness::zoo;
use crate::topics::shows;
use crate::types;

types! {
    struct Range<T> { from: T, to: Option<T> }
    struct Uses { numbers: Range<u8>, texts: Range<String>, nested: Range<Range<bool>> }
    enum Either<A, B> { Left(A), Right(B) }
    struct Eithers { one: Either<i32, String>, two: Either<Range<i32>, Vec<String>> }
    struct Few<T> { values: [T; 2] }
    struct Two { two: Few<i32>, four: Few<Few<bool>> }
}

shows! {
    fn generic_types_are_told_apart_by_their_arguments() {
        [
            zoo::<Uses>()
                .accepts(json!({ "numbers": { "from": 1, "to": null }, "texts": { "from": "a" }, "nested": { "from": { "from": true } } }))
                .refuses(json!({ "numbers": { "from": 256 }, "texts": { "from": "a" }, "nested": { "from": { "from": true } } })),
            zoo::<Eithers>()
                .accepts(json!({ "one": { "Left": 1 }, "two": { "Right": ["a"] } }))
                .refuses(json!({ "one": { "Left": "1" }, "two": { "Right": ["a"] } })),
            zoo::<Two>()
                .accepts(json!({ "two": { "values": [1, 2] }, "four": { "values": [{ "values": [true, false] }, { "values": [true, true] }] } }))
                .refuses(json!({ "two": { "values": [1, 2, 3] }, "four": { "values": [] } })),
        ]
    }
}

fn cow(bytes: &mut arbitrary::Unstructured<'_>) -> arbitrary::Result<Cow<'static, str>> {
    bytes.arbitrary().map(Cow::Owned)
}

types! {
    struct Pointers {
        boxed: Box<Uses>,
        twice: Box<Box<i32>>,
        #[arbitrary(with = cow)] cow: Cow<'static, str>,
        list: Box<[Box<str>]>,
        map: BTreeMap<Box<str>, Box<i32>>,
        result: Result<i32, String>,
    }
    struct Bounds { #[arbitrary(value = 1..5)] range: std::ops::Range<i32> }
}

shows! {
    fn pointers_are_what_they_point_at() {
        let uses = json!({ "numbers": { "from": 1 }, "texts": { "from": "a" }, "nested": { "from": { "from": true } } });
        [
            zoo::<Pointers>()
                .accepts(json!({
                    "boxed": uses, "twice": 1, "cow": "a", "list": ["b"], "map": { "c": 1 }, "result": { "Err": "x" },
                }))
                .refuses(json!({
                    "boxed": uses, "twice": 1, "cow": "a", "list": ["b"], "map": { "c": 1 }, "result": { "Err": "x", "Ok": 1 },
                })),
            zoo::<Bounds>().accepts(json!({ "range": { "start": 1, "end": 2 } })).refuses(json!({ "range": { "start": 1 } })),
        ]
    }
}
