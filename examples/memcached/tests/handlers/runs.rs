//! Counts the runs of each object, as a handler's `State`.

use std::collections::BTreeMap;
use std::sync::{Mutex, MutexGuard};
use std::time::Instant;

use kopr::Error;
use kopr::prelude::*;

/// When each object was run, by name.
#[derive(Clone, Default)]
pub struct Runs(Arc<Mutex<BTreeMap<String, Vec<Instant>>>>);

impl Runs {
    fn all(&self) -> MutexGuard<'_, BTreeMap<String, Vec<Instant>>> {
        self.0.lock().expect("no test panics with it")
    }

    /// To be called by the handler; gives how often the object was run before.
    pub fn note(&self, name: &str) -> usize {
        let mut all = self.all();
        let runs = all.entry(name.to_owned()).or_default();
        runs.push(Instant::now());
        runs.len() - 1
    }

    pub fn of(&self, name: &str) -> usize {
        self.all().get(name).map_or(0, Vec::len)
    }

    /// Pauses between the runs of an object.
    pub fn pauses(&self, name: &str) -> Vec<Duration> {
        let all = self.all();
        let runs = all.get(name).map_or(&[][..], Vec::as_slice);
        runs.windows(2).map(|pair| pair[1] - pair[0]).collect()
    }

    /// Waits until an object was run that often.
    pub async fn wait(&self, name: &str, times: usize) -> Result<()> {
        for _ in 0..400 {
            if self.of(name) >= times {
                return Ok(());
            }
            tokio::time::sleep(Duration::from_millis(25)).await;
        }
        let runs = self.of(name);
        Err(Error::message(format!("`{name}` ran {runs} times, not {times}")))
    }
}
