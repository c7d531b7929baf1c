//! With Kubernetes' own garbage collector: a Memcached that is deleted takes its Deployment along, after its
//! cleanup ran, and a namespace that is deleted goes with all that is in it.

use kopr::k8s_openapi::api::apps::v1::Deployment;
use kopr::k8s_openapi::api::core::v1::Namespace;
use kopr::k8s_openapi::api::events::v1::Event;
use kopr::prelude::*;
use kopr::testing::{Sandbox, cluster};
use memcached_operator::api::v1alpha1::Memcached;

use crate::objects::{memcached, there};

#[tokio::test(flavor = "multi_thread")]
async fn what_is_deleted_goes_with_its_children() -> Result<()> {
    let options = cluster::Options::ephemeral().with_controller_manager();
    let test = Sandbox::builder(memcached_operator::operator(), "deploy")
        .cluster(cluster::start(&options).await?)
        // The garbage collector looks for new kinds every 30 seconds.
        .patience(Duration::from_secs(120))
        .start()
        .await?;
    for name in ["one", "two"] {
        test.create(memcached(name, 1)).await?;
        test.wait(name, there).await?;
    }

    test.delete::<Memcached>("one").await?;
    test.wait_gone::<Memcached>("one").await?;
    test.wait_gone::<Deployment>("one").await?;
    let events = test.api::<Event>().list(&Default::default()).await?.items;
    let removed = |event: &&Event| event.reason.as_deref() == Some("Removed");
    let event = events.iter().find(removed).and_then(|event| event.note.clone());
    assert_eq!(event.as_deref(), Some("one is being removed"));

    // A cleanup can make nothing new in a namespace that goes, no event either; it must not wait for that.
    let namespace = test.namespace().to_owned();
    test.delete::<Namespace>(&namespace).await?;
    test.wait_gone::<Namespace>(&namespace).await?;
    test.discard().await
}
