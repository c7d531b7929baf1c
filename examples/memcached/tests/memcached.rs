//! A Memcached from its making to its end, on a real API server, as the operator's ServiceAccount.

use kopr::k8s_openapi::api::apps::v1::Deployment;
use kopr::k8s_openapi::api::core::v1::ConfigMap;
use kopr::prelude::*;
use kopr::testing::Sandbox;
use memcached_operator::api::v1alpha1::{Memcached, MemcachedSpec};
use serde_json::json;

fn memcached(name: &str, size: i32) -> Memcached {
    let spec = MemcachedSpec {
        size,
        image: "memcached:1.6".to_owned(),
        arguments_from: Some("arguments".to_owned()),
    };
    Memcached::new(name, spec)
}

fn replicas(wanted: i32) -> impl Fn(&Deployment) -> bool {
    move |deployment| deployment.spec.replicas == Some(wanted)
}

#[tokio::test(flavor = "multi_thread")]
async fn a_memcached_from_its_making_to_its_end() -> Result<()> {
    let test = Sandbox::start(memcached_operator::operator(), "deploy").await?;
    for number in 1..=20 {
        test.create(memcached(&format!("cache-{number}"), number % 9 + 1))
            .await?;
    }
    for number in 1..=20 {
        test.wait(&format!("cache-{number}"), replicas(number % 9 + 1))
            .await?;
    }

    // The size changes, the Deployment follows; the status says which spec it is about.
    test.patch::<Memcached>("cache-1", json!({ "spec": { "size": 9 } }))
        .await?;
    test.wait("cache-1", replicas(9)).await?;
    let observed = |memcached: &Memcached| {
        memcached
            .status
            .as_ref()
            .and_then(|status| status.observed_generation)
            == memcached.metadata.generation
    };
    test.wait("cache-1", observed).await?;

    // A child that is deleted is remade; one that is edited by hand is put right.
    let before = test.wait("cache-2", replicas(3)).await?;
    test.delete::<Deployment>("cache-2").await?;
    test.wait("cache-2", |deployment: &Deployment| {
        deployment.uid() != before.uid()
    })
    .await?;
    test.patch::<Deployment>("cache-3", json!({ "spec": { "replicas": 7 } }))
        .await?;
    test.wait("cache-3", replicas(4)).await?;

    // A ready child shows in the status.
    let ready = json!({ "status": { "replicas": 5, "readyReplicas": 5 } });
    test.api::<Deployment>()
        .patch_status(
            "cache-4",
            &Default::default(),
            &kopr::kube::api::Patch::Merge(ready),
        )
        .await?;
    test.wait("cache-4", |memcached: &Memcached| {
        memcached.status.as_ref().is_some_and(|status| status.ready == 5)
    })
    .await?;

    // A ConfigMap that is read reaches its readers.
    let config = ConfigMap {
        metadata: ObjectMeta {
            name: Some("arguments".to_owned()),
            ..ObjectMeta::default()
        },
        data: Some([("args".to_owned(), "-m 64".to_owned())].into()),
        ..ConfigMap::default()
    };
    test.create(config).await?;
    let arguments = |deployment: &Deployment| {
        let pod = deployment.spec.template.spec.as_ref();
        pod.is_some_and(|pod| {
            pod.containers[0].args.as_deref() == Some(&["-m".to_owned(), "64".to_owned()][..])
        })
    };
    for number in 1..=20 {
        test.wait(&format!("cache-{number}"), arguments).await?;
    }

    // Deleted: the cleanup runs and lets go.
    test.delete::<Memcached>("cache-5").await?;
    test.wait_gone::<Memcached>("cache-5").await?;
    test.finish_without(&[(
        "patch events.events.k8s.io",
        "an event is patched only when it repeats",
    )])
    .await
}

#[tokio::test(flavor = "multi_thread")]
async fn a_wait_that_fails_shows_state_events_and_log() -> Result<()> {
    let test = Sandbox::builder(memcached_operator::operator(), "deploy")
        .patience(Duration::from_secs(5))
        .start()
        .await?;
    test.create(memcached("cache", 3)).await?;
    test.wait("cache", replicas(3)).await?;
    test.delete::<Memcached>("cache").await?;
    test.wait_gone::<Memcached>("cache").await?;
    let failure = test
        .wait("cache", |deployment: &Deployment| {
            deployment.spec.replicas == Some(8)
        })
        .await
        .expect_err("there are never eight");
    let text = failure.to_string();
    for part in [
        "the Deployment `cache` is not as it should be after 5s",
        "\"replicas\": 3",
        "Normal Removed: cache is being removed",
        "controller=\"memcached\"",
    ] {
        assert!(text.contains(part), "{part} is not in:\n{text}");
    }
    test.discard().await
}
