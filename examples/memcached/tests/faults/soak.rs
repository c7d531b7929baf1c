//! A soak: many objects, changes, and a fault of a random kind every few seconds. Not part of the usual tests.
//!
//! ```sh
//! KOPR_SOAK_OBJECTS=2000 KOPR_SOAK_MINUTES=10 \
//!     cargo test --release --workspace --test faults -- --ignored --nocapture soak
//! ```
//!
//! `KOPR_SOAK_SEED` repeats the faults and changes of another run.

use std::time::Instant;

use kopr::k8s_openapi::api::core::v1::Pod;
use kopr::kube::api::{DeleteParams, ListParams};
use kopr::prelude::*;
use kopr::testing::Sandbox;
use kopr::testing::cluster::{Cluster, Options, Program as Part, start};
use kopr::testing::proxy::{Fault, Filter, Proxy};
use memcached_operator::api::v1alpha1::Memcached;
use serde_json::json;

use crate::objects::memcached;
use crate::pods::{converged, make, name, writes};
use crate::process::{Program, free_address};

/// Numbers that one seed always gives in the same order (SplitMix64).
struct Random(u64);

impl Random {
    fn below(&mut self, end: u64) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        (z ^ (z >> 31)) % end
    }
}

fn setting(name: &str, default: u64) -> u64 {
    #[allow(
        clippy::disallowed_methods,
        reason = "a test that is run by hand is told what to do like this"
    )]
    let value = std::env::var(name);
    value.map_or(default, |value| value.parse().expect("it is a number"))
}

/// Resident memory of a process, in KiB.
fn resident(pid: u32) -> Result<u64> {
    let status = std::fs::read_to_string(format!("/proc/{pid}/status"))?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"));
    let kib = line.and_then(|line| line.trim().split(' ').next()?.parse().ok());
    kib.ok_or_else(|| kopr::Error::message("the program has no memory"))
}

/// The operator's Deployment: starts the program again whenever it ends.
struct Operator<'a> {
    test: &'a Sandbox,
    program: Program,
    health: String,
    starts: u32,
    refused_by_starting: usize,
}

impl<'a> Operator<'a> {
    fn start(test: &'a Sandbox) -> Result<Self> {
        let health = free_address()?;
        let program = Self::program(test, &health, 0)?;
        Ok(Self {
            test,
            program,
            health,
            starts: 1,
            refused_by_starting: 0,
        })
    }

    fn program(test: &Sandbox, health: &str, number: u32) -> Result<Program> {
        let environment = [
            ("POD_NAME", format!("pod-{number}")),
            ("POD_NAMESPACE", test.own_namespace().to_owned()),
            ("WATCH_NAMESPACE", test.namespace().to_owned()),
            ("KOPR_HEALTH_ADDRESS", health.to_owned()),
            ("KOPR_METRICS_ADDRESS", "off".to_owned()),
        ];
        let environment = environment
            .each_ref()
            .map(|(name, value)| (*name, value.as_str()));
        Program::start(&test.kubeconfig()?, &environment)
    }

    async fn look(&mut self) -> Result<()> {
        if !self.program.runs()? {
            let last: Vec<_> = self
                .program
                .log()
                .lines()
                .rev()
                .take(2)
                .map(str::to_owned)
                .collect();
            eprintln!(
                "  the operator has ended and is started again: {}",
                last.join(" / ")
            );
            self.program = Self::program(self.test, &self.health, self.starts)?;
            self.starts += 1;
        }
        Ok(())
    }

    async fn kill(&mut self) -> Result<()> {
        self.program.kill()?;
        self.look().await
    }
}

/// Requests that the operator may not make.
fn refused(proxy: &Proxy) -> usize {
    proxy.count(&Filter::all().code(403))
}

/// Makes a fault of a random kind for a few seconds.
async fn trouble(
    random: &mut Random,
    proxy: &Proxy,
    cluster: &Cluster,
    operator: &mut Operator<'_>,
) -> Result<()> {
    let half = Filter::all().path("/namespaces/");
    let seconds = Duration::from_secs(1 + random.below(4));
    let watches = Filter::all().verb("watch");
    let (what, lasts) = match random.below(14) {
        0 => (
            format!("freezes {} watches", proxy.strike(Fault::freeze().on(watches))),
            false,
        ),
        1 => (
            format!("resets {} watches", proxy.strike(Fault::reset().on(watches))),
            false,
        ),
        2 => (
            format!("tells 410 to {} watches", proxy.strike(Fault::watch_error(410))),
            false,
        ),
        3 => (format!("resets {} of all", proxy.strike(Fault::reset())), false),
        4..=8 => {
            let (name, fault) = match random.below(7) {
                0 => ("429", Fault::answer(429).retry_after(1).every(2)),
                1 => ("500", Fault::answer(500).every(2)),
                2 => ("503", Fault::answer(503)),
                3 => ("resets", Fault::reset().every(3)),
                4 => ("answers lost", Fault::lost_answer().every(5).times(20)),
                5 => ("requests lost", Fault::silence().every(5).times(20)),
                _ => ("broken answers", Fault::truncate(60).every(3)),
            };
            proxy.fault(fault.on(half));
            (name.to_owned(), true)
        }
        9 | 10 => {
            proxy.fault(Fault::delay(Duration::from_millis(50 + random.below(400))));
            proxy.fault(Fault::pace(20_000 + random.below(200_000)));
            ("a slow network".to_owned(), true)
        }
        11 => {
            proxy.partition();
            ("a partition".to_owned(), true)
        }
        12 => {
            operator.kill().await?;
            ("the operator is killed".to_owned(), false)
        }
        _ => {
            let before = refused(proxy);
            let outage = cluster.interrupt(Part::ApiServer).await?;
            tokio::time::sleep(seconds).await;
            outage.over().await?;
            // An API server that is starting refuses everybody until it has read the roles.
            operator.refused_by_starting += refused(proxy) - before;
            ("the API server is killed".to_owned(), false)
        }
    };
    if lasts {
        eprintln!("  {what}, for {seconds:?}");
        tokio::time::sleep(seconds).await;
        proxy.heal();
    } else {
        eprintln!("  {what}");
    }
    Ok(())
}

/// Changes a few objects: sizes, deletions, new ones; and children by hand. Past the proxy, so it always works.
async fn change(random: &mut Random, test: &Sandbox, objects: u64) -> Result<()> {
    for _ in 0..objects / 20 {
        let name = name(i32::try_from(random.below(objects)).unwrap_or_default());
        let size = 1 + i32::try_from(random.below(9)).unwrap_or_default();
        let changed = match random.below(10) {
            0 => test.delete::<Memcached>(&name).await,
            1 => {
                let api = test.api::<kopr::k8s_openapi::api::apps::v1::Deployment>();
                let deleted = api.delete(&name, &DeleteParams::background()).await;
                deleted.map(drop).map_err(Into::into)
            }
            _ => {
                let spec = json!({ "spec": { "size": size } });
                test.patch::<Memcached>(&name, spec).await.map(drop)
            }
        };
        if changed.is_err() {
            // It was deleted before, or is just going.
            let _ = test.create(memcached(&name, size)).await;
        }
    }
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
#[ignore = "it takes ten minutes; see the book's page on testing"]
async fn soak() -> Result<()> {
    let objects = setting("KOPR_SOAK_OBJECTS", 2000);
    let minutes = setting("KOPR_SOAK_MINUTES", 10);
    let now = std::time::SystemTime::now().duration_since(std::time::UNIX_EPOCH);
    let seed = setting("KOPR_SOAK_SEED", now.map_or(0, |now| now.as_secs()));
    eprintln!("KOPR_SOAK_OBJECTS={objects} KOPR_SOAK_MINUTES={minutes} KOPR_SOAK_SEED={seed}");
    let mut random = Random(seed);
    // With its garbage collector: what has lost its owner must go.
    let cluster = start(&Options::ephemeral().with_audit_log().with_controller_manager()).await?;
    let proxy = Proxy::start(&cluster).await?;
    let test = Sandbox::builder(memcached_operator::operator(), "deploy")
        .through(&proxy)
        .patience(Duration::from_mins(2))
        .install()
        .await?;
    let mut operator = Operator::start(&test)?;
    let begun = Instant::now();
    make(&test, 0..i32::try_from(objects).unwrap_or(i32::MAX)).await?;
    converged(&test, Duration::from_mins(5)).await?;
    eprintln!("{objects} objects after {:.1?}", begun.elapsed());

    let (begun, end) = (Instant::now(), Duration::from_secs(60 * minutes));
    let mut samples = Vec::new();
    while begun.elapsed() < end {
        change(&mut random, &test, objects).await?;
        trouble(&mut random, &proxy, &cluster, &mut operator).await?;
        operator.look().await?;
        tokio::time::sleep(Duration::from_millis(500 + random.below(3000))).await;
        let kib = resident(operator.program.pid())?;
        eprintln!(
            "{:>5.0?} {:>7} KiB, {} starts",
            begun.elapsed(),
            kib,
            operator.starts
        );
        samples.push((operator.starts, kib));
    }
    proxy.heal();
    let begun = Instant::now();
    let until = begun + Duration::from_mins(5);
    let left = loop {
        operator.look().await?;
        match converged(&test, Duration::from_secs(5)).await {
            Ok(left) => break left,
            Err(error) if Instant::now() > until => {
                eprintln!("{}", operator.program.log());
                return Err(error);
            }
            Err(_) => {}
        }
    };
    eprintln!(
        "{left} objects converged {:.1?} after the last fault",
        begun.elapsed()
    );
    let refused = refused(&proxy) - operator.refused_by_starting;
    let pods = test.api::<Pod>().list(&ListParams::default().limit(1)).await?;
    eprintln!(
        "{} requests, {} writes, {refused} refused; there are pods: {}",
        proxy.seen(),
        proxy.count(&writes()),
        !pods.items.is_empty(),
    );
    assert_eq!(refused, 0, "an operator that may not do what it does");

    // At rest it is at rest.
    tokio::time::sleep(Duration::from_secs(2)).await;
    let mark = proxy.seen();
    tokio::time::sleep(Duration::from_secs(10)).await;
    let at_rest = proxy.count_since(
        mark,
        &Filter::all().writes().path(&format!("/{}/", test.namespace())),
    );
    eprintln!("{at_rest} writes in 10 s at rest");

    // Memory of the program that ran last, from its first half to its second.
    let of_last: Vec<u64> = samples
        .iter()
        .filter(|(starts, _)| *starts == operator.starts)
        .map(|(_, kib)| *kib)
        .collect();
    let (early, late) = of_last.split_at(of_last.len() / 2);
    let peak = |samples: &[u64]| samples.iter().copied().max().unwrap_or_default();
    eprintln!(
        "memory of the last start: at most {} KiB, then {} KiB",
        peak(early),
        peak(late)
    );
    if of_last.len() >= 20 {
        assert!(peak(late) < peak(early) * 3 / 2, "memory grows: {of_last:?}");
    }
    test.discard().await
}
