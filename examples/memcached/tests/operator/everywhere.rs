//! All namespaces are watched, on a control plane of its own, and every write is counted: three for a new
//! object with a cleanup (finalizer, child, status), none at rest, none at a restart.

use std::time::Instant;

use kopr::k8s_openapi::api::apps::v1::Deployment;
use kopr::k8s_openapi::api::core::v1::Namespace;
use kopr::prelude::*;
use kopr::testing::{Sandbox, cluster};
use memcached_operator::api::v1alpha1::Memcached;

use crate::objects::{is_observed, memcached, memcached_in, without};

/// Objects that are there at the restart.
const OBJECTS: usize = 1000;
/// How long nothing may be written.
const REST: Duration = Duration::from_secs(10);

#[tokio::test(flavor = "multi_thread")]
async fn all_namespaces_and_no_write_too_many() -> Result<()> {
    let options = cluster::Options::ephemeral().with_audit_log();
    let mut test = Sandbox::builder(memcached_operator::operator(), "deploy")
        .cluster(cluster::start(&options).await?)
        .as_deployed()
        .edit(without("create", "deployments"))
        .patience(Duration::from_secs(60))
        .start()
        .await?;
    test.wait_log("the role lacks \"create\" on \"deployments\" (apps) in the cluster")
        .await?;
    assert_eq!(test.writes()?, []);
    test.restore_manifests().await?;

    // Two namespaces that the operator was never told of.
    for namespace in ["blue", "red"] {
        let object = Namespace {
            metadata: ObjectMeta {
                name: Some(namespace.to_owned()),
                ..ObjectMeta::default()
            },
            ..Namespace::default()
        };
        test.create(object).await?;
        test.create(memcached_in(namespace, "cache")).await?;
    }
    let deployments = test.api_in::<Deployment>("red");
    while deployments.get_opt("cache").await?.is_none() {
        tokio::time::sleep(Duration::from_millis(25)).await;
    }

    for number in 2..OBJECTS {
        test.create(memcached(&format!("cache-{number}"), 1)).await?;
    }
    for number in 2..OBJECTS {
        test.wait(&format!("cache-{number}"), is_observed).await?;
    }
    let writes = test.writes()?;
    let count = |end: &str| writes.iter().filter(|write| write.path.ends_with(end)).count();
    assert_eq!(count("/status"), OBJECTS);
    assert_eq!(
        writes.len(),
        3 * OBJECTS,
        "finalizer, child and status of each object"
    );

    tokio::time::sleep(REST).await;
    assert_eq!(test.writes()?[writes.len()..], [], "at rest");

    let started = Instant::now();
    test.start_again(memcached_operator::operator()).await?;
    // Behind all others in the queue.
    test.create(memcached("last", 1)).await?;
    test.wait("last", is_observed).await?;
    eprintln!(
        "restart over {OBJECTS} objects, to the end of the queue: {:?}",
        started.elapsed()
    );
    tokio::time::sleep(Duration::from_secs(1)).await;
    let later = test.writes()?.split_off(writes.len());
    assert_eq!(later.len(), 3, "at the restart: {later:?}");
    assert!(
        later.iter().all(|write| write.path.contains("/last")),
        "at the restart: {later:?}"
    );
    test.delete::<Memcached>("last").await?;
    test.wait_gone::<Memcached>("last").await?;
    test.finish_without(&[(
        "patch events.events.k8s.io",
        "an event is patched only when it repeats",
    )])
    .await
}
