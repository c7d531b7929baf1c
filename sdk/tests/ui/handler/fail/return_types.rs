//! What a handler cannot return: an option, nothing, something else in the result, a text as the error.

use kopr::k8s_openapi::api::core::v1::ConfigMap;
use kopr::prelude::*;

async fn option(_config: Arc<ConfigMap>) -> Option<Action> {
    None
}

async fn nothing(_config: Arc<ConfigMap>) {}

async fn number(_config: Arc<ConfigMap>) -> Result<i32> {
    Ok(5)
}

async fn text(_config: Arc<ConfigMap>) -> Result<Action, String> {
    Err("no".to_owned())
}

fn main() {
    let _ = Operator::new("config-operator")
        .controller(option)
        .controller(nothing)
        .controller(number)
        .controller(text);
}
