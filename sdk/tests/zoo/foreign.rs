//! Types of other crates, as a user's spec has them.

use serde_json::json;

use crate::harness::zoo;
use crate::topics::shows;
use crate::types;

type Bytes<'a, 'b> = &'a mut arbitrary::Unstructured<'b>;

fn duration(bytes: Bytes<'_, '_>) -> arbitrary::Result<kopr::Duration> {
    let nanoseconds = bytes.int_in_range(0..=i64::MAX.unsigned_abs())?;
    Ok(kopr::Duration(std::time::Duration::from_nanos(nanoseconds)))
}

fn day(bytes: Bytes<'_, '_>) -> arbitrary::Result<chrono::NaiveDate> {
    let days = bytes.int_in_range(700_000..=800_000)?;
    chrono::NaiveDate::from_num_days_from_ce_opt(days).ok_or(arbitrary::Error::IncorrectFormat)
}

fn moment(bytes: Bytes<'_, '_>) -> arbitrary::Result<chrono::DateTime<chrono::Utc>> {
    let second = bytes.int_in_range(0..=4_000_000_000)?;
    chrono::DateTime::from_timestamp(second, bytes.int_in_range(0..=999_999_999)?)
        .ok_or(arbitrary::Error::IncorrectFormat)
}

fn address(bytes: Bytes<'_, '_>) -> arbitrary::Result<url::Url> {
    let number: u16 = bytes.arbitrary()?;
    url::Url::parse(&format!("https://example.com:{number}/a%20b?c={number}#d"))
        .map_err(|_| arbitrary::Error::IncorrectFormat)
}

types! {
    struct Waits {
        #[arbitrary(with = duration)]
        timeout: kopr::Duration,
        #[arbitrary(with = |bytes: Bytes<'_, '_>| duration(bytes).map(Some))]
        perhaps: Option<kopr::Duration>,
    }
    struct Times {
        #[arbitrary(with = day)]
        day: chrono::NaiveDate,
        #[arbitrary(with = moment)]
        moment: chrono::DateTime<chrono::Utc>,
    }
    struct Names {
        #[arbitrary(with = address)]
        url: url::Url,
        #[arbitrary(with = |bytes: Bytes<'_, '_>| bytes.arbitrary().map(uuid::Uuid::from_u128))]
        id: uuid::Uuid,
        #[arbitrary(with = |bytes: Bytes<'_, '_>| Ok(semver::Version::new(bytes.arbitrary()?, 2, 3)))]
        version: semver::Version,
    }
    struct Ordered {
        #[arbitrary(with = |bytes: Bytes<'_, '_>| {
            Ok(bytes.arbitrary::<std::collections::BTreeMap<String, i32>>()?.into_iter().collect())
        })]
        map: indexmap::IndexMap<String, i32>,
        #[arbitrary(with = |bytes: Bytes<'_, '_>| {
            Ok(bytes.arbitrary::<std::collections::BTreeSet<String>>()?.into_iter().collect())
        })]
        set: indexmap::IndexSet<String>,
    }
}

shows! {
    /// As Go writes one: `30s`.
    fn a_duration_of_kopr_is_a_text_with_units() {
        [zoo::<Waits>()
            .accepts(json!({ "timeout": "1m30s", "perhaps": null }))
            .accepts(json!({ "timeout": "1.5h" }))
            .refuses(json!({ "timeout": "soon" }))
            .refuses(json!({ "timeout": 5 }))]
    }
}

shows! {
    fn days_and_moments_of_chrono_have_formats_that_are_checked() {
        [zoo::<Times>()
            .accepts(json!({ "day": "2026-11-30", "moment": "2026-11-30T12:00:00Z" }))
            .refuses(json!({ "day": "30.11.2026", "moment": "2026-11-30T12:00:00Z" }))
            .refuses(json!({ "day": "2026-11-30", "moment": "noon" }))]
    }
}

shows! {
    fn addresses_identifiers_and_versions_are_checked() {
        let good = json!({
            "url": "https://example.com/", "id": "67e55044-10b1-426f-9247-bb680e5fe0c8", "version": "1.2.3",
        });
        let with = |key: &str, value: &str| {
            let mut changed = good.clone();
            changed[key] = json!(value);
            changed
        };
        [zoo::<Names>()
            .accepts(good.clone())
            .refuses(with("url", "no url"))
            .refuses(with("id", "1-2"))
            .refuses(with("version", "one"))]
    }
}

shows! {
    fn ordered_maps_and_sets_are_maps_and_sets() {
        [zoo::<Ordered>()
            .accepts(json!({ "map": { "b": 1, "a": 2 }, "set": ["b", "a"] }))
            .refuses(json!({ "map": {}, "set": ["a", "a"] }))]
    }
}
