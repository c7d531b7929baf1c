//! The operator's log, kept for failure texts.

use std::collections::VecDeque;
use std::io;
use std::sync::{Mutex, PoisonError};

use tracing_subscriber::filter::{LevelFilter, Targets};
use tracing_subscriber::fmt::MakeWriter;
use tracing_subscriber::layer::SubscriberExt as _;
use tracing_subscriber::util::SubscriberInitExt as _;

/// Lines that are kept.
const LINES: usize = 2000;

static KEPT: Mutex<VecDeque<String>> = Mutex::new(VecDeque::new());

/// Keeps the log of this process from now on; a subscriber that the test has set up itself stays.
pub(crate) fn keep() {
    let targets = Targets::new()
        .with_default(LevelFilter::INFO)
        .with_target("kopr", LevelFilter::DEBUG);
    let _ = tracing_subscriber::fmt()
        .with_max_level(LevelFilter::TRACE)
        .with_ansi(false)
        .with_writer(Keep)
        .finish()
        .with(targets)
        .try_init();
}

/// The last lines, oldest first.
pub(crate) fn last(lines: usize) -> Vec<String> {
    let kept = KEPT.lock().unwrap_or_else(PoisonError::into_inner);
    kept.iter()
        .skip(kept.len().saturating_sub(lines))
        .cloned()
        .collect()
}

/// Kept lines that contain the text, oldest first.
pub(crate) fn with(text: &str) -> Vec<String> {
    let kept = KEPT.lock().unwrap_or_else(PoisonError::into_inner);
    kept.iter().filter(|line| line.contains(text)).cloned().collect()
}

struct Keep;

impl io::Write for Keep {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let mut kept = KEPT.lock().unwrap_or_else(PoisonError::into_inner);
        for line in String::from_utf8_lossy(bytes).lines() {
            if kept.len() == LINES {
                kept.pop_front();
            }
            kept.push_back(line.to_owned());
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

impl<'a> MakeWriter<'a> for Keep {
    type Writer = Self;
    fn make_writer(&'a self) -> Self {
        Self
    }
}
