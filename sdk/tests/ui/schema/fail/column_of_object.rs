//! Fields that no column can show, as far as their type is known to the compiler.

use std::collections::BTreeMap;

use kopr::prelude::*;

#[derive(Schema, Serialize, Deserialize)]
pub struct Spec {
    #[kopr(column)]
    pub object: Inner,
    #[kopr(column)]
    pub optional: Option<Box<Inner>>,
    #[kopr(column)]
    pub list: Vec<String>,
    #[kopr(column)]
    pub map: BTreeMap<String, String>,
    #[kopr(selectable)]
    pub items: Vec<String>,
    #[kopr(selectable)]
    pub ratio: f64,
}

#[derive(Schema, Serialize, Deserialize)]
pub struct Inner {
    pub a: i32,
}

fn main() {}
