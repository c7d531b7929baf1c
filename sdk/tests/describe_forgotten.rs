//! A kind that was derived and forgotten. The list that notices it is made when a program is linked, so
//! this is a program of its own.
#![allow(
    clippy::expect_used,
    clippy::panic,
    reason = "a test that cannot go on ends there"
)]

use kopr::describe::package;
use kopr::k8s_openapi::api::core::v1::ConfigMap;
use kopr::model::{Failure, FailureKind, Operator as Model};
use kopr::prelude::*;

#[derive(CustomResource, Serialize, Deserialize, Clone, Debug)]
#[kopr(group = "cache.example.com", version = "v1", kind = "Reconciled", namespaced)]
struct ReconciledSpec {}

#[derive(CustomResource, Serialize, Deserialize, Clone, Debug)]
#[kopr(group = "cache.example.com", version = "v1", kind = "Brought", namespaced)]
struct BroughtSpec {}

#[derive(CustomResource, Serialize, Deserialize, Clone, Debug)]
#[kopr(
    group = "cache.example.com",
    version = "v1",
    kind = "Others",
    namespaced,
    foreign
)]
struct OthersSpec {}

const LINE: u32 = line!() + 4;

#[derive(CustomResource, Serialize, Deserialize, Clone, Debug)]
#[kopr(group = "cache.example.com", version = "v1", kind = "Forgotten", namespaced)]
struct ForgottenSpec {}

async fn reconcile(_object: Arc<Reconciled>, _others: Read<Others>) -> Result<()> {
    Ok(())
}

fn operator() -> Operator {
    Operator::new("cache-operator")
        .controller(reconcile)
        .crd::<Brought>()
}

/// Describes it as the program of this package, or of another one that only uses it.
fn describe(operator: &Operator, name: &str) -> Result<Model, Failure> {
    operator.describe_as(package(name, "1.0.0", "", "", "", ""))
}

#[test]
fn forgotten() {
    let failure = describe(&operator(), env!("CARGO_PKG_NAME")).expect_err("a kind was forgotten");
    assert_eq!(failure.kind, FailureKind::Unregistered);
    assert!(
        failure
            .help
            .is_some_and(|help| help.contains(".crd::<K>()") && help.contains("`foreign`"))
    );
    let [offence] = failure.offences.as_slice() else {
        panic!("one kind, not {:?}", failure.offences);
    };
    assert_eq!(offence.source.item, "describe_forgotten::ForgottenSpec");
    assert_eq!(offence.source.file, "sdk/tests/describe_forgotten.rs");
    assert_eq!(offence.source.line, LINE);
    assert_eq!(
        offence.message,
        "`Forgotten` is derived here but not registered with the operator"
    );
}

#[test]
fn registered() {
    let operator = operator().crd::<Forgotten>();
    let model = describe(&operator, env!("CARGO_PKG_NAME")).expect("all are known");
    let kinds: Vec<_> = model
        .resources
        .iter()
        .map(|resource| resource.kind.as_str())
        .collect();
    assert_eq!(kinds, ["Brought", "Forgotten", "Reconciled"]);
}

/// Kinds of a library are not the program's to register.
#[test]
fn derived_in_another_package() {
    let model = describe(&operator(), "another-package").expect("nothing of that package was forgotten");
    assert_eq!(model.resources.len(), 2);
}

/// Nothing registered at all is said before anything is missed.
#[test]
fn nothing_at_all() {
    let failure =
        describe(&Operator::new("cache-operator"), env!("CARGO_PKG_NAME")).expect_err("it is empty");
    assert_eq!(failure.kind, FailureKind::Empty);
}

/// A controller of a kind of Kubernetes does not make up for it.
#[test]
fn only_others() {
    async fn config(_object: Arc<ConfigMap>) -> Result<()> {
        Ok(())
    }
    let operator = Operator::new("cache-operator").controller(config);
    let failure = describe(&operator, env!("CARGO_PKG_NAME")).expect_err("three kinds were forgotten");
    assert_eq!(failure.offences.len(), 3);
    assert!(failure.offences.is_sorted());
}
