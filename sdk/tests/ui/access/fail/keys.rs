//! `kopr` has no keys for a struct of extractors.

use kopr::k8s_openapi::api::apps::v1::Deployment;
use kopr::k8s_openapi::api::core::v1::ConfigMap;
use kopr::prelude::*;

#[derive(Access)]
#[kopr(namespaced)]
pub struct Children {
    #[kopr(column)]
    deployments: Owned<Deployment>,
}

async fn reconcile(_object: Arc<ConfigMap>, _children: Children) -> Result<Action> {
    Ok(Action::await_change())
}

fn main() {
    let _ = Operator::new("config-operator").controller(reconcile);
}
