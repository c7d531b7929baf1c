//! What is written and never read is not in the schema, so the API server would drop it.

use kopr::prelude::*;

#[derive(Schema, Serialize, Deserialize, Default)]
pub struct Status {
    #[serde(skip_deserializing)]
    pub computed: String,
    /// Read and never written: a user's own.
    #[serde(skip_serializing)]
    pub hint: String,
    /// Neither: it is not in the object.
    #[serde(skip)]
    pub cache: String,
}

fn main() {}
