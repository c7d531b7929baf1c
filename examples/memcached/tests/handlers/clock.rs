//! What comes back after hours, without waiting for them: the test puts the operator's clock forward.

use kopr::Error;
use kopr::k8s_openapi::api::core::v1::ConfigMap;
use kopr::prelude::*;
use kopr::testing::Sandbox;

use crate::runs::Runs;

/// Something that is there for a day, or asks for patience.
#[derive(CustomResource, Serialize, Deserialize, Clone, Debug)]
#[kopr(group = "clock.example.com", version = "v1", kind = "Lodger", namespaced)]
pub struct LodgerSpec {
    fails: bool,
}

async fn reconcile(
    lodger: Arc<Lodger>,
    rooms: Owned<ConfigMap, Delete>,
    clock: Clock,
    runs: State<Runs>,
) -> Result<Action> {
    runs.note(&lodger.name_any());
    if lodger.spec.fails {
        let error = Error::message("no room");
        return Err(Error::retry_after(error, Duration::from_hours(1)));
    }
    let left = Duration::from_hours(24).saturating_sub(clock.age(&*lodger));
    if left.is_zero() {
        rooms.delete(&lodger.name_any()).await?;
        return Ok(Action::await_change());
    }
    let mut room = ConfigMap::default();
    room.metadata.name = lodger.metadata.name.clone();
    rooms.apply(room).await?;
    Ok(Action::requeue(left))
}

#[tokio::test(flavor = "multi_thread")]
async fn a_day_goes_by_when_the_test_says_so() -> Result<()> {
    let runs = Runs::default();
    let operator = Operator::new("clock").controller(reconcile).state(runs.clone());
    let test = Sandbox::of(operator).start().await?;
    test.create(Lodger::new("a", LodgerSpec { fails: false })).await?;
    test.create(Lodger::new("b", LodgerSpec { fails: true })).await?;
    runs.wait("a", 1).await?;
    runs.wait("b", 1).await?;
    test.wait("a", |_: &ConfigMap| true).await?;

    // Not before its time, and nothing is lost on the way there.
    for hours in 1..24_usize {
        test.advance(Duration::from_hours(1)).await?;
        runs.wait("b", 1 + hours).await?;
    }
    assert_eq!(runs.of("a"), 1);
    test.wait("a", |_: &ConfigMap| true).await?;

    test.advance(Duration::from_hours(1)).await?;
    test.wait_gone::<ConfigMap>("a").await?;
    test.finish().await
}
