//! Types of lists and maps that do not fit what stands beside them.

use kopr::prelude::*;

#[derive(Schema, Serialize, Deserialize)]
pub struct Spec {
    #[kopr(list_type = "map")]
    pub no_keys: Vec<Item>,
    #[kopr(list_type = "set", list_map_keys("name"))]
    pub set: Vec<Item>,
    #[kopr(list_type = "ordered")]
    pub word: Vec<Item>,
    #[kopr(map_type = "merge")]
    pub map: std::collections::BTreeMap<String, String>,
    #[kopr(docs = "few")]
    pub docs: String,
    #[kopr(int_or_string, preserve_unknown)]
    pub both: String,
}

#[derive(Schema, Serialize, Deserialize)]
pub struct Item {
    pub name: String,
}

fn main() {}
