//! Names that differ for writing and reading: the API server knows only one.

use kopr::prelude::*;

#[derive(Schema, Serialize, Deserialize)]
#[serde(rename_all(serialize = "camelCase", deserialize = "snake_case"))]
pub struct Fields {
    pub pod_ip: String,
    #[serde(rename(serialize = "written", deserialize = "read"))]
    pub other: String,
    #[serde(rename(deserialize = "read_only"))]
    pub third: String,
    /// The same for both is one name.
    #[serde(rename(serialize = "same", deserialize = "same"))]
    pub fourth: String,
}

#[derive(Schema, Serialize, Deserialize)]
pub enum Variants {
    #[serde(rename(serialize = "new", deserialize = "old"))]
    One,
    Two,
}

fn main() {}
