//! Keys of a nested type that do not exist there.

use kopr::prelude::*;

#[derive(Schema, Serialize, Deserialize, Clone, Debug)]
#[kopr(group = "cache.example.com")]
pub struct Limits {
    #[kopr(columns)]
    memory: String,
}

#[derive(Schema, Serialize, Deserialize, Clone, Debug)]
pub struct Outer {
    limits: Limits,
}

fn main() {}
