//! What to do about a lease that was seen. Pure: the lease and two clocks come in, a step comes out.
//!
//! Whether a lease has run out is told from how long *we* have seen it unchanged. The times in it are for
//! people; clocks that differ between machines make no difference.

use std::time::Duration;

use jiff::Timestamp;
use k8s_openapi::api::coordination::v1::LeaseSpec;
use k8s_openapi::apimachinery::pkg::apis::meta::v1::MicroTime;
use tokio::time::Instant;

/// How long a lease holds that was let go: nobody has to wait for it, and a reader that wants a duration
/// finds one.
const RELEASED_SECONDS: i32 = 1;

/// What a lease says.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Record {
    /// Who leads; empty if nobody does.
    pub(super) holder: String,
    pub(super) seconds: i32,
    pub(super) acquired: Option<Timestamp>,
    pub(super) renewed: Option<Timestamp>,
    pub(super) transitions: i32,
}

impl Record {
    pub(super) fn of(spec: Option<&LeaseSpec>) -> Self {
        let time = |time: &Option<MicroTime>| time.as_ref().map(|time| time.0);
        spec.map_or_else(Self::default, |spec| Self {
            holder: spec.holder_identity.clone().unwrap_or_default(),
            seconds: spec.lease_duration_seconds.unwrap_or_default(),
            acquired: time(&spec.acquire_time),
            renewed: time(&spec.renew_time),
            transitions: spec.lease_transitions.unwrap_or_default(),
        })
    }

    /// Writes it into a lease; what else is there stays.
    pub(super) fn write(&self, spec: &mut LeaseSpec) {
        spec.holder_identity = Some(self.holder.clone());
        spec.lease_duration_seconds = Some(self.seconds);
        spec.acquire_time = self.acquired.map(MicroTime);
        spec.renew_time = self.renewed.map(MicroTime);
        spec.lease_transitions = Some(self.transitions);
    }
}

/// What to do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Step {
    /// Make the lease.
    Create(Record),
    /// Write it, if nobody has since.
    Update(Record),
    /// Leave it alone: somebody else has it.
    StandBy,
}

/// One copy among those that seek a lease.
pub(super) struct Election {
    identity: String,
    lease: Duration,
    /// The lease as it was seen last, and since when it is so.
    seen: Option<(Record, Instant)>,
}

impl Election {
    pub(super) fn new(identity: String, lease: Duration) -> Self {
        Self {
            identity,
            lease,
            seen: None,
        }
    }

    pub(super) fn identity(&self) -> &str {
        &self.identity
    }

    /// Who has the lease, as far as was seen; empty if nobody has.
    pub(super) fn holder(&self) -> &str {
        self.seen.as_ref().map_or("", |(record, _)| &record.holder)
    }

    /// Whether the lease bears our name, as far as was seen.
    pub(super) fn is_ours(&self) -> bool {
        self.holder() == self.identity
    }

    /// The lease is so. Only a change counts as a sign of life.
    pub(super) fn see(&mut self, record: Record, now: Instant) {
        match &self.seen {
            Some((known, _)) if *known == record => {}
            _ => self.seen = Some((record, now)),
        }
    }

    /// What to do about the lease that was found, or not found. `now` tells how long it has been so, `clock` is
    /// what is written into it.
    pub(super) fn step(&mut self, found: Option<Record>, now: Instant, clock: Timestamp) -> Step {
        let exists = found.is_some();
        if let Some(record) = found {
            self.see(record, now);
        }
        if self.is_held_by_another(now) {
            // Where the lease is gone too: its holder is about to make it again, and works until then.
            return Step::StandBy;
        }
        let record = self.held(clock);
        if exists {
            Step::Update(record)
        } else {
            Step::Create(record)
        }
    }

    /// The lease in our hands.
    pub(super) fn held(&self, clock: Timestamp) -> Record {
        let before = self.seen.as_ref().map(|(record, _)| record);
        let kept = before.filter(|record| record.holder == self.identity);
        Record {
            holder: self.identity.clone(),
            seconds: seconds(self.lease),
            acquired: kept.and_then(|record| record.acquired).or(Some(clock)),
            renewed: Some(clock),
            transitions: match (kept, before) {
                (Some(record), _) => record.transitions,
                (None, Some(record)) => record.transitions.saturating_add(1),
                (None, None) => 0,
            },
        }
    }

    /// The lease let go; `None` if it is not ours.
    pub(super) fn released(&self, clock: Timestamp) -> Option<Record> {
        let (record, _) = self.seen.as_ref()?;
        (record.holder == self.identity).then(|| Record {
            holder: String::new(),
            seconds: RELEASED_SECONDS,
            acquired: Some(clock),
            renewed: Some(clock),
            transitions: record.transitions,
        })
    }

    fn is_held_by_another(&self, now: Instant) -> bool {
        let Some((record, since)) = &self.seen else {
            return false;
        };
        let lease = match u64::try_from(record.seconds) {
            Ok(seconds) if seconds > 0 => Duration::from_secs(seconds),
            // Written by hand, or by something that leaves it out.
            _ => self.lease,
        };
        !record.holder.is_empty() && record.holder != self.identity && now < *since + lease
    }
}

/// Whole seconds, as a lease has them; rounded up, since others must not come early.
fn seconds(lease: Duration) -> i32 {
    let up = u64::from(lease.subsec_nanos() > 0);
    i32::try_from(lease.as_secs() + up).unwrap_or(i32::MAX).max(1)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Another copy's lease as it was written at that second.
    fn theirs(renewed: i64) -> Record {
        Record {
            holder: "other".to_owned(),
            seconds: 15,
            acquired: Some(at(0)),
            renewed: Some(at(renewed)),
            transitions: 4,
        }
    }

    fn ours(acquired: i64, renewed: i64, transitions: i32) -> Record {
        Record {
            holder: "me".to_owned(),
            acquired: Some(at(acquired)),
            renewed: Some(at(renewed)),
            transitions,
            ..theirs(0)
        }
    }

    fn at(second: i64) -> Timestamp {
        Timestamp::from_second(second).unwrap()
    }

    /// What is found at each second, and what is done about it. Our own writes are seen as they were written.
    fn check(name: &str, story: Vec<(u64, Option<Record>, Step)>) {
        let start = Instant::now();
        let mut election = Election::new("me".to_owned(), Duration::from_secs(15));
        for (second, found, expected) in story {
            let now = start + Duration::from_secs(second);
            let step = election.step(found, now, at(1000 + i64::try_from(second).unwrap()));
            assert_eq!(step, expected, "{name}, at {second} s");
            if let Step::Create(record) | Step::Update(record) = step {
                election.see(record, now);
            }
        }
    }

    #[test]
    fn what_is_done_about_a_lease() {
        check(
            "there is none: it is made, then renewed",
            vec![
                (0, None, Step::Create(ours(1000, 1000, 0))),
                (2, Some(ours(1000, 1000, 0)), Step::Update(ours(1000, 1002, 0))),
            ],
        );
        check(
            "held by another that renews: never taken",
            (0..30)
                .map(|step| {
                    (
                        step * 10,
                        Some(theirs(i64::try_from(step).unwrap())),
                        Step::StandBy,
                    )
                })
                .collect(),
        );
        check(
            "held by another that is gone: taken once it was seen unchanged for its own duration",
            vec![
                (0, Some(theirs(0)), Step::StandBy),
                (14, Some(theirs(0)), Step::StandBy),
                (15, Some(theirs(0)), Step::Update(ours(1015, 1015, 5))),
            ],
        );
        check(
            "the other's clock is hours behind, or ahead: only the change counts",
            vec![
                (0, Some(theirs(-9000)), Step::StandBy),
                (10, Some(theirs(90_000)), Step::StandBy),
                (24, Some(theirs(90_000)), Step::StandBy),
                (25, Some(theirs(90_000)), Step::Update(ours(1025, 1025, 5))),
            ],
        );
        let released = Record {
            holder: String::new(),
            seconds: 1,
            ..theirs(7)
        };
        check(
            "let go: taken at once",
            vec![
                (0, Some(theirs(0)), Step::StandBy),
                (2, Some(released), Step::Update(ours(1002, 1002, 5))),
            ],
        );
        check(
            "another's that is gone: its holder may make it again first",
            vec![
                (0, Some(theirs(0)), Step::StandBy),
                (10, None, Step::StandBy),
                (15, None, Step::Create(ours(1015, 1015, 5))),
            ],
        );
        check(
            "our own that is gone: made again, as it was",
            vec![
                (0, None, Step::Create(ours(1000, 1000, 0))),
                (2, None, Step::Create(ours(1000, 1002, 0))),
            ],
        );
        let other_duration = |seconds: i32| Record { seconds, ..theirs(0) };
        check(
            "another duration is the other's to say",
            vec![
                (0, Some(other_duration(60)), Step::StandBy),
                (59, Some(other_duration(60)), Step::StandBy),
                (60, Some(other_duration(60)), Step::Update(ours(1060, 1060, 5))),
            ],
        );
        check(
            "without one, ours counts",
            vec![
                (0, Some(other_duration(0)), Step::StandBy),
                (14, Some(other_duration(0)), Step::StandBy),
                (15, Some(other_duration(0)), Step::Update(ours(1015, 1015, 5))),
            ],
        );
        check(
            "an empty lease, made by hand",
            vec![(0, Some(Record::default()), Step::Update(ours(1000, 1000, 1)))],
        );
        check(
            "taken from us: left alone",
            vec![
                (0, None, Step::Create(ours(1000, 1000, 0))),
                (2, Some(theirs(0)), Step::StandBy),
            ],
        );
    }

    #[test]
    fn only_our_own_lease_is_let_go() {
        let now = Instant::now();
        let mut election = Election::new("me".to_owned(), Duration::from_secs(15));
        assert_eq!(election.released(at(5)), None, "never seen");
        election.see(theirs(0), now);
        assert_eq!(election.released(at(5)), None, "another's");
        election.see(ours(1, 2, 3), now);
        let expected = Record {
            holder: String::new(),
            seconds: 1,
            acquired: Some(at(5)),
            renewed: Some(at(5)),
            transitions: 3,
        };
        assert_eq!(election.released(at(5)), Some(expected));
    }

    #[test]
    fn durations_are_whole_seconds_and_never_too_short() {
        for (lease, expected) in [(15_000, 15), (1_500, 2), (200, 1)] {
            assert_eq!(seconds(Duration::from_millis(lease)), expected);
        }
    }
}
