//! Options: what is left out, what is null, and what a default makes of either.

use std::collections::BTreeMap;

use serde_json::{Value, json};

use crate::harness::zoo;
use crate::random_values::json as any_json;
use crate::topics::shows;
use crate::types;

types! {
    enum Level { Low, Mid, High }
    struct Inner { x: i32 }
    struct Plain {
        number: Option<i32>,
        text: Option<String>,
        list: Option<Vec<i32>>,
        map: Option<BTreeMap<String, i32>>,
        inner: Option<Inner>,
        boxed: Option<Box<Inner>>,
        letter: Option<char>,
    }
    struct LeftOut {
        #[serde(skip_serializing_if = "Option::is_none")]
        number: Option<i32>,
        #[serde(default, skip_serializing_if = "::std::option::Option::is_none")]
        inner: Option<Inner>,
        #[serde(skip_serializing_if = "Option::is_none")]
        level: Option<Level>,
    }
    struct Twice {
        #[serde(default)]
        twice: Option<Option<bool>>,
    }
    struct Holes {
        list: Vec<Option<i32>>,
        inner: Vec<Option<Inner>>,
        map: BTreeMap<String, Option<String>>,
        lists: Vec<Option<Vec<Option<u8>>>>,
        pair: (Option<i32>, Option<i32>),
    }
}

shows! {
    fn an_option_that_serde_writes_as_null_is_nullable() {
        [zoo::<Plain>()
            .accepts(json!({}))
            .accepts(json!({ "number": null, "text": null, "list": null, "map": null, "inner": null }))
            .refuses(json!({ "number": "1" }))
            .refuses(json!({ "inner": {} }))]
    }
}

shows! {
    /// A null is taken out before the check, as for any field that is not nullable.
    fn an_option_that_serde_leaves_out_is_not_nullable() {
        [
            zoo::<LeftOut>()
                .accepts(json!({}))
                .accepts(json!({ "level": "Mid", "number": 1, "inner": { "x": 1 } }))
                .refuses(json!({ "level": "mid" })),
            zoo::<Twice>().accepts(json!({})).accepts(json!({ "twice": true })),
        ]
    }
}

shows! {
    fn options_in_lists_maps_and_tuples_are_nullable() {
        [zoo::<Holes>()
            .accepts(json!({
                "list": [null, 1], "inner": [null, { "x": 1 }], "map": { "a": null }, "lists": [null, [null]],
                "pair": [null, 1],
            }))
            .refuses(json!({
                "list": ["x"], "inner": [], "map": {}, "lists": [], "pair": [1, 2],
            }))]
    }
}

types! {
    struct PlainEnum {
        #[serde(skip_serializing_if = "Option::is_none")]
        level: Option<Level>,
    }
    /// Never `None` here: what becomes of it is the next line's.
    struct NullableEnum {
        /// How loud.
        #[arbitrary(with = |bytes: &mut arbitrary::Unstructured<'_>| bytes.arbitrary().map(Some))]
        level: Option<Level>,
    }
    struct EnumsInCollections {
        list: Vec<Option<Level>>,
        map: BTreeMap<String, Option<Level>>,
    }
}

shows! {
    /// The server's check of an enumeration refuses null, though the field be nullable. A field can be left out;
    /// the loss says how.
    fn an_optional_enum_that_is_written_as_null_is_refused_and_the_loss_says_how_to_leave_it_out() {
        [
            zoo::<PlainEnum>().accepts(json!({})).accepts(json!({ "level": "Low" })).refuses(json!({ "level": "" })),
            zoo::<NullableEnum>()
                .accepts(json!({ "level": "Low" }))
                .makes(json!({}), json!({}))
                .refuses(json!({ "level": null }))
                .loses(".spec.level: a `None`, which serde writes as null"),
        ]
    }
}

shows! {
    /// In a list or map it cannot be left out, so there a pattern stands for the enumeration.
    fn optional_enums_in_collections_take_null() {
        [zoo::<EnumsInCollections>()
            .accepts(json!({ "list": [null, "Low"], "map": { "a": null, "b": "High" } }))
            .refuses(json!({ "list": ["Loud"], "map": {} }))
            .refuses(json!({ "list": [], "map": { "a": "" } }))]
    }
}

types! {
    struct Values {
        #[arbitrary(with = any_json)]
        any: Value,
        #[arbitrary(with = |bytes: &mut arbitrary::Unstructured<'_>| Ok(vec![any_json(bytes)?, Value::Null]))]
        many: Vec<Value>,
        #[arbitrary(with = |bytes: &mut arbitrary::Unstructured<'_>| {
            let value = any_json(bytes)?;
            Ok((!value.is_null()).then_some(value))
        })]
        perhaps: Option<Value>,
    }
    struct Objects {
        #[arbitrary(with = crate::random_values::object)]
        object: serde_json::Map<String, Value>,
        #[arbitrary(with = |bytes: &mut arbitrary::Unstructured<'_>| {
            Ok(BTreeMap::from([("a.b/c".to_owned(), any_json(bytes)?)]))
        })]
        map: BTreeMap<String, Value>,
    }
}

shows! {
    /// Nothing of it is pruned, nulls and nested objects neither.
    fn any_json_is_kept_as_it_is() {
        [
            zoo::<Values>()
                .accepts(json!({ "any": { "a": { "b": null } }, "many": [{ "x": [{}] }, null], "perhaps": null }))
                .accepts(json!({ "any": null, "many": [] })),
            zoo::<Objects>()
                .accepts(json!({ "object": { "a": { "b": { "c": null } } }, "map": { "x": { "y": 1 } } }))
                .refuses(json!({ "object": [], "map": {} })),
        ]
    }
}
