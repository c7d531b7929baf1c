//! What happens after a handler fails: when it is tried again, and what the log says.

use kopr::Error;
use kopr::kube::core::Status as Answer;
use kopr::prelude::*;
use kopr::testing::Sandbox;
use serde_json::json;

use crate::runs::Runs;

/// Something that goes wrong in the way that it says.
#[derive(CustomResource, Serialize, Deserialize, Clone, Debug)]
#[kopr(group = "errors.example.com", version = "v1", kind = "Task", namespaced)]
pub struct TaskSpec {
    how: String,
}

async fn reconcile(task: Arc<Task>, runs: State<Runs>) -> Result<()> {
    let before = runs.note(&task.name_any());
    let conflict = |reason: &str| {
        Error::from(kopr::kube::Error::Api(Box::new(Answer {
            code: 409,
            reason: reason.to_owned(),
            message: reason.to_owned(),
            ..Answer::default()
        })))
    };
    match task.spec.how.as_str() {
        "fails" => Err(Error::message("no luck")),
        "fails for a time" => Err(Error::retry_after(
            Error::message("not yet"),
            Duration::from_millis(400),
        )),
        "fails for good" => Err(Error::terminal(Error::message("never"))),
        "panics" => panic!("out of cheese"),
        "conflicts twice" if before < 2 => Err(conflict("Conflict")),
        "is there already" => Err(conflict("AlreadyExists")),
        _ => Ok(()),
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn failures_are_tried_again_as_they_say() -> Result<()> {
    let runs = Runs::default();
    let operator = Operator::new("errors").controller(reconcile).state(runs.clone());
    let test = Sandbox::of(operator).start().await?;
    for how in [
        "fails",
        "fails for a time",
        "fails for good",
        "panics",
        "conflicts twice",
        "is there already",
    ] {
        let name = how.replace(' ', "-");
        test.create(Task::new(&name, TaskSpec { how: how.to_owned() }))
            .await?;
    }

    // Pauses grow; those that the handler asks for do not.
    runs.wait("fails", 4).await?;
    let pauses = runs.pauses("fails");
    assert!(
        pauses[0] >= Duration::from_millis(250) && pauses[0] < Duration::from_millis(450),
        "{pauses:?}"
    );
    assert!(
        pauses[1] > pauses[0].mul_f64(1.5) && pauses[2] > pauses[1].mul_f64(1.5),
        "{pauses:?}"
    );
    runs.wait("fails-for-a-time", 4).await?;
    for pause in &runs.pauses("fails-for-a-time")[..3] {
        assert!(
            (400..700).contains(&pause.as_millis()),
            "{:?}",
            runs.pauses("fails-for-a-time")
        );
    }

    // A change comes first, and ends an error that is for good.
    assert_eq!(runs.of("fails-for-good"), 1);
    test.patch::<Task>("fails-for-good", json!({ "spec": { "how": "works" } }))
        .await?;
    runs.wait("fails-for-good", 2).await?;

    // A panic is an error like others, and the others go on.
    runs.wait("panics", 2).await?;
    test.create(Task::new(
        "after-the-panic",
        TaskSpec {
            how: "works".to_owned(),
        },
    ))
    .await?;
    runs.wait("after-the-panic", 1).await?;

    // A conflict is no news until it stays.
    runs.wait("conflicts-twice", 3).await?;
    runs.wait("is-there-already", 2).await?;
    for (name, expected) in [
        (
            "fails",
            vec![
                ("WARN", "failed: no luck failures=1"),
                ("WARN", "failed: no luck failures=2"),
            ],
        ),
        (
            "fails-for-a-time",
            vec![
                ("WARN", "failed, again in 400ms: not yet failures=1"),
                ("WARN", "failed, again in 400ms: not yet failures=2"),
            ],
        ),
        (
            "fails-for-good",
            vec![("ERROR", "failed, not tried again before something changes: never")],
        ),
        ("panics", vec![("ERROR", "the handler panicked: out of cheese")]),
        ("conflicts-twice", vec![]),
    ] {
        let object = format!(
            "controller=\"task\" kind=\"Task\" namespace=\"{}\" name=\"{name}\"",
            test.namespace()
        );
        let lines: Vec<String> = test
            .log(&object)
            .into_iter()
            .filter(|line| line.contains(" WARN ") || line.contains("ERROR "))
            .collect();
        assert!(expected.len() <= lines.len(), "{name}: {lines:?}");
        assert!(expected.is_empty() == lines.is_empty(), "{name}: {lines:?}");
        for (line, (level, message)) in lines.iter().zip(expected) {
            assert!(line.contains(level) && line.contains(message), "{name}: {line}");
        }
    }
    // One that stays is an error like others.
    test.wait_log("failed: AlreadyExists (409)").await?;
    test.finish().await
}
