//! The finalizer of a cleanup: it stands beside those of others, hinders nobody for ever, and what people ask for by
//! annotations is done.

use std::sync::atomic::{AtomicBool, Ordering};

use kopr::Error;
use kopr::k8s_openapi::api::events::v1::Event;
use kopr::kube::api::ListParams;
use kopr::prelude::*;
use kopr::testing::Sandbox;
use serde_json::{Value, json};

use crate::runs::Runs;

/// Something outside of the cluster.
#[derive(CustomResource, Serialize, Deserialize, Clone, Debug)]
#[kopr(group = "finalizers.example.com", version = "v1", kind = "Bucket", namespaced)]
pub struct BucketSpec {
    size: i32,
}

const OURS: &str = "finalizers.example.com/finalizers";
const THEIRS: &str = "other.example.com/backup";

/// Whether the cleanup fails, and whether it takes long.
#[derive(Default)]
struct Outside {
    fails: AtomicBool,
    slow: AtomicBool,
}

async fn reconcile(bucket: Arc<Bucket>, runs: State<Runs>) -> Result<()> {
    runs.note(&format!("{} is made", bucket.name_any()));
    Ok(())
}

async fn cleanup(
    bucket: Arc<Bucket>,
    outside: State<Arc<Outside>>,
    runs: State<Runs>,
    _events: Events,
) -> Result<()> {
    runs.note(&format!("{} is removed", bucket.name_any()));
    if outside.slow.load(Ordering::Relaxed) {
        tokio::time::sleep(Duration::from_millis(800)).await;
    }
    if outside.fails.load(Ordering::Relaxed) {
        return Err(Error::message("the store is gone for good"));
    }
    Ok(())
}

fn operator(runs: &Runs, outside: &Arc<Outside>) -> Operator {
    Operator::new("finalizers")
        .controller(Controller::new(reconcile).cleanup(cleanup))
        .state(runs.clone())
        .state(Arc::clone(outside))
}

fn bucket(name: &str) -> Bucket {
    Bucket::new(name, BucketSpec { size: 1 })
}

async fn patch(test: &Sandbox, name: &str, metadata: Value) -> Result<()> {
    test.patch::<Bucket>(name, json!({ "metadata": metadata }))
        .await
        .map(drop)
}

fn finalizers(bucket: &Bucket) -> Vec<&str> {
    let all = bucket.metadata.finalizers.iter().flatten();
    all.map(String::as_str).collect()
}

async fn notes_of(test: &Sandbox, name: &str) -> Result<Vec<String>> {
    let events = test.api::<Event>().list(&ListParams::default()).await?;
    let of = |event: &Event| {
        let about = event.regarding.as_ref()?;
        (about.name.as_deref() == Some(name)).then(|| event.reason.clone().unwrap_or_default())
    };
    Ok(events.items.iter().filter_map(of).collect())
}

#[tokio::test(flavor = "multi_thread")]
async fn finalizers_of_others_stay_and_nothing_hangs_for_ever() -> Result<()> {
    let (runs, outside) = (Runs::default(), Arc::new(Outside::default()));
    let mut test = Sandbox::of(operator(&runs, &outside)).start().await?;

    // Somebody else puts a finalizer on while ours is about to be taken off.
    outside.slow.store(true, Ordering::Relaxed);
    test.create(bucket("shared")).await?;
    test.wait("shared", |bucket: &Bucket| finalizers(bucket) == [OURS])
        .await?;
    test.delete::<Bucket>("shared").await?;
    runs.wait("shared is removed", 1).await?;
    // An object that goes takes no new finalizers, but other metadata may change: our list is then an old one.
    patch(&test, "shared", json!({ "labels": { "seen": "yes" } })).await?;
    test.wait_gone::<Bucket>("shared").await?;

    test.create(bucket("two")).await?;
    test.wait("two", |bucket: &Bucket| finalizers(bucket) == [OURS])
        .await?;
    patch(&test, "two", json!({ "finalizers": [THEIRS, OURS] })).await?;
    test.delete::<Bucket>("two").await?;
    test.wait("two", |bucket: &Bucket| finalizers(bucket) == [THEIRS])
        .await?;
    patch(&test, "two", json!({ "finalizers": null })).await?;
    test.wait_gone::<Bucket>("two").await?;

    // The object is taken away by force while its cleanup runs.
    test.create(bucket("forced")).await?;
    test.wait("forced", |bucket: &Bucket| finalizers(bucket) == [OURS])
        .await?;
    test.delete::<Bucket>("forced").await?;
    runs.wait("forced is removed", 1).await?;
    patch(&test, "forced", json!({ "finalizers": null })).await?;
    test.wait_gone::<Bucket>("forced").await?;
    outside.slow.store(false, Ordering::Relaxed);

    // One that goes already when the operator first sees it gets nothing more.
    test.stop().await?;
    test.create(bucket("late")).await?;
    patch(&test, "late", json!({ "finalizers": [THEIRS] })).await?;
    test.delete::<Bucket>("late").await?;
    test.start_again(operator(&runs, &outside)).await?;
    test.create(bucket("after")).await?;
    runs.wait("after is made", 1).await?;
    test.wait("late", |bucket: &Bucket| finalizers(bucket) == [THEIRS])
        .await?;
    assert_eq!(runs.of("late is made") + runs.of("late is removed"), 0);
    patch(&test, "late", json!({ "finalizers": null })).await?;
    test.wait_gone::<Bucket>("late").await?;

    // A cleanup that never works is tried again and told of, until somebody asks for an end without it.
    outside.fails.store(true, Ordering::Relaxed);
    test.delete::<Bucket>("after").await?;
    for tries in 1..=5 {
        runs.wait("after is removed", tries).await?;
        test.advance(Duration::from_mins(1)).await?;
    }
    let reasons = notes_of(&test, "after").await?;
    assert!(
        reasons.iter().any(|reason| reason == "ReconcileFailed"),
        "{reasons:?}"
    );
    let skip = json!({ "annotations": { "finalizers.example.com/skip-cleanup": "true" } });
    patch(&test, "after", skip).await?;
    test.wait_gone::<Bucket>("after").await?;
    let reasons = notes_of(&test, "after").await?;
    assert!(
        reasons.iter().any(|reason| reason == "CleanupSkipped"),
        "{reasons:?}"
    );
    test.discard().await
}

#[tokio::test(flavor = "multi_thread")]
async fn a_paused_object_is_left_alone() -> Result<()> {
    let (runs, outside) = (Runs::default(), Arc::new(Outside::default()));
    let test = Sandbox::of(operator(&runs, &outside)).start().await?;
    let pause = |value: Value| json!({ "annotations": { "finalizers.example.com/paused": value } });
    let mut asleep = bucket("asleep");
    asleep.metadata.annotations =
        Some([("finalizers.example.com/paused".to_owned(), "true".to_owned())].into());
    test.create(asleep).await?;
    test.create(bucket("awake")).await?;
    runs.wait("awake is made", 1).await?;
    tokio::time::sleep(Duration::from_millis(300)).await;
    assert_eq!(runs.of("asleep is made"), 0);
    test.wait("asleep", |bucket: &Bucket| finalizers(bucket).is_empty())
        .await?;

    patch(&test, "asleep", pause(Value::Null)).await?;
    runs.wait("asleep is made", 1).await?;

    // Its cleanup waits too.
    patch(&test, "asleep", pause(json!("true"))).await?;
    test.delete::<Bucket>("asleep").await?;
    test.delete::<Bucket>("awake").await?;
    test.wait_gone::<Bucket>("awake").await?;
    assert_eq!(runs.of("asleep is removed"), 0);
    patch(&test, "asleep", pause(json!("false"))).await?;
    test.wait_gone::<Bucket>("asleep").await?;
    assert_eq!(runs.of("asleep is removed"), 1);
    test.discard().await
}
