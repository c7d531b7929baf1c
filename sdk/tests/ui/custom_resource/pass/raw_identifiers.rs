//! Raw identifiers as types, fields and variants: the wire form has no `r#`.

use kopr::prelude::*;

#[derive(CustomResource, Serialize, Deserialize, Clone, Debug)]
#[kopr(group = "raw.example.com", version = "v1", kind = "Raw", namespaced)]
pub struct RawSpec {
    #[kopr(column)]
    pub r#type: String,
    #[kopr(column(name = "When"))]
    pub r#match: r#struct,
}

#[allow(non_camel_case_types, reason = "the name is the test")]
#[derive(Schema, Serialize, Deserialize, Clone, Debug)]
pub enum r#struct {
    r#async,
    Later,
}

#[test]
fn without_the_mark() {
    let model = Operator::new("raw-operator")
        .crd::<Raw>()
        .describe()
        .expect("raw names are names");
    let version = &model.resources[0].versions[0];
    let columns: Vec<_> = version
        .columns
        .iter()
        .map(|column| (column.name.as_str(), column.json_path.as_str()))
        .collect();
    assert_eq!(
        columns,
        [
            ("Type", ".spec.type"),
            ("When", ".spec.match"),
            ("Age", ".metadata.creationTimestamp")
        ]
    );
    let spec = &version.schema["properties"]["spec"]["properties"];
    assert_eq!(spec["match"]["enum"][0], "async");
}
