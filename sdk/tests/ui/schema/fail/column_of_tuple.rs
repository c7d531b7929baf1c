//! `column` on fields without names.

use kopr::prelude::*;

#[derive(Schema, Serialize, Deserialize, Clone, Debug)]
pub struct Pair(#[kopr(column)] i32, #[kopr(column)] String);

#[derive(Schema, Serialize, Deserialize, Clone, Debug)]
pub struct Outer {
    pair: Pair,
}

fn main() {}
