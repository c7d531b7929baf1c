//! The end: what runs is ended, then nothing runs, then the lease is let go.

use std::sync::Arc;
use std::time::Duration;

use tokio::task::{JoinHandle, JoinSet};
use tokio::time::timeout;

use super::core::Core;
use super::leader::Elected;
use crate::error::{Error, Result};

/// How long reconciles that run may take to end once the program is told to stop.
const GRACE: Duration = Duration::from_secs(25);
/// How long those that are cut off may take. They end at their next wait; only what never waits is longer.
const CUT: Duration = Duration::from_secs(1);

/// Told to stop: nothing new begins, and what runs may end. The lease is held meanwhile.
///
/// # Errors
/// The lease was lost before all had ended.
pub(crate) async fn gracefully(
    core: &Arc<Core>,
    starting: Vec<JoinHandle<()>>,
    mut elected: Elected,
) -> Result<()> {
    let mut workers = close(core, starting).await;
    let lost = tokio::select! {
        ended = timeout(GRACE, all(&mut workers)) => {
            if ended.is_err() {
                tracing::warn!("reconciles still run after {GRACE:?} and are cut off");
            }
            None
        }
        lost = elected.lost() => Some(lost),
    };
    let stopped = cut(&mut workers).await;
    core.abort();
    match lost {
        Some(lost) => return Err(lost),
        None if stopped => elected.release().await,
        None => elected.keep(),
    }
    Ok(())
}

/// The lease is lost: everything ends now.
pub(crate) async fn at_once(core: &Arc<Core>, starting: Vec<JoinHandle<()>>, lost: Error) -> Error {
    let mut workers = close(core, starting).await;
    if !cut(&mut workers).await {
        tracing::error!("a reconcile that never waits still runs; it ends with the program");
    }
    core.abort();
    lost
}

/// Nothing new begins. Gives what runs.
async fn close(core: &Arc<Core>, starting: Vec<JoinHandle<()>>) -> JoinSet<()> {
    core.controllers
        .iter()
        .for_each(|controller| controller.queue.close());
    // Controllers that have not got to work yet wait for something else than their queue.
    for task in &starting {
        task.abort();
    }
    for task in starting {
        let _ = task.await;
    }
    core.take_workers()
}

async fn all(workers: &mut JoinSet<()>) {
    while workers.join_next().await.is_some() {}
}

/// Cuts off what still runs; whether all of it has ended.
async fn cut(workers: &mut JoinSet<()>) -> bool {
    timeout(CUT, workers.shutdown()).await.is_ok()
}
