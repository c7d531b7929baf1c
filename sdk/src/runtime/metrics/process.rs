//! What the system says about the process. Linux only: elsewhere these metrics are not there.

use std::sync::atomic::{AtomicU64, Ordering};

use kopr_model::metrics as table;
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::gauge::Gauge;
use prometheus_client::registry::Registry;

use super::family::register;

/// Ticks of a second in `/proc/self/stat`. The kernel promises it to programs on every machine that Rust's
/// standard library runs on, whatever it counts with itself.
const TICKS: f64 = 100.0;

/// Memory, CPU time and start of the process.
pub(super) struct Process {
    memory: Gauge,
    cpu: Counter<f64, AtomicU64>,
}

impl Process {
    /// Registers the metrics where the system has them.
    pub(super) fn register(registry: &mut Registry) -> Option<Self> {
        let (_, times) = read()?;
        let boot = boot(&std::fs::read_to_string("/proc/stat").ok()?)?;
        let process = Self {
            memory: Gauge::default(),
            cpu: Counter::default(),
        };
        let start = Gauge::<f64, AtomicU64>::default();
        start.set(boot + times.start);
        register(registry, &table::RESIDENT_MEMORY, process.memory.clone());
        register(registry, &table::CPU_SECONDS, process.cpu.clone());
        register(registry, &table::START_TIME, start);
        Some(process)
    }

    /// Looks again.
    pub(super) fn refresh(&self) {
        if let Some((memory, times)) = read() {
            self.memory.set(memory);
            self.cpu.inner().store(times.cpu.to_bits(), Ordering::Relaxed);
        }
    }
}

/// Seconds of CPU time, and seconds from the start of the system to that of the process.
#[derive(Debug, PartialEq)]
struct Stat {
    cpu: f64,
    start: f64,
}

fn read() -> Option<(i64, Stat)> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let own = std::fs::read_to_string("/proc/self/stat").ok()?;
    Some((resident(&status)?, stat(&own)?))
}

/// Bytes in memory, from `/proc/self/status`.
fn resident(status: &str) -> Option<i64> {
    let line = status.lines().find_map(|line| line.strip_prefix("VmRSS:"))?;
    let kilobytes: i64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    Some(kilobytes * 1024)
}

/// From `/proc/self/stat`. The name of the program, in brackets, may hold blanks and brackets itself.
fn stat(text: &str) -> Option<Stat> {
    let (_, fields) = text.rsplit_once(") ")?;
    let fields: Vec<&str> = fields.split_whitespace().collect();
    // Counted from the third field, the state.
    let seconds = |index: usize| Some(fields.get(index)?.parse::<f64>().ok()? / TICKS);
    Some(Stat {
        cpu: seconds(11)? + seconds(12)?,
        start: seconds(19)?,
    })
}

/// When the system started, from `/proc/stat`.
fn boot(text: &str) -> Option<f64> {
    text.lines()
        .find_map(|line| line.strip_prefix("btime "))?
        .trim()
        .parse()
        .ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_what_the_kernel_writes() {
        let text = "7 (a) b) S 1 7 7 0 -1 4194560 1 0 0 0 150 50 0 0 20 0 3 0 1234 9 8 7";
        let expected = Stat {
            cpu: 2.0,
            start: 12.34,
        };
        assert_eq!(stat(text), Some(expected));
        assert_eq!(resident("Name:\tx\nVmRSS:\t    12 kB\n"), Some(12 * 1024));
        assert_eq!(boot("cpu 1 2\nbtime 1700000000\n"), Some(1_700_000_000.0));
        for broken in ["", "7 (a) S", "7 (a) S x"] {
            assert_eq!(stat(broken), None, "{broken:?}");
        }
    }
}
