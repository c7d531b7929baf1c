//! A slow API server, and one that is at rest.

use kopr::prelude::*;
use kopr::testing::proxy::{Fault, Filter};
use memcached_operator::api::v1alpha1::Memcached;

use crate::pods::{applies, behind_proxy, converged, make, name, writes};

/// Latency and a thin line: nothing is done twice, the lease holds.
#[tokio::test(flavor = "multi_thread")]
async fn a_slow_server_costs_time_and_no_requests() -> Result<()> {
    let (proxy, test) = behind_proxy(Duration::from_secs(60)).await?;
    make(&test, 0..1).await?;
    converged(&test, Duration::from_secs(30)).await?;
    proxy.fault(Fault::delay(Duration::from_millis(400)));
    proxy.fault(Fault::pace(20_000));
    let mark = proxy.seen();
    make(&test, 1..11).await?;
    assert_eq!(converged(&test, Duration::from_secs(60)).await?, 11);
    let applies = proxy.count_since(mark, &applies());
    let statuses = proxy.count_since(mark, &writes().path("/status"));
    eprintln!("slow: {applies} applies and {statuses} writes of a status for 10 objects");
    assert_eq!((applies, statuses), (10, 10));
    test.discard().await
}

/// At rest: the lease is renewed, and that is all.
#[tokio::test(flavor = "multi_thread")]
async fn at_rest_nothing_is_asked_and_nothing_written() -> Result<()> {
    let (proxy, test) = behind_proxy(Duration::from_secs(30)).await?;
    make(&test, 0..20).await?;
    converged(&test, Duration::from_secs(30)).await?;
    tokio::time::sleep(Duration::from_secs(1)).await;
    let mark = proxy.seen();
    tokio::time::sleep(Duration::from_secs(10)).await;
    let leases = proxy.count_since(mark, &Filter::all().resource("leases.coordination.k8s.io"));
    let watches = proxy.count_since(mark, &Filter::all().verb("watch"));
    let all = proxy.count_since(mark, &Filter::all());
    assert_eq!(all, leases + watches, "{:?}", &proxy.requests()[mark..]);
    assert!((1..=8).contains(&leases), "{leases}");
    test.discard().await
}

/// A child that becomes ready is one more status, and no more: three writes an object from its making to its being ready,
/// and the finalizer that its cleanup asks for.
#[tokio::test(flavor = "multi_thread")]
async fn children_that_become_ready_cost_one_status_each() -> Result<()> {
    const OBJECTS: i32 = 50;
    let (proxy, test) = behind_proxy(Duration::from_secs(30)).await?;
    let kubelet = test.kubelet().await?;
    let mark = proxy.seen();
    make(&test, 0..OBJECTS).await?;
    for number in 0..OBJECTS {
        test.wait(&name(number), |memcached: &Memcached| {
            memcached.status.as_ref().is_some_and(|status| status.ready == 1)
        })
        .await?;
    }
    tokio::time::sleep(Duration::from_secs(1)).await;
    let applies = proxy.count_since(mark, &applies());
    let statuses = proxy.count_since(mark, &writes().path("/status"));
    let finalizers = proxy.count_since(mark, &writes()) - statuses;
    eprintln!("{OBJECTS} objects become ready with {applies} applies and {statuses} writes of a status");
    assert_eq!((applies, finalizers), (50, 50));
    assert!((50..=100).contains(&statuses), "{statuses}");
    drop(kubelet);
    test.discard().await
}
