//! A type of another crate that has no schema, in a struct, an enum and a generic type.

use kopr::prelude::*;

#[derive(Schema)]
pub struct Watcher {
    started: std::time::Instant,
}

#[derive(Schema)]
pub enum Either {
    Never {},
    Since(std::time::Instant),
    Between { from: std::time::Instant },
}

#[derive(Schema)]
pub struct Holder<T> {
    value: T,
    since: std::time::Instant,
}

fn main() {}
