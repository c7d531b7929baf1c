//! Answers that are none: too many requests, errors, nothing at all, half of one.

use std::time::{Instant, SystemTime};

use kopr::prelude::*;
use kopr::testing::proxy::{Fault, Filter};

use crate::pods::{KIND, applies, behind_proxy, converged, lists, make, observed, watches};

fn between(earlier: SystemTime, later: SystemTime) -> Duration {
    later.duration_since(earlier).unwrap_or_default()
}

/// The API server says when it wants to be asked again, and it is not asked before.
#[tokio::test(flavor = "multi_thread")]
async fn a_retry_after_is_kept() -> Result<()> {
    let (proxy, test) = behind_proxy(Duration::from_secs(30)).await?;
    make(&test, 0..1).await?;
    observed(&test, 0..1).await?;
    proxy.fault(Fault::answer(429).retry_after(3).on(applies()).times(1));
    make(&test, 1..2).await?;
    observed(&test, 1..2).await?;
    let path = "/deployments";
    let tries: Vec<_> = proxy
        .requests()
        .into_iter()
        .filter(|request| request.is_write() && request.path.contains(path))
        .filter(|request| request.path.ends_with("cache-1") || request.path.ends_with(path))
        .skip_while(|request| request.code != Some(429))
        .collect();
    assert_eq!(tries.len(), 2, "{tries:?}");
    let waited = between(tries[0].at, tries[1].at);
    assert!(waited >= Duration::from_secs(3), "{waited:?}");
    assert!(waited < Duration::from_secs(10), "{waited:?}");
    test.discard().await
}

/// A burst of errors is waited out: no error of a user's, no hot loop, everything in place afterwards.
#[tokio::test(flavor = "multi_thread")]
async fn bursts_of_errors_are_waited_out() -> Result<()> {
    let (proxy, test) = behind_proxy(Duration::from_secs(60)).await?;
    for code in [500, 503, 504] {
        let numbers = match code {
            500 => 0..20,
            503 => 20..40,
            _ => 40..60,
        };
        let mark = proxy.seen();
        let objects = Filter::all()
            .writes()
            .path(&format!("/namespaces/{}/", test.namespace()));
        proxy.fault(Fault::answer(code).on(objects.clone()));
        make(&test, numbers.clone()).await?;
        tokio::time::sleep(Duration::from_secs(4)).await;
        let tries = proxy.count_since(mark, &objects.clone().code(code));
        eprintln!("{code}: {tries} tries to write 20 objects within 4 s");
        assert_eq!(tries, proxy.count_since(mark, &objects));
        assert!((20..=240).contains(&tries), "{code}: {tries}");
        proxy.heal();
        observed(&test, numbers).await?;
    }
    assert_eq!(converged(&test, Duration::from_secs(30)).await?, 60);
    test.discard().await
}

/// Answers that never come, and writes of which nobody knows whether they were done: done once more.
#[tokio::test(flavor = "multi_thread")]
async fn answers_that_are_cut_off_or_broken_are_asked_for_again() -> Result<()> {
    let (proxy, test) = behind_proxy(Duration::from_secs(60)).await?;
    // Where the write was done, the watch may tell before it is tried again.
    let faults = [
        (Fault::reset(), 2..=3),
        (Fault::cut(50), 1..=3),
        (Fault::truncate(50), 1..=3),
        (Fault::cut(0), 1..=3),
    ];
    for (number, (fault, wanted)) in (0..).zip(faults) {
        let mark = proxy.seen();
        proxy.fault(fault.clone().on(applies()).times(1));
        make(&test, number..number + 1).await?;
        observed(&test, number..number + 1).await?;
        let tries = proxy.count_since(mark, &applies());
        assert!(wanted.contains(&tries), "{fault:?}: {tries}");
        proxy.heal();
    }
    // Lists: half a list is none, so nothing is taken for deleted.
    let mark = proxy.seen();
    proxy.fault(Fault::truncate(200).on(lists(KIND)).times(1));
    proxy.fault(Fault::cut(200).on(lists(KIND)).times(1));
    assert_eq!(proxy.strike(Fault::watch_error(410).on(watches(KIND))), 1);
    proxy
        .wait_for(mark, &lists(KIND), 3, Duration::from_secs(60))
        .await?;
    make(&test, 4..5).await?;
    observed(&test, 4..5).await?;
    assert_eq!(converged(&test, Duration::from_secs(30)).await?, 5);
    test.discard().await
}

/// A write that is lost on its way, or its answer: given up after a while, and the other objects go on meanwhile.
#[tokio::test(flavor = "multi_thread")]
async fn a_write_without_an_answer_holds_up_no_other_object() -> Result<()> {
    let (proxy, test) = behind_proxy(Duration::from_secs(100)).await?;
    proxy.fault(Fault::silence().on(applies()).times(1));
    proxy.fault(Fault::lost_answer().on(applies()).times(1));
    make(&test, 0..2).await?;
    proxy.wait_for(0, &applies(), 2, Duration::from_secs(20)).await?;
    let begun = Instant::now();
    make(&test, 2..7).await?;
    observed(&test, 2..7).await?;
    assert!(begun.elapsed() < Duration::from_secs(15), "{:?}", begun.elapsed());
    observed(&test, 0..2).await?;
    let passed = begun.elapsed();
    eprintln!("writes without an answer are made good after {passed:.1?}");
    assert!(passed < Duration::from_secs(75), "{passed:?}");
    test.discard().await
}
