//! A span of time in a spec, written as Kubernetes writes one: `1m30s`.

use std::borrow::Cow;
use std::fmt;
use std::ops::{Deref, DerefMut};
use std::str::FromStr;

use schemars::{JsonSchema, Schema, SchemaGenerator, json_schema};
use serde::{Deserialize, Deserializer, Serialize, Serializer, de, ser};

/// A span of time as Go and so Kubernetes write it: `30s`, `1m30s`, `250ms`, `1.5h`.
///
/// It reads and writes nothing else, and it is a [`std::time::Duration`] in all other ways. That one is
/// an object of seconds and nanoseconds on the wire, which nobody wants to write by hand.
///
/// ```
/// use std::time;
/// use kopr::Duration;
///
/// let timeout: Duration = "1m30s".parse().unwrap();
/// assert_eq!(*timeout, time::Duration::from_secs(90));
/// assert_eq!(Duration::from(time::Duration::from_millis(1500)).to_string(), "1.5s");
/// ```
///
/// It is never negative. The longest is what Go can hold, 2^63-1 nanoseconds or 292 years: a longer one is
/// not written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Duration(pub std::time::Duration);

/// A text that is no duration.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ParseDurationError {
    /// It is not made of numbers with units.
    #[error("`{0}` is no duration; write numbers with a unit (ns, us, ms, s, m or h), as in `1m30s`")]
    Form(String),
    /// It is longer than a program in Go can read.
    #[error("`{0}` is too long; at most 292 years (2562047h) fit into a duration")]
    TooLong(String),
}

/// What is read and written, for the API server.
const PATTERN: &str = r"^([0-9]+(\.[0-9]+)?(ns|us|µs|ms|s|m|h))+$";

/// Units with their nanoseconds, longest first.
const UNITS: &[(&str, u64)] = &[
    ("h", 3_600_000_000_000),
    ("m", 60_000_000_000),
    ("s", 1_000_000_000),
    ("ms", 1_000_000),
    ("us", 1_000),
    ("µs", 1_000),
    ("ns", 1),
];

/// What Go can hold.
const LONGEST: u64 = i64::MAX.unsigned_abs();

impl FromStr for Duration {
    type Err = ParseDurationError;

    fn from_str(text: &str) -> Result<Self, Self::Err> {
        let form = || ParseDurationError::Form(text.to_owned());
        let too_long = || ParseDurationError::TooLong(text.to_owned());
        if text.is_empty() {
            return Err(form());
        }
        let mut rest = text;
        let mut total: u64 = 0;
        while !rest.is_empty() {
            let (whole, after) = digits(rest);
            let (fraction, after) = match after.strip_prefix('.') {
                Some(after) => {
                    let (fraction, after) = digits(after);
                    (Some(fraction), after)
                }
                None => (None, after),
            };
            if whole.is_empty() || fraction == Some("") {
                return Err(form());
            }
            let end = after
                .find(|c: char| c.is_ascii_digit() || c == '.')
                .unwrap_or(after.len());
            let (unit, after) = after.split_at(end);
            let nanoseconds = UNITS.iter().find(|(name, _)| *name == unit).ok_or_else(form)?.1;
            let part = whole
                .parse::<u64>()
                .ok()
                .and_then(|whole| whole.checked_mul(nanoseconds))
                .and_then(|whole| whole.checked_add(share(fraction.unwrap_or_default(), nanoseconds)));
            total = part
                .and_then(|part| total.checked_add(part))
                .filter(|total| *total <= LONGEST)
                .ok_or_else(too_long)?;
            rest = after;
        }
        Ok(Self(std::time::Duration::from_nanos(total)))
    }
}

fn digits(text: &str) -> (&str, &str) {
    let end = text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len());
    text.split_at(end)
}

/// The part of a unit that decimal places are, to the nanosecond; what is below it is cut off, as Go does.
fn share(fraction: &str, unit: u64) -> u64 {
    let mut scale = 1_u128;
    let mut value = 0_u128;
    // Even an hour has but 13 digits of nanoseconds.
    for digit in fraction.bytes().take(20) {
        scale *= 10;
        value = value * 10 + u128::from(digit - b'0');
    }
    u64::try_from(value * u128::from(unit) / scale).unwrap_or_default()
}

/// The shortest form: `1m30s`, `1h`, `1.5s`, `250ms`; zero is `0s`, and what is too long the longest.
impl fmt::Display for Duration {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        let total = u64::try_from(self.0.as_nanos()).unwrap_or(LONGEST).min(LONGEST);
        let (hours, minutes) = (total / 3_600_000_000_000, total / 60_000_000_000 % 60);
        let below = total % 60_000_000_000;
        if hours > 0 {
            write!(formatter, "{hours}h")?;
        }
        if minutes > 0 {
            write!(formatter, "{minutes}m")?;
        }
        let (unit, size) = match below {
            0 if total > 0 => return Ok(()),
            0 => ("s", 1_000_000_000),
            // Beside minutes or hours, seconds are written with decimal places.
            _ if total >= 1_000_000_000 => ("s", 1_000_000_000),
            1_000_000.. => ("ms", 1_000_000),
            1_000.. => ("us", 1_000),
            _ => ("ns", 1),
        };
        write!(formatter, "{}", below / size)?;
        let fraction = below % size;
        if fraction > 0 {
            let places = size.ilog10() as usize;
            let fraction = format!("{fraction:0places$}");
            write!(formatter, ".{}", fraction.trim_end_matches('0'))?;
        }
        formatter.write_str(unit)
    }
}

impl Serialize for Duration {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        if self.0.as_nanos() > u128::from(LONGEST) {
            return Err(ser::Error::custom(ParseDurationError::TooLong(format!(
                "{:?}",
                self.0
            ))));
        }
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for Duration {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text: Cow<'de, str> = Deserialize::deserialize(deserializer)?;
        text.parse().map_err(de::Error::custom)
    }
}

impl JsonSchema for Duration {
    fn inline_schema() -> bool {
        true
    }

    fn schema_name() -> Cow<'static, str> {
        "Duration".into()
    }

    fn schema_id() -> Cow<'static, str> {
        "kopr::Duration".into()
    }

    fn json_schema(_: &mut SchemaGenerator) -> Schema {
        // Not `format: duration`, by which different tools mean different things.
        json_schema!({ "type": "string", "pattern": PATTERN })
    }
}

impl From<std::time::Duration> for Duration {
    fn from(duration: std::time::Duration) -> Self {
        Self(duration)
    }
}

impl From<Duration> for std::time::Duration {
    fn from(duration: Duration) -> Self {
        duration.0
    }
}

impl Deref for Duration {
    type Target = std::time::Duration;

    fn deref(&self) -> &Self::Target {
        &self.0
    }
}

impl DerefMut for Duration {
    fn deref_mut(&mut self) -> &mut Self::Target {
        &mut self.0
    }
}

impl PartialEq<std::time::Duration> for Duration {
    fn eq(&self, other: &std::time::Duration) -> bool {
        self.0 == *other
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const SECOND: u64 = 1_000_000_000;

    #[test]
    fn texts() {
        let check = |text: &str, nanoseconds: u64, written: &str| {
            let duration: Duration = text.parse().expect("it is a duration");
            assert_eq!(duration.0.as_nanos(), u128::from(nanoseconds), "{text}");
            assert_eq!(duration.to_string(), written, "{text}");
            assert_eq!(written.parse(), Ok(duration), "{written}");
        };
        check("0s", 0, "0s");
        check("0h0m", 0, "0s");
        check("5s", 5 * SECOND, "5s");
        check("1m30s", 90 * SECOND, "1m30s");
        check("90s", 90 * SECOND, "1m30s");
        check("1h", 3600 * SECOND, "1h");
        check("1.5h", 5400 * SECOND, "1h30m");
        check("1h5s", 3605 * SECOND, "1h5s");
        check("500ms", SECOND / 2, "500ms");
        check("0.5s", SECOND / 2, "500ms");
        check("1.5s", SECOND * 3 / 2, "1.5s");
        check("1m0.000000001s", 60 * SECOND + 1, "1m0.000000001s");
        check("1.5ms", 1_500_000, "1.5ms");
        check("10us", 10_000, "10us");
        check("10µs", 10_000, "10us");
        check("7ns", 7, "7ns");
        check("10.5s4m", 250 * SECOND + SECOND / 2, "4m10.5s");
        check(
            "0.3333333333333333333333333333h",
            1200 * SECOND - 1,
            "19m59.999999999s",
        );
        check(
            "9007199254740993ns",
            9_007_199_254_740_993,
            "2501h59m59.254740993s",
        );
        check("9223372036854775807ns", LONGEST, "2562047h47m16.854775807s");
    }

    #[test]
    fn other_texts() {
        let check = |text: &str, expected: &str| {
            let error = text.parse::<Duration>().expect_err(text);
            assert!(error.to_string().contains(expected), "{text}: {error}");
        };
        for text in [
            "", "1", "s", ".5s", "5.s", "-5s", "+5s", "1 s", "1d", "1M", "1s ", "1..5s", "PT1S", "1e3s", "٣s",
        ] {
            check(text, "is no duration");
        }
        for text in [
            "9223372036854775808ns",
            "2562048h",
            "99999999999999999999h",
            "2562047h48m",
        ] {
            check(text, "is too long");
        }
    }

    #[test]
    fn longer_than_go_can_hold() {
        let longest = Duration(std::time::Duration::MAX);
        assert_eq!(longest.to_string(), "2562047h47m16.854775807s");
        let error = serde_json::to_string(&longest).expect_err("it is not written");
        assert!(
            error.to_string().contains("is too long; at most 292 years"),
            "{error}"
        );
    }

    #[test]
    fn on_the_wire() {
        let duration = Duration(std::time::Duration::from_secs(90));
        assert_eq!(
            serde_json::to_string(&duration).expect("it is written"),
            r#""1m30s""#
        );
        assert_eq!(
            serde_json::from_str::<Duration>(r#""90s""#).expect("it is read"),
            duration
        );
        let error = serde_json::from_str::<Duration>(r#""soon""#).expect_err("it is none");
        assert!(
            error
                .to_string()
                .starts_with("`soon` is no duration; write numbers"),
            "{error}"
        );
    }
}
