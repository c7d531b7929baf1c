//! Mistakes in the attributes of serde and schemars are theirs to report.

use kopr::prelude::*;

#[derive(Schema, Serialize, Deserialize, Clone, Debug)]
#[serde(rename_all = "camel")]
pub struct Limits {
    #[schemars(rnge(min = 1))]
    memory: u32,
}

fn main() {}
