//! A field that is no extractor.

use kopr::k8s_openapi::api::apps::v1::Deployment;
use kopr::k8s_openapi::api::core::v1::ConfigMap;
use kopr::prelude::*;

#[derive(Access)]
pub struct Children {
    deployments: Owned<Deployment>,
    replicas: u32,
    name: String,
}

async fn reconcile(_object: Arc<ConfigMap>, _children: Children) -> Result<Action> {
    Ok(Action::await_change())
}

fn main() {
    let _ = Operator::new("config-operator").controller(reconcile);
}
