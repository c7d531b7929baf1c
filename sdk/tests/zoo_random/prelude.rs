// What the generated types are made of, beside the standard library: values that JSON can say, and types whose
// shape no generator makes.
use std::collections::{BTreeMap, BTreeSet};
use std::net::IpAddr;
use std::num::NonZeroU8;

use arbitrary::{Arbitrary, Unstructured};
use kopr::Schema;
use serde::{Deserialize, Serialize};

macro_rules! types {
    ($($item:item)*) => {
        $(
            #[derive(Schema, Serialize, Deserialize, Arbitrary, Clone, Debug, PartialEq)]
            $item
        )*
    };
}

// With a point, since `1.0` comes back as `1`, and with few digits, since serde_json reads long ones not to the last.
fn finite(bytes: &mut Unstructured<'_>) -> arbitrary::Result<f64> {
    Ok(f64::from(bytes.arbitrary::<i32>()?) + 0.5)
}

fn up_to_63_bits(bytes: &mut Unstructured<'_>) -> arbitrary::Result<u64> {
    bytes.int_in_range(0..=i64::MAX.unsigned_abs())
}

fn value(bytes: &mut Unstructured<'_>) -> arbitrary::Result<serde_json::Value> {
    Ok(match bytes.int_in_range(0..=4)? {
        0 => serde_json::Value::Null,
        1 => serde_json::json!(bytes.arbitrary::<i64>()?),
        2 => serde_json::json!({ "a": { "b": [bytes.arbitrary::<bool>()?, null] } }),
        3 => serde_json::json!([bytes.arbitrary::<String>()?]),
        _ => serde_json::json!({ bytes.arbitrary::<String>()?: {} }),
    })
}

types! {
    #[derive(Default)]
    struct Finite(#[arbitrary(with = finite)] f64);
    #[derive(Default)]
    #[serde(transparent)]
    struct Count { count: u64_ }
    #[derive(Default)]
    #[serde(transparent)]
    struct u64_(#[arbitrary(with = up_to_63_bits)] u64);
    #[derive(Default)]
    struct Any(#[arbitrary(with = value)] serde_json::Value);
    struct Bounds<T> { from: T, #[serde(skip_serializing_if = "Option::is_none")] to: Option<T> }
    #[serde(tag = "case")]
    enum Either<A, B> { Left { left: A }, Right { right: B } }
    struct Node { name: String, #[serde(default)] below: Vec<Node> }
}
