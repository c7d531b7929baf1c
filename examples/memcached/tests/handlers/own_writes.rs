//! What an operator writes itself does not run the writer again, but everybody else who has read it.

use std::collections::BTreeMap;

use kopr::k8s_openapi::api::core::v1::ConfigMap;
use kopr::prelude::*;
use kopr::testing::Sandbox;
use serde_json::json;

use crate::runs::Runs;

/// Makes a ConfigMap.
#[derive(CustomResource, Serialize, Deserialize, Clone, Debug)]
#[kopr(
    group = "own-writes.example.com",
    version = "v1",
    kind = "Source",
    namespaced,
    status = "SourceStatus"
)]
pub struct SourceSpec {
    text: String,
}

/// What was made.
#[derive(Schema, Serialize, Deserialize, Clone, Debug, Default)]
pub struct SourceStatus {
    #[serde(default)]
    made: String,
}

/// Reads the ConfigMap of a Source.
#[derive(CustomResource, Serialize, Deserialize, Clone, Debug)]
#[kopr(group = "own-writes.example.com", version = "v1", kind = "Sink", namespaced)]
pub struct SinkSpec {
    source: String,
}

async fn make(
    source: Arc<Source>,
    configs: Owned<ConfigMap>,
    status: Status<Source>,
    runs: State<Runs>,
) -> Result<()> {
    runs.note(&source.name_any());
    let config = ConfigMap {
        metadata: ObjectMeta {
            name: source.metadata.name.clone(),
            ..ObjectMeta::default()
        },
        data: Some(BTreeMap::from([("text".to_owned(), source.spec.text.clone())])),
        ..ConfigMap::default()
    };
    configs.apply(config).await?;
    status
        .update(|status| status.made.clone_from(&source.spec.text))
        .await
}

async fn read(sink: Arc<Sink>, configs: Read<ConfigMap>, runs: State<Runs>) -> Result<()> {
    let found = configs.get(&sink.spec.source).await?;
    let text = found.and_then(|config| config.data.as_ref()?.get("text").cloned());
    runs.note(&format!("{}={}", sink.name_any(), text.unwrap_or_default()));
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn the_writer_is_not_run_again_and_readers_are() -> Result<()> {
    let runs = Runs::default();
    let operator = Operator::new("own-writes")
        .controller(make)
        .controller(read)
        .state(runs.clone());
    let test = Sandbox::of(operator).start().await?;
    let spec = SinkSpec {
        source: "source-1".to_owned(),
    };
    test.create(Sink::new("sink", spec)).await?;
    runs.wait("sink=", 1).await?;

    for number in 1..=20 {
        let text = "first".to_owned();
        test.create(Source::new(&format!("source-{number}"), SourceSpec { text }))
            .await?;
    }
    let made = |source: &Source| {
        source
            .status
            .as_ref()
            .is_some_and(|status| status.made == "first")
    };
    for number in 1..=20 {
        test.wait(&format!("source-{number}"), made).await?;
    }
    runs.wait("sink=first", 1).await?;
    test.patch::<Source>("source-1", json!({ "spec": { "text": "second" } }))
        .await?;
    runs.wait("sink=second", 1).await?;

    tokio::time::sleep(Duration::from_millis(300)).await;
    assert_eq!(runs.of("source-1"), 2);
    for number in 2..=20 {
        assert_eq!(runs.of(&format!("source-{number}")), 1, "source-{number}");
    }
    // Two writes for each new object, child and status, and two for the change.
    assert_eq!(test.writes()?.len(), 42);
    test.finish().await
}
