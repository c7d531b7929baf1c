//! Watches that freeze, break, or are told that they are too old.

use std::time::Instant;

use kopr::k8s_openapi::api::apps::v1::Deployment;
use kopr::prelude::*;
use kopr::testing::Sandbox;
use kopr::testing::cluster::{Options, shared};
use kopr::testing::proxy::{Fault, Filter, Proxy};
use memcached_operator::api::v1alpha1::Memcached;

use crate::objects::there;
use crate::pods::{CHILD, KIND, applies, behind_proxy, lists, make, name, observed, watches, writes};
use crate::process::{Program, free_address, get, wait_ready};

/// A connection that a firewall has forgotten: nothing comes, and nobody says so. The watch is given up after its
/// idle limit, without a new list, and what happened meanwhile is made good.
#[tokio::test(flavor = "multi_thread")]
async fn a_frozen_watch_is_noticed_within_its_idle_limit() -> Result<()> {
    let (proxy, test) = behind_proxy(Duration::from_secs(110)).await?;
    make(&test, 0..3).await?;
    observed(&test, 0..3).await?;
    let mark = proxy.seen();
    assert_eq!(proxy.strike(Fault::freeze().on(Filter::all().verb("watch"))), 3);
    let frozen = Instant::now();
    test.create(crate::objects::memcached("unseen", 1)).await?;
    test.delete::<Deployment>(&name(0)).await?;
    test.wait("unseen", there).await?;
    test.wait(&name(0), there).await?;
    let noticed = frozen.elapsed();
    eprintln!("frozen watches are noticed after {noticed:.1?}");
    assert!(noticed < Duration::from_secs(85), "{noticed:?}");
    assert_eq!(
        proxy.count_since(mark, &Filter::all().verb("list")),
        0,
        "they go on where they were"
    );
    test.discard().await
}

/// A load balancer that forgets connections sooner: with a shorter limit a frozen watch is noticed sooner, and watches
/// that are only quiet are no failures.
#[tokio::test(flavor = "multi_thread")]
async fn a_shorter_idle_limit_is_kept() -> Result<()> {
    let cluster = shared(&Options::default()).await?;
    let proxy = Proxy::start(&cluster).await?;
    let test = Sandbox::builder(memcached_operator::operator(), "deploy")
        .through(&proxy)
        .install()
        .await?;
    let health = free_address()?;
    let environment = [
        ("POD_NAME", "pod"),
        ("POD_NAMESPACE", test.own_namespace()),
        ("WATCH_NAMESPACE", test.namespace()),
        ("KOPR_WATCH_IDLE", "6s"),
        ("KOPR_HEALTH_ADDRESS", &health),
        ("KOPR_METRICS_ADDRESS", "off"),
    ];
    let mut program = Program::start(&test.kubeconfig()?, &environment)?;
    wait_ready(&health).await?;
    tokio::time::sleep(Duration::from_secs(13)).await;
    assert!(!program.log().contains("the watch failed"), "{}", program.log());
    assert_eq!(get(&health, "/readyz")?.0, 200);
    assert_eq!(proxy.strike(Fault::freeze().on(Filter::all().verb("watch"))), 3);
    let frozen = Instant::now();
    make(&test, 0..1).await?;
    observed(&test, 0..1).await?;
    assert!(
        frozen.elapsed() < Duration::from_secs(10),
        "{:?}",
        frozen.elapsed()
    );
    program.terminate()?;
    assert!(program.ended(Duration::from_secs(10)).await?.success());
    test.discard().await
}

/// Somebody changes an object while its status is on its way, and the watch is behind: the answer to the status is
/// all that tells of the change.
#[tokio::test(flavor = "multi_thread")]
async fn a_change_that_only_the_answer_to_a_status_tells_of_is_not_missed() -> Result<()> {
    let (proxy, test) = behind_proxy(Duration::from_secs(30)).await?;
    make(&test, 0..1).await?;
    observed(&test, 0..1).await?;
    let status = Filter::all().verb("patch").resource(&format!("{KIND}/status"));
    proxy.fault(Fault::delay(Duration::from_secs(3)).on(status.clone()).times(1));
    let mark = proxy.seen();
    let spec = |spec: serde_json::Value| serde_json::json!({ "spec": spec });
    test.patch::<Memcached>(&name(0), spec(serde_json::json!({ "size": 2 })))
        .await?;
    proxy.wait_for(mark, &status, 1, Duration::from_secs(20)).await?;
    assert_eq!(proxy.strike(Fault::freeze().on(watches(KIND))), 1);
    test.patch::<Memcached>(&name(0), spec(serde_json::json!({ "size": 3 })))
        .await?;
    test.wait(&name(0), |deployment: &Deployment| {
        deployment.spec.replicas == Some(3)
    })
    .await?;
    test.discard().await
}

/// A reset costs a new watch and nothing else: no list, no write.
#[tokio::test(flavor = "multi_thread")]
async fn a_reset_costs_one_watch_each() -> Result<()> {
    let (proxy, test) = behind_proxy(Duration::from_secs(30)).await?;
    make(&test, 0..5).await?;
    observed(&test, 0..5).await?;
    for fault in [Fault::reset(), Fault::cut(0)] {
        let mark = proxy.seen();
        let struck = proxy.strike(fault.clone().on(Filter::all().verb("watch")));
        assert_eq!(struck, 3, "{fault:?}");
        let all = Filter::all().verb("watch");
        proxy
            .wait_for(mark, &all, struck, Duration::from_secs(20))
            .await?;
        tokio::time::sleep(Duration::from_secs(2)).await;
        assert_eq!(proxy.count_since(mark, &all), struck, "{fault:?}");
        assert_eq!(
            proxy.count_since(mark, &Filter::all().verb("list")),
            0,
            "{fault:?}"
        );
        assert_eq!(proxy.count_since(mark, &writes()), 0, "{fault:?}");
    }
    make(&test, 5..6).await?;
    observed(&test, 5..6).await?;
    test.discard().await
}

/// 410, as an event of the watch and as the answer to it: one list each, which also tells what is gone.
#[tokio::test(flavor = "multi_thread")]
async fn a_watch_that_is_too_old_lists_once_and_notices_what_is_gone() -> Result<()> {
    let (proxy, test) = behind_proxy(Duration::from_secs(60)).await?;
    make(&test, 0..10).await?;
    observed(&test, 0..10).await?;

    // While the watch of Deployments does not get through, one is deleted.
    proxy.fault(Fault::reset().on(watches(CHILD)));
    let mark = proxy.seen();
    assert_eq!(proxy.strike(Fault::reset().on(watches(CHILD))), 1);
    proxy
        .wait_for(mark, &watches(CHILD), 1, Duration::from_secs(20))
        .await?;
    test.delete::<Deployment>(&name(3)).await?;
    proxy.heal();
    // The next one is refused as too old.
    proxy.fault(Fault::answer(410).on(watches(CHILD)).times(1));
    test.wait(&name(3), there).await?;
    assert_eq!(proxy.count_since(mark, &lists(CHILD)), 1);
    assert_eq!(proxy.count_since(mark, &lists(KIND)), 0);
    assert_eq!(proxy.count_since(mark, &applies()), 1);

    // The same, told by the watch itself.
    tokio::time::sleep(Duration::from_secs(1)).await;
    let mark = proxy.seen();
    assert_eq!(proxy.strike(Fault::watch_error(410).on(watches(KIND))), 1);
    test.delete::<Memcached>(&name(4)).await?;
    test.wait_gone::<Memcached>(&name(4)).await?;
    proxy
        .wait_for(mark, &lists(KIND), 1, Duration::from_secs(50))
        .await?;
    proxy
        .wait_for(mark, &watches(KIND), 1, Duration::from_secs(20))
        .await?;
    tokio::time::sleep(Duration::from_secs(2)).await;
    assert_eq!(proxy.count_since(mark, &lists(KIND)), 1);
    assert_eq!(proxy.count_since(mark, &lists(CHILD)), 0);
    assert_eq!(
        proxy.count_since(mark, &applies()),
        0,
        "a list that says nothing new leads to no write"
    );
    test.discard().await
}
