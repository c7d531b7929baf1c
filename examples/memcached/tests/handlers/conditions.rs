//! What kopr itself says of an object: in its status, where there is a place for it, and in events.

use std::sync::atomic::{AtomicUsize, Ordering};

use kopr::Error;
use kopr::k8s_openapi::api::events::v1::Event;
use kopr::kube::api::{Api, ApiResource, DynamicObject, Patch, PatchParams};
use kopr::prelude::*;
use kopr::testing::Sandbox;
use serde_json::{Value, json};

use crate::runs::Runs;

/// Something that goes wrong in the way that it says.
#[derive(CustomResource, Serialize, Deserialize, Clone, Debug)]
#[kopr(
    group = "conditions.example.com",
    version = "v1",
    kind = "Task",
    namespaced,
    status = "TaskStatus"
)]
pub struct TaskSpec {
    how: String,
}

/// What came of it.
#[derive(Schema, Serialize, Deserialize, Clone, Debug, Default)]
#[serde(rename_all = "camelCase")]
pub struct TaskStatus {
    #[serde(skip_serializing_if = "Option::is_none")]
    observed_generation: Option<i64>,
    #[serde(default)]
    conditions: Vec<Condition>,
}

/// Counts handlers that were dropped where they waited.
#[derive(Clone, Default)]
struct Dropped(Arc<AtomicUsize>);

struct OnDrop(Dropped);

impl Drop for OnDrop {
    fn drop(&mut self) {
        self.0.0.fetch_add(1, Ordering::SeqCst);
    }
}

async fn reconcile(
    task: Arc<Task>,
    _: Status<Task>,
    _: Events,
    runs: State<Runs>,
    dropped: State<Dropped>,
) -> Result<()> {
    runs.note(&task.name_any());
    match task.spec.how.as_str() {
        "fails" => Err(Error::message("no luck")),
        "fails for good" => Err(Error::terminal(Error::message("never"))),
        "panics" => panic!("out of cheese"),
        "hangs" => {
            let on_drop = OnDrop(Dropped::clone(&dropped));
            std::future::pending::<()>().await;
            drop(on_drop);
            Ok(())
        }
        _ => Ok(()),
    }
}

fn operator(runs: &Runs, dropped: &Dropped) -> Operator {
    let controller = Controller::new(reconcile)
        .timeout(Duration::from_millis(300))
        .backoff(Duration::from_millis(50), Duration::from_secs(1))
        .max_retries(5)
        .concurrency(4);
    Operator::new("conditions")
        .controller(controller)
        .state(runs.clone())
        .state(dropped.clone())
}

/// An object without its type, as `kubectl` sees it.
fn untyped(test: &Sandbox) -> Api<DynamicObject> {
    let kind = ApiResource::erase::<Task>(&());
    Api::namespaced_with(test.client().clone(), test.namespace(), &kind)
}

/// Conditions of an object as `type=status/reason: message`; `!` before those about an older generation.
fn said(object: &DynamicObject) -> Vec<String> {
    let conditions = object.data["status"]["conditions"]
        .as_array()
        .into_iter()
        .flatten();
    conditions
        .map(|condition| {
            let text = |name: &str| condition[name].as_str().unwrap_or_default();
            let current = condition["observedGeneration"] == json!(object.metadata.generation);
            format!(
                "{}{}={}/{}: {}",
                if current { "" } else { "!" },
                text("type"),
                text("status"),
                text("reason"),
                text("message")
            )
        })
        .collect()
}

/// Waits until the conditions of an object are these.
async fn wait_said(test: &Sandbox, name: &str, expected: &[&str]) -> Result<DynamicObject> {
    let mut found = Vec::new();
    for _ in 0..400 {
        let object = untyped(test).get(name).await?;
        found = said(&object);
        if found == expected {
            return Ok(object);
        }
        tokio::time::sleep(Duration::from_millis(25)).await;
    }
    panic!("{name}: {found:#?} instead of {expected:#?}");
}

async fn change(test: &Sandbox, name: &str, how: Value) -> Result<()> {
    let patch = json!({ "spec": { "how": how } });
    untyped(test)
        .patch(name, &PatchParams::default(), &Patch::Merge(patch))
        .await?;
    Ok(())
}

/// Events on an object as `type reason: note`, sorted.
async fn events(test: &Sandbox, name: &str) -> Result<Vec<String>> {
    let all = test.api::<Event>().list(&Default::default()).await?.items;
    let text = |text: &Option<String>| text.clone().unwrap_or_default();
    let mut found: Vec<String> = all
        .iter()
        .filter(|event| {
            let object = event.regarding.as_ref();
            object.is_some_and(|object| object.name.as_deref() == Some(name))
        })
        .map(|event| {
            format!(
                "{} {}: {}",
                text(&event.type_),
                text(&event.reason),
                text(&event.note)
            )
        })
        .collect();
    found.sort();
    Ok(found)
}

#[tokio::test(flavor = "multi_thread")]
async fn an_object_says_how_its_reconcile_went() -> Result<()> {
    let (runs, dropped) = (Runs::default(), Dropped::default());
    // The API server takes what the type does not, as after an upgrade that went wrong.
    let lenient = |object: &mut Value| {
        if object["kind"] == "CustomResourceDefinition" {
            let schema = &mut object["spec"]["versions"][0]["schema"]["openAPIV3Schema"];
            schema["properties"]["spec"]["required"] = json!([]);
        }
    };
    let test = Sandbox::of(operator(&runs, &dropped))
        .edit(lenient)
        .start()
        .await?;
    let names = ["works", "fails", "fails-for-good", "panics", "hangs"];
    for name in names {
        let how = name.replace('-', " ");
        test.create(Task::new(name, TaskSpec { how })).await?;
    }

    let works = ["Ready=True/Reconciled: "];
    let object = wait_said(&test, "works", &works).await?;
    assert_eq!(object.data["status"]["observedGeneration"], 1);
    let object = wait_said(
        &test,
        "fails-for-good",
        &[
            "Ready=False/ReconcileFailed: never",
            "Stalled=True/ReconcileFailed: never",
        ],
    )
    .await?;
    assert_eq!(object.data["status"]["observedGeneration"], 1, "it was looked at");
    let retried = ["Reconciling=True/ReconcileFailed: no luck"];
    let object = wait_said(&test, "fails", &retried).await?;
    assert_eq!(
        object.data["status"]["observedGeneration"],
        Value::Null,
        "it is not done"
    );

    // A handler that hangs is dropped, and in the end both are given up.
    for (name, text) in [
        ("hangs", "the run took longer than 300ms and was dropped"),
        ("panics", "the handler panicked: out of cheese"),
        ("fails", "no luck"),
    ] {
        let ready = format!("Ready=False/RetriesExhausted: {text}");
        let stalled = format!("Stalled=True/RetriesExhausted: {text}");
        wait_said(&test, name, &[&ready, &stalled]).await?;
        assert_eq!(runs.of(name), 6, "{name}: once, and five times again");
    }
    assert_eq!(dropped.0.load(Ordering::SeqCst), 6);

    // The form is told as what it is, and a change helps. The others go on meanwhile.
    change(&test, "works", Value::Null).await?;
    let mistake =
        "the Task `{n}/works` does not fit `Task`: missing field `how`".replace("{n}", test.namespace());
    for _ in 0..400 {
        let object = untyped(&test).get("works").await?;
        let found = said(&object);
        if found
            .iter()
            .any(|line| line.starts_with("Stalled=True/ObjectInvalid: "))
        {
            assert!(found.iter().all(|line| line.contains(&mistake)), "{found:?}");
            break;
        }
        tokio::time::sleep(Duration::from_millis(25)).await;
    }
    for name in names {
        let before = runs.of(name);
        change(&test, name, json!("works")).await?;
        wait_said(&test, name, &works).await?;
        assert_eq!(runs.of(name), before + 1, "{name}");
    }

    // Events say the same, as far as it was news.
    let given_up = "; not tried again before something changes";
    for (name, expected) in [
        (
            "fails-for-good",
            vec![format!("Warning ReconcileFailed: never{given_up}")],
        ),
        (
            "fails",
            vec![
                "Warning ReconcileFailed: no luck".to_owned(),
                format!("Warning RetriesExhausted: no luck{given_up}"),
            ],
        ),
        (
            "panics",
            vec![
                "Warning ReconcilePanicked: the handler panicked: out of cheese".to_owned(),
                format!("Warning RetriesExhausted: the handler panicked: out of cheese{given_up}"),
            ],
        ),
        (
            "hangs",
            vec![
                "Warning ReconcileTimedOut: the run took longer than 300ms and was dropped".to_owned(),
                format!("Warning RetriesExhausted: the run took longer than 300ms and was dropped{given_up}"),
            ],
        ),
    ] {
        assert_eq!(events(&test, name).await?, expected, "{name}");
    }
    let invalid = events(&test, "works").await?;
    assert!(
        matches!(invalid.as_slice(), [line] if line.contains("ObjectInvalid") && line.contains(&mistake)),
        "{invalid:?}"
    );

    // At rest nothing is written.
    let writes = test.writes()?.len();
    tokio::time::sleep(Duration::from_secs(2)).await;
    assert_eq!(test.writes()?.len(), writes);
    // Each that works was written once at first, and at most once for each run after.
    test.finish().await
}
