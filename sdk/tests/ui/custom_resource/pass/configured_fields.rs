//! Fields, variants and types under `cfg`.

use kopr::prelude::*;

#[derive(CustomResource, Serialize, Deserialize, Clone, Debug)]
#[kopr(group = "cfg.example.com", version = "v1", kind = "Configured", namespaced)]
pub struct ConfiguredSpec {
    #[cfg(test)]
    pub here: i32,
    #[cfg(not(test))]
    pub here: Missing,
    #[cfg_attr(test, kopr(column))]
    #[cfg_attr(not(test), serde(skip))]
    pub shown: i32,
    pub mode: Mode,
}

#[derive(Schema, Serialize, Deserialize, Clone, Debug)]
pub enum Mode {
    #[cfg(test)]
    Fast,
    #[cfg(not(test))]
    Missing(Missing),
    Slow,
}

#[test]
fn what_is_configured_away_is_away() {
    let model = Operator::new("cfg-operator")
        .crd::<Configured>()
        .describe()
        .expect("the rest is there");
    let version = &model.resources[0].versions[0];
    let spec = &version.schema["properties"]["spec"]["properties"];
    assert_eq!(spec["here"]["format"], "int32");
    assert_eq!(spec["mode"]["enum"].as_array().map(Vec::len), Some(2));
    assert_eq!(version.columns[0].json_path, ".spec.shown");
}
