//! Version v1alpha1 of tenancy.example.com.

use kopr::prelude::*;

/// A tenant of the cluster: a team with a namespace of its own.
#[derive(CustomResource, Serialize, Deserialize, Clone, Debug)]
#[kopr(
    group = "tenancy.example.com",
    version = "v1alpha1",
    kind = "Tenant",
    cluster,
    status = "TenantStatus"
)]
#[serde(rename_all = "camelCase")]
pub struct TenantSpec {
    /// Whom to ask about this tenant.
    #[kopr(column)]
    pub contact: String,
    /// How much the tenant may use; what is left out comes from the operator's defaults.
    #[serde(default)]
    pub limits: Limits,
    /// A text for the tenant's people, kept in a ConfigMap in its namespace.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub notice: Option<String>,
}

/// How much a tenant may use.
#[derive(Schema, Serialize, Deserialize, Clone, Debug, Default)]
#[serde(rename_all = "camelCase")]
pub struct Limits {
    /// Number of pods.
    #[schemars(range(min = 1))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pods: Option<u32>,
    /// Cores of all pods together.
    #[schemars(range(min = 1))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub cores: Option<u32>,
}

/// What was observed of a tenant.
#[derive(Schema, Serialize, Deserialize, Clone, Debug, Default)]
#[serde(rename_all = "camelCase")]
pub struct TenantStatus {
    /// The tenant's namespace.
    #[kopr(column)]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub namespace: Option<String>,
    /// Generation of the spec that this status is about.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub observed_generation: Option<i64>,
    /// Conditions: `Ready`.
    #[serde(default)]
    pub conditions: Vec<Condition>,
}
