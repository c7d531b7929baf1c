//! Operators: names, domains, the order of things, and nothing at all.

use kopr::k8s_openapi::api::apps::v1::Deployment;
use kopr::k8s_openapi::api::core::v1::{ConfigMap, Namespace, Secret};
use kopr::model::{FailureKind, Package};
use kopr::prelude::*;

use crate::offences;

#[derive(CustomResource, Serialize, Deserialize, Clone, Debug)]
#[kopr(group = "cache.example.com", version = "v1", kind = "Memcached", namespaced)]
struct MemcachedSpec {}

#[derive(CustomResource, Serialize, Deserialize, Clone, Debug)]
#[kopr(group = "alpha.example.com", version = "v1", kind = "Zebra", cluster)]
struct ZebraSpec {}

async fn memcached(_object: Arc<Memcached>, _one: Owned<Deployment>, _two: Read<ConfigMap>) -> Result<()> {
    Ok(())
}

async fn zebra(_object: Arc<Zebra>, _one: Read<ConfigMap>, _two: Owned<Secret>) -> Result<()> {
    Ok(())
}

async fn config(_object: Arc<ConfigMap>) -> Result<()> {
    Ok(())
}

async fn links(_object: Arc<ConfigMap>, _one: Linked<Namespace>) -> Result<()> {
    Ok(())
}

#[test]
fn nothing_at_all() {
    let failure = Operator::new("empty-operator")
        .describe()
        .expect_err("nothing was registered");
    assert_eq!(failure.kind, FailureKind::Empty);
    assert_eq!(
        failure.message,
        "the operator `empty-operator` has no controllers and no resources"
    );
    assert!(failure.help.is_some_and(|help| help.contains(".controller(..)")));
    // A resource alone is something, and listens nowhere.
    let model = Operator::new("crd-operator")
        .crd::<Memcached>()
        .describe()
        .expect("a kind is enough");
    assert!(model.controllers.is_empty() && model.ports.is_empty());
}

/// The order of registration changes nothing that is said.
#[test]
fn order() {
    let one = Operator::new("test-operator")
        .domain("example.com")
        .controller(memcached)
        .controller(zebra)
        .controller(config);
    let other = Operator::new("test-operator")
        .domain("example.com")
        .controller(config)
        .controller(zebra)
        .controller(memcached)
        .crd::<Zebra>()
        .crd::<Memcached>();
    let text = |operator: &Operator| {
        let mut model = operator.describe().expect("it can be described");
        // The lines differ, as they should.
        for handler in model.controllers.iter_mut().flat_map(|one| &mut one.handlers) {
            handler.source.line = 0;
        }
        serde_json::to_string_pretty(&model).expect("a model is serialisable")
    };
    assert_eq!(text(&one), text(&other));
    let model = one.describe().expect("it can be described");
    let names: Vec<_> = model.controllers.iter().map(|one| one.name.as_str()).collect();
    assert_eq!(names, ["configmap", "memcached", "zebra"]);
    let kinds: Vec<_> = model.resources.iter().map(|one| one.kind.as_str()).collect();
    assert_eq!(kinds, ["Zebra", "Memcached"]);
    let ports: Vec<_> = model
        .ports
        .iter()
        .map(|port| (port.name.as_str(), port.number))
        .collect();
    assert_eq!(ports, [("health", 8081), ("metrics", 8080)]);
    let watches = &model.controllers[1].watches;
    assert!(watches.is_sorted() && watches.len() == 3, "{watches:?}");
}

#[test]
fn domains() {
    let domain = |operator: Operator| operator.describe().expect("it can be described").domain;
    let operator = || Operator::new("test-operator");
    assert_eq!(
        domain(operator().controller(config).domain("own.example.com")),
        "own.example.com"
    );
    assert_eq!(
        domain(operator().crd::<Memcached>().crd::<Zebra>()),
        "cache.example.com"
    );
    assert_eq!(
        domain(operator().crd::<Zebra>().crd::<Memcached>()),
        "alpha.example.com"
    );
    assert_eq!(domain(operator().controller(config)), "");
}

#[test]
fn names() {
    let model = Operator::new("my_operator")
        .controller(config)
        .describe()
        .expect("underscores become dashes");
    assert_eq!(
        (model.name.as_str(), model.package.name.as_str()),
        ("my-operator", "my_operator")
    );
    for (name, reason) in [
        ("1st", "it begins with the digit `1`"),
        ("Operator", "`O` is a capital letter"),
        ("", "it is empty"),
        ("a.b", "`.` is not one of a-z, 0-9 or `-`"),
        (&"a".repeat(64), "it has 64 characters, 63 are the limit"),
    ] {
        let offences = offences(&Operator::new(name).controller(config));
        assert_eq!(
            offences,
            [format!("{name}: `{name}` cannot name an operator: {reason}")],
        );
    }
    let named = Controller::new(config).name("Bad_Name");
    assert_eq!(
        offences(&Operator::new("test-operator").controller(named)),
        ["config: `Bad_Name` cannot name a controller: `B` is a capital letter"]
    );
}

#[test]
fn two_controllers_of_one_name() {
    async fn second(_object: Arc<ConfigMap>) -> Result<()> {
        Ok(())
    }
    let offences = offences(
        &Operator::new("test-operator")
            .controller(config)
            .controller(second),
    );
    assert_eq!(offences.len(), 1, "{offences:?}");
    assert!(offences[0].starts_with("second: a second controller called `configmap`, beside the one of"));
    assert!(
        offences[0].ends_with("operators::config`; name one of them with `Controller::new(..).name(..)`")
    );
    let operator = Operator::new("test-operator")
        .controller(config)
        .controller(Controller::new(second).name("second"));
    assert!(operator.describe().is_ok());
}

/// The finalizer is the operator's: the first cleanup to end would let the object go.
#[test]
fn two_cleanups_of_one_kind() {
    let operator = || Operator::new("test-operator").domain("test.example.com");
    let cleans = || Controller::new(config).cleanup(config);
    for operator in [
        operator()
            .controller(cleans())
            .controller(Controller::new(config).name("second").cleanup(config)),
        operator()
            .controller(cleans())
            .controller(Controller::new(links).name("second")),
    ] {
        let offences = offences(&operator);
        assert_eq!(offences.len(), 1, "{offences:?}");
        assert!(
            offences[0].contains("`describe::operators::config` cleans up after `ConfigMap` too"),
            "{offences:?}"
        );
    }
    // In one controller they are in order.
    let both = operator().controller(Controller::new(links).cleanup(config));
    assert!(both.describe().is_ok());
}

/// Everything that is wrong is said at once, each with its place.
#[test]
fn all_at_once() {
    async fn wants(_object: Arc<Memcached>, _state: State<u64>) -> Result<()> {
        Ok(())
    }
    let failure = Operator::new("Test")
        .controller(wants)
        .controller(Controller::new(config).name("memcached"))
        .describe()
        .expect_err("three things are wrong");
    assert_eq!(failure.offences.len(), 3, "{:#?}", failure.offences);
    assert!(failure.offences.is_sorted());
    for offence in &failure.offences {
        assert_eq!(offence.source.file, "sdk/tests/describe/operators.rs");
        assert!(offence.source.line > 0);
    }
}

/// A handler is where it was registered.
#[test]
fn sources_of_handlers() {
    let operator = Operator::new("test-operator")
        .controller(memcached)
        .controller(Controller::new(zebra));
    let model = operator.describe().expect("it can be described");
    for controller in &model.controllers {
        let source = &controller.handlers[0].source;
        assert!(
            source.item.ends_with(&format!("operators::{}", controller.name)),
            "{source}"
        );
        assert_eq!(source.file, "sdk/tests/describe/operators.rs");
        assert!(source.line > 0);
    }
}

#[test]
fn packages() {
    let package = Package {
        name: "some-package".to_owned(),
        version: "1.2.3".to_owned(),
        description: "Does things".to_owned(),
        repository: String::new(),
        homepage: "https://example.com".to_owned(),
        authors: vec!["Somebody <somebody@example.com>".to_owned()],
    };
    let model = Operator::new("test-operator")
        .controller(config)
        .describe_as(package.clone())
        .expect("it can be described");
    assert_eq!(model.package, package);
    let model = Operator::new("test-operator")
        .version("2.0.0")
        .controller(config)
        .describe()
        .expect("it can be described");
    assert_eq!(
        (model.package.name.as_str(), model.package.version.as_str()),
        ("test-operator", "2.0.0")
    );
}
