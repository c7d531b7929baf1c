//! The API server is killed and started again, while objects change.

use std::time::Instant;

use kopr::prelude::*;
use kopr::testing::Sandbox;
use kopr::testing::cluster::{Options, Program as Part, start};
use kopr::testing::proxy::{Filter, Proxy};
use memcached_operator::api::v1alpha1::Memcached;
use serde_json::json;

use crate::pods::{applies, converged, make, name};

const OBJECTS: i32 = 500;

/// 500 objects; the API server is killed in the midst of their changes and comes back on the same etcd.
#[tokio::test(flavor = "multi_thread")]
async fn an_api_server_is_killed_while_500_objects_change() -> Result<()> {
    let cluster = start(&Options::ephemeral().with_audit_log()).await?;
    let proxy = Proxy::start(&cluster).await?;
    let test = Sandbox::builder(memcached_operator::operator(), "deploy")
        .through(&proxy)
        .patience(Duration::from_secs(60))
        // The lease outlives the outage: what is asked here is what becomes of the work.
        .lease(
            Duration::from_secs(60),
            Duration::from_secs(50),
            Duration::from_secs(2),
        )
        .start()
        .await?;
    make(&test, 0..OBJECTS).await?;
    converged(&test, Duration::from_secs(60)).await?;
    let mark = proxy.seen();
    for number in 0..OBJECTS / 2 {
        test.patch::<Memcached>(&name(number), json!({ "spec": { "size": 2 } }))
            .await?;
    }
    let outage = cluster.interrupt(Part::ApiServer).await?;
    let begun = Instant::now();
    tokio::time::sleep(Duration::from_secs(3)).await;
    outage.over().await?;
    let ready = proxy.seen();
    eprintln!("the API server was away for {:.1?}", begun.elapsed());
    for number in OBJECTS / 2..OBJECTS {
        test.patch::<Memcached>(&name(number), json!({ "spec": { "size": 3 } }))
            .await?;
    }
    let back = Instant::now();
    assert_eq!(converged(&test, Duration::from_secs(90)).await?, 500);
    let applies = proxy.count_since(mark, &applies().code(200));
    // An API server that is starting refuses everybody until it has read the roles; one that is ready does not.
    let refused = proxy.count_since(ready, &Filter::all().code(403));
    eprintln!(
        "converged {:.1?} after the last change, with {applies} applies",
        back.elapsed()
    );
    // One a change; those whose answer was lost once more.
    assert!((500..=600).contains(&applies), "{applies}");
    assert_eq!(refused, 0);
    test.discard().await
}
