//! `Tenant` in version `one`.

use kopr::prelude::*;

/// Runs some pods of one image.
#[derive(CustomResource, Serialize, Deserialize, Clone, Debug)]
#[kopr(
    group = "tenant.example.com",
    version = "one",
    kind = "Tenant",
    cluster,
    status = "TenantStatus"
)]
#[serde(rename_all = "camelCase")]
pub struct TenantSpec {
    /// Namespace of the pods.
    #[kopr(column)]
    #[schemars(length(min = 1, max = 63))]
    #[schemars(extend("x-kubernetes-validations" = [
        {"rule": "self == oldSelf", "message": "cannot be changed"}
    ]))]
    pub namespace: String,
    /// How many pods run.
    #[kopr(column)]
    #[schemars(range(min = 0, max = 9))]
    pub size: i32,
    /// What they run.
    #[serde(default = "default_image")]
    pub image: String,
}

fn default_image() -> String {
    "nginxinc/nginx-unprivileged:1.29-alpine".to_owned()
}

/// What was seen last.
#[derive(Schema, Serialize, Deserialize, Clone, Debug, Default)]
#[serde(rename_all = "camelCase", default)]
pub struct TenantStatus {
    /// How many pods are ready.
    #[kopr(column)]
    pub ready: i32,
    /// Generation of the spec that this status is about; kopr keeps it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub observed_generation: Option<i64>,
    /// Conditions: `Ready`.
    pub conditions: Vec<Condition>,
}
