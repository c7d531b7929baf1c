//! Closures as handlers: without and with captured values.

use kopr::Error;
use kopr::k8s_openapi::api::core::v1::{ConfigMap, Secret};
use kopr::prelude::*;

#[test]
fn closures_are_handlers() {
    let greeting = Arc::new("hello".to_owned());
    let captured = {
        let greeting = Arc::clone(&greeting);
        move |_config: Arc<ConfigMap>, events: Events| {
            let greeting = Arc::clone(&greeting);
            async move {
                events.normal("Greeted", greeting.as_str()).await?;
                Ok::<_, Error>(Action::await_change())
            }
        }
    };
    let operator = Operator::new("config-operator")
        .controller(async |_secret: Arc<Secret>| Ok::<_, Error>(Action::await_change()))
        .controller(Controller::new(captured).name("captured"))
        .controller(
            Controller::new(|_config: Arc<ConfigMap>, _secrets: Read<Secret>| async { Ok::<_, Error>(()) })
                .name("plain")
                .cleanup(async |_config: Arc<ConfigMap>| Ok::<_, Error>(())),
        );
    let model = operator.describe().expect("closures have types like functions");
    let names: Vec<_> = model.controllers.iter().map(|one| one.name.as_str()).collect();
    assert_eq!(names, ["captured", "plain", "secret"]);
}
