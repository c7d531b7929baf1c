//! Words on fields that have no place of their own in the object.

use kopr::prelude::*;

#[derive(Schema, Serialize, Deserialize, Clone, Debug)]
pub struct Names(#[kopr(list_type = "set")] Vec<String>);

#[derive(Schema, Serialize, Deserialize, Clone, Debug)]
pub struct Limits {
    memory: i32,
}

#[derive(Schema, Serialize, Deserialize, Clone, Debug)]
pub struct Outer {
    names: Names,
    #[serde(skip)]
    #[kopr(immutable)]
    cache: i32,
    #[serde(flatten)]
    #[kopr(rule = "self.memory > 0", docs = "none")]
    limits: Limits,
}

fn main() {}
