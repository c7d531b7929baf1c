//! A type that is only called like Kubernetes' bytes, and has no schema.

use kopr::Schema;
use serde::{Deserialize, Serialize};

#[derive(Serialize, Deserialize)]
pub struct ByteString(Vec<u8>);

#[derive(Schema, Serialize, Deserialize)]
pub struct Blob {
    pub data: Option<ByteString>,
}

fn main() {}
