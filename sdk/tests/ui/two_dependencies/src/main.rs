//! Every derive and every macro of kopr, in a crate that depends on `kopr` and `serde` only.
#![deny(warnings, missing_docs)]

use kopr::k8s_openapi::api::apps::v1::Deployment;
use kopr::k8s_openapi::api::core::v1::PodTemplateSpec;
use kopr::k8s_openapi::apimachinery::pkg::util::intstr::IntOrString;
use kopr::prelude::*;

/// A thing.
#[derive(CustomResource, Serialize, Deserialize, Clone, Debug)]
#[kopr(
    group = "things.example.com",
    version = "v1",
    kind = "Thing",
    namespaced,
    status = "ThingStatus",
    printcolumn(name = "Port", type_ = "string", json_path = ".spec.port"),
    scale(spec_replicas_path = ".spec.size", status_replicas_path = ".status.ready")
)]
#[serde(rename_all = "camelCase")]
pub struct ThingSpec {
    /// How many.
    #[kopr(column)]
    #[schemars(range(min = 1))]
    pub size: i32,
    /// What runs.
    pub template: PodTemplateSpec,
    /// Where it listens.
    #[serde(default = "port")]
    pub port: IntOrString,
    /// How.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub mode: Option<Mode>,
    /// As text on the wire.
    #[serde(default, serialize_with = "as_text")]
    #[schemars(with = "String")]
    pub code: u16,
}

fn port() -> IntOrString {
    IntOrString::Int(80)
}

fn as_text<S: serde::Serializer>(code: &u16, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_str(code)
}

/// A way.
#[derive(Schema, Serialize, Deserialize, Clone, Debug)]
pub enum Mode {
    /// So.
    Fast {},
    /// Or so.
    Careful {
        /// Times.
        retries: u8,
    },
}

/// What was seen.
#[derive(Schema, Serialize, Deserialize, Clone, Debug, Default)]
pub struct ThingStatus {
    /// How many are ready.
    pub ready: i32,
    /// Conditions.
    #[serde(default)]
    pub conditions: Vec<Condition>,
}

/// What a thing is made of.
#[derive(Access)]
struct Children {
    deployments: Owned<Deployment, Delete>,
    events: Events,
}

async fn reconcile(thing: Arc<Thing>, children: Children, status: Status<Thing>) -> Result<Action> {
    children.deployments.delete("old").await?;
    children.events.normal("Seen", "it is there").await?;
    status.update(|status| status.ready = thing.spec.size).await?;
    Ok(Action::await_change())
}

fn operator() -> Operator {
    Operator::new(env!("CARGO_PKG_NAME")).controller(reconcile)
}

kopr::main!(operator);
