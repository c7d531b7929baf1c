//! Mistakes in `ui(..)` where the derive does not know whether it is a spec or a status.

use kopr::prelude::*;

#[derive(Schema, Serialize, Deserialize, Clone, Debug)]
#[kopr(ui(display_name = "Limits"))]
pub struct Limits {
    #[kopr(ui(link, advanced))]
    of_both: String,
    #[kopr(ui(link))]
    of_a_status: String,
    #[kopr(ui(password, phase))]
    shown_twice: String,
}

#[derive(Schema, Serialize, Deserialize, Clone, Debug)]
pub struct Names(#[kopr(ui(hidden))] Vec<String>);

#[derive(Schema, Serialize, Deserialize, Clone, Debug)]
pub struct Outer {
    limits: Limits,
    names: Names,
}

fn main() {}
