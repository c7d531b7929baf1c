//! Lists the objects of a kind, then watches them for ever.
//!
//! Everything that comes is passed on in order. A watch that ends is taken up where it ended, as long as the
//! API server still knows that place; else everything is listed again, which also tells what is gone. What to
//! do after an end is decided in [`decide`], without a network.

mod decide;
#[cfg(test)]
mod tests;

use std::hash::{BuildHasher, Hasher, RandomState};
use std::pin::pin;
use std::time::Duration;

use futures::StreamExt;
use kube::Api;
use kube::api::{ListParams, ObjectList, WatchEvent, WatchParams};
use tokio::time::{Instant, timeout};

use self::decide::{Backoff, decide};
pub(crate) use self::decide::{End, Phase};
use super::raw::Watched;
use crate::error::{Error, Result};

/// Objects of one page of a list; client-go's.
const PAGE: u32 = 500;
/// A watch that lived this long worked, even if nothing happened.
const STEADY: Duration = Duration::from_secs(10);
/// A watch that the API server ends earlier, without having said anything, did not work.
const EARLY: Duration = Duration::from_secs(1);

/// The least and the most that a watch may be allowed to be silent.
const IDLE: (Duration, Duration) = (Duration::from_secs(5), Duration::from_mins(10));

/// How long is waited for what.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Limits {
    /// Until a watch begins. The client waits by itself where the API server tells it to.
    pub(crate) answer: Duration,
    /// For a page of a list. The API server gives up after a minute itself.
    pub(crate) page: Duration,
    /// For anything at all on a watch, before a new one is begun. The API server sends a bookmark about once a
    /// minute, as long as its own version moves on.
    pub(crate) idle: Duration,
    /// Until the API server ends a watch; up to a sixth less, so that watches do not end together.
    pub(crate) serve: Duration,
}

impl Default for Limits {
    fn default() -> Self {
        Self {
            answer: Duration::from_mins(1),
            page: Duration::from_secs(90),
            idle: Duration::from_secs(75),
            serve: Duration::from_secs(290),
        }
    }
}

impl Limits {
    /// The usual ones, but for how long a watch may be silent, if that is said. Bookmarks come about once a minute, so
    /// below that a watch ends before it counts as dead, and is begun anew from where it was.
    ///
    /// # Errors
    /// What is no duration, or is too short or too long.
    pub(crate) fn with_idle(idle: Option<&str>) -> Result<Self> {
        let usual = Self::default();
        let Some(text) = idle else { return Ok(usual) };
        let wrong =
            |why: String| Error::message(format!("{} is `{text}`: {why}", kopr_model::env::WATCH_IDLE));
        let idle = text
            .parse::<crate::Duration>()
            .map_err(|error| wrong(error.to_string()))?
            .0;
        if idle < IDLE.0 || idle > IDLE.1 {
            return Err(wrong(format!("between {:?} and {:?} make sense", IDLE.0, IDLE.1)));
        }
        let serve = if idle < usual.idle {
            idle * 4 / 5
        } else {
            usual.serve
        };
        Ok(Self { idle, serve, ..usual })
    }

    /// Silence after which what a watch knows is stale: longer than a watch that works is ever silent.
    pub(crate) fn stale(&self) -> Duration {
        self.idle * 8 / 5
    }
}

/// Who hears of what comes.
pub(crate) trait Sink: Send {
    /// The API server said something.
    fn heard(&mut self);
    /// A list begins.
    fn begin(&mut self);
    /// An object of the list.
    fn listed(&mut self, object: &Watched);
    /// The list is whole: what it did not name is gone.
    fn end(&mut self);
    /// A watch has begun and works so far.
    fn works(&mut self);
    /// An object was made or changed.
    fn put(&mut self, object: &Watched);
    /// An object was deleted.
    fn delete(&mut self, object: &Watched);
    /// A list or a watch failed; it goes on after the pause.
    fn failed(&mut self, end: &End, next: Phase, pause: Duration);
}

/// What is listed and watched.
pub(crate) struct Objects {
    pub(crate) api: Api<Watched>,
    pub(crate) selector: Option<String>,
    pub(crate) limits: Limits,
}

/// Lists and watches for ever.
pub(crate) async fn follow(objects: Objects, sink: &mut impl Sink) {
    let mut phase = Phase::List;
    let mut version = String::new();
    let mut listed: Option<Instant> = None;
    let mut backoff = Backoff::default();
    loop {
        let (end, steady) = match phase {
            Phase::List | Phase::ListWhole => match objects.list(phase, sink).await {
                Ok(at) => {
                    (phase, version, listed) = (Phase::Watch, at, Some(Instant::now()));
                    continue;
                }
                Err(end) => (end, false),
            },
            Phase::Watch => objects.watch(&mut version, sink).await,
        };
        let course = decide(phase, &end);
        let pause = backoff.pause(course, steady, listed.map(|at| at.elapsed()), random());
        if course.fault {
            sink.failed(&end, course.next, pause);
        } else {
            tracing::debug!("a new watch begins: {end}");
        }
        phase = course.next;
        tokio::time::sleep(pause).await;
    }
}

impl Objects {
    /// Lists all objects; gives the version that the list is of.
    async fn list(&self, phase: Phase, sink: &mut impl Sink) -> Result<String, End> {
        let mut params = ListParams {
            label_selector: self.selector.clone(),
            limit: (phase == Phase::List).then_some(PAGE),
            ..ListParams::default()
        };
        sink.begin();
        loop {
            let page = timeout(self.limits.page, self.api.list(&params))
                .await
                .map_err(|_| End::Unanswered)?
                .map_err(End::Failed)?;
            let ObjectList { metadata, items, .. } = page;
            sink.heard();
            // Each object's text goes as soon as it is passed on.
            for object in items {
                sink.listed(&object);
            }
            params.continue_token = metadata.continue_.filter(|token| !token.is_empty());
            if params.continue_token.is_none() {
                let version = metadata.resource_version.filter(|at| !at.is_empty());
                let version = version.ok_or(End::NoVersion)?;
                sink.end();
                return Ok(version);
            }
        }
    }

    /// Watches until the watch ends, and moves `version` along: up to there everything was passed on. Says too
    /// whether the watch worked.
    async fn watch(&self, version: &mut String, sink: &mut impl Sink) -> (End, bool) {
        let begun = Instant::now();
        let params = WatchParams {
            label_selector: self.selector.clone(),
            timeout: Some(self.serve(random())),
            bookmarks: true,
            ..WatchParams::default()
        };
        let events = match timeout(self.limits.answer, self.api.watch(&params, version)).await {
            Ok(Ok(events)) => events,
            Ok(Err(error)) => return (End::Failed(error), false),
            Err(_) => return (End::Unanswered, false),
        };
        let mut events = pin!(events);
        let mut news = false;
        sink.heard();
        sink.works();
        let end = loop {
            let event = match timeout(self.limits.idle, events.next()).await {
                Ok(Some(Ok(event))) => event,
                Ok(Some(Err(error))) => break End::Failed(error),
                Ok(None) => {
                    let early = !news && begun.elapsed() < EARLY;
                    break End::Closed { early };
                }
                Err(_) => break End::Silent,
            };
            sink.heard();
            let at = match &event {
                WatchEvent::Added(object) | WatchEvent::Modified(object) | WatchEvent::Deleted(object) => {
                    object.version().map(str::to_owned)
                }
                WatchEvent::Bookmark(bookmark) => Some(bookmark.metadata.resource_version.clone()),
                WatchEvent::Error(status) => break End::Failed(kube::Error::Api(status.clone())),
            };
            let Some(at) = at.filter(|at| !at.is_empty()) else {
                break End::NoVersion;
            };
            match &event {
                WatchEvent::Added(object) | WatchEvent::Modified(object) => sink.put(object),
                WatchEvent::Deleted(object) => sink.delete(object),
                WatchEvent::Bookmark(_) | WatchEvent::Error(_) => {}
            }
            *version = at;
            news = true;
        };
        (end, news || begun.elapsed() >= STEADY)
    }

    /// Seconds after which the API server shall end the watch.
    fn serve(&self, random: u64) -> u32 {
        let most = self.limits.serve.as_secs().max(1);
        let less = random % (most / 6 + 1);
        u32::try_from(most - less).unwrap_or(u32::MAX)
    }
}

/// The standard library draws the keys of its hashes at random; that is random enough to spread requests.
fn random() -> u64 {
    RandomState::new().build_hasher().finish()
}
