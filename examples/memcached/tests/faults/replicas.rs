//! Several pods of one operator, each with a network of its own: two never act at once.

use std::sync::atomic::{AtomicBool, Ordering};
use std::time::SystemTime;

use kopr::prelude::*;
use kopr::testing::Sandbox;
use kopr::testing::cluster::{Options, start};
use kopr::testing::proxy::{Filter, Proxy};
use memcached_operator::api::v1alpha1::Memcached;
use serde_json::json;

use crate::pods::{applies, converged, make, name};
use crate::process::Program;

const OBJECTS: i32 = 500;

/// A pod: the program, behind a proxy of its own, by which its requests are known.
struct Pod {
    name: &'static str,
    proxy: Proxy,
    program: Program,
}

impl Pod {
    async fn start(test: &Sandbox, name: &'static str) -> Result<Self> {
        let proxy = Proxy::start(test.cluster()).await?;
        let environment = [
            ("POD_NAME", name),
            ("POD_NAMESPACE", test.own_namespace()),
            ("WATCH_NAMESPACE", test.namespace()),
            ("KOPR_HEALTH_ADDRESS", "off"),
            ("KOPR_METRICS_ADDRESS", "off"),
        ];
        let program = Program::start(&test.kubeconfig_through(&proxy)?, &environment)?;
        Ok(Self { name, proxy, program })
    }

    async fn works(&self) -> Result<()> {
        Ok(self
            .proxy
            .wait_for(0, &applies(), 1, Duration::from_secs(40))
            .await?)
    }

    /// When its first and its last write on objects came.
    fn acted(&self, test: &Sandbox) -> (SystemTime, SystemTime) {
        let writes = Filter::all()
            .writes()
            .path(&format!("/namespaces/{}/", test.namespace()));
        let requests = self.proxy.requests();
        let times: Vec<_> = requests
            .iter()
            .filter(|one| writes.fits(one))
            .map(|one| one.at)
            .collect();
        eprintln!("{}: {} writes", self.name, times.len());
        (times[0], times[times.len() - 1])
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn two_never_act_at_once_while_500_objects_change() -> Result<()> {
    let cluster = start(&Options::ephemeral().with_audit_log()).await?;
    let test = Sandbox::builder(memcached_operator::operator(), "deploy")
        .cluster(cluster)
        .patience(Duration::from_secs(60))
        .install()
        .await?;
    make(&test, 0..OBJECTS).await?;
    let over = AtomicBool::new(false);
    // Somebody changes objects all the time, whoever leads.
    let change = async {
        let mut round = 0;
        while !over.load(Ordering::Relaxed) {
            let number = round % OBJECTS;
            let size = json!({ "spec": { "size": 1 + (round / OBJECTS + number) % 9 } });
            test.patch::<Memcached>(&name(number), size).await?;
            round += 1;
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
        Ok::<_, kopr::Error>(round)
    };
    let roll = async {
        let mut first = Pod::start(&test, "first").await?;
        first.works().await?;
        // As `kubectl rollout restart` does: the new one is ready, then the old one is told to go.
        let mut second = Pod::start(&test, "second").await?;
        second.program.line("stands by").await;
        first.program.terminate()?;
        assert!(first.program.ended(Duration::from_secs(10)).await?.success());
        second.works().await?;
        let third = Pod::start(&test, "third").await?;
        third.program.line("stands by").await;
        tokio::time::sleep(Duration::from_secs(2)).await;
        // A machine fails.
        second.program.kill()?;
        third.works().await?;
        tokio::time::sleep(Duration::from_secs(2)).await;
        over.store(true, Ordering::Relaxed);
        Ok::<_, kopr::Error>([first, second, third])
    };
    let (changes, pods) = tokio::join!(change, roll);
    let (changes, mut pods) = (changes?, pods?);
    let converged = converged(&test, Duration::from_secs(60)).await;
    if converged.is_err() {
        eprintln!("{}", pods[2].program.log());
    }
    assert_eq!(converged?, 500);
    eprintln!("{changes} changes");
    let acted: Vec<_> = pods.iter().map(|pod| (pod.name, pod.acted(&test))).collect();
    for pair in acted.windows(2) {
        let ((earlier, (_, last)), (later, (first, _))) = (pair[0], pair[1]);
        assert!(
            last < first,
            "`{later}` has written before `{earlier}` had its last write"
        );
    }
    pods[2].program.terminate()?;
    assert!(pods[2].program.ended(Duration::from_secs(10)).await?.success());
    test.discard().await
}
