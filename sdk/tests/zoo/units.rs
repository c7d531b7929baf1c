//! What is always null, tuples and newtypes.

use std::marker::PhantomData;

use serde_json::json;

use crate::harness::zoo;
use crate::topics::shows;
use crate::types;

types! {
    struct Marker;
    struct Units { none: (), mark: Marker }
    struct UnitsInAList { many: Vec<()> }
    struct Phantom { #[serde(skip)] of: PhantomData<u8>, x: i32 }
}

shows! {
    fn a_field_that_is_always_null_is_a_problem_that_says_to_skip_it() {
        [
            zoo::<Units>().cannot("`.spec.none`").cannot("`.spec.mark`"),
            zoo::<UnitsInAList>()
                .accepts(json!({ "many": [null, null] }))
                .refuses(json!({ "many": [1] }))
                .loses(".spec.many[]: that only null is taken"),
            zoo::<Phantom>().accepts(json!({ "x": 1 })),
        ]
    }
}

types! {
    struct Pair(i32, i32);
    struct Mixed(String, i32, bool);
    struct Tuples {
        same: (u8, u8, u8),
        mixed: (String, i32),
        nested: ((i32, i32), (i32, i32)),
        list: Vec<(String, i32)>,
        struct_: Pair,
    }
    struct One((i32,));
}

shows! {
    fn tuples_are_lists_of_a_fixed_length() {
        [
            zoo::<Pair>().accepts(json!([1, 2])).refuses(json!([1])).refuses(json!([1, 2, 3])).refuses(json!(["1", 2])),
            zoo::<Mixed>()
                .accepts(json!(["a", 1, true]))
                .refuses(json!(["a", 1]))
                .loses(".spec[]: the items of a tuple differ"),
            zoo::<Tuples>()
                .accepts(json!({
                    "same": [1, 2, 3], "mixed": ["a", 1], "nested": [[1, 2], [3, 4]], "list": [["a", 1]],
                    "struct_": [1, 2],
                }))
                .loses(".spec.mixed[]: the items of a tuple differ")
                .loses(".spec.list[][]: the items of a tuple differ"),
            zoo::<One>().accepts(json!([1])).refuses(json!([])),
        ]
    }
}

types! {
    struct Port(u16);
    struct Bounded(
        #[schemars(range(min = 1))]
        #[arbitrary(with = |bytes: &mut arbitrary::Unstructured<'_>| bytes.int_in_range(1..=u16::MAX))]
        u16,
    );
    #[serde(transparent)]
    struct Name { text: String }
    struct Names(Vec<Name>);
    struct Wrapped(Option<Port>);
    struct New {
        port: Port,
        bounded: Bounded,
        name: Option<Name>,
        names: Names,
        wrapped: Wrapped,
    }
}

shows! {
    fn newtypes_and_transparent_structs_are_what_they_hold() {
        [
            zoo::<Port>().accepts(json!(1)).refuses(json!(65536)),
            zoo::<Bounded>().accepts(json!(1)).refuses(json!(0)),
            zoo::<Name>().accepts(json!("a")).refuses(json!({ "text": "a" })),
            zoo::<Names>().accepts(json!(["a"])).refuses(json!([1])),
            zoo::<New>()
                .accepts(json!({ "port": 1, "bounded": 1, "name": null, "names": ["a"], "wrapped": null }))
                .refuses(json!({ "port": -1, "bounded": 1, "names": [], "wrapped": 1 })),
        ]
    }
}

types! {
    struct Nothing {}
    struct Holder { nothing: Nothing, perhaps: Option<Nothing> }
}

shows! {
    fn a_struct_without_fields_is_an_empty_object() {
        [
            zoo::<Nothing>().accepts(json!({})).refuses(json!([])).makes(json!({ "a": 1 }), json!({})),
            zoo::<Holder>().accepts(json!({ "nothing": {}, "perhaps": null })).refuses(json!({})),
        ]
    }
}
