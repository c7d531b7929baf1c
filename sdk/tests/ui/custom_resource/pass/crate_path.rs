//! kopr under another name: `crate = ".."`.

mod facade {
    pub use kopr as sdk;
}

use facade::sdk;
use facade::sdk::{CustomResource, Schema};

#[derive(CustomResource, serde::Serialize, serde::Deserialize, Clone, Debug)]
#[kopr(
    group = "cache.example.com",
    version = "v1",
    kind = "Renamed",
    namespaced,
    status = "RenamedStatus",
    crate = "crate::crate_path::facade::sdk"
)]
pub struct RenamedSpec {
    pub size: Size,
}

#[derive(Schema, serde::Serialize, serde::Deserialize, Clone, Debug)]
#[kopr(crate = "crate::crate_path::facade::sdk", preserve_unknown)]
pub enum Size {
    Small,
    Large { factor: u8 },
}

#[derive(Schema, serde::Serialize, serde::Deserialize, Clone, Debug)]
#[kopr(crate = "sdk")]
pub struct RenamedStatus {}

#[test]
fn another_path() {
    let model = sdk::Operator::new("renamed-operator")
        .crd::<Renamed>()
        .describe()
        .expect("the path does not matter");
    assert_eq!(model.resources[0].crd_name(), "renameds.cache.example.com");
}
