//! How a run went wrong, and what is done about it. Pure.

use std::time::Duration;

use crate::controller::Limits;
use crate::error::{DoesNotFit, Error, Retry};

/// Failures in a row from which on they are told on the object, and those that pass by themselves are told at all:
/// what is over by then was no news.
const NEWS: u32 = 4;

/// Longest message of a condition in bytes; the API would take more, people would not.
const MESSAGE: usize = 1024;

/// How a run went wrong.
#[derive(Debug)]
pub(crate) struct Failure {
    pub(crate) error: Error,
    pub(crate) cause: Cause,
}

/// What went wrong.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Cause {
    /// The handler, or what kopr does around it, returned an error.
    Error,
    /// An object does not fit its type.
    DoesNotFit,
    /// It took too long.
    Timeout,
    /// The handler panicked.
    Panic,
}

/// What is done about a failure.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Verdict {
    /// It is tried again, and nobody is told: it passes by itself.
    Quiet(Pause),
    /// It is tried again. `told` is whether an event tells of it.
    Again { pause: Pause, told: bool },
    /// It is not tried again before something changes. `tried` is how often it was, where that is the reason.
    GiveUp { tried: Option<u32> },
}

/// How long to wait before the next try.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Pause {
    /// As long as the failures in a row ask for.
    Grows,
    /// The same, but at least for that time.
    AtLeast(Duration),
    /// That time.
    For(Duration),
}

/// Failures of one object in a row.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Failures {
    /// All of them.
    pub(crate) all: u32,
    /// Those that do not pass by themselves.
    pub(crate) own: u32,
}

impl Failures {
    /// One more.
    pub(crate) fn and(self, passes: bool) -> Self {
        Self {
            all: self.all.saturating_add(1),
            own: self.own.saturating_add(u32::from(!passes)),
        }
    }
}

impl From<Error> for Failure {
    fn from(error: Error) -> Self {
        let cause = match error.downcast_ref::<DoesNotFit>() {
            Some(_) => Cause::DoesNotFit,
            None => Cause::Error,
        };
        Self { error, cause }
    }
}

impl Failure {
    /// The run took longer than it may.
    pub(crate) fn timeout(limit: Duration) -> Self {
        Self {
            error: Error::message(format!("the run took longer than {limit:?} and was dropped")),
            cause: Cause::Timeout,
        }
    }

    /// The handler panicked with that.
    pub(crate) fn panic(panic: &(dyn std::any::Any + Send)) -> Self {
        let text = panic
            .downcast_ref::<String>()
            .map(String::as_str)
            .or_else(|| panic.downcast_ref::<&str>().copied())
            .unwrap_or("without a text");
        Self {
            error: Error::message(format!("the handler panicked: {text}")),
            cause: Cause::Panic,
        }
    }

    /// The error, as long as a condition may say it.
    pub(crate) fn message(&self) -> String {
        let text = self.error.to_string();
        text[..text.floor_char_boundary(MESSAGE)].to_owned()
    }

    /// Whether it passes by itself.
    pub(crate) fn passes(&self) -> bool {
        self.error.passes()
    }

    /// What is done about it, after those failures in a row, this one included.
    pub(crate) fn judge(&self, failures: Failures, limits: &Limits) -> Verdict {
        let pause = match (self.error.retry(), self.error.asked_to_wait()) {
            (Retry::Never, _) => return Verdict::GiveUp { tried: None },
            (Retry::After(after), _) => Pause::For(after),
            (Retry::Backoff, Some(asked)) => Pause::AtLeast(asked),
            (Retry::Backoff, None) => Pause::Grows,
        };
        if self.passes() {
            return if failures.all < NEWS {
                Verdict::Quiet(pause)
            } else {
                Verdict::Again { pause, told: true }
            };
        }
        match limits.retries {
            Some(retries) if failures.own > retries => Verdict::GiveUp {
                tried: Some(failures.own),
            },
            _ => {
                let told = failures.all >= NEWS || matches!(self.cause, Cause::Panic | Cause::Timeout);
                Verdict::Again { pause, told }
            }
        }
    }

    /// The reason that conditions and events give.
    pub(crate) fn reason(&self, verdict: &Verdict) -> &'static str {
        match (verdict, self.cause) {
            (Verdict::GiveUp { tried: Some(_) }, _) => "RetriesExhausted",
            (_, Cause::Error) => "ReconcileFailed",
            (_, Cause::DoesNotFit) => "ObjectInvalid",
            (_, Cause::Timeout) => "ReconcileTimedOut",
            (_, Cause::Panic) => "ReconcilePanicked",
        }
    }
}

/// Every reason of [`Failure::reason`].
pub(crate) const REASONS: [&str; 5] = [
    "ObjectInvalid",
    "ReconcileFailed",
    "ReconcilePanicked",
    "ReconcileTimedOut",
    "RetriesExhausted",
];

#[cfg(test)]
mod tests {
    use kube::core::Status;
    use serde_json::json;

    use super::*;

    fn answer(code: u16, seconds: u32) -> Error {
        let details = json!({ "retryAfterSeconds": seconds });
        let status = json!({ "code": code, "reason": "Conflict", "details": details });
        let status: Status = serde_json::from_value(status).unwrap();
        kube::Error::Api(status.boxed()).into()
    }

    #[test]
    fn verdicts() {
        use Pause::{AtLeast, For, Grows};
        use Verdict::{Again, GiveUp, Quiet};
        let again = |pause, told| Again { pause, told };
        let five = Duration::from_secs(5);
        let failed = || Failure::from(Error::message("no luck"));
        let (first, fourth) = (Failures { all: 1, own: 1 }, Failures { all: 4, own: 4 });
        let away = |all| Failures { all, own: 0 };
        for (failure, failures, retries, expected) in [
            (failed(), first, None, again(Grows, false)),
            (failed(), fourth, None, again(Grows, true)),
            (failed(), fourth, Some(4), again(Grows, true)),
            (failed(), fourth, Some(3), GiveUp { tried: Some(4) }),
            (failed(), Failures { all: 9, own: 1 }, Some(3), again(Grows, true)),
            (
                Error::terminal(Error::message("never")).into(),
                first,
                None,
                GiveUp { tried: None },
            ),
            (
                Error::retry_after(Error::message("later"), five).into(),
                first,
                None,
                again(For(five), false),
            ),
            (answer(409, 0).into(), away(3), Some(0), Quiet(Grows)),
            (answer(409, 0).into(), away(4), Some(0), again(Grows, true)),
            (answer(429, 5).into(), away(1), None, Quiet(AtLeast(five))),
            (answer(503, 0).into(), away(1), None, Quiet(Grows)),
            (answer(422, 0).into(), first, None, again(Grows, false)),
            (Failure::panic(&"out of cheese"), first, None, again(Grows, true)),
            (Failure::timeout(five), first, None, again(Grows, true)),
        ] {
            let limits = Limits {
                retries,
                ..Limits::default()
            };
            assert_eq!(
                failure.judge(failures, &limits),
                expected,
                "{failure:?} {failures:?}"
            );
        }
    }

    #[test]
    fn reasons_are_all_known() {
        let error = || Error::message("x");
        for cause in [Cause::Error, Cause::DoesNotFit, Cause::Timeout, Cause::Panic] {
            for tried in [None, Some(3)] {
                let failure = Failure {
                    error: error(),
                    cause,
                };
                assert!(REASONS.contains(&failure.reason(&Verdict::GiveUp { tried })));
            }
        }
    }
}
