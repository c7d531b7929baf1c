//! Integers of every width, and numbers with a point.

use std::num::{NonZeroI8, NonZeroI64, NonZeroU8, NonZeroU16, NonZeroU32};

use serde_json::json;

use crate::harness::zoo;
use crate::random_values::{number, size, small_number, up_to_63_bits};
use crate::topics::shows;
use crate::types;

shows! {
    fn integers_have_the_bounds_of_their_width_and_no_format_the_server_does_not_know() {
        [
            zoo::<i8>().accepts(json!(-128)).refuses(json!(128)).refuses(json!(-129)),
            zoo::<i16>().accepts(json!(-32768)).refuses(json!(32768)),
            zoo::<i32>().accepts(json!(i32::MIN)).refuses(json!(2_147_483_648_u32)).refuses(json!("1")),
            zoo::<i64>().accepts(json!(i64::MIN)).accepts(json!(i64::MAX)).refuses(json!(i64::MAX as u64 + 1)),
            zoo::<isize>().accepts(json!(i64::MIN)).refuses(json!(1.5)),
            zoo::<u8>().accepts(json!(255)).refuses(json!(256)).refuses(json!(-1)),
            zoo::<u16>().accepts(json!(65535)).refuses(json!(65536)).refuses(json!(-1)),
            zoo::<u32>().accepts(json!(u32::MAX)).refuses(json!(4_294_967_296_u64)).refuses(json!(-1)),
        ]
    }
}

types! {
    struct Unsigned {
        #[arbitrary(with = up_to_63_bits)]
        count: u64,
    }
    struct Size {
        #[arbitrary(with = size)]
        bytes: usize,
    }
    struct TooWide {
        plain: u128,
        perhaps: Option<i128>,
    }
}

shows! {
    fn unsigned_integers_of_64_bits_end_where_the_server_s_do() {
        [
            zoo::<Unsigned>()
                .accepts(json!({ "count": i64::MAX }))
                .refuses(json!({ "count": i64::MAX as u64 + 1 }))
                .refuses(json!({ "count": u64::MAX }))
                .refuses(json!({ "count": -1 }))
                .loses(".spec.count: values above 9223372036854775807"),
            zoo::<Size>()
                .accepts(json!({ "bytes": 0 }))
                .refuses(json!({ "bytes": u64::MAX }))
                .loses(".spec.bytes: values above 9223372036854775807"),
        ]
    }
}

shows! {
    fn integers_of_128_bits_are_a_problem_with_a_way_out() {
        [zoo::<TooWide>()
            .cannot("`.spec.plain` is an integer of 128 bits: the API server keeps 64; use `i64`, or a string")
            .cannot("`.spec.perhaps` is an integer of 128 bits")]
    }
}

shows! {
    fn integers_that_are_not_zero_exclude_it_where_a_bound_can() {
        [
            zoo::<NonZeroU8>().accepts(json!(1)).refuses(json!(0)).refuses(json!(256)),
            zoo::<NonZeroU16>().accepts(json!(65535)).refuses(json!(0)),
            zoo::<NonZeroU32>().accepts(json!(1)).refuses(json!(0)),
            // Below and above, but not at one place: `not` says it.
            zoo::<NonZeroI8>().accepts(json!(-1)).accepts(json!(1)).refuses(json!(0)).refuses(json!(128)),
            zoo::<NonZeroI64>().accepts(json!(-1)).refuses(json!(0)),
        ]
    }
}

types! {
    struct Numbers {
        #[arbitrary(with = number)]
        double: f64,
        #[arbitrary(with = small_number)]
        float: f32,
    }
    struct Ratio {
        #[schemars(range(min = 0.0, max = 1.0))]
        #[arbitrary(value = 0.25)]
        share: f64,
    }
    struct Bounded {
        #[schemars(range(min = 1, max = 9))]
        #[arbitrary(with = |bytes: &mut arbitrary::Unstructured<'_>| bytes.int_in_range(1..=9))]
        size: i32,
        #[schemars(extend("multipleOf" = 5))]
        #[arbitrary(value = 15)]
        fives: i32,
    }
}

shows! {
    /// `1.0` is written `1` by the server, which is the same number to serde.
    fn whole_numbers_come_back_without_their_point() {
        [
            zoo::<Numbers>()
                .accepts(json!({ "double": 1.0, "float": 2 }))
                .accepts(json!({ "double": 1e300, "float": 0.1 }))
                .accepts(json!({ "double": 1e20, "float": -0.0 }))
                .refuses(json!({ "double": "1", "float": 1 }))
                // What is not finite is a null to serde.
                .refuses(json!({ "double": null, "float": 1 })),
            zoo::<Ratio>()
                .accepts(json!({ "share": 1 }))
                .refuses(json!({ "share": 1.01 })),
            zoo::<Bounded>()
                .accepts(json!({ "size": 9, "fives": 0 }))
                .refuses(json!({ "size": 10, "fives": 0 }))
                .refuses(json!({ "size": 1, "fives": 4 })),
        ]
    }
}

types! {
    struct Switch {
        on: bool,
        perhaps: Option<bool>,
    }
}

shows! {
    fn booleans() {
        [
            zoo::<bool>().accepts(json!(true)).refuses(json!("true")).refuses(json!(1)),
            zoo::<Switch>()
                .accepts(json!({ "on": true, "perhaps": null }))
                .refuses(json!({ "perhaps": true })),
        ]
    }
}
