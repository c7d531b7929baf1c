//! Types of other crates: those whose schemas a feature turns on, and times.

use kopr::k8s_openapi::apimachinery::pkg::apis::meta::v1::{MicroTime, Time};
use kopr::k8s_openapi::jiff;
use kopr::{Duration, Schema};
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::{check, convert};

#[test]
fn times() {
    #[derive(Schema, Serialize, Deserialize)]
    struct Times {
        a: Time,
        b: jiff::Timestamp,
        c: chrono::DateTime<chrono::Utc>,
        d: chrono::NaiveDate,
        e: jiff::civil::Date,
        f: MicroTime,
    }
    let time = json!({ "type": "string", "format": "date-time" });
    let date = json!({ "type": "string", "format": "date" });
    check::<Times>(json!({
        "type": "object",
        "properties": { "a": time, "b": time, "c": time, "d": date, "e": date, "f": time },
        "required": ["a", "b", "c", "d", "e", "f"],
    }));
}

#[test]
fn zoned_times_have_no_format() {
    #[derive(Schema, Serialize, Deserialize)]
    struct Zoned {
        at: jiff::Zoned,
    }
    check::<Zoned>(json!({
        "type": "object",
        "properties": { "at": { "type": "string" } },
        "required": ["at"],
    }))
    .loses(".spec.at: the format `zoned-date-time`: the API server does not know it");
}

/// The pattern of a format that the API server does not have takes what serde writes, and not all else.
#[test]
fn patterns() {
    #[track_caller]
    fn check(pattern: &Value, texts: &[&str], others: &[&str]) {
        let pattern = pattern.as_str().expect("it has a pattern");
        let pattern = regex::Regex::new(pattern).expect("it is one");
        for text in texts {
            assert!(pattern.is_match(text), "{text}");
        }
        for text in others {
            assert!(!pattern.is_match(text), "{text}");
        }
    }
    #[derive(Schema, Serialize, Deserialize)]
    struct Texts {
        go: Duration,
        signed: jiff::SignedDuration,
        span: jiff::Span,
        time: jiff::civil::Time,
        naive_time: chrono::NaiveTime,
        moment: jiff::civil::DateTime,
        naive_moment: chrono::NaiveDateTime,
    }
    let found = convert::<Texts>();
    assert_eq!(found.losses, []);
    let pattern = |field: &str| {
        let node = &found.schema["properties"][field];
        assert_eq!(
            (&node["type"], node.get("format")),
            (&json!("string"), None),
            "{field}"
        );
        node["pattern"].clone()
    };
    check(
        &pattern("go"),
        &["0s", "1m30s", "500ms", "1.5h", "10µs"],
        &["", "5", "-5s", "PT1S", "1d", "1m 30s"],
    );
    for field in ["signed", "span"] {
        check(
            &pattern(field),
            &["PT0S", "PT1H30M", "-PT0.5S", "P1Y2M3W4DT5H6M7.008S", "P1D"],
            &["", "P", "PT", "1m30s", "P1S", "P1DT", "1 day"],
        );
    }
    for field in ["time", "naive_time"] {
        check(
            &pattern(field),
            &["12:00:00", "12:00:00.25"],
            &["", "12", "12:00:00Z", "noon"],
        );
    }
    for field in ["moment", "naive_moment"] {
        check(
            &pattern(field),
            &["2026-11-30T12:00:00", "2026-11-30T12:00:00.123456789"],
            &["", "2026-11-30", "2026-11-30 12:00:00", "2026-11-30T12:00:00Z"],
        );
    }
    let texts = Texts {
        go: Duration(std::time::Duration::from_millis(90_500)),
        signed: jiff::SignedDuration::MIN,
        span: jiff::Span::new().years(-1).nanoseconds(-1),
        time: jiff::civil::Time::MAX,
        naive_time: chrono::NaiveTime::MIN,
        moment: jiff::civil::DateTime::MIN,
        naive_moment: chrono::NaiveDateTime::MAX,
    };
    let written = serde_json::to_value(texts).expect("it is written");
    for (field, text) in written.as_object().expect("an object") {
        check(&pattern(field), &[text.as_str().expect("a text")], &[]);
    }
}

/// Each behind the feature of its crate.
#[test]
fn types_of_other_crates() {
    #[derive(Schema, Serialize, Deserialize)]
    struct Foreign {
        bytes: bytes::Bytes,
        decimal: rust_decimal::Decimal,
        either: either::Either<i32, String>,
        ordered: indexmap::IndexMap<String, i32>,
        distinct: indexmap::IndexSet<String>,
        few: smallvec::SmallVec<[i32; 2]>,
        url: url::Url,
        uuid: uuid::Uuid,
        version: semver::Version,
    }
    let found = convert::<Foreign>();
    let version = found.schema["properties"]["version"]["pattern"].clone();
    let number = json!({ "type": "integer", "format": "int32" });
    check::<Foreign>(json!({
        "type": "object",
        "properties": {
            "bytes": { "x-kubernetes-preserve-unknown-fields": true },
            "decimal": {
                "pattern": "^-?\\d+(\\.\\d+)?([eE]\\d+)?$",
                "x-kubernetes-preserve-unknown-fields": true,
            },
            "either": {
                "type": "object",
                "properties": { "Left": number, "Right": { "type": "string" } },
                "oneOf": [{ "required": ["Left"] }, { "required": ["Right"] }],
            },
            "ordered": { "type": "object", "additionalProperties": number },
            "distinct": {
                "type": "array",
                "items": { "type": "string" },
                "x-kubernetes-list-type": "set",
            },
            "few": { "type": "array", "items": number },
            "url": { "type": "string", "format": "uri" },
            "uuid": { "type": "string", "format": "uuid" },
            "version": { "type": "string", "pattern": version },
        },
        "required": [
            "bytes", "decimal", "distinct", "either", "few", "ordered", "url", "uuid", "version",
        ],
    }))
    .loses(".spec.bytes: it takes one of several forms (array, string)")
    .loses(".spec.bytes: that these are bytes")
    .loses(".spec.decimal: it takes one of several forms (number, string)");
    assert!(
        version
            .as_str()
            .is_some_and(|pattern| pattern.starts_with("^(0|"))
    );
}
