//! One controller: permissions first, then stores, then workers.

use std::collections::BTreeSet;
use std::panic::AssertUnwindSafe;
use std::sync::Arc;
use std::time::{Duration, Instant};

use futures::FutureExt;
use futures::future::join_all;
use tokio::time::timeout;
use tracing::Instrument;

use super::core::{Core, Phase, Running};
use super::events::Event;
use super::failure::{Cause, Failure, Pause, Verdict};
use super::kept::Said;
use super::metrics::Ended;
use super::notes::Notes;
use super::queue::After;
use super::raw::{Key, Raw};
use super::run::Run;
use super::spin::Heat;
use super::{class, finalizer, link, permissions, status, traces, watches};
use crate::Action;
use crate::controller::RegisteredHandler;

/// Pause before the permissions are asked for again; it doubles up to [`RECHECK_MAX`].
const RECHECK_MIN: Duration = Duration::from_secs(1);
const RECHECK_MAX: Duration = Duration::from_secs(30);

/// Gets a controller to work, once this copy leads.
pub(crate) async fn run(core: Arc<Core>, index: usize) {
    let Some(controller) = core.controllers.get(index) else {
        return;
    };
    allowed(&core, controller).await;
    core.leadership.make_eligible();
    controller.enter(Phase::Stores);
    for id in &controller.watches {
        watches::start(&core, id);
    }
    let stores = controller
        .watches
        .iter()
        .filter_map(|id| core.watches.get(id))
        .map(|entry| &entry.store);
    join_all(stores.map(|store| store.ready())).await;
    controller.enter(Phase::Ready);
    core.metrics
        .started(&controller.name, controller.limits.concurrency);
    core.leadership.leads().await;
    controller.queue.open();
    tracing::info!(controller = controller.name, kind = controller.kind.kind, "works");
    for _ in 0..controller.limits.concurrency {
        core.spawn_worker(
            format!("a worker of the controller `{}`", controller.name),
            worker(Arc::clone(&core), index),
        );
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
    while let Some(taken) = controller.queue.next().await {
        let key = taken.key;
        core.metrics.begin(&controller.name, taken.waited);
        let started = Instant::now();
        let span = tracing::info_span!(
            "reconcile",
            controller = controller.name,
            kind = controller.kind.kind,
            namespace = key.namespace.as_deref(),
            name = &*key.name,
        );
        let notes = Arc::new(Notes::new(taken.suspect));
        let (ended, after) = reconcile(&core, index, controller, &key, &notes)
            .instrument(span.clone())
            .await;
        let done = controller.queue.done(&key, after, notes.any());
        core.metrics.end(&controller.name, ended, started.elapsed());
        if let (Ended::Error, Some(pause)) = (ended, done.pause) {
            span.in_scope(|| {
                let failures = controller.queue.failures(&key).all;
                tracing::debug!(failures, "again in {pause:.1?}");
            });
        }
        if let Some(heat) = done.heat {
            slowed(&core, index, controller, &key, (&heat, &notes))
                .instrument(span)
                .await;
        }
    }
}

/// One run for one object, and what comes after it.
async fn reconcile(
    core: &Arc<Core>,
    index: usize,
    controller: &Running,
    key: &Key,
    notes: &Arc<Notes>,
) -> (Ended, After) {
    let Some(object) = class::primary(core, index, controller, key) else {
        controller.queue.forget(key);
        core.reads.settle(&(index, key.clone()), &BTreeSet::new());
        return (Ended::Success, After::Done);
    };
    let step = AssertUnwindSafe(step(core, index, controller, Arc::clone(&object), notes));
    match step.catch_unwind().await {
        Ok(Ok(None)) => (Ended::Success, After::Done),
        Ok(Ok(Some(after))) => (Ended::RequeueAfter, After::In(after)),
        Ok(Err(failure)) => failed(core, index, controller, &object, &failure).await,
        Err(panic) => failed(core, index, controller, &object, &Failure::panic(&*panic)).await,
    }
}

/// Says what has failed, as loud as it is news, and what comes after it.
async fn failed(
    core: &Arc<Core>,
    index: usize,
    controller: &Running,
    object: &Raw,
    failure: &Failure,
) -> (Ended, After) {
    let passes = failure.passes();
    let failures = controller.queue.failures(&object.key).and(passes);
    let verdict = failure.judge(failures, &controller.limits);
    let error = &failure.error;
    match failure.cause {
        Cause::Panic => core.metrics.panicked(&controller.name),
        Cause::DoesNotFit => core.metrics.misfit(&controller.name),
        Cause::Error | Cause::Timeout => {}
    }
    let now = class::primary(core, index, controller, &object.key);
    let there = now.is_some_and(|now| now.uid == object.uid);
    let failures = failures.all;
    if !matches!(verdict, Verdict::Quiet(_)) {
        traces::failed(error);
    }
    let told = there && controller.tells;
    match verdict {
        // Much fails for an object that goes while its handler runs.
        _ if !there && failure.cause != Cause::Panic => {
            tracing::debug!("the object went during a run that failed: {error}");
        }
        Verdict::Quiet(_) => tracing::debug!(failures, "failed, which passes by itself: {error}"),
        Verdict::Again { .. } if failure.cause == Cause::Panic => tracing::error!(failures, "{error}"),
        Verdict::Again {
            pause: Pause::For(after),
            ..
        } => tracing::warn!(failures, "failed, again in {after:?}: {error}"),
        Verdict::Again { .. } => tracing::warn!(failures, "failed: {error}"),
        Verdict::GiveUp { tried } => {
            let tried = tried.map_or_else(String::new, |tried| format!(" {tried} times"));
            tracing::error!("failed{tried}, not tried again before something changes: {error}");
        }
    }
    let note = match verdict {
        Verdict::GiveUp { .. } => Some(format!("{error}; not tried again before something changes")),
        Verdict::Again { told: true, .. } => Some(error.to_string()),
        Verdict::Again { told: false, .. } | Verdict::Quiet(_) => None,
    };
    if let Some(note) = note.filter(|_| told) {
        let event = Event {
            warning: true,
            reason: failure.reason(&verdict),
            note: &note,
        };
        core.tell(controller, object, event).await;
    }
    match verdict {
        Verdict::GiveUp { .. } => (Ended::Terminal, After::GiveUp),
        Verdict::Quiet(pause) if error.api().is_some_and(|status| status.code == 409) => {
            // Somebody else changed the object, and the watch is about to say so.
            (Ended::RequeueAfter, After::Failed { pause, passes })
        }
        Verdict::Quiet(pause) | Verdict::Again { pause, .. } => {
            (Ended::Error, After::Failed { pause, passes })
        }
    }
}

/// Says that an object runs round and round, and why.
async fn slowed(
    core: &Arc<Core>,
    index: usize,
    controller: &Running,
    key: &Key,
    (heat, notes): (&Heat, &Notes),
) {
    core.metrics.slowed(&controller.name);
    let wrote = notes
        .last()
        .unwrap_or_else(|| "nothing, it failed or asked to come back at once".to_owned());
    let why = heat.why.as_deref().unwrap_or("its own wish to come back");
    let note = format!(
        "reconciled {} times in {:.1?}, and slowed down from now on. The last run wrote {wrote}; what made it run was \
         {why}. Either the handler writes something else each time, or two writers undo each other's changes",
        heat.runs, heat.within
    );
    tracing::warn!("{note}");
    if controller.tells
        && let Some(object) = class::primary(core, index, controller, key)
    {
        let event = Event {
            warning: true,
            reason: "ReconcileLoop",
            note: &note,
        };
        core.tell(controller, &object, event).await;
    }
}

/// Cleanup for an object that is going, else reconcile; the finalizer around both.
async fn step(
    core: &Arc<Core>,
    index: usize,
    controller: &Running,
    object: Arc<Raw>,
    notes: &Arc<Notes>,
) -> Result<Option<Duration>, Failure> {
    let held = finalizer::holds(core, &object);
    let cleans = controller.cleanup.is_some() || link::are_made(core, index, controller);
    if cleans && held && object.deleting && object.wishes.skip_cleanup {
        let asked = &core.ours.asked.skip_cleanup;
        let note = format!("let go without its cleanup, as the annotation `{asked}` asks");
        tracing::warn!("{note}");
        if controller.tells {
            let event = Event {
                warning: true,
                reason: "CleanupSkipped",
                note: &note,
            };
            core.tell(controller, &object, event).await;
        }
        finalizer::remove(core, index, &object).await?;
        return Ok(None);
    }
    if object.wishes.paused {
        let what = if held && object.deleting {
            "its cleanup waits"
        } else {
            "it is left as it is"
        };
        tracing::info!("paused by the annotation `{}`: {what}", core.ours.asked.paused);
        return Ok(None);
    }
    match (cleans, object.deleting) {
        (true, true) if held => {
            let after = match &controller.cleanup {
                Some(cleanup) => call(core, index, cleanup, Arc::clone(&object), notes).await?,
                None => None,
            };
            // What is linked goes last, so that the handler finds it still.
            if after.is_none() && link::clear(core, index, controller, &object).await? {
                finalizer::remove(core, index, &object).await?;
            }
            Ok(after)
        }
        (_, true) => Ok(None),
        (true, false) if !held => match finalizer::add(core, index, &object).await? {
            Some(object) => call(core, index, &controller.reconcile, object, notes).await,
            None => Ok(None),
        },
        (_, false) => call(core, index, &controller.reconcile, object, notes).await,
    }
}

/// Calls a handler, then writes its status and settles what it has read, however it ended.
async fn call(
    core: &Arc<Core>,
    index: usize,
    handler: &RegisteredHandler,
    object: Arc<Raw>,
    notes: &Arc<Notes>,
) -> Result<Option<Duration>, Failure> {
    let controller = core.running(index)?;
    let run = Run::new(Arc::clone(core), index, Arc::clone(&object), Arc::clone(notes));
    let run = Arc::new(run);
    let outcome = guarded(handler, &run, controller.limits.timeout).await;
    // One that was cut short has not read all that it would have: what earlier runs read stays.
    if !matches!(&outcome, Err(failure) if matches!(failure.cause, Cause::Panic | Cause::Timeout)) {
        core.reads.settle(&(index, object.key.clone()), &run.take_reads());
    }
    let message;
    let said = match &outcome {
        // After its cleanup an object goes, and its status with it.
        Ok(_) if object.deleting => None,
        Ok(_) => Some(Said::Well),
        Err(failure) => {
            let failures = controller.queue.failures(&object.key).and(failure.passes());
            let verdict = failure.judge(failures, &controller.limits);
            message = failure.message();
            let (reason, message) = (failure.reason(&verdict), message.as_str());
            match verdict {
                Verdict::Quiet(_) => None,
                Verdict::Again { .. } => Some(Said::Retrying { reason, message }),
                Verdict::GiveUp { .. } => Some(Said::Stalled { reason, message }),
            }
        }
    };
    let written = status::flush(core, index, &object, run.take_status(), said, notes).await;
    match (outcome, written) {
        (Ok(action), Ok(())) => Ok(action.after()),
        (Ok(_), Err(error)) => Err(error.into()),
        // The handler's own error comes first; it is the cause.
        (Err(failure), written) => {
            if let Err(error) = written {
                tracing::debug!("after a run that failed: {error}");
            }
            Err(failure)
        }
    }
}

/// Calls a handler, which may panic, and is dropped if it takes too long.
async fn guarded(
    handler: &RegisteredHandler,
    run: &Arc<Run>,
    limit: Option<Duration>,
) -> Result<Action, Failure> {
    let handler = Arc::clone(&handler.handler);
    let run = Arc::clone(run);
    // In here, so that what is no future yet is caught too.
    let running = AssertUnwindSafe(async move { handler.call(run).await }).catch_unwind();
    let ended = match limit {
        Some(limit) => match timeout(limit, running).await {
            Ok(ended) => ended,
            Err(_) => return Err(Failure::timeout(limit)),
        },
        None => running.await,
    };
    match ended {
        Ok(outcome) => Ok(outcome?),
        Err(panic) => Err(Failure::panic(&*panic)),
    }
}
