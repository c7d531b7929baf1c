//! The protocol: a file path in the environment asks for a description, before anything else happens.

use std::io;
use std::panic::{self, AssertUnwindSafe};
use std::path::Path;
use std::process::ExitCode;
use std::sync::{Arc, Mutex, PoisonError};

use kopr_model::{Description, Failure, FailureKind, Offence, Outcome, Package, SCHEMA_VERSION, Source};

use crate::env::Environment;
use crate::error::Error;
use crate::operator::Operator;

/// What an operator function may return.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not an operator",
    note = "the function given to `kopr::main!` returns `Operator` or `Result<Operator, E>`"
)]
pub trait IntoOperator {
    /// The operator.
    fn into_operator(self) -> Result<Operator, Error>;
}

impl IntoOperator for Operator {
    fn into_operator(self) -> Result<Operator, Error> {
        Ok(self)
    }
}

impl<E: Into<Error>> IntoOperator for Result<Operator, E> {
    fn into_operator(self) -> Result<Operator, Error> {
        self.map_err(Into::into)
    }
}

/// The body of `kopr::main!`.
#[doc(hidden)]
pub fn main<O: IntoOperator>(
    package: Package,
    operator: impl FnOnce() -> O,
    before: impl FnOnce(),
) -> ExitCode {
    let environment = Environment::read();
    if let Some(path) = &environment.describe {
        return answer(path, Some(package), operator);
    }
    before();
    crate::runtime::main(package, operator, environment)
}

/// Describes the operator if the environment asks for it; for programs that keep their own `main`.
///
/// Call it first: `if let Some(code) = kopr::describe_if_asked(operator) { return code; }`. The package
/// is the one that was named in `Operator::new`, its version the one of `Operator::version`.
#[must_use = "the program was only asked to describe itself: return this from `main`"]
pub fn describe_if_asked<O: IntoOperator>(operator: impl FnOnce() -> O) -> Option<ExitCode> {
    let environment = Environment::read();
    environment
        .describe
        .as_deref()
        .map(|path| answer(path, None, operator))
}

fn answer<O: IntoOperator>(path: &Path, package: Option<Package>, operator: impl FnOnce() -> O) -> ExitCode {
    let outcome = outcome(package, operator);
    let failed = matches!(outcome, Outcome::Failure(_));
    let description = Description {
        kopr_model: SCHEMA_VERSION,
        kopr: env!("CARGO_PKG_VERSION").to_owned(),
        outcome,
    };
    match write(path, &description) {
        Ok(()) if failed => ExitCode::FAILURE,
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            // Nobody reads the file then, so the terminal is the only place left.
            #[expect(
                clippy::print_stderr,
                reason = "the description could not be written anywhere else"
            )]
            {
                eprintln!(
                    "error: cannot write the description to `{}`: {error}",
                    path.display()
                );
            }
            ExitCode::FAILURE
        }
    }
}

fn outcome<O: IntoOperator>(package: Option<Package>, operator: impl FnOnce() -> O) -> Outcome {
    let described = catch(AssertUnwindSafe(|| {
        let operator = operator().into_operator().map_err(|error| Failure {
            kind: FailureKind::Error,
            message: format!("the operator function returned an error: {error}"),
            help: None,
            offences: Vec::new(),
        })?;
        match package {
            Some(package) => operator.describe_as(package),
            None => operator.describe(),
        }
    }));
    match described {
        Ok(Ok(model)) => Outcome::Operator(Box::new(model)),
        Ok(Err(failure)) | Err(failure) => Outcome::Failure(failure),
    }
}

/// Runs the operator's own code; a panic becomes a failure that says where it happened.
fn catch<T>(code: impl FnOnce() -> T + panic::UnwindSafe) -> Result<T, Failure> {
    let seen: Arc<Mutex<Option<Offence>>> = Arc::default();
    let hook = Arc::clone(&seen);
    panic::set_hook(Box::new(move |panic| {
        let message = panic
            .payload_as_str()
            .unwrap_or("a panic without a text")
            .to_owned();
        let source = panic.location().map_or_else(Source::default, |place| Source {
            item: "panic".to_owned(),
            file: place.file().to_owned(),
            line: place.line(),
        });
        *hook.lock().unwrap_or_else(PoisonError::into_inner) = Some(Offence { source, message });
    }));
    let result = panic::catch_unwind(code);
    let _ = panic::take_hook();
    result.map_err(|_| Failure {
        kind: FailureKind::Panic,
        message: "the operator's own code panicked while it was described".to_owned(),
        help: Some(
            "the function given to `kopr::main!` and the `Default` and `JsonSchema` of its types must not panic"
                .to_owned(),
        ),
        offences: seen.lock().unwrap_or_else(PoisonError::into_inner).take().into_iter().collect(),
    })
}

/// Writes beside the file and renames, so that a reader sees all of it or nothing.
fn write(path: &Path, description: &Description) -> io::Result<()> {
    let mut name = path.file_name().unwrap_or_default().to_owned();
    name.push(".part");
    let part = path.with_file_name(name);
    let bytes = serde_json::to_vec(description)?;
    #[expect(
        clippy::disallowed_methods,
        reason = "this is the writing to a temporary file and renaming"
    )]
    std::fs::write(&part, bytes)?;
    std::fs::rename(part, path)
}
