//! An object that is reconciled round and round is noticed and slowed down, and the log says why.

use std::collections::BTreeMap;

use kopr::k8s_openapi::api::core::v1::ConfigMap;
use kopr::kube::api::{Api, Patch, PatchParams};
use kopr::prelude::*;
use kopr::testing::Sandbox;
use serde_json::json;

use crate::runs::Runs;

/// Who wants a ConfigMap to be as it says.
#[derive(CustomResource, Serialize, Deserialize, Clone, Debug)]
#[kopr(group = "loops.example.com", version = "v1", kind = "Wish", namespaced)]
pub struct WishSpec {
    text: String,
}

fn config(name: &str, text: String) -> ConfigMap {
    ConfigMap {
        metadata: ObjectMeta {
            name: Some(name.to_owned()),
            ..ObjectMeta::default()
        },
        data: Some(BTreeMap::from([("text".to_owned(), text)])),
        ..ConfigMap::default()
    }
}

async fn insist(wish: Arc<Wish>, configs: Owned<ConfigMap>, runs: State<Runs>) -> Result<()> {
    runs.note(&wish.name_any());
    configs
        .apply(config(&wish.name_any(), wish.spec.text.clone()))
        .await?;
    Ok(())
}

/// Writes something new each time, and has read it.
async fn chase(
    wish: Arc<Wish>,
    read: Read<ConfigMap>,
    write: Write<ConfigMap>,
    runs: State<Runs>,
) -> Result<()> {
    let name = wish.name_any();
    let number = runs.note(&name);
    read.get(&name).await?;
    write
        .apply(config(&name, format!("{} {number}", wish.spec.text)))
        .await?;
    Ok(())
}

/// Waits for the word, then counts runs: at most one a second.
async fn check(test: &Sandbox, runs: &Runs, expected: &[&str]) -> Result<()> {
    test.create(Wish::new("loop", WishSpec { text: "a".to_owned() }))
        .await?;
    let object = format!("namespace=\"{}\" name=\"loop\"", test.namespace());
    let mut lines = Vec::new();
    for _ in 0..1200 {
        lines = test.log(&object);
        lines.retain(|line| line.contains("and slowed down from now on"));
        if !lines.is_empty() {
            break;
        }
        tokio::time::sleep(Duration::from_millis(25)).await;
    }
    let [line] = &lines[..] else {
        panic!("it is said once: {lines:#?}")
    };
    for part in expected.iter().chain(&["WARN", "reconciled 6"]) {
        assert!(line.contains(part), "{part} is not in {line}");
    }
    let before = runs.of("loop");
    tokio::time::sleep(Duration::from_secs(4)).await;
    let since = runs.of("loop") - before;
    assert!((1..=6).contains(&since), "{since} runs in 4 s");

    // Others wait for nothing.
    let asked = std::time::Instant::now();
    test.create(Wish::new("other", WishSpec { text: "a".to_owned() }))
        .await?;
    runs.wait("other", 1).await?;
    assert!(asked.elapsed() < Duration::from_secs(1), "{:?}", asked.elapsed());
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn two_writers_that_undo_each_other() -> Result<()> {
    let runs = Runs::default();
    let operator = Operator::new("fight").controller(insist).state(runs.clone());
    let test = Sandbox::of(operator).start().await?;
    let configs: Api<ConfigMap> = test.api();
    let other = tokio::spawn(async move {
        loop {
            let patch = Patch::Merge(json!({ "data": { "text": "b" } }));
            let changed = configs.patch("loop", &PatchParams::default(), &patch).await;
            // Only what was put right is worth another change.
            while changed.is_ok() {
                tokio::time::sleep(Duration::from_millis(5)).await;
                let now = configs.get("loop").await.ok().and_then(|config| config.data);
                if now.is_some_and(|data| data["text"] == "a") {
                    break;
                }
            }
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
    });
    let config = format!("the ConfigMap `{}/loop`", test.namespace());
    let wrote = format!("wrote {config}, where others had changed `.data.text`");
    let why = format!("what made it run was {config}, which was changed");
    check(&test, &runs, &[&wrote, &why]).await?;
    other.abort();
    test.finish().await
}

#[tokio::test(flavor = "multi_thread")]
async fn a_handler_that_chases_its_own_writes() -> Result<()> {
    let runs = Runs::default();
    let operator = Operator::new("chase").controller(chase).state(runs.clone());
    let test = Sandbox::of(operator).start().await?;
    let config = format!("the ConfigMap `{}/loop`", test.namespace());
    let wrote = format!("wrote {config}; what made it run was {config}, which was changed");
    check(&test, &runs, &[&wrote]).await?;
    // "other" goes round too.
    test.discard().await
}
