//! One controller: permissions first, then stores, then workers.

use std::panic::AssertUnwindSafe;
use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use futures::FutureExt;
use futures::future::join_all;
use tracing::Instrument;

use super::core::{Core, Running};
use super::metrics::Ended;
use super::queue::After;
use super::raw::{Key, Raw};
use super::run::Run;
use super::{class, finalizer, permissions, status, watches};
use crate::controller::RegisteredHandler;
use crate::error::{Error, Result, Retry};

/// Reconciles of one controller that may run at the same time.
const WORKERS: usize = 16;
/// Pause before the permissions are asked for again; it doubles up to [`RECHECK_MAX`].
const RECHECK_MIN: Duration = Duration::from_secs(1);
const RECHECK_MAX: Duration = Duration::from_secs(30);
/// Conflicts in a row that are no news; one that stays is an error like others.
const CONFLICTS: u32 = 3;

/// Gets a controller to work, once this copy leads.
pub(crate) async fn run(core: Arc<Core>, index: usize) {
    let Some(controller) = core.controllers.get(index) else {
        return;
    };
    allowed(&core, controller).await;
    core.leadership.make_eligible();
    for id in &controller.watches {
        watches::start(&core, id);
    }
    let stores = controller
        .watches
        .iter()
        .filter_map(|id| core.watches.get(id))
        .map(|entry| &entry.store);
    join_all(stores.map(|store| store.ready())).await;
    controller.ready.store(true, Ordering::SeqCst);
    core.metrics.started(&controller.name, WORKERS);
    core.leadership.leads().await;
    controller.queue.open();
    tracing::info!(controller = controller.name, kind = controller.kind.kind, "works");
    for _ in 0..WORKERS {
        core.spawn_worker(worker(Arc::clone(&core), index));
    }
}

/// Waits until every declared rule is granted. What is missing is named, each time it changes.
async fn allowed(core: &Core, controller: &Running) {
    let mut pause = RECHECK_MIN;
    let mut named = Vec::new();
    loop {
        match permissions::missing(&core.client, &controller.rules, &core.namespaces).await {
            Ok(missing) => {
                core.metrics.missing(&controller.name, missing.len());
                if missing.is_empty() {
                    return;
                }
                if missing != named {
                    for missing in &missing {
                        tracing::error!(controller = controller.name, "{missing}");
                    }
                    named = missing;
                    pause = RECHECK_MIN;
                }
            }
            Err(error) => {
                tracing::error!(
                    controller = controller.name,
                    "the permissions cannot be asked for: {error}"
                );
            }
        }
        tokio::time::sleep(pause).await;
        pause = (pause * 2).min(RECHECK_MAX);
    }
}

async fn worker(core: Arc<Core>, index: usize) {
    let Some(controller) = core.controllers.get(index) else {
        return;
    };
    while let Some((key, waited)) = controller.queue.next().await {
        core.metrics.begin(&controller.name, waited);
        let started = Instant::now();
        let span = tracing::info_span!(
            "reconcile",
            controller = controller.name,
            kind = controller.kind.kind,
            namespace = key.namespace.as_deref(),
            name = &*key.name,
        );
        let (ended, after) = reconcile(&core, index, controller, &key)
            .instrument(span.clone())
            .await;
        let pause = controller.queue.done(&key, after);
        core.metrics.end(&controller.name, ended, started.elapsed());
        if let (Ended::Error | Ended::Panic, Some(pause)) = (ended, pause) {
            span.in_scope(|| {
                tracing::debug!(failures = controller.queue.failures(&key), "again in {pause:.1?}");
            });
        }
    }
}

/// One run for one object, and what comes after it.
async fn reconcile(core: &Arc<Core>, index: usize, controller: &Running, key: &Key) -> (Ended, After) {
    let Some(object) = class::primary(core, index, controller, key) else {
        controller.queue.forget(key);
        core.reads
            .settle(&(index, key.clone()), &std::collections::BTreeSet::new());
        return (Ended::Success, After::Done);
    };
    match AssertUnwindSafe(step(core, index, controller, object))
        .catch_unwind()
        .await
    {
        Ok(Ok(None)) => (Ended::Success, After::Done),
        Ok(Ok(Some(after))) => (Ended::RequeueAfter, After::In(after)),
        Ok(Err(error)) => failed(controller, key, &error),
        Err(panic) => {
            let text = panic
                .downcast_ref::<String>()
                .map(String::as_str)
                .or_else(|| panic.downcast_ref::<&str>().copied())
                .unwrap_or("without a text");
            tracing::error!("the handler panicked: {text}");
            (Ended::Panic, After::Failed(None))
        }
    }
}

fn failed(controller: &Running, key: &Key, error: &Error) -> (Ended, After) {
    let failures = controller.queue.failures(key) + 1;
    match error.retry() {
        Retry::Never => {
            tracing::error!("failed, not tried again before the object changes: {error}");
            (Ended::Terminal, After::GiveUp)
        }
        Retry::After(after) => {
            tracing::warn!(failures, "failed, again in {after:?}: {error}");
            (Ended::Error, After::Failed(Some(after)))
        }
        // Somebody else changed the object, and the watch is about to say so.
        Retry::Backoff if failures <= CONFLICTS && is_conflict(error) => {
            tracing::debug!("a conflict, again soon: {error}");
            (Ended::RequeueAfter, After::Failed(None))
        }
        Retry::Backoff => {
            tracing::warn!(failures, "failed: {error}");
            (Ended::Error, After::Failed(None))
        }
    }
}

/// 409 is also the answer to making what is there already, which does not pass by waiting.
fn is_conflict(error: &Error) -> bool {
    error
        .api()
        .is_some_and(|status| status.code == 409 && status.reason == "Conflict")
}

/// Cleanup for an object that is going, else reconcile; the finalizer around both.
async fn step(
    core: &Arc<Core>,
    index: usize,
    controller: &Running,
    object: Arc<Raw>,
) -> Result<Option<Duration>> {
    let held = finalizer::holds(core, &object);
    match (&controller.cleanup, object.deleting) {
        (Some(cleanup), true) if held => {
            let after = call(core, index, cleanup, Arc::clone(&object)).await?;
            if after.is_none() {
                finalizer::remove(core, index, &object).await?;
            }
            Ok(after)
        }
        (_, true) => Ok(None),
        (Some(_), false) if !held => match finalizer::add(core, index, &object).await? {
            Some(object) => call(core, index, &controller.reconcile, object).await,
            None => Ok(None),
        },
        (_, false) => call(core, index, &controller.reconcile, object).await,
    }
}

/// Calls a handler, then writes its status and settles what it has read, however it ended.
async fn call(
    core: &Arc<Core>,
    index: usize,
    handler: &RegisteredHandler,
    object: Arc<Raw>,
) -> Result<Option<Duration>> {
    let run = Arc::new(Run::new(Arc::clone(core), index, Arc::clone(&object)));
    let outcome = handler.handler.call(Arc::clone(&run)).await;
    core.reads.settle(&(index, object.key.clone()), &run.take_reads());
    let written = match run.take_status() {
        Some(pending) => status::flush(core, index, &object, pending, outcome.is_ok()).await,
        None => Ok(()),
    };
    // The handler's own error comes first; it is the cause.
    let action = outcome?;
    written?;
    Ok(action.after())
}
