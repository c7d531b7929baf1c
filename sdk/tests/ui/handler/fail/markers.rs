//! A scope where names stand, a subresource that a kind does not have, and a list of rules that is none.

use kopr::extract::{Eviction, Raw};
use kopr::k8s_openapi::api::core::v1::{ConfigMap, Secret};
use kopr::prelude::*;

async fn names(_config: Arc<ConfigMap>, _secrets: Get<Secret, Here>) -> Result<Action> {
    Ok(Action::await_change())
}

async fn subresource(_config: Arc<ConfigMap>, _secrets: Sub<Secret, Eviction>) -> Result<Action> {
    Ok(Action::await_change())
}

async fn rules(_config: Arc<ConfigMap>, _raw: Raw<u32>) -> Result<Action> {
    Ok(Action::await_change())
}

fn main() {
    let operator = Operator::new("config-operator");
    let operator = operator.controller(names);
    let operator = operator.controller(subresource);
    let _ = operator.controller(rules);
}
