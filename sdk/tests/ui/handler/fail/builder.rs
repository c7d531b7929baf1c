//! The same mistakes reported by the builder: a wrong argument, a cleanup of another kind.

use kopr::k8s_openapi::api::core::v1::{ConfigMap, Secret};
use kopr::prelude::*;

async fn reconcile(_config: Arc<ConfigMap>, _number: u32) -> Result<Action> {
    Ok(Action::await_change())
}

async fn right(_config: Arc<ConfigMap>) -> Result<Action> {
    Ok(Action::await_change())
}

async fn clean(_secret: Arc<Secret>) -> Result<Action> {
    Ok(Action::await_change())
}

fn main() {
    let _ = Controller::new(reconcile);
    let _ = Controller::new(right).cleanup(clean);
}
