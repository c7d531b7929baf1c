//! `Access` on structs without field names.

use kopr::k8s_openapi::api::apps::v1::Deployment;
use kopr::k8s_openapi::api::core::v1::ConfigMap;
use kopr::prelude::*;

#[derive(Access)]
pub struct Children(Owned<Deployment>);

#[derive(Access)]
pub struct Nothing;

async fn reconcile(_object: Arc<ConfigMap>, _children: Children, _nothing: Nothing) -> Result<Action> {
    Ok(Action::await_change())
}

fn main() {
    let _ = Operator::new("config-operator").controller(reconcile);
}
