//! Several pods of one operator, as there are during every rollout: one works, the others are ready and wait.

use std::time::Instant;

use kopr::prelude::*;
use kopr::testing::Sandbox;

use crate::objects::{is_observed, memcached};
use crate::process::{Program, free_address, get, wait_ready};

/// A pod: the program with the environment that its Deployment gives it.
struct Pod {
    program: Program,
    health: String,
    metrics: String,
}

impl Pod {
    fn start(test: &Sandbox, name: &str) -> Result<Self> {
        let (health, metrics) = (free_address()?, free_address()?);
        let environment = [
            ("POD_NAME", name),
            ("POD_NAMESPACE", test.own_namespace()),
            ("WATCH_NAMESPACE", test.namespace()),
            ("KOPR_HEALTH_ADDRESS", &health),
            ("KOPR_METRICS_ADDRESS", &metrics),
        ];
        let program = Program::start(&test.kubeconfig()?, &environment)?;
        Ok(Self {
            program,
            health,
            metrics,
        })
    }

    fn metric(&self, name: &str) -> Result<String> {
        let (_, text) = get(&self.metrics, "/metrics")?;
        let line = text.lines().find(|line| line.starts_with(name));
        let value = line.and_then(|line| line.rsplit_once(' '));
        Ok(value.map_or_else(|| "absent".to_owned(), |(_, value)| value.to_owned()))
    }

    /// Ready, and nothing more.
    async fn stands_by(&self, behind: &str) -> Result<()> {
        wait_ready(&self.health).await?;
        self.program.line(&format!("stands by: `{behind}_")).await;
        for (metric, expected) in [
            ("leader_election_master_status{name=\"memcached-operator\"}", "0"),
            (
                "controller_runtime_reconcile_total{controller=\"memcached\",result=\"success\"}",
                "0",
            ),
            (
                "workqueue_depth{name=\"memcached\",controller=\"memcached\"}",
                "0",
            ),
            ("kopr_writes_total{controller=\"memcached\",what=\"apply\"}", "0"),
            ("kopr_writes_total{controller=\"memcached\",what=\"status\"}", "0"),
        ] {
            assert_eq!(self.metric(metric)?, expected, "{metric}");
        }
        Ok(())
    }

    async fn leads(&self, within: Duration) -> Result<()> {
        let until = Instant::now() + within;
        while Instant::now() < until {
            if self.metric("leader_election_master_status{name=\"memcached-operator\"}")? == "1" {
                self.program.line("works").await;
                return Ok(());
            }
            tokio::time::sleep(Duration::from_millis(25)).await;
        }
        panic!("it does not lead after {within:?}:\n{}", self.program.log());
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn one_works_and_another_takes_over() -> Result<()> {
    let test = Sandbox::builder(memcached_operator::operator(), "deploy")
        .install()
        .await?;
    let mut first = Pod::start(&test, "first")?;
    first.leads(Duration::from_secs(20)).await?;
    let mut second = Pod::start(&test, "second")?;
    second.stands_by("first").await?;
    for number in 0..20 {
        test.create(memcached(&format!("cache-{number}"), 1)).await?;
    }
    for number in 0..20 {
        test.wait(&format!("cache-{number}"), is_observed).await?;
    }
    second.stands_by("first").await?;

    // Told to stop, the first lets its lease go, and the second need not wait for its end.
    let asked = Instant::now();
    first.program.terminate()?;
    assert!(first.program.ended(Duration::from_secs(5)).await?.success());
    second.leads(Duration::from_secs(10)).await?;
    assert!(asked.elapsed() < Duration::from_secs(5), "{:?}", asked.elapsed());
    test.create(memcached("later", 1)).await?;
    test.wait("later", is_observed).await?;

    // Killed, it cannot: its lease runs out.
    let third = Pod::start(&test, "third")?;
    third.stands_by("second").await?;
    let killed = Instant::now();
    second.program.kill()?;
    test.create(memcached("last", 1)).await?;
    tokio::time::sleep(Duration::from_secs(10)).await;
    third.stands_by("second").await?;
    third.leads(Duration::from_secs(15)).await?;
    test.wait("last", is_observed).await?;
    eprintln!(
        "a leader that was killed is replaced after {:?}",
        killed.elapsed()
    );
    test.discard().await
}
