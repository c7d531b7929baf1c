//! Events that repeat are counted, not written one by one, and none of them fails a run.

use kopr::k8s_openapi::api::events::v1::Event;
use kopr::prelude::*;
use kopr::testing::Sandbox;
use serde_json::json;

use crate::runs::Runs;

/// Somebody who talks.
#[derive(CustomResource, Serialize, Deserialize, Clone, Debug)]
#[kopr(group = "events.example.com", version = "v1", kind = "Talker", namespaced)]
pub struct TalkerSpec {
    times: usize,
}

async fn reconcile(talker: Arc<Talker>, events: Events, runs: State<Runs>) -> Result<()> {
    for number in 0..talker.spec.times {
        events.warning("Same", "always the same").await?;
        events.normal("Counted", format!("number {number}")).await?;
    }
    events.normal("Long", "ä".repeat(2000)).await?;
    runs.note(&talker.name_any());
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn a_thousand_events_are_a_few() -> Result<()> {
    let runs = Runs::default();
    let operator = Operator::new("events").controller(reconcile).state(runs.clone());
    let test = Sandbox::of(operator).start().await?;
    test.create(Talker::new("talker", TalkerSpec { times: 1000 }))
        .await?;
    runs.wait("talker", 1).await?;

    let events = test.api::<Event>().list(&Default::default()).await?.items;
    let of = |reason: &str| -> Vec<&Event> {
        let alike = |event: &&Event| event.reason.as_deref() == Some(reason);
        events.iter().filter(alike).collect()
    };
    let [same] = of("Same")[..] else {
        panic!("{events:#?}")
    };
    assert_eq!(same.note.as_deref(), Some("always the same"));
    assert!(
        same.series.as_ref().is_some_and(|series| series.count >= 2),
        "{same:?}"
    );
    assert_eq!(of("Counted").len(), 5, "ever new words");
    let [long] = of("Long")[..] else {
        panic!("{events:#?}")
    };
    assert_eq!(long.note.as_ref().map(String::len), Some(1024));
    // Seven are made, and two of them counted.
    assert_eq!(test.writes()?.len(), 9);

    // One that is no more, since the API server keeps events for an hour, is made anew.
    let name = long.name_any();
    test.delete::<Event>(&name).await?;
    test.patch::<Talker>("talker", json!({ "spec": { "times": 0 } }))
        .await?;
    runs.wait("talker", 2).await?;
    let events = test.api::<Event>().list(&Default::default()).await?.items;
    let long = events
        .iter()
        .find(|event| event.reason.as_deref() == Some("Long"));
    assert!(
        long.is_some_and(|event| event.name_any() != name && event.series.is_none()),
        "{long:?}"
    );
    test.finish().await
}
