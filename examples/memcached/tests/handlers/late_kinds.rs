//! A kind that is not there yet is waited for; one that is lost and comes back is taken up again.

use kopr::k8s_openapi::apiextensions_apiserver::pkg::apis::apiextensions::v1::CustomResourceDefinition;
use kopr::prelude::*;
use kopr::testing::Sandbox;

use crate::runs::Runs;

/// Somebody who comes late.
#[derive(CustomResource, Serialize, Deserialize, Clone, Debug)]
#[kopr(group = "late.example.com", version = "v1", kind = "Guest", namespaced)]
pub struct GuestSpec {}

const CRD: &str = "guests.late.example.com";

async fn reconcile(guest: Arc<Guest>, runs: State<Runs>) -> Result<()> {
    runs.note(&guest.name_any());
    Ok(())
}

fn operator(runs: &Runs) -> Operator {
    Operator::new("late").controller(reconcile).state(runs.clone())
}

#[tokio::test(flavor = "multi_thread")]
async fn a_kind_may_come_late_and_go_and_come_back() -> Result<()> {
    let runs = Runs::default();
    let mut test = Sandbox::of(operator(&runs)).install().await?;
    test.delete::<CustomResourceDefinition>(CRD).await?;
    test.wait_gone::<CustomResourceDefinition>(CRD).await?;
    test.start_again(operator(&runs)).await?;
    let missing = "the API server does not know the kind: is its CRD there?";
    test.wait_log(missing).await?;
    let told = |level: &str| {
        let mut lines = test.log(missing);
        lines.retain(|line| line.contains(level) && line.contains("Guest"));
        lines.len()
    };

    // Said once, and asked for with growing pauses: 0.8, 1.6, 3.2 seconds and up to twice as much.
    tokio::time::sleep(Duration::from_secs(4)).await;
    assert_eq!(told("WARN"), 1);
    assert!((1..=3).contains(&told("DEBUG")), "{}", told("DEBUG"));
    test.restore_manifests().await?;
    test.create(Guest::new("first", GuestSpec {})).await?;
    runs.wait("first", 1).await?;
    test.wait_log("the watch works again").await?;

    // With its CRD, all objects of a kind go.
    test.delete::<CustomResourceDefinition>(CRD).await?;
    test.wait_gone::<CustomResourceDefinition>(CRD).await?;
    for _ in 0..400 {
        if test
            .log(missing)
            .iter()
            .filter(|line| line.contains("WARN"))
            .count()
            == 2
        {
            break;
        }
        tokio::time::sleep(Duration::from_millis(25)).await;
    }
    test.restore_manifests().await?;
    for name in ["first", "second"] {
        let before = runs.of(name);
        test.create(Guest::new(name, GuestSpec {})).await?;
        runs.wait(name, before + 1).await?;
    }
    test.finish().await
}
