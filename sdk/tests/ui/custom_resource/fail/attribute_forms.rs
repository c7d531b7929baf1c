//! `kopr` without keys, with a literal, and with values of the wrong kind.

use kopr::prelude::*;

#[derive(CustomResource, Serialize, Deserialize, Clone, Debug)]
#[kopr]
pub struct OneSpec {
    size: i32,
}

#[derive(CustomResource, Serialize, Deserialize, Clone, Debug)]
#[kopr = "cache.example.com"]
pub struct TwoSpec {
    size: i32,
}

#[derive(CustomResource, Serialize, Deserialize, Clone, Debug)]
#[kopr("cache.example.com", version = 1, kind = Three, namespaced)]
pub struct ThreeSpec {
    size: i32,
}

#[derive(CustomResource, Serialize, Deserialize, Clone, Debug)]
pub struct FourSpec {
    size: i32,
}

fn sizes(one: &One, two: &Two, three: &Three, four: &Four) -> i32 {
    one.spec.size + two.spec.size + three.spec.size + four.spec.size
}

fn main() {
    let _ = sizes;
}
