//! A closure that captures, in its `async move` form: its future borrows from the closure.

use kopr::Error;
use kopr::k8s_openapi::api::core::v1::ConfigMap;
use kopr::prelude::*;

fn main() {
    let greeting = String::from("hello");
    let _ = Operator::new("config-operator").controller(async move |_config: Arc<ConfigMap>| {
        let _ = greeting.len();
        Ok::<_, Error>(Action::await_change())
    });
}
