//! The queue of one controller.
//!
//! An object is in the queue at most once and runs at most once at a time; what happens to it while it
//! runs makes it dirty and runs it again afterwards. Failures are counted per object. One that runs round and
//! round is slowed down ([`spin`](super::spin)).

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::sync::Notify;
use tokio::time::Instant;

use super::clock::Clock;
use super::failure::{Failures, Pause};
use super::raw::Key;
use super::spin::{Heat, Spins};

/// A run that asks to come back sooner than that comes back at once.
const AT_ONCE: Duration = Duration::from_millis(100);

/// The queue of one controller.
pub(crate) struct Queue {
    state: Mutex<State>,
    changed: Notify,
    /// First pause after a failure, and the longest.
    backoff: (Duration, Duration),
    clock: Clock,
}

#[derive(Default)]
struct State {
    ready: VecDeque<Key>,
    /// Keys in `ready`, with when they came in.
    queued: BTreeMap<Key, Instant>,
    /// Keys that run, with since when.
    running: BTreeMap<Key, Instant>,
    dirty: BTreeSet<Key>,
    due: BTreeMap<Key, Instant>,
    by_time: BTreeSet<(Instant, Key)>,
    failures: BTreeMap<Key, Failures>,
    spins: Spins,
    adds: u64,
    /// Whether workers are there; before, nothing waits for them.
    open: bool,
    closed: bool,
}

/// What the metrics say about a queue.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Figures {
    /// Keys that wait to run now, without those that wait for their time.
    pub(crate) depth: usize,
    /// Keys that came in since the start; one that was in already does not count.
    pub(crate) adds: u64,
    /// How long the longest run has been going.
    pub(crate) longest: Duration,
}

/// What to do with a key after its run.
#[derive(Clone, Copy, Debug)]
pub(crate) enum After {
    /// Nothing until it changes.
    Done,
    /// Run again after that time.
    In(Duration),
    /// A failure: run again after a pause. `passes` is whether it was one that passes by itself.
    Failed { pause: Pause, passes: bool },
    /// A failure that is not tried again before something changes.
    GiveUp,
}

/// A key that is to run.
#[derive(Debug)]
pub(crate) struct Taken {
    pub(crate) key: Key,
    /// How long it has waited.
    pub(crate) waited: Duration,
    /// Whether it may be running round and round, so that it is worth noting what a run does.
    pub(crate) suspect: bool,
}

/// What the end of a run leads to.
#[derive(Debug, Default)]
pub(crate) struct Done {
    /// The pause before the next run, if there is one for sure.
    pub(crate) pause: Option<Duration>,
    /// Set when the key is found to run round and round.
    pub(crate) heat: Option<Heat>,
}

impl Queue {
    /// A queue with that pause after a first failure, and that one at most.
    pub(crate) fn new(backoff: (Duration, Duration), clock: Clock) -> Self {
        Self {
            state: Mutex::default(),
            changed: Notify::new(),
            backoff,
            clock,
        }
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Adds a key that something happened to. What it was is only asked for where it is worth noting.
    pub(crate) fn add(&self, key: Key, why: impl FnOnce() -> String) {
        let mut state = self.state();
        state.spins.because(&key, why);
        state.add(key, self.clock.instant());
        drop(state);
        self.changed.notify_one();
    }

    /// Workers are there from now on: what came in before has not waited for them until now.
    pub(crate) fn open(&self) {
        let mut state = self.state();
        state.open = true;
        let now = self.clock.instant();
        state.queued.values_mut().for_each(|since| *since = now);
    }

    /// The next key to run; `None` once the queue is closed.
    pub(crate) async fn next(&self) -> Option<Taken> {
        loop {
            let (found, next) = {
                let mut state = self.state();
                if state.closed {
                    // Another worker may have missed the closing between its look and its wait.
                    self.changed.notify_one();
                    return None;
                }
                let now = self.clock.instant();
                state.promote(now);
                (state.take(now), state.by_time.first().map(|(at, _)| *at))
            };
            if found.is_some() {
                self.clock.begin_run();
                // There may be more for other workers.
                self.changed.notify_one();
                return found;
            }
            let changed = self.changed.notified();
            match next {
                Some(at) => {
                    tokio::select! { () = changed => {} () = self.clock.sleep_until(at) => {} }
                }
                None => changed.await,
            }
        }
    }

    /// Ends the run of a key. `wrote` is whether it wrote anything.
    pub(crate) fn done(&self, key: &Key, after: After, wrote: bool) -> Done {
        let mut state = self.state();
        state.running.remove(key);
        let failed = matches!(after, After::Failed { .. });
        let mut pause = match after {
            After::Done | After::GiveUp => {
                state.failures.remove(key);
                None
            }
            After::In(pause) => {
                state.failures.remove(key);
                Some(pause)
            }
            After::Failed { pause, passes } => {
                let failures = state.failures.entry(key.clone()).or_default();
                *failures = failures.and(passes);
                let grown = backoff(failures.all, key, self.backoff);
                Some(match pause {
                    Pause::Grows => grown,
                    Pause::AtLeast(least) => grown.max(least),
                    Pause::For(time) => time,
                })
            }
        };
        let dirty = state.dirty.remove(key);
        // A run that did something, or that is at once followed by another for no good reason.
        let again = dirty && failed || !failed && pause.is_some_and(|pause| pause < AT_ONCE);
        let now = self.clock.instant();
        let heat = state.spins.ran(key, wrote || again, now);
        if let Some(until) = state.spins.held(key, now) {
            pause = pause.map(|pause| pause.max(until - now));
        }
        if dirty {
            // It came in when it became dirty.
            state.adds = state.adds.saturating_sub(1);
            state.add(key.clone(), now);
        } else if let Some(pause) = pause {
            state.schedule(key.clone(), now + pause);
        }
        drop(state);
        self.clock.end_run();
        self.changed.notify_one();
        Done { pause, heat }
    }

    /// Forgets a key: its object is gone.
    pub(crate) fn forget(&self, key: &Key) {
        let mut state = self.state();
        state.failures.remove(key);
        state.spins.forget(key);
        state.unschedule(key);
    }

    /// Failures of a key in a row.
    pub(crate) fn failures(&self, key: &Key) -> Failures {
        self.state().failures.get(key).copied().unwrap_or_default()
    }

    /// The queue as it is now. Nothing waits while no worker is there: a copy that stands by has no work before it.
    pub(crate) fn figures(&self) -> Figures {
        let mut state = self.state();
        state.spins.tidy(self.clock.instant());
        let longest = state.running.values().min();
        Figures {
            depth: if state.open { state.ready.len() } else { 0 },
            adds: state.adds,
            longest: longest.map_or(Duration::ZERO, |since| self.clock.since(*since)),
        }
    }

    /// How long all of so many workers have been in one run each, if keys wait meanwhile.
    pub(crate) fn stuck(&self, workers: usize) -> Option<Duration> {
        let state = self.state();
        let all = state.running.len() >= workers && !state.ready.is_empty();
        let youngest = state.running.values().max().filter(|_| all);
        youngest.map(|since| self.clock.since(*since))
    }

    /// Ends the queue: workers stop after the run that they are in.
    pub(crate) fn close(&self) {
        self.state().closed = true;
        self.changed.notify_waiters();
        self.changed.notify_one();
    }
}

impl State {
    fn add(&mut self, key: Key, now: Instant) {
        if self.running.contains_key(&key) {
            self.adds += u64::from(self.dirty.insert(key));
        } else if let Some(until) = self.spins.held(&key, now) {
            self.schedule(key, until);
        } else if !self.queued.contains_key(&key) {
            self.unschedule(&key);
            self.queued.insert(key.clone(), now);
            self.ready.push_back(key);
            self.adds += 1;
        }
    }

    fn take(&mut self, now: Instant) -> Option<Taken> {
        let key = self.ready.pop_front()?;
        let since = self.queued.remove(&key);
        self.running.insert(key.clone(), now);
        Some(Taken {
            suspect: self.spins.suspects(&key),
            waited: since.map_or(Duration::ZERO, |since| now.saturating_duration_since(since)),
            key,
        })
    }

    /// Moves keys whose time has come into the ready list.
    fn promote(&mut self, now: Instant) {
        while let Some((at, key)) = self.by_time.first().cloned()
            && at <= now
        {
            self.by_time.remove(&(at, key.clone()));
            self.due.remove(&key);
            self.add(key, now);
        }
    }

    fn schedule(&mut self, key: Key, at: Instant) {
        self.unschedule(&key);
        self.due.insert(key.clone(), at);
        self.by_time.insert((at, key));
    }

    fn unschedule(&mut self, key: &Key) {
        if let Some(at) = self.due.remove(key) {
            self.by_time.remove(&(at, key.clone()));
        }
    }
}

/// The pause after that many failures in a row, spread by up to a quarter: objects that failed together
/// (the API server was away) shall not come back together. The spread follows from the key and the
/// count, so that no randomness is needed.
fn backoff(failures: u32, key: &Key, (first, longest): (Duration, Duration)) -> Duration {
    let base = first
        .saturating_mul(2_u32.saturating_pow(failures.saturating_sub(1).min(20)))
        .min(longest);
    let mut hash: u32 = 0x811c_9dc5 ^ failures;
    for byte in key
        .name
        .bytes()
        .chain(key.namespace.iter().flat_map(|namespace| namespace.bytes()))
    {
        hash = (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193);
    }
    base.mul_f64(1.0 + f64::from(hash % 1000) / 4000.0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::controller::Limits;

    fn key(name: &str) -> Key {
        Key::new(Some("n"), name)
    }

    /// As every controller has it unless it says otherwise.
    fn queue() -> Queue {
        Queue::new(Limits::default().backoff, Clock::default())
    }

    const FAILED: After = After::Failed {
        pause: Pause::Grows,
        passes: false,
    };

    fn add(queue: &Queue, key: Key) {
        queue.add(key, String::new);
    }

    async fn next(queue: &Queue) -> Option<String> {
        tokio::time::timeout(Duration::from_millis(20), queue.next())
            .await
            .ok()
            .flatten()
            .map(|taken| taken.key.name.to_string())
    }

    #[tokio::test(start_paused = true)]
    async fn one_run_at_a_time_and_dirty_while_running() {
        let queue = queue();
        add(&queue, key("a"));
        add(&queue, key("a"));
        add(&queue, key("b"));
        assert_eq!(next(&queue).await.as_deref(), Some("a"));
        add(&queue, key("a"));
        assert_eq!(next(&queue).await.as_deref(), Some("b"));
        assert_eq!(next(&queue).await, None, "`a` runs already");
        queue.done(&key("a"), After::Done, false);
        assert_eq!(next(&queue).await.as_deref(), Some("a"), "it was dirty");
        queue.done(&key("a"), After::Done, false);
        assert_eq!(next(&queue).await, None);
    }

    #[tokio::test(start_paused = true)]
    async fn failures_back_off_and_changes_come_first() {
        let queue = queue();
        add(&queue, key("a"));
        next(&queue).await;
        let first = queue.done(&key("a"), FAILED, false).pause.unwrap();
        assert_eq!(next(&queue).await, None);
        tokio::time::sleep(first).await;
        assert_eq!(next(&queue).await.as_deref(), Some("a"));
        let second = queue.done(&key("a"), FAILED, false).pause.unwrap();
        assert!(second > first);
        assert_eq!(queue.failures(&key("a")), Failures { all: 2, own: 2 });
        add(&queue, key("a"));
        assert_eq!(next(&queue).await.as_deref(), Some("a"), "a change does not wait");
        queue.done(&key("a"), After::Done, false);
        assert_eq!(queue.failures(&key("a")), Failures::default());
    }

    #[tokio::test(start_paused = true)]
    async fn figures_are_those_of_now() {
        let queue = queue();
        let figures = |depth, adds, seconds| Figures {
            depth,
            adds,
            longest: Duration::from_secs(seconds),
        };
        queue.open();
        for name in ["a", "a", "b"] {
            add(&queue, key(name));
        }
        assert_eq!(queue.figures(), figures(2, 2, 0), "`a` was in already");
        queue.next().await;
        tokio::time::advance(Duration::from_secs(3)).await;
        queue.next().await;
        tokio::time::advance(Duration::from_secs(4)).await;
        assert_eq!(queue.figures(), figures(0, 2, 7), "`a` has run for longest");
        for name in ["a", "a"] {
            add(&queue, key(name));
        }
        assert_eq!(queue.figures(), figures(0, 3, 7), "once more, after its run");
        queue.done(&key("a"), After::Done, false);
        assert_eq!(queue.figures(), figures(1, 3, 4), "and now it waits");
    }

    #[tokio::test(start_paused = true)]
    async fn nothing_waits_before_there_are_workers() {
        let queue = queue();
        add(&queue, key("a"));
        tokio::time::sleep(Duration::from_hours(1)).await;
        assert_eq!(queue.figures().depth, 0);
        queue.open();
        assert_eq!(queue.figures().depth, 1);
        tokio::time::sleep(Duration::from_secs(1)).await;
        let taken = queue.next().await.unwrap();
        assert_eq!(taken.waited, Duration::from_secs(1));
    }

    #[tokio::test(start_paused = true)]
    async fn a_closed_queue_ends_its_workers() {
        let queue = queue();
        add(&queue, key("a"));
        queue.close();
        assert!(queue.next().await.is_none());
    }

    #[test]
    fn pauses_grow_to_a_limit_and_differ_between_objects() {
        let limits = (Duration::from_secs(1), Duration::from_mins(1));
        let pause = |failures, name| backoff(failures, &key(name), limits);
        for (failures, least) in [(1, 1), (2, 2), (3, 4), (7, 60), (100, 60)] {
            let least = Duration::from_secs(least);
            let found = pause(failures, "a");
            assert!(
                found >= least && found <= least.mul_f64(1.25),
                "{failures}: {found:?}"
            );
        }
        assert_ne!(pause(3, "a"), pause(3, "b"));
    }

    #[tokio::test(start_paused = true)]
    async fn a_pause_is_as_long_as_was_asked_for() {
        let asked = Duration::from_secs(7);
        for (pause, expected) in [
            (Pause::For(Duration::from_millis(1)), Duration::from_millis(1)),
            (Pause::AtLeast(asked), asked),
        ] {
            let queue = queue();
            add(&queue, key("a"));
            next(&queue).await;
            let after = After::Failed { pause, passes: true };
            assert_eq!(queue.done(&key("a"), after, false).pause, Some(expected));
            assert_eq!(queue.failures(&key("a")), Failures { all: 1, own: 0 });
        }
    }

    /// Runs a key that comes back at once for so many seconds; gives how often it ran.
    async fn spin(queue: &Queue, seconds: u64, wrote: bool) -> (u32, Option<Heat>) {
        let (until, mut runs, mut heat) = (Instant::now() + Duration::from_secs(seconds), 0, None);
        add(queue, key("a"));
        while Instant::now() < until
            && let Ok(Some(taken)) = tokio::time::timeout_at(until, queue.next()).await
        {
            runs += 1;
            tokio::time::sleep(Duration::from_millis(10)).await;
            // The change that its own write makes comes during the run, or right after it.
            let during = runs % 2 == 0;
            if during {
                queue.add(key("a"), || "its own write".to_owned());
            }
            let done = queue.done(&taken.key, After::Done, wrote);
            if !during {
                queue.add(key("a"), || "its own write".to_owned());
            }
            heat = heat.or(done.heat);
        }
        (runs, heat)
    }

    #[tokio::test(start_paused = true)]
    async fn an_object_that_runs_round_and_round_is_slowed_down() {
        let spinning = queue();
        let (runs, heat) = spin(&spinning, 600, true).await;
        assert!((80..150).contains(&runs), "{runs} runs in ten minutes");
        let heat = heat.unwrap();
        assert!(
            heat.runs >= 60 && heat.why.as_deref() == Some("its own write"),
            "{heat:?}"
        );
        // Others wait for nothing.
        add(&spinning, key("b"));
        assert_eq!(next(&spinning).await.as_deref(), Some("b"));
        // Once it is quiet, it is as every other.
        tokio::time::sleep(Duration::from_mins(5)).await;
        assert_eq!(next(&spinning).await.as_deref(), Some("a"));
        spinning.done(&key("a"), After::Done, false);
        tokio::time::sleep(Duration::from_mins(5)).await;
        spinning.figures();
        add(&spinning, key("a"));
        assert_eq!(next(&spinning).await.as_deref(), Some("a"));

        let (runs, heat) = spin(&queue(), 10, false).await;
        assert!(
            runs > 900 && heat.is_none(),
            "one that writes nothing only follows changes: {runs}"
        );
    }

    #[tokio::test(start_paused = true)]
    async fn each_second_run_is_enough_to_go_round_and_round() {
        let queue = queue();
        let mut heats = 0;
        for number in 0..400 {
            add(&queue, key("a"));
            let taken = queue.next().await.unwrap();
            let done = queue.done(&taken.key, After::Done, number % 2 == 0);
            heats += u32::from(done.heat.is_some());
            tokio::time::sleep(Duration::from_millis(20)).await;
        }
        assert_eq!(heats, 1, "two writers that undo each other, said once");
    }

    #[tokio::test(start_paused = true)]
    async fn stuck_is_when_all_workers_are_and_others_wait() {
        let queue = queue();
        for name in ["a", "b", "c"] {
            add(&queue, key(name));
        }
        queue.next().await;
        tokio::time::advance(Duration::from_secs(5)).await;
        queue.next().await;
        tokio::time::advance(Duration::from_secs(7)).await;
        assert_eq!(queue.stuck(3), None, "a worker is free");
        assert_eq!(queue.stuck(2), Some(Duration::from_secs(7)));
        queue.next().await;
        assert_eq!(queue.stuck(3), None, "nobody waits");
    }
}
