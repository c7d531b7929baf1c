//! The clock by which objects come back: the machine's own, which a test can put forward.
//!
//! Waits of the network and of leader election go by the machine's clock alone: the API server does not come along.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use jiff::Timestamp;
use tokio::sync::watch;
use tokio::time::Instant;

/// A clock; its clones are put forward together.
#[derive(Clone, Debug)]
pub(crate) struct Clock {
    ahead: watch::Sender<Duration>,
    /// Runs that are under way, in all queues that go by it.
    runs: Arc<AtomicUsize>,
}

impl Default for Clock {
    fn default() -> Self {
        Self {
            ahead: watch::Sender::new(Duration::ZERO),
            runs: Arc::default(),
        }
    }
}

impl Clock {
    /// Now, for pauses.
    pub(crate) fn instant(&self) -> Instant {
        Instant::now() + *self.ahead.borrow()
    }

    /// How long ago that was by this clock.
    pub(crate) fn since(&self, at: Instant) -> Duration {
        self.instant().saturating_duration_since(at)
    }

    /// Now, for calendars.
    pub(crate) fn now(&self) -> Timestamp {
        let now = Timestamp::now();
        // Past the last year that there is, it stands still.
        now.checked_add(*self.ahead.borrow()).unwrap_or(now)
    }

    /// Waits until that time, which may come sooner than it seems.
    pub(crate) async fn sleep_until(&self, at: Instant) {
        let mut moved = self.ahead.subscribe();
        loop {
            let ahead = *moved.borrow_and_update();
            let Some(at) = at.checked_sub(ahead) else { return };
            tokio::select! {
                () = tokio::time::sleep_until(at) => return,
                // The sender is in here, so that it cannot be gone.
                _ = moved.changed() => {}
            }
        }
    }

    /// A run begins.
    pub(crate) fn begin_run(&self) {
        self.runs.fetch_add(1, Ordering::Relaxed);
    }

    /// A run has ended.
    pub(crate) fn end_run(&self) {
        self.runs.fetch_sub(1, Ordering::Relaxed);
    }

    /// Whether nothing runs just now: what a run asks for counts from its end.
    #[cfg(feature = "testing")]
    pub(crate) fn is_quiet(&self) -> bool {
        self.runs.load(Ordering::Relaxed) == 0
    }

    /// Puts the clock forward.
    #[cfg(any(test, feature = "testing"))]
    pub(crate) fn put_forward(&self, by: Duration) {
        self.ahead.send_modify(|ahead| *ahead = ahead.saturating_add(by));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test(start_paused = true)]
    async fn who_waits_is_woken_when_the_clock_is_put_forward() {
        let clock = Clock::default();
        let begun = Instant::now();
        let at = clock.instant() + Duration::from_hours(2);
        let waits = {
            let clock = clock.clone();
            tokio::spawn(async move { clock.sleep_until(at).await })
        };
        tokio::time::sleep(Duration::from_secs(1)).await;
        clock.put_forward(Duration::from_hours(1));
        tokio::time::sleep(Duration::from_secs(1)).await;
        assert!(!waits.is_finished(), "an hour is not two");
        clock.put_forward(Duration::from_hours(1));
        tokio::time::sleep(Duration::from_secs(1)).await;
        assert!(waits.is_finished());
        assert_eq!(begun.elapsed(), Duration::from_secs(3));
        assert_eq!(clock.since(at), Duration::from_secs(3));
        // What was to be before the machine began is over.
        clock.sleep_until(at).await;
    }
}
