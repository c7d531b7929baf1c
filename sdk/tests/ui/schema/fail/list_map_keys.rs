//! Keys that cannot tell the items of a list apart.

use kopr::prelude::*;

#[derive(Schema, Serialize, Deserialize)]
pub struct Spec {
    #[kopr(list_map_keys("nam"))]
    pub misspelt: Vec<Port>,
    #[kopr(list_map_keys("name", "number"))]
    pub optional: Option<Vec<Port>>,
    #[kopr(list_map_keys("target"))]
    pub object: Vec<Port>,
    #[kopr(list_map_keys("name"))]
    pub texts: Vec<String>,
    #[kopr(list_map_keys("name"))]
    pub single: Port,
}

#[derive(Schema, Serialize, Deserialize)]
pub struct Twice {
    #[kopr(list_map_keys("name", "name"))]
    pub twice: Vec<Port>,
}

#[derive(Schema, Serialize, Deserialize)]
pub struct Port {
    pub name: String,
    pub number: Option<i32>,
    pub target: Target,
}

#[derive(Schema, Serialize, Deserialize)]
pub struct Target {
    pub host: String,
}

fn main() {}
