//! The type zoo: Rust types of all shapes, and what a real API server makes of what serde writes of them.
//!
//! Each test is a topic. In it, types stand above their lines, and a line says what a user may write, what the
//! API server refuses, and what the conversion says is lost. Random values of each type are tried besides;
//! see [`harness`] for what is held of them.
#![allow(
    clippy::expect_used,
    clippy::panic,
    reason = "a test that cannot go on ends there"
)]
#![allow(
    dead_code,
    clippy::box_collection,
    clippy::redundant_allocation,
    clippy::enum_variant_names,
    clippy::items_after_statements,
    clippy::needless_pass_by_value,
    clippy::option_option,
    clippy::struct_field_names,
    clippy::trivially_copy_pass_by_ref,
    clippy::type_complexity,
    clippy::unnecessary_wraps,
    clippy::zero_sized_map_values,
    reason = "types stand beside what they become, and odd ones are the point"
)]

#[path = "../zoo_harness/mod.rs"]
mod harness;

mod adjacent;
mod collections;
mod containers;
mod defaults;
mod external;
mod flattened;
mod foreign;
mod internal;
mod kubernetes;
mod names;
mod numbers;
mod options;
mod random_values;
mod recursive;
mod skipped;
mod texts;
mod topics;
mod units;
mod untagged;

/// What each type of a test derives.
macro_rules! types {
    ($($item:item)*) => {
        $(
            #[derive(
                ::kopr::Schema, ::serde::Serialize, ::serde::Deserialize, ::arbitrary::Arbitrary,
                Clone, Debug, PartialEq,
            )]
            $item
        )*
    };
}
use types;
