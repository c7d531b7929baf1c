//! Two copies of one operator in one cluster, told apart by a class of objects, or by namespaces: each works on
//! its own and leaves the other's alone.

use std::collections::BTreeSet;

use kopr::k8s_openapi::api::apps::v1::Deployment;
use kopr::k8s_openapi::api::events::v1::Event;
use kopr::prelude::*;
use kopr::testing::{Sandbox, cluster};
use memcached_operator::api::v1alpha1::Memcached;
use serde_json::json;

use crate::objects::{is_observed, memcached, memcached_in, there};

const CLASS: &str = "cache.example.com/class";
/// Long enough for what should not happen.
const WHILE: Duration = Duration::from_millis(700);

fn of_class(test: &Sandbox, name: &str, class: &str) -> Memcached {
    let mut memcached = memcached_in(test.namespace(), name);
    memcached.metadata.labels = Some([(CLASS.to_owned(), class.to_owned())].into());
    memcached
}

/// Whoever has applied something to it.
fn appliers(deployment: &Deployment) -> BTreeSet<String> {
    let fields = deployment.metadata.managed_fields.iter().flatten();
    fields
        .filter(|entry| entry.operation.as_deref() == Some("Apply"))
        .filter_map(|entry| entry.manager.clone())
        .collect()
}

/// Objects that a copy has written, by the last part that names one.
fn written(test: &Sandbox) -> Result<BTreeSet<String>> {
    let writes = test.writes()?.into_iter();
    let names = writes.filter(|write| !write.path.contains("/events"));
    Ok(names
        .filter_map(|write| {
            write
                .path
                .trim_end_matches("/status")
                .rsplit('/')
                .next()
                .map(str::to_owned)
        })
        .collect())
}

fn set<const N: usize>(names: [&str; N]) -> BTreeSet<String> {
    names.map(str::to_owned).into()
}

#[tokio::test(flavor = "multi_thread")]
async fn two_classes() -> Result<()> {
    let options = cluster::Options::ephemeral().with_audit_log();
    let cluster = cluster::start(&options).await?;
    let copy = |color: &str| {
        Sandbox::builder(memcached_operator::operator(), "deploy")
            .cluster(cluster.clone())
            .as_deployed()
            .instance(color)
            .class(color)
            .start()
    };
    let blue = copy("blue").await?;
    let red = copy("red").await?;
    // All in one namespace; both copies watch all.
    blue.create(of_class(&blue, "b", "blue")).await?;
    blue.create(of_class(&blue, "r", "red")).await?;
    blue.create(memcached("nobody", 1)).await?;
    for (name, manager) in [("b", "blue/memcached"), ("r", "red/memcached")] {
        blue.wait(name, is_observed).await?;
        let deployment = blue.wait(name, there).await?;
        assert_eq!(appliers(&deployment), set([manager]));
    }

    // A child that is edited is put right by the copy of its owner.
    blue.patch::<Deployment>("r", json!({ "spec": { "replicas": 7 } }))
        .await?;
    blue.wait("r", |deployment: &Deployment| deployment.spec.replicas == Some(1))
        .await?;
    tokio::time::sleep(WHILE).await;
    let nobody = blue.wait("nobody", |_: &Memcached| true).await?;
    assert_eq!(nobody.metadata.finalizers, None, "no copy has this class");
    assert_eq!(written(&blue)?, set(["b"]));
    assert_eq!(written(&red)?, set(["r"]));

    // One that loses its class is let go as it is: no cleanup, and no work on it.
    blue.patch::<Memcached>("b", json!({ "metadata": { "labels": null } }))
        .await?;
    blue.patch::<Memcached>("b", json!({ "spec": { "size": 2 } }))
        .await?;
    tokio::time::sleep(WHILE).await;
    let left = blue.wait("b", there).await?;
    assert_eq!(left.spec.replicas, Some(1));
    let left = blue.wait("b", |_: &Memcached| true).await?;
    assert_eq!(left.metadata.finalizers.unwrap_or_default().len(), 1);
    assert!(
        blue.api::<Event>()
            .list(&Default::default())
            .await?
            .items
            .is_empty()
    );

    // With another class it is the other copy's, its cleanup too.
    blue.patch::<Memcached>("b", json!({ "metadata": { "labels": { CLASS: "red" } } }))
        .await?;
    blue.wait("b", |deployment: &Deployment| {
        deployment.spec.replicas == Some(2) && appliers(deployment) == set(["red/memcached"])
    })
    .await?;
    blue.delete::<Memcached>("b").await?;
    blue.wait_gone::<Memcached>("b").await?;
    let events = blue.api::<Event>().list(&Default::default()).await?.items;
    let by: Vec<_> = events
        .iter()
        .map(|event| event.reporting_controller.as_deref())
        .collect();
    assert_eq!(by, [Some("red/memcached")]);

    // Each copy uses what its own manifests grant, and nothing else.
    blue.create(of_class(&blue, "b2", "blue")).await?;
    blue.wait("b2", is_observed).await?;
    blue.delete::<Memcached>("b2").await?;
    blue.wait_gone::<Memcached>("b2").await?;
    let repeats = (
        "patch events.events.k8s.io",
        "an event is patched only when it repeats",
    );
    red.finish_without(&[repeats]).await?;
    blue.finish_without(&[repeats]).await
}

#[tokio::test(flavor = "multi_thread")]
async fn two_namespaces() -> Result<()> {
    let copy = || Sandbox::start(memcached_operator::operator(), "tests/scopes/own/deploy");
    let (one, two) = (copy().await?, copy().await?);
    for test in [&one, &two] {
        test.create(memcached("cache", 1)).await?;
    }
    for test in [&one, &two] {
        test.wait("cache", is_observed).await?;
        let own = format!("/namespaces/{}/", test.own_namespace());
        let writes = test.writes()?;
        assert!(writes.iter().all(|write| write.path.contains(&own)), "{writes:?}");
    }
    one.discard().await?;
    // The other works on.
    two.create(memcached("later", 1)).await?;
    two.wait("later", is_observed).await?;
    two.discard().await
}
