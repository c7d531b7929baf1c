//! The queue of one controller.
//!
//! An object is in the queue at most once and runs at most once at a time; what happens to it while it
//! runs makes it dirty and runs it again afterwards. Failures are counted per object.

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use tokio::sync::Notify;
use tokio::time::{Instant, sleep_until};

use super::raw::Key;

/// First pause after a failure; each further one doubles it.
const BACKOFF_MIN: Duration = Duration::from_millis(250);
/// Longest pause between tries.
const BACKOFF_MAX: Duration = Duration::from_mins(5);

/// The queue of one controller.
#[derive(Default)]
pub(crate) struct Queue {
    state: Mutex<State>,
    changed: Notify,
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
    failures: BTreeMap<Key, u32>,
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
    /// A failure: run again after that time, or else after a pause that grows with each failure.
    Failed(Option<Duration>),
    /// A failure that is not tried again before something changes.
    GiveUp,
}

impl Queue {
    fn state(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Adds a key that something happened to.
    pub(crate) fn add(&self, key: Key) {
        self.state().add(key);
        self.changed.notify_one();
    }

    /// Workers are there from now on: what came in before has not waited for them until now.
    pub(crate) fn open(&self) {
        let mut state = self.state();
        state.open = true;
        let now = Instant::now();
        state.queued.values_mut().for_each(|since| *since = now);
    }

    /// The next key to run and how long it has waited; `None` once the queue is closed.
    pub(crate) async fn next(&self) -> Option<(Key, Duration)> {
        loop {
            let (found, next) = {
                let mut state = self.state();
                if state.closed {
                    // Another worker may have missed the closing between its look and its wait.
                    self.changed.notify_one();
                    return None;
                }
                state.promote(Instant::now());
                (state.take(), state.by_time.first().map(|(at, _)| *at))
            };
            if let Some((key, waited)) = found {
                // There may be more for other workers.
                self.changed.notify_one();
                return Some((key, waited));
            }
            let changed = self.changed.notified();
            match next {
                Some(at) => {
                    tokio::select! { () = changed => {} () = sleep_until(at) => {} }
                }
                None => changed.await,
            }
        }
    }

    /// Ends the run of a key. Gives the pause before the next try, if there is one.
    pub(crate) fn done(&self, key: &Key, after: After) -> Option<Duration> {
        let mut state = self.state();
        state.running.remove(key);
        let pause = match after {
            After::Done | After::GiveUp => {
                state.failures.remove(key);
                None
            }
            After::In(pause) => {
                state.failures.remove(key);
                Some(pause)
            }
            After::Failed(pause) => {
                let failures = state.failures.entry(key.clone()).or_default();
                *failures += 1;
                Some(pause.unwrap_or_else(|| backoff(*failures, key)))
            }
        };
        if state.dirty.remove(key) {
            // It came in when it became dirty.
            state.adds = state.adds.saturating_sub(1);
            state.add(key.clone());
        } else if let Some(pause) = pause {
            state.schedule(key.clone(), Instant::now() + pause);
        }
        drop(state);
        self.changed.notify_one();
        pause
    }

    /// Forgets a key: its object is gone.
    pub(crate) fn forget(&self, key: &Key) {
        let mut state = self.state();
        state.failures.remove(key);
        state.unschedule(key);
    }

    /// Failures of a key in a row.
    pub(crate) fn failures(&self, key: &Key) -> u32 {
        self.state().failures.get(key).copied().unwrap_or_default()
    }

    /// The queue as it is now. Nothing waits while no worker is there: a copy that stands by has no work before it.
    pub(crate) fn figures(&self) -> Figures {
        let state = self.state();
        let longest = state.running.values().min();
        Figures {
            depth: if state.open { state.ready.len() } else { 0 },
            adds: state.adds,
            longest: longest.map_or(Duration::ZERO, Instant::elapsed),
        }
    }

    /// Ends the queue: workers stop after the run that they are in.
    pub(crate) fn close(&self) {
        self.state().closed = true;
        self.changed.notify_waiters();
        self.changed.notify_one();
    }
}

impl State {
    fn add(&mut self, key: Key) {
        self.unschedule(&key);
        if self.running.contains_key(&key) {
            self.adds += u64::from(self.dirty.insert(key));
        } else if !self.queued.contains_key(&key) {
            self.queued.insert(key.clone(), Instant::now());
            self.ready.push_back(key);
            self.adds += 1;
        }
    }

    fn take(&mut self) -> Option<(Key, Duration)> {
        let key = self.ready.pop_front()?;
        let since = self.queued.remove(&key);
        self.running.insert(key.clone(), Instant::now());
        Some((key, since.map_or(Duration::ZERO, |since| since.elapsed())))
    }

    /// Moves keys whose time has come into the ready list.
    fn promote(&mut self, now: Instant) {
        while let Some((at, key)) = self.by_time.first().cloned()
            && at <= now
        {
            self.by_time.remove(&(at, key.clone()));
            self.due.remove(&key);
            self.add(key);
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
fn backoff(failures: u32, key: &Key) -> Duration {
    let base = BACKOFF_MIN
        .saturating_mul(2_u32.saturating_pow(failures.saturating_sub(1).min(20)))
        .min(BACKOFF_MAX);
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

    fn key(name: &str) -> Key {
        Key::new(Some("n"), name)
    }

    async fn next(queue: &Queue) -> Option<String> {
        tokio::time::timeout(Duration::from_millis(20), queue.next())
            .await
            .ok()
            .flatten()
            .map(|(key, _)| key.name.to_string())
    }

    #[tokio::test(start_paused = true)]
    async fn one_run_at_a_time_and_dirty_while_running() {
        let queue = Queue::default();
        queue.add(key("a"));
        queue.add(key("a"));
        queue.add(key("b"));
        assert_eq!(next(&queue).await.as_deref(), Some("a"));
        queue.add(key("a"));
        assert_eq!(next(&queue).await.as_deref(), Some("b"));
        assert_eq!(next(&queue).await, None, "`a` runs already");
        queue.done(&key("a"), After::Done);
        assert_eq!(next(&queue).await.as_deref(), Some("a"), "it was dirty");
        queue.done(&key("a"), After::Done);
        assert_eq!(next(&queue).await, None);
    }

    #[tokio::test(start_paused = true)]
    async fn failures_back_off_and_changes_come_first() {
        let queue = Queue::default();
        queue.add(key("a"));
        next(&queue).await;
        let first = queue.done(&key("a"), After::Failed(None)).unwrap();
        assert_eq!(next(&queue).await, None);
        tokio::time::sleep(first).await;
        assert_eq!(next(&queue).await.as_deref(), Some("a"));
        let second = queue.done(&key("a"), After::Failed(None)).unwrap();
        assert!(second > first);
        assert_eq!(queue.failures(&key("a")), 2);
        queue.add(key("a"));
        assert_eq!(next(&queue).await.as_deref(), Some("a"), "a change does not wait");
        queue.done(&key("a"), After::Done);
        assert_eq!(queue.failures(&key("a")), 0);
    }

    #[tokio::test(start_paused = true)]
    async fn figures_are_those_of_now() {
        let queue = Queue::default();
        let figures = |depth, adds, seconds| Figures {
            depth,
            adds,
            longest: Duration::from_secs(seconds),
        };
        queue.open();
        for name in ["a", "a", "b"] {
            queue.add(key(name));
        }
        assert_eq!(queue.figures(), figures(2, 2, 0), "`a` was in already");
        queue.next().await;
        tokio::time::advance(Duration::from_secs(3)).await;
        queue.next().await;
        tokio::time::advance(Duration::from_secs(4)).await;
        assert_eq!(queue.figures(), figures(0, 2, 7), "`a` has run for longest");
        for name in ["a", "a"] {
            queue.add(key(name));
        }
        assert_eq!(queue.figures(), figures(0, 3, 7), "once more, after its run");
        queue.done(&key("a"), After::Done);
        assert_eq!(queue.figures(), figures(1, 3, 4), "and now it waits");
    }

    #[tokio::test(start_paused = true)]
    async fn nothing_waits_before_there_are_workers() {
        let queue = Queue::default();
        queue.add(key("a"));
        tokio::time::sleep(Duration::from_hours(1)).await;
        assert_eq!(queue.figures().depth, 0);
        queue.open();
        assert_eq!(queue.figures().depth, 1);
        tokio::time::sleep(Duration::from_secs(1)).await;
        let (_, waited) = queue.next().await.unwrap();
        assert_eq!(waited, Duration::from_secs(1));
    }

    #[tokio::test(start_paused = true)]
    async fn a_closed_queue_ends_its_workers() {
        let queue = Queue::default();
        queue.add(key("a"));
        queue.close();
        assert!(queue.next().await.is_none());
    }

    #[test]
    fn pauses_grow_to_a_limit_and_differ_between_objects() {
        assert!(backoff(1, &key("a")) >= BACKOFF_MIN);
        assert!(backoff(100, &key("a")) <= BACKOFF_MAX.mul_f64(1.25));
        assert_ne!(backoff(3, &key("a")), backoff(3, &key("b")));
    }
}
