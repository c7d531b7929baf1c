//! Runs a program with the request to describe itself.

use std::fmt::Write as _;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::time::{Duration, Instant};

use camino::Utf8Path;
use fs_err::File;

use super::error::LoadError;
use crate::env;

/// Talk of a failed program that is shown, from its end.
const SHOWN_LINES: usize = 20;

/// Asks the program; the answer is the description's bytes.
///
/// The program writes into a folder of its own, sees almost nothing of the environment, and its output is
/// kept apart: it is shown only when something fails.
pub(super) fn describe(program: &Utf8Path, folder: &Utf8Path) -> Result<Answer, LoadError> {
    let temporary = tempfile::tempdir()?;
    let path = temporary.path().join("description.json");
    let talk_path = temporary.path().join("output");
    let talk = File::create(&talk_path)?.into_file();
    let cannot_run = |source| LoadError::CannotRun {
        program: program.to_owned(),
        source,
    };
    let mut child = Command::new(program)
        .current_dir(folder)
        .env_clear()
        .envs(env::for_described_programs())
        .env(kopr_model::env::DESCRIBE, &path)
        .stdin(Stdio::null())
        .stdout(talk.try_clone()?)
        .stderr(talk)
        .spawn()
        .map_err(cannot_run)?;
    let limit = env::describe_timeout();
    let status = wait(&mut child, limit).map_err(cannot_run)?;
    let output = quote(&fs_err::read(&talk_path).unwrap_or_default());
    let program = program.to_owned();
    let Some(status) = status else {
        return Err(LoadError::Timeout {
            program,
            limit,
            output,
        });
    };
    match fs_err::read(&path) {
        Ok(bytes) => Ok(Answer {
            bytes,
            status,
            output,
        }),
        Err(_) => Err(LoadError::NoDescription {
            program,
            ending: ending(status),
            output,
        }),
    }
}

/// What came back.
#[derive(Debug)]
pub(super) struct Answer {
    /// The description's bytes.
    pub bytes: Vec<u8>,
    /// How the program ended.
    pub status: ExitStatus,
    /// What it printed, ready to be put behind a message.
    pub output: String,
}

/// How a program ended, in words.
pub(super) fn ending(status: ExitStatus) -> String {
    // The standard library's words: `exit status: 1`, `signal: 9 (SIGKILL)`.
    status.to_string()
}

/// Waits for the end; `None` when the time was up and the program was ended.
fn wait(child: &mut Child, limit: Duration) -> std::io::Result<Option<ExitStatus>> {
    let start = Instant::now();
    let mut pause = Duration::from_millis(1);
    loop {
        if let Some(status) = child.try_wait()? {
            return Ok(Some(status));
        }
        if start.elapsed() >= limit {
            child.kill()?;
            child.wait()?;
            return Ok(None);
        }
        std::thread::sleep(pause);
        pause = (pause * 2).min(Duration::from_millis(50));
    }
}

fn quote(bytes: &[u8]) -> String {
    let text = String::from_utf8_lossy(bytes);
    let lines: Vec<&str> = text.lines().collect();
    let mut quoted = String::new();
    if lines.is_empty() {
        return quoted;
    }
    quoted.push_str("\nits output:");
    let hidden = lines.len().saturating_sub(SHOWN_LINES);
    if hidden > 0 {
        let _ = write!(quoted, "\n  ({hidden} lines before)");
    }
    for line in &lines[hidden..] {
        let _ = write!(quoted, "\n  {line}");
    }
    quoted
}
