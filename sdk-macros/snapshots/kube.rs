//! A kind as kube-rs writes it, with its fields at the root; the schema is the user's to derive.

/// Who may do what.
#[derive(CustomResource, Serialize, Deserialize, JsonSchema, Clone, Debug)]
#[kube(
    group = "policy.example.com",
    version = "v1",
    kind = "Policy",
    root = "PolicyObject",
    no_spec,
    derive = "PartialEq",
    derive = "Default",
    attr = "allow(deprecated)",
    label("tier", "back"),
    validation = Rule::new("self.size > 0").message("too small"),
    printcolumn = r#"{"name": "Size", "type": "integer", "jsonPath": ".size"}"#
)]
struct PolicyFields {
    size: i32,
}
