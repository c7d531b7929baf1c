//! What to do after a list or a watch has ended, and when.

use std::time::Duration;

use kube::core::Status;

/// First pause after a failure; each further one doubles it. Pauses are those of kube's own watcher.
const PAUSE_MIN: Duration = Duration::from_millis(800);
/// Longest pause that is of our own choice.
const PAUSE_MAX: Duration = Duration::from_secs(30);
/// Pause before a kind that the API server does not know is asked for again, once it was asked for a few times.
const UNKNOWN: Duration = Duration::from_secs(30);
/// Longest pause that the API server may ask for.
const ASKED_MAX: Duration = Duration::from_mins(5);
/// A list that is needed again sooner waits first: whatever made it necessary may do so again.
const LIST_AGE: Duration = Duration::from_secs(30);

/// What is being done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Phase {
    /// All objects are listed, in pages.
    List,
    /// The same in one piece: pages took too long.
    ListWhole,
    /// They are watched from the last version on.
    Watch,
}

/// How a list or a watch ended.
#[derive(Debug, thiserror::Error)]
pub(crate) enum End {
    /// The API server ended the watch; `early` is at once, without having said anything.
    #[error("the API server ended the watch{}", if *early { " at once" } else { "" })]
    Closed { early: bool },
    /// Nothing came for too long. Either the connection is dead, or the API server had nothing to tell: it sends
    /// no bookmark while its own version of the kind stands still. A new watch finds out.
    #[error("nothing was heard for too long, not even a bookmark")]
    Silent,
    /// The request was not answered in time.
    #[error("the API server did not answer in time")]
    Unanswered,
    /// A list or an object has no version to go on from.
    #[error("the API server sent something without a resource version")]
    NoVersion,
    /// An error, whether as an answer, on the watch or on the way.
    #[error("{}", told(.0))]
    Failed(kube::Error),
}

/// kube's own text has the status twice.
fn told(error: &kube::Error) -> String {
    match error {
        kube::Error::Api(status) if unknown(status) => {
            "the API server does not know the kind: is its CRD there?".to_owned()
        }
        kube::Error::Api(status) => format!("{} ({} {})", status.message, status.code, status.reason),
        error => error.to_string(),
    }
}

/// Whether the API server does not know the kind: it then has nothing to say about an object either.
fn unknown(status: &Status) -> bool {
    status.code == 404 && status.details.is_none()
}

/// What comes next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Course {
    pub(super) next: Phase,
    pub(super) wait: Wait,
    /// Whether this was a failure, to be counted and told.
    pub(super) fault: bool,
}

/// How long to wait before.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Wait {
    /// Not at all.
    Not,
    /// Not at all, unless the last list is young.
    UnlessListed,
    /// Longer with each failure.
    Longer,
    /// The same, and before long as rarely as a kind is looked for that is not there.
    UntilServed,
    /// Longer with each failure, and at least for that time.
    AtLeast(Duration),
}

/// What to do after `phase` has ended like this.
pub(super) fn decide(phase: Phase, end: &End) -> Course {
    let fault = |next, wait| Course {
        next,
        wait,
        fault: true,
    };
    match end {
        // That the new watch can be had or not is what tells.
        End::Closed { early: false } | End::Silent => Course {
            next: phase,
            wait: Wait::Not,
            fault: false,
        },
        // From the same place on, the same event would come again and again.
        End::NoVersion | End::Failed(kube::Error::SerdeError(_)) => fault(Phase::List, Wait::Longer),
        End::Failed(kube::Error::Api(status)) => status_course(phase, status),
        End::Closed { early: true } | End::Unanswered | End::Failed(_) => fault(phase, Wait::Longer),
    }
}

fn status_course(phase: Phase, status: &Status) -> Course {
    let gone = status.code == 410 || matches!(status.reason.as_str(), "Gone" | "Expired");
    let details = status.details.as_ref();
    // After a restored backup: the version that we know of has not happened yet.
    let ahead = details.is_some_and(|details| {
        let mut causes = details.causes.iter();
        causes.any(|cause| cause.reason == "ResourceVersionTooLarge")
    });
    let asked = details.map_or(0, |details| details.retry_after_seconds);
    let next = match phase {
        Phase::List if gone => Phase::ListWhole,
        // 400: not a version of this API server; 404: the kind is gone, and with it all objects.
        Phase::Watch if gone || ahead || matches!(status.code, 400 | 404) => Phase::List,
        same => same,
    };
    let wait = match asked {
        0 if gone => Wait::UnlessListed,
        0 if unknown(status) => Wait::UntilServed,
        0 => Wait::Longer,
        seconds => Wait::AtLeast(Duration::from_secs(seconds.into())),
    };
    Course {
        next,
        wait,
        fault: true,
    }
}

/// Counts failures in a row.
#[derive(Default)]
pub(super) struct Backoff {
    failures: u32,
}

impl Backoff {
    /// The pause before what comes next. `steady` is whether the watch that ended worked, `listed` the age of
    /// the last list.
    pub(super) fn pause(
        &mut self,
        course: Course,
        steady: bool,
        listed: Option<Duration>,
        random: u64,
    ) -> Duration {
        if steady {
            self.failures = 0;
        }
        if course.fault {
            self.failures = self.failures.saturating_add(1);
        }
        let longer = pause(self.failures, random);
        match course.wait {
            Wait::UntilServed if longer * 2 >= UNKNOWN => UNKNOWN.mul_f64(1.0 + spread(random) / 10.0),
            Wait::Not => Duration::ZERO,
            Wait::UnlessListed if listed.is_none_or(|age| age > LIST_AGE) => Duration::ZERO,
            Wait::UnlessListed | Wait::Longer | Wait::UntilServed => longer,
            Wait::AtLeast(asked) => longer.max(asked.min(ASKED_MAX)),
        }
    }
}

/// The pause after that many failures in a row: at random between one and two times what it is at least.
fn pause(failures: u32, random: u64) -> Duration {
    let least = PAUSE_MIN
        .saturating_mul(2_u32.saturating_pow(failures.saturating_sub(1).min(20)))
        .min(PAUSE_MAX / 2);
    least.mul_f64(1.0 + spread(random))
}

/// From 0 to nearly 1.
fn spread(random: u64) -> f64 {
    f64::from(u32::try_from(random % 1000).unwrap_or_default()) / 1000.0
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::{Value, json};

    /// The API server's answer, with what its details say.
    fn answer(code: u16, reason: &str, details: &Value) -> End {
        let status = json!({"code": code, "reason": reason, "details": details});
        let status: Status = serde_json::from_value(status).unwrap();
        End::Failed(kube::Error::Api(status.boxed()))
    }

    fn status(code: u16, reason: &str) -> End {
        answer(code, reason, &json!({}))
    }

    fn asked(code: u16, reason: &str, seconds: u32) -> End {
        answer(code, reason, &json!({"retryAfterSeconds": seconds}))
    }

    /// As for a CRD that is not there: no details.
    fn unserved() -> End {
        answer(404, "Failed to parse error data", &Value::Null)
    }

    fn ahead() -> End {
        let causes = json!([{"reason": "ResourceVersionTooLarge", "message": "Too large resource version"}]);
        answer(504, "Timeout", &json!({"causes": causes}))
    }

    fn cut() -> End {
        End::Failed(kube::Error::ReadEvents(std::io::Error::other("reset by peer")))
    }

    fn broken() -> End {
        End::Failed(kube::Error::SerdeError(
            serde_json::from_str::<u8>("x").unwrap_err(),
        ))
    }

    #[test]
    fn courses() {
        use Phase::{List, ListWhole, Watch};
        use Wait::{AtLeast, Longer, Not, UnlessListed, UntilServed};
        let ends = [
            // phase, how it ended, what is next, after which wait, whether it is a failure
            (Watch, End::Closed { early: false }, Watch, Not, false),
            (Watch, End::Closed { early: true }, Watch, Longer, true),
            (Watch, End::Silent, Watch, Not, false),
            (Watch, End::Unanswered, Watch, Longer, true),
            (Watch, End::NoVersion, List, Longer, true),
            (Watch, cut(), Watch, Longer, true),
            (Watch, broken(), List, Longer, true),
            (Watch, status(410, "Expired"), List, UnlessListed, true),
            (Watch, status(410, "Gone"), List, UnlessListed, true),
            (Watch, status(500, "Expired"), List, UnlessListed, true),
            (Watch, ahead(), List, Longer, true),
            (Watch, status(504, "Timeout"), Watch, Longer, true),
            (Watch, status(400, "BadRequest"), List, Longer, true),
            (Watch, status(401, "Unauthorized"), Watch, Longer, true),
            (Watch, status(403, "Forbidden"), Watch, Longer, true),
            (Watch, status(404, "NotFound"), List, Longer, true),
            (Watch, status(500, "InternalError"), Watch, Longer, true),
            (
                Watch,
                asked(429, "TooManyRequests", 7),
                Watch,
                AtLeast(Duration::from_secs(7)),
                true,
            ),
            (
                Watch,
                asked(503, "ServiceUnavailable", 1),
                Watch,
                AtLeast(Duration::from_secs(1)),
                true,
            ),
            (List, End::Unanswered, List, Longer, true),
            (List, End::NoVersion, List, Longer, true),
            (List, cut(), List, Longer, true),
            (List, broken(), List, Longer, true),
            (List, status(404, "NotFound"), List, Longer, true),
            (List, unserved(), List, UntilServed, true),
            (Watch, unserved(), List, UntilServed, true),
            (List, status(410, "Expired"), ListWhole, UnlessListed, true),
            (ListWhole, status(410, "Expired"), ListWhole, UnlessListed, true),
            (ListWhole, cut(), ListWhole, Longer, true),
            (
                List,
                asked(429, "TooManyRequests", 2),
                List,
                AtLeast(Duration::from_secs(2)),
                true,
            ),
        ];
        for (phase, end, next, wait, fault) in ends {
            assert_eq!(
                decide(phase, &end),
                Course { next, wait, fault },
                "{phase:?} {end:?}"
            );
        }
    }

    #[test]
    fn pauses_grow_from_the_least_to_the_most_and_are_spread() {
        for (failures, least, most) in [
            (1, 0.8, 1.6),
            (2, 1.6, 3.2),
            (5, 12.8, 25.6),
            (6, 15.0, 30.0),
            (u32::MAX, 15.0, 30.0),
        ] {
            assert!(
                (pause(failures, 0).as_secs_f64() - least).abs() < 1e-6,
                "{failures}"
            );
            let longest = pause(failures, 999).as_secs_f64();
            assert!(longest > most * 0.99 && longest < most, "{failures}: {longest}");
        }
    }

    #[test]
    fn a_kind_that_is_not_there_is_asked_for_twice_a_minute_at_most() {
        let course = decide(Phase::List, &unserved());
        let mut backoff = Backoff::default();
        let mut pauses = Vec::new();
        for random in 0..20 {
            pauses.push(backoff.pause(course, false, None, random * 50).as_secs_f64());
        }
        assert!(pauses[0] < 1.7, "soon at first: {pauses:?}");
        assert!(
            pauses[6..].iter().all(|pause| (30.0..=33.0).contains(pause)),
            "{pauses:?}"
        );
    }

    #[test]
    fn failures_in_a_row_count_until_a_watch_works() {
        let fault = |wait| Course {
            next: Phase::Watch,
            wait,
            fault: true,
        };
        let (young, old) = (Some(Duration::from_secs(1)), Some(Duration::from_mins(1)));
        let mut backoff = Backoff::default();
        // course, whether the watch worked, age of the last list, pause in milliseconds
        for (wait, steady, listed, expected) in [
            (Wait::Longer, false, None, 800),
            (Wait::Longer, false, None, 1600),
            (Wait::Longer, true, old, 800),
            (Wait::Not, false, old, 0),
            (Wait::Longer, false, old, 3200),
            (Wait::UnlessListed, true, old, 0),
            (Wait::UnlessListed, true, young, 800),
            (Wait::UnlessListed, false, young, 1600),
            (Wait::AtLeast(Duration::from_secs(9)), true, old, 9000),
            (Wait::AtLeast(Duration::from_millis(1)), true, old, 800),
            (Wait::AtLeast(Duration::from_hours(1)), true, old, 300_000),
        ] {
            let pause = backoff.pause(fault(wait), steady, listed, 0);
            assert_eq!(pause.as_millis(), expected, "{wait:?} {steady} {listed:?}");
        }
    }
}
