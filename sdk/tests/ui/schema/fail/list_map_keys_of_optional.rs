//! A key that may be left out, and one that may be null in spite of its default.

use kopr::prelude::*;

#[derive(Schema, Serialize, Deserialize)]
pub struct Spec {
    #[kopr(list_map_keys("name", "number"))]
    pub ports: Option<Vec<Port>>,
    #[kopr(list_map_keys("protocol"))]
    pub more: Vec<Port>,
}

#[derive(Schema, Serialize, Deserialize)]
pub struct Port {
    pub name: String,
    pub number: Option<i32>,
    #[serde(default)]
    pub protocol: Option<String>,
}

fn main() {}
