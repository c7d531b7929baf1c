//! A cluster-scoped child inside a struct of extractors, given to a namespaced kind.

use kopr::k8s_openapi::api::core::v1::{ConfigMap, Namespace};
use kopr::prelude::*;

#[derive(Access)]
pub struct Children {
    namespaces: Owned<Namespace>,
}

async fn reconcile(_object: Arc<ConfigMap>, _children: Children) -> Result<Action> {
    Ok(Action::await_change())
}

fn main() {
    let _ = Operator::new("config-operator").controller(reconcile);
}
