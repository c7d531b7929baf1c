//! Which event is written, which is counted, and which is left out. Pure, but for the clock that is given.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use tokio::time::Instant;

/// Quiet for so long, an event begins anew; client-go's.
const FRESH: Duration = Duration::from_mins(6);
/// How often a count is written.
const COUNTED: Duration = Duration::from_mins(1);
/// Different notes of one reason on one object; further ones are counted in the last of them.
const NOTES: usize = 5;
/// Events that an object may have at once, and how long it takes until it may have one more.
const BURST: f64 = 25.0;
const REFILL: Duration = Duration::from_mins(1);
/// Objects that are kept in mind.
const OBJECTS: usize = 1024;

/// The events of all objects that were told of lately.
#[derive(Default)]
pub(crate) struct Series {
    by_uid: BTreeMap<Arc<str>, Object>,
}

struct Object {
    told: Vec<Known>,
    /// Events that it may still have, as of the last look at it.
    left: f64,
    at: Instant,
}

struct Known {
    warning: bool,
    reason: Box<str>,
    note: Box<str>,
    /// Name of the event.
    name: Box<str>,
    count: u32,
    written: Instant,
    last: Instant,
}

/// What is told.
#[derive(Clone, Copy, Debug)]
pub(crate) struct What<'a> {
    pub(crate) uid: &'a Arc<str>,
    pub(crate) warning: bool,
    pub(crate) reason: &'a str,
    pub(crate) note: &'a str,
}

/// What is done about it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Course {
    /// A new event is made.
    Make,
    /// The count of one that is there is written.
    Count { name: String, count: u32 },
    /// Nothing is written: it was counted, or is left out.
    Left,
}

impl Series {
    /// What to do about an event now; `name` is that of one that would be made.
    pub(crate) fn course(&mut self, what: What<'_>, name: &str, now: Instant) -> Course {
        if self.by_uid.len() >= OBJECTS && !self.by_uid.contains_key(what.uid) {
            self.make_room(now);
        }
        let object = self.by_uid.entry(Arc::clone(what.uid)).or_insert(Object {
            told: Vec::new(),
            left: BURST,
            at: now,
        });
        let refilled = now.saturating_duration_since(object.at).as_secs_f64() / REFILL.as_secs_f64();
        object.left = (object.left + refilled).min(BURST);
        object.at = now;
        object
            .told
            .retain(|known| now.saturating_duration_since(known.last) < FRESH);
        let alike = |known: &Known| known.warning == what.warning && *known.reason == *what.reason;
        let many = object.told.iter().filter(|known| alike(known)).count() >= NOTES;
        let found = object
            .told
            .iter_mut()
            .rev()
            .find(|known| alike(known) && (many || *known.note == *what.note));
        if let Some(known) = found {
            known.count = known.count.saturating_add(1);
            known.last = now;
            if known.count > 2 && now.saturating_duration_since(known.written) < COUNTED {
                return Course::Left;
            }
            known.written = now;
            return Course::Count {
                name: known.name.to_string(),
                count: known.count,
            };
        }
        if object.left < 1.0 {
            return Course::Left;
        }
        object.left -= 1.0;
        object.told.push(Known {
            warning: what.warning,
            reason: what.reason.into(),
            note: what.note.into(),
            name: name.into(),
            count: 1,
            written: now,
            last: now,
        });
        Course::Make
    }

    /// An event is not there after all.
    pub(crate) fn forget(&mut self, what: What<'_>) {
        if let Some(object) = self.by_uid.get_mut(what.uid) {
            object
                .told
                .retain(|known| known.warning != what.warning || *known.reason != *what.reason);
        }
    }

    /// Forgets what is old, and if that is not enough, the object that was told of longest ago.
    fn make_room(&mut self, now: Instant) {
        self.by_uid
            .retain(|_, object| now.saturating_duration_since(object.at) < FRESH);
        if self.by_uid.len() >= OBJECTS {
            let oldest = self.by_uid.iter().min_by_key(|(_, object)| object.at);
            if let Some(uid) = oldest.map(|(uid, _)| Arc::clone(uid)) {
                self.by_uid.remove(&uid);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tell(series: &mut Series, uid: &str, note: &str, now: Instant) -> Course {
        let uid = Arc::from(uid);
        let what = What {
            uid: &uid,
            warning: true,
            reason: "Failed",
            note,
        };
        series.course(what, &format!("{uid}.{note}"), now)
    }

    fn counted(name: &str, count: u32) -> Course {
        Course::Count {
            name: name.to_owned(),
            count,
        }
    }

    #[test]
    fn the_same_event_a_thousand_times_is_one_and_few_counts() {
        let (mut series, mut now) = (Series::default(), Instant::now());
        let mut counts = Vec::new();
        for number in 0..1000 {
            match tell(&mut series, "a", "no luck", now) {
                Course::Make => assert_eq!(number, 0),
                Course::Count { count, .. } => counts.push(count),
                Course::Left => {}
            }
            now += Duration::from_millis(300);
        }
        assert_eq!(counts, [2, 202, 402, 602, 802]);
    }

    #[test]
    fn a_quiet_event_begins_anew() {
        let (mut series, now) = (Series::default(), Instant::now());
        assert_eq!(tell(&mut series, "a", "x", now), Course::Make);
        assert_eq!(tell(&mut series, "a", "x", now), counted("a.x", 2));
        assert_eq!(tell(&mut series, "a", "x", now + FRESH), Course::Make);
    }

    #[test]
    fn ever_new_words_are_counted_in_the_last() {
        let (mut series, now) = (Series::default(), Instant::now());
        for number in 0..5 {
            assert_eq!(tell(&mut series, "a", &number.to_string(), now), Course::Make);
        }
        assert_eq!(tell(&mut series, "a", "5", now), counted("a.4", 2));
        assert_eq!(tell(&mut series, "a", "6", now), Course::Left);
        assert_eq!(
            tell(&mut series, "b", "0", now),
            Course::Make,
            "others are told of"
        );
    }

    #[test]
    fn an_object_has_only_so_many() {
        let (mut series, now) = (Series::default(), Instant::now());
        let uid = Arc::from("a");
        let mut made = 0;
        let mut tell = |reason: &str, now| {
            let what = What {
                uid: &uid,
                warning: false,
                reason,
                note: "",
            };
            series.course(what, reason, now) == Course::Make
        };
        for number in 0..100 {
            made += u32::from(tell(&format!("R{number}"), now));
        }
        assert_eq!(made, 25);
        assert!(tell("Later", now + REFILL), "and one more each minute");
    }

    #[test]
    fn only_so_many_objects_are_kept_in_mind() {
        let (mut series, mut now) = (Series::default(), Instant::now());
        for number in 0..3000 {
            tell(&mut series, &number.to_string(), "x", now);
            now += Duration::from_millis(10);
        }
        assert_eq!(series.by_uid.len(), OBJECTS);
        assert_eq!(
            tell(&mut series, "2999", "x", now),
            counted("2999.x", 2),
            "the last ones"
        );
        tell(&mut series, "more", "x", now + FRESH);
        assert_eq!(series.by_uid.len(), 1, "old ones go first");
    }
}
