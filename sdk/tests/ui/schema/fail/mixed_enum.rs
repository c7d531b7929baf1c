//! Enums that are a text for some variants and an object for others.

use kopr::prelude::*;

#[derive(Schema, Serialize, Deserialize)]
pub enum Storage {
    Ephemeral,
    Disk { class: String },
    Memory,
}

/// The ways out.
#[derive(Schema, Serialize, Deserialize)]
pub enum Empty {
    Ephemeral {},
    Disk { class: String },
}

#[derive(Schema, Serialize, Deserialize)]
#[serde(tag = "type")]
pub enum Tagged {
    Ephemeral,
    Disk { class: String },
}

#[derive(Schema, Serialize, Deserialize)]
#[kopr(preserve_unknown)]
pub enum Anything {
    Ephemeral,
    Disk(String),
}

/// What is never on the wire does not count.
#[derive(Schema, Serialize, Deserialize)]
pub enum Skipped {
    #[serde(skip)]
    Ephemeral,
    Disk(String),
}

fn main() {}
