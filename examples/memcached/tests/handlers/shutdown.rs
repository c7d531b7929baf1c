//! Told to stop, an operator ends what it has begun and begins nothing more; at rest it is gone at once.

use std::time::Instant;

use kopr::prelude::*;
use kopr::testing::Sandbox;

use crate::runs::Runs;

/// Something that takes a while.
#[derive(CustomResource, Serialize, Deserialize, Clone, Debug)]
#[kopr(group = "shutdown.example.com", version = "v1", kind = "Chore", namespaced)]
pub struct ChoreSpec {
    milliseconds: u64,
}

async fn reconcile(chore: Arc<Chore>, runs: State<Runs>) -> Result<()> {
    runs.note(&format!("{} begins", chore.name_any()));
    tokio::time::sleep(Duration::from_millis(chore.spec.milliseconds)).await;
    runs.note(&format!("{} ends", chore.name_any()));
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn what_has_begun_is_ended() -> Result<()> {
    let runs = Runs::default();
    let operator = || {
        Operator::new("shutdown")
            .controller(reconcile)
            .state(runs.clone())
    };
    let mut test = Sandbox::of(operator()).start().await?;
    test.create(Chore::new("slow", ChoreSpec { milliseconds: 1500 }))
        .await?;
    runs.wait("slow begins", 1).await?;
    let asked = Instant::now();
    test.stop().await?;
    assert_eq!(runs.of("slow ends"), 1);
    assert!(
        asked.elapsed() > Duration::from_millis(900),
        "{:?}",
        asked.elapsed()
    );

    test.create(Chore::new("later", ChoreSpec { milliseconds: 0 }))
        .await?;
    tokio::time::sleep(Duration::from_millis(300)).await;
    assert_eq!(runs.of("later begins"), 0);

    test.start_again(operator()).await?;
    runs.wait("later ends", 1).await?;
    runs.wait("slow ends", 2).await?;
    let asked = Instant::now();
    test.stop().await?;
    assert!(
        asked.elapsed() < Duration::from_millis(500),
        "{:?}",
        asked.elapsed()
    );
    test.finish().await
}
