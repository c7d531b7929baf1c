//! Told to stop while a request gets no answer.

use kopr::prelude::*;
use kopr::testing::Sandbox;
use kopr::testing::cluster::{Options, shared};
use kopr::testing::proxy::{Fault, Proxy};

use crate::pods::{applies, make};
use crate::process::{Program, free_address, wait_ready};

#[tokio::test(flavor = "multi_thread")]
async fn a_second_signal_ends_it_at_once() -> Result<()> {
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
        ("KOPR_HEALTH_ADDRESS", &health),
        ("KOPR_METRICS_ADDRESS", "off"),
    ];
    let mut program = Program::start(&test.kubeconfig()?, &environment)?;
    wait_ready(&health).await?;
    let mark = proxy.seen();
    proxy.fault(Fault::silence().on(applies()));
    make(&test, 0..1).await?;
    proxy
        .wait_for(mark, &applies(), 1, Duration::from_secs(10))
        .await?;
    program.terminate()?;
    program.line("stopping").await;
    tokio::time::sleep(Duration::from_secs(1)).await;
    assert!(program.runs()?, "what runs may end:\n{}", program.log());
    program.terminate()?;
    let status = program.ended(Duration::from_secs(2)).await?;
    assert_eq!(status.code(), Some(1), "{}", program.log());
    program.line("a second time").await;
    test.discard().await
}
