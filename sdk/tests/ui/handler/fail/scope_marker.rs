//! A scope that is none, and `Delete` where only a scope stands.

use kopr::k8s_openapi::api::core::v1::{ConfigMap, Secret};
use kopr::prelude::*;

async fn reconcile(_config: Arc<ConfigMap>, _secrets: Read<Secret, Delete>) -> Result<Action> {
    Ok(Action::await_change())
}

async fn clean(_config: Arc<ConfigMap>, _secrets: Owned<Secret, Here>) -> Result<Action> {
    Ok(Action::await_change())
}

fn main() {
    let _ = Operator::new("config-operator").controller(Controller::new(reconcile).cleanup(clean));
}
