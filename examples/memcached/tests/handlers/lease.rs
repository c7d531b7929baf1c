//! A copy works only as long as it holds its lease: one that loses it has stopped before another may begin.

use std::collections::BTreeMap;
use std::ops::Range;
use std::sync::Mutex;
use std::time::Instant;

use kopr::k8s_openapi::api::coordination::v1::Lease;
use kopr::k8s_openapi::api::rbac::v1::RoleBinding;
use kopr::kube::api::{Api, Patch};
use kopr::prelude::*;
use kopr::testing::{Builder, Sandbox};
use serde_json::json;

use crate::runs::Runs;

/// Something that takes a while.
#[derive(CustomResource, Serialize, Deserialize, Clone, Debug)]
#[kopr(group = "lease.example.com", version = "v1", kind = "Errand", namespaced)]
pub struct ErrandSpec {
    milliseconds: u64,
}

async fn reconcile(errand: Arc<Errand>, runs: State<Runs>) -> Result<()> {
    runs.note(&format!("{} begins", errand.name_any()));
    tokio::time::sleep(Duration::from_millis(errand.spec.milliseconds)).await;
    runs.note(&format!("{} ends", errand.name_any()));
    Ok(())
}

fn operator(runs: &Runs) -> Operator {
    Operator::new("leased").controller(reconcile).state(runs.clone())
}

/// With a lease that a test can wait for.
fn short(runs: &Runs) -> Builder {
    let (lease, deadline, retry) = (3000, 2000, 250);
    let millis = Duration::from_millis;
    Sandbox::of(operator(runs)).lease(millis(lease), millis(deadline), millis(retry))
}

fn errand(name: &str, milliseconds: u64) -> Errand {
    Errand::new(name, ErrandSpec { milliseconds })
}

fn leases(test: &Sandbox) -> Api<Lease> {
    Api::namespaced(test.client().clone(), test.own_namespace())
}

async fn holder(test: &Sandbox) -> Result<Option<String>> {
    let lease = leases(test).get_opt("leased").await?;
    Ok(lease
        .and_then(|lease| lease.spec)
        .and_then(|spec| spec.holder_identity))
}

#[tokio::test(flavor = "multi_thread")]
async fn a_lease_is_let_go_after_all_work() -> Result<()> {
    let runs = Runs::default();
    let mut test = short(&runs).start().await?;
    // Longer than the lease: it is renewed while the last runs end.
    test.create(errand("slow", 4000)).await?;
    runs.wait("slow begins", 1).await?;
    let stopping = tokio::spawn({
        let leases = leases(&test);
        let runs = runs.clone();
        async move {
            // Whoever sees it without a holder finds the work ended.
            loop {
                let spec = leases.get("leased").await?.spec.unwrap_or_default();
                if spec.holder_identity.as_deref() == Some("") {
                    return Ok::<_, kopr::Error>((spec, runs.of("slow ends")));
                }
                tokio::time::sleep(Duration::from_millis(20)).await;
            }
        }
    });
    test.stop().await?;
    let (spec, ended) = stopping.await.expect("it does not panic")?;
    assert_eq!(ended, 1);
    assert_eq!(
        (spec.lease_duration_seconds, spec.lease_transitions),
        (Some(1), Some(0))
    );

    // So the next one need not wait.
    let asked = Instant::now();
    test.start_again(operator(&runs)).await?;
    test.create(errand("quick", 0)).await?;
    runs.wait("quick ends", 1).await?;
    assert!(asked.elapsed() < Duration::from_secs(2), "{:?}", asked.elapsed());
    let spec = leases(&test).get("leased").await?.spec.unwrap_or_default();
    assert_eq!(spec.lease_transitions, Some(1));
    test.discard().await
}

#[tokio::test(flavor = "multi_thread")]
async fn a_lease_that_is_deleted_is_made_again() -> Result<()> {
    let runs = Runs::default();
    let mut test = short(&runs).start().await?;
    test.create(errand("first", 0)).await?;
    runs.wait("first ends", 1).await?;
    let before = holder(&test).await?;
    for _ in 0..3 {
        leases(&test).delete("leased", &Default::default()).await?;
        while holder(&test).await?.is_none() {
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
    }
    assert_eq!(holder(&test).await?, before);
    test.create(errand("second", 0)).await?;
    runs.wait("second ends", 1).await?;
    test.stop().await?;
    test.finish().await
}

#[tokio::test(flavor = "multi_thread")]
async fn whoever_may_not_renew_it_stops_in_time_and_works_again_with_the_right() -> Result<()> {
    let runs = Runs::default();
    let mut test = short(&runs).start().await?;
    test.create(errand("slow", 60_000)).await?;
    runs.wait("slow begins", 1).await?;
    let bindings: Api<RoleBinding> = Api::namespaced(test.client().clone(), test.own_namespace());
    for binding in bindings.list(&Default::default()).await? {
        bindings.delete(&binding.name_any(), &Default::default()).await?;
    }
    let cut = Instant::now();
    let error = test.wait_ended().await.expect_err("it may not renew the lease");
    // The API server may take a moment to notice.
    assert!(cut.elapsed() < Duration::from_millis(2900), "{:?}", cut.elapsed());
    let text = error.to_string();
    for part in [
        "could not be renewed for 2s: leases.coordination.k8s.io \"leased\" is forbidden",
        "the program ends, and has to be elected again",
    ] {
        assert!(text.contains(part), "{part} is not in: {text}");
    }

    // Nothing of it runs on.
    test.create(errand("later", 0)).await?;
    tokio::time::sleep(Duration::from_millis(300)).await;
    assert_eq!((runs.of("slow ends"), runs.of("later begins")), (0, 0));

    // As a container that is started anew: it names what the role lacks, then waits for the end of its own lease.
    test.start_again(operator(&runs)).await?;
    test.wait_log("the role lacks \"update\" on \"leases\" (coordination.k8s.io)")
        .await?;
    test.restore_manifests().await?;
    runs.wait("later ends", 1).await?;
    test.discard().await
}

#[tokio::test(flavor = "multi_thread")]
async fn a_lease_that_another_has_taken_is_lost() -> Result<()> {
    let runs = Runs::default();
    let mut test = short(&runs).start().await?;
    test.create(errand("slow", 60_000)).await?;
    runs.wait("slow begins", 1).await?;
    let taken = json!({ "spec": { "holderIdentity": "somebody" } });
    leases(&test)
        .patch("leased", &Default::default(), &Patch::Merge(taken))
        .await?;
    let error = test.wait_ended().await.expect_err("the lease is another's");
    assert!(
        error.to_string().contains("`somebody` has taken the lease `"),
        "{error}"
    );
    assert_eq!(
        holder(&test).await?.as_deref(),
        Some("somebody"),
        "and stays theirs"
    );
    test.discard().await
}

/// Who is at work, and whether two copies ever were at the same time.
#[derive(Clone, Default)]
struct AtWork {
    by_pod: Arc<Mutex<BTreeMap<String, usize>>>,
}

struct Pod {
    name: String,
}

async fn alone(
    errand: Arc<Errand>,
    pod: State<Pod>,
    at_work: State<AtWork>,
    runs: State<Runs>,
) -> Result<()> {
    let note = |change: fn(usize) -> usize| {
        let mut all = at_work.by_pod.lock().expect("no test panics with it");
        let own = all.entry(pod.name.clone()).or_default();
        *own = change(*own);
        all.values().filter(|count| **count > 0).count()
    };
    if note(|count| count + 1) > 1 {
        runs.note("two at once");
    }
    tokio::time::sleep(Duration::from_millis(errand.spec.milliseconds)).await;
    note(|count| count - 1);
    runs.note(&pod.name);
    runs.note(&format!(
        "{} in generation {:?}",
        errand.name_any(),
        errand.metadata.generation
    ));
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn two_pods_never_work_at_the_same_time_while_one_replaces_the_other() -> Result<()> {
    const OBJECTS: usize = 100;
    let (runs, at_work) = (Runs::default(), AtWork::default());
    let pod = |name: &str| {
        Operator::new("leased")
            .controller(alone)
            .state(Pod {
                name: name.to_owned(),
            })
            .state(at_work.clone())
            .state(runs.clone())
    };
    let millis = Duration::from_millis;
    let test = Sandbox::of(pod("none"))
        .lease(millis(3000), millis(2000), millis(250))
        .install()
        .await?;
    for number in 0..OBJECTS {
        test.create(errand(&format!("errand-{number}"), 30)).await?;
    }
    let mut old = test.start_beside(pod("pod-0"), "pod-0").await?;
    runs.wait("pod-0", 1).await?;
    for round in 1..=4_u64 {
        let name = format!("pod-{round}");
        let new = test.start_beside(pod(&name), &name).await?;
        // Long enough to begin, if it took no election: it finds all objects to be worked on.
        tokio::time::sleep(millis(500)).await;
        // Everything changes while both are there, and while the one goes and the other comes.
        let change = async |numbers: Range<usize>| {
            for number in numbers {
                let change = json!({ "spec": { "milliseconds": 30 + round } });
                test.patch::<Errand>(&format!("errand-{number}"), change).await?;
            }
            Ok::<_, kopr::Error>(())
        };
        change(0..OBJECTS / 2).await?;
        assert_eq!(runs.of(&name), 0);
        let stopping = tokio::spawn(old.stop());
        change(OBJECTS / 2..OBJECTS).await?;
        stopping.await.expect("it does not panic")?;
        runs.wait(&name, OBJECTS).await?;
        old = new;
    }
    for number in 0..OBJECTS {
        runs.wait(&format!("errand-{number} in generation Some(5)"), 1)
            .await?;
    }
    old.stop().await?;
    assert_eq!(runs.of("two at once"), 0);
    let spec = leases(&test).get("leased").await?.spec.unwrap_or_default();
    assert_eq!(spec.lease_transitions, Some(4));
    test.discard().await
}
