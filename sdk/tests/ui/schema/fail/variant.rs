//! `kopr` on variants, where it has no keys.

use kopr::prelude::*;

#[derive(Schema, Serialize, Deserialize, Clone, Debug)]
pub enum Mode {
    #[kopr(column)]
    Fast,
    #[kopr]
    Slow,
}

#[derive(Schema, Serialize, Deserialize, Clone, Debug)]
pub struct Outer {
    mode: Mode,
}

fn main() {}
