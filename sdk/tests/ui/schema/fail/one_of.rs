//! Groups of members of which some may be set.

use kopr::prelude::*;

#[derive(Schema, Serialize, Deserialize)]
#[kopr(at_most_one_of("configMap", "secrt"), exactly_one_of("secret", "name"), at_least_one_of("size", "secret"))]
#[serde(rename_all = "camelCase")]
pub struct Source {
    pub config_map: Option<String>,
    pub secret: Option<String>,
    pub name: String,
    #[serde(default)]
    pub size: i32,
}

#[derive(Schema, Serialize, Deserialize)]
#[kopr(at_most_one_of("secret"), at_least_one_of(), exactly_one_of("secret", "secret"))]
pub struct Groups {
    pub secret: Option<String>,
}

#[derive(Schema, Serialize, Deserialize)]
pub struct Holder {
    #[kopr(at_most_one_of("secret", "config_map"))]
    pub source: Option<Source>,
}

fn main() {}
