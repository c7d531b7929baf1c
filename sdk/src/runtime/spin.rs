//! Objects that run round and round: by their own writes, or because two writers undo each other's.
//!
//! A run that writes, or that comes back at once, fills a bucket that empties slowly. Once it is full the object
//! is slowed down, more and more for as long as that goes on. Runs that write nothing do not count: they only follow
//! what others do. Pure, but for the clock that is given.

use std::collections::BTreeMap;
use std::time::Duration;

use tokio::time::Instant;

use super::raw::Key;

/// Runs until an object is slowed down.
const FULL: f64 = 60.0;
/// Runs a second that are none too many for ever.
const LEAK: f64 = 0.2;
/// Runs after which the pause between two doubles.
const RUNS: u32 = 10;
/// The first pause, and the longest.
const PAUSE: (Duration, Duration) = (Duration::from_secs(1), Duration::from_secs(30));
/// Objects that have been quiet for so long, and twice their pause, are as every other.
const QUIET: Duration = Duration::from_secs(30);

/// All objects that have run lately and did something.
#[derive(Default)]
pub(crate) struct Spins {
    by_key: BTreeMap<Key, Spin>,
    /// Those that may be running round and round, with what made them run last.
    suspects: BTreeMap<Key, Option<String>>,
}

struct Spin {
    level: f64,
    at: Instant,
    /// When the bucket began to fill, and the runs since.
    since: Instant,
    runs: u32,
    /// Set once it is slowed down.
    slow: Option<Slow>,
}

#[derive(Clone, Copy)]
struct Slow {
    pause: Duration,
    /// Runs with that pause.
    runs: u32,
    until: Instant,
}

/// An object was found to run round and round.
#[derive(Clone, Debug)]
pub(crate) struct Heat {
    /// So many runs that did something.
    pub(crate) runs: u32,
    /// Within that time.
    pub(crate) within: Duration,
    /// What made it run last.
    pub(crate) why: Option<String>,
}

impl Spins {
    /// A run has ended; `busy` is whether it did something or comes back at once. Gives something when that is found
    /// to go round and round.
    pub(crate) fn ran(&mut self, key: &Key, busy: bool, now: Instant) -> Option<Heat> {
        if !busy {
            // It is not over: of two writers that undo each other's changes, each second run may have nothing to do.
            return None;
        }
        let spin = self.by_key.entry(key.clone()).or_insert(Spin {
            level: 0.0,
            at: now,
            since: now,
            runs: 0,
            slow: None,
        });
        spin.leak(now);
        spin.at = now;
        spin.level += 1.0;
        spin.runs += 1;
        let mut heat = None;
        match &mut spin.slow {
            Some(slow) => {
                slow.runs += 1;
                if slow.runs >= RUNS {
                    (slow.pause, slow.runs) = ((slow.pause * 2).min(PAUSE.1), 0);
                }
                slow.until = now + slow.pause;
            }
            None if spin.level >= FULL => {
                spin.slow = Some(Slow {
                    pause: PAUSE.0,
                    runs: 0,
                    until: now + PAUSE.0,
                });
                heat = Some(Heat {
                    runs: spin.runs,
                    within: now - spin.since,
                    why: self.suspects.get(key).cloned().flatten(),
                });
            }
            None if spin.level >= FULL / 2.0 => {
                self.suspects.entry(key.clone()).or_default();
            }
            None => {
                self.suspects.remove(key);
            }
        }
        heat
    }

    /// Until when an object that was slowed down has to wait.
    pub(crate) fn held(&self, key: &Key, now: Instant) -> Option<Instant> {
        if self.suspects.is_empty() {
            return None;
        }
        let until = self.by_key.get(key)?.slow?.until;
        (until > now).then_some(until)
    }

    /// Whether it is worth noting what makes an object run, and what its runs do.
    pub(crate) fn suspects(&self, key: &Key) -> bool {
        self.suspects.contains_key(key)
    }

    /// What makes an object run, if that is worth noting.
    pub(crate) fn because(&mut self, key: &Key, why: impl FnOnce() -> String) {
        if let Some(known) = self.suspects.get_mut(key) {
            *known = Some(why());
        }
    }

    /// An object is gone.
    pub(crate) fn forget(&mut self, key: &Key) {
        self.by_key.remove(key);
        self.suspects.remove(key);
    }

    /// Forgets all that are quiet.
    pub(crate) fn tidy(&mut self, now: Instant) {
        self.by_key.retain(|_, spin| {
            spin.leak(now);
            spin.slow.is_some() || spin.level > 0.0
        });
        let Self { by_key, suspects } = self;
        suspects.retain(|key, _| by_key.contains_key(key));
    }
}

impl Spin {
    fn leak(&mut self, now: Instant) {
        let quiet = now.saturating_duration_since(self.at);
        match self.slow {
            // Slowed down, the bucket would empty of itself, and all would begin anew.
            Some(slow) if quiet < slow.pause * 2 + QUIET => {}
            Some(_) => (self.slow, self.level) = (None, 0.0),
            None => self.level = (self.level - quiet.as_secs_f64() * LEAK).max(0.0),
        }
        if self.level <= 0.0 {
            (self.since, self.runs) = (now, 0);
        }
        if self.slow.is_none() {
            self.at = now;
        }
    }
}
