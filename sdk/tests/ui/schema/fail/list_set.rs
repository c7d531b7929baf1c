//! Sets of what is not compared as a whole.

use kopr::prelude::*;

#[derive(Schema, Serialize, Deserialize)]
pub struct Spec {
    #[kopr(list_type = "set")]
    pub objects: Vec<Item>,
    #[kopr(list_type = "set")]
    pub lists: Vec<Vec<String>>,
    #[kopr(list_type = "set")]
    pub nulls: Vec<Option<String>>,
    #[kopr(list_type = "set")]
    pub text: String,
    /// These can be.
    #[kopr(list_type = "set")]
    pub texts: Option<Vec<String>>,
    #[kopr(list_type = "set")]
    pub whole: Vec<Whole>,
}

#[derive(Schema, Serialize, Deserialize)]
pub struct Item {
    pub name: String,
}

#[derive(Schema, Serialize, Deserialize)]
#[kopr(struct_type = "atomic")]
pub struct Whole {
    pub name: String,
}

fn main() {}
