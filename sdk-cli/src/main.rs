//! Parses arguments, runs one operation, shows its error and ends with its status.

use std::panic::{UnwindSafe, catch_unwind};
use std::process::ExitCode;

use clap::Parser as _;
use kopr_cli::cli::Cli;
use kopr_cli::status::Status;
use kopr_cli::{env, ops, write};
use miette::{Diagnostic, GraphicalReportHandler, GraphicalTheme};

fn main() -> ExitCode {
    guarded(run).into()
}

fn run() -> Status {
    let cli = match Cli::try_parse() {
        Ok(cli) => cli,
        Err(answer) => return show_answer(&answer),
    };
    match ops::run(cli) {
        Ok(status) => status,
        Err(error) => {
            show(&error);
            error.status()
        }
    }
}

/// What clap has to say: help and version are data, all else is an error of usage.
fn show_answer(answer: &clap::Error) -> Status {
    if answer.use_stderr() {
        let text = answer.render();
        write::note(
            if env::colour() {
                text.ansi().to_string()
            } else {
                text.to_string()
            }
            .trim_end(),
        );
        return Status::Usage;
    }
    match write::print(&answer.render().to_string()) {
        Ok(()) => Status::Same,
        Err(error) => {
            show(&error);
            Status::Findings
        }
    }
}

/// The one place that renders errors.
fn show(error: &dyn Diagnostic) {
    let theme = if env::colour() {
        GraphicalTheme::unicode()
    } else {
        GraphicalTheme::unicode_nocolor()
    };
    // Commands in a help text are there to be copied, so lines are not folded.
    let handler = GraphicalReportHandler::new_themed(theme)
        .with_links(false)
        .with_wrap_lines(false);
    let mut text = String::new();
    match handler.render_report(&mut text, error) {
        Ok(()) => write::note(text.trim_end()),
        Err(_) => write::note(&format!("error: {error}")),
    }
}

/// Runs and turns a panic, which is never the user's fault, into words and a status of its own.
fn guarded(run: impl FnOnce() -> Status + UnwindSafe) -> Status {
    std::panic::set_hook(Box::new(|info| {
        let place = info.location().map(ToString::to_string).unwrap_or_default();
        let payload = info.payload();
        let message = payload
            .downcast_ref::<&str>()
            .map(|text| (*text).to_owned())
            .or_else(|| payload.downcast_ref::<String>().cloned())
            .unwrap_or_default();
        write::note(&bug_report(&message, &place));
    }));
    catch_unwind(run).unwrap_or(Status::Bug)
}

fn bug_report(message: &str, place: &str) -> String {
    format!(
        "this is a bug in kopr {}: {message} ({place})\nplease report it, with the command that you ran, at {}/issues",
        env!("CARGO_PKG_VERSION"),
        env!("CARGO_PKG_REPOSITORY"),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_panic_is_a_bug_in_kopr() {
        assert_eq!(guarded(|| panic!("nothing is impossible")), Status::Bug);
        assert_eq!(guarded(|| Status::Findings), Status::Findings);
        let text = bug_report("nothing is impossible", "src/x.rs:1:2");
        assert!(
            text.starts_with("this is a bug in kopr ")
                && text.contains("nothing is impossible (src/x.rs:1:2)")
        );
    }
}
