//! With one right less in the role, the operator names it and does no work; with the right back, it starts
//! by itself.

use kopr::k8s_openapi::api::apps::v1::Deployment;
use kopr::prelude::*;
use kopr::testing::{Builder, Sandbox};
use memcached_operator::api::v1alpha1::Memcached;

use crate::objects::{memcached, there, without};

async fn check(start: Builder, (verb, resource): (&'static str, &'static str), named: &str) -> Result<()> {
    let mut test = start.edit(without(verb, resource)).install().await?;
    test.start_again(memcached_operator::operator()).await?;
    let named = format!("{named} in the namespace `{}`", test.namespace());
    test.wait_log(&named).await?;
    let line = test.log(&named).remove(0);
    assert!(
        line.contains("ERROR") && line.contains("controller=\"memcached\""),
        "{line}"
    );
    assert!(line.contains(": apply the manifests of this version"), "{line}");

    test.create(memcached("cache", 1)).await?;
    tokio::time::sleep(Duration::from_millis(500)).await;
    assert_eq!(test.writes()?, [], "no work is done");
    assert!(test.access()?.denied.is_empty(), "and none is tried");
    assert!(test.api::<Deployment>().get_opt("cache").await?.is_none());
    let finalizers = test
        .wait("cache", |_: &Memcached| true)
        .await?
        .metadata
        .finalizers;
    assert_eq!(finalizers, None);

    test.restore_manifests().await?;
    test.wait("cache", there).await?;
    test.discard().await
}

fn all() -> Builder {
    Sandbox::builder(memcached_operator::operator(), "deploy")
}

#[tokio::test(flavor = "multi_thread")]
async fn a_verb_of_a_child() -> Result<()> {
    let named = "the role lacks \"create\" on \"deployments\" (apps)";
    check(all(), ("create", "deployments"), named).await
}

#[tokio::test(flavor = "multi_thread")]
async fn a_verb_of_a_kind_that_is_read() -> Result<()> {
    let named = "the role lacks \"watch\" on \"configmaps\"";
    check(all(), ("watch", "configmaps"), named).await
}

#[tokio::test(flavor = "multi_thread")]
async fn a_subresource_where_namespaces_are_listed() -> Result<()> {
    let list = Sandbox::builder(memcached_operator::operator(), "tests/scopes/list/deploy");
    let named = "the role lacks \"patch\" on \"memcacheds/status\" (cache.example.com)";
    check(list, ("patch", "memcacheds/status"), named).await
}

#[tokio::test(flavor = "multi_thread")]
async fn a_verb_in_the_operators_own_namespace() -> Result<()> {
    let own = Sandbox::builder(memcached_operator::operator(), "tests/scopes/own/deploy");
    let named = "the role lacks \"list\" on \"configmaps\"";
    check(own, ("list", "configmaps"), named).await
}

#[tokio::test(flavor = "multi_thread")]
async fn a_verb_of_the_lease() -> Result<()> {
    let own = Sandbox::builder(memcached_operator::operator(), "tests/scopes/own/deploy");
    let named = "the role lacks \"update\" on \"leases\" (coordination.k8s.io)";
    check(own, ("update", "leases"), named).await
}
