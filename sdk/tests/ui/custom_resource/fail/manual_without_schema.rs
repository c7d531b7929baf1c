//! `schema = "manual"` asks for a schema of the root struct.

use kopr::prelude::*;

#[derive(CustomResource, Serialize, Deserialize, Clone, Debug)]
#[kopr(group = "cache.example.com", version = "v1", kind = "Manual", namespaced, schema = "manual")]
pub struct ManualSpec {}

fn main() {}
