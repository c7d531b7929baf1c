//! A union.

use kopr::prelude::*;

#[derive(Schema, Clone, Copy)]
pub union Overlaid {
    number: i32,
    bits: u32,
}

#[derive(Schema)]
pub struct Outer {
    overlaid: Overlaid,
}

fn main() {}
