//! The network between operator and API server is cut for a while.

use kopr::k8s_openapi::api::apps::v1::Deployment;
use kopr::prelude::*;
use kopr::testing::Sandbox;
use kopr::testing::cluster::{Options, shared};
use kopr::testing::proxy::Proxy;
use memcached_operator::api::v1alpha1::Memcached;
use serde_json::json;

use crate::pods::{converged, make, name, observed};
use crate::process::{Program, free_address, get, wait_ready};

/// 20 seconds, in which objects are made, changed and deleted. The leader gives up when it cannot renew its lease,
/// and its Deployment would start it again: so does the test.
#[tokio::test(flavor = "multi_thread")]
async fn a_partition_of_20_seconds_is_made_good() -> Result<()> {
    let cluster = shared(&Options::default()).await?;
    let proxy = Proxy::start(&cluster).await?;
    let test = Sandbox::builder(memcached_operator::operator(), "deploy")
        .through(&proxy)
        .patience(Duration::from_secs(60))
        .install()
        .await?;
    let (health, kubeconfig) = (free_address()?, test.kubeconfig()?);
    let start = || {
        let environment = [
            ("POD_NAME", "pod"),
            ("POD_NAMESPACE", test.own_namespace()),
            ("WATCH_NAMESPACE", test.namespace()),
            ("KOPR_HEALTH_ADDRESS", &health),
            ("KOPR_METRICS_ADDRESS", "off"),
        ];
        Program::start(&kubeconfig, &environment)
    };
    let mut program = start()?;
    wait_ready(&health).await?;
    make(&test, 0..20).await?;
    observed(&test, 0..20).await?;
    proxy.partition();
    for number in 0..20 {
        let name = name(number);
        match number % 4 {
            0 => test.delete::<Deployment>(&name).await?,
            1 => drop(
                test.patch::<Memcached>(&name, json!({ "spec": { "size": 5 } }))
                    .await?,
            ),
            2 => test.delete::<Memcached>(&name).await?,
            _ => {}
        }
    }
    make(&test, 20..30).await?;
    // The lease is lost within its 10 seconds, and the program says so and ends, so that another may lead.
    let status = program.ended(Duration::from_secs(20)).await?;
    assert_eq!(status.code(), Some(1), "{}", program.log());
    program.line("could not be renewed").await;
    tokio::time::sleep(Duration::from_secs(5)).await;
    let mut program = start()?;
    tokio::time::sleep(Duration::from_secs(5)).await;
    assert_ne!(get(&health, "/readyz")?.0, 200, "it has heard nothing yet");
    proxy.heal();
    wait_ready(&health).await?;
    for number in (0..20).filter(|number| number % 4 == 2) {
        test.wait_gone::<Memcached>(&name(number)).await?;
        // Nobody collects garbage here.
        test.delete::<Deployment>(&name(number)).await?;
    }
    assert_eq!(converged(&test, Duration::from_secs(60)).await?, 25);
    program.terminate()?;
    assert!(program.ended(Duration::from_secs(10)).await?.success());
    test.discard().await
}
