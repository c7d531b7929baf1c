//! Inputs that are easily read wrongly, and what the Go libraries said of each of them: `said_by_go/*.jsonl` has an
//! input, `ok` or `refused`, and the answer a line. The libraries are those of operator-framework/api, at its main
//! branch of August 2026, and Go 1.26.

use super::image::Reference;
use super::json::syntax_error;
use super::names::{dns_1035_label, dns_1123_label, dns_1123_subdomain, label_value, qualified_name};
use super::range::Range;
use super::semver::Version;
use super::url::Url;
use super::{address, go};

/// What a port says of an input; of some only the verdict is compared.
type Said = Result<Option<String>, String>;

fn check(rows: &str, port: fn(&str) -> Said) {
    let mut number = 0;
    for row in rows.lines() {
        let (input, verdict, answer): (String, String, String) = serde_json::from_str(row).unwrap();
        match port(&input) {
            Ok(said) => {
                assert_eq!(verdict, "ok", "{input:?} is taken, Go refuses it: {answer}");
                if let Some(said) = said {
                    assert_eq!(said, answer, "{input:?}");
                }
            }
            Err(why) => {
                assert_eq!(verdict, "refused", "{input:?} is refused ({why}), Go takes it");
                assert_eq!(why, answer, "{input:?}");
            }
        }
        number += 1;
    }
    assert!(number > 10, "rows are missing");
}

#[test]
fn versions_are_read_as_blang_reads_them() {
    check(include_str!("said_by_go/semver.jsonl"), |text| {
        Version::parse(text).map(|version| Some(version.to_string()))
    });
    check(include_str!("said_by_go/tolerant.jsonl"), |text| {
        Version::parse_tolerant(text).map(|version| Some(version.to_string()))
    });
}

#[test]
fn versions_come_in_their_order() {
    let sorted = [
        "0.0.0-0",
        "0.0.0",
        "1.0.0-1",
        "1.0.0-2",
        "1.0.0-10",
        "1.0.0-a",
        "1.0.0-a.1",
        "1.0.0-a.b",
        "1.0.0-b",
        "1.0.0",
        "1.0.1",
        "1.2.0",
        "2.0.0",
    ];
    for pair in sorted.windows(2) {
        let [a, b] = pair else { continue };
        let (a, b) = (Version::parse(a).unwrap(), Version::parse(b).unwrap());
        assert!(a < b, "{a} < {b}");
    }
    assert_eq!(
        Version::parse("1.0.0+a").unwrap(),
        Version::parse("1.0.0+b").unwrap()
    );
}

#[test]
fn ranges_are_read_as_blang_reads_them() {
    check(include_str!("said_by_go/range.jsonl"), |text| {
        let (range, version) = text.split_once('\t').unwrap();
        let range = Range::parse(range)?;
        Ok(Some(
            range.contains(&Version::parse(version).unwrap()).to_string(),
        ))
    });
    // Go ends with a panic when such a range is used.
    assert!(
        !Range::parse("1.0.0 || || 2.0.0")
            .unwrap()
            .contains(&Version::parse("3.0.0").unwrap())
    );
}

#[test]
fn images_are_read_as_containers_image_reads_them() {
    check(include_str!("said_by_go/ref.jsonl"), |text| {
        Reference::parse(text).map(|image| {
            let part = |mark: &str, part: Option<String>| {
                part.map_or_else(String::new, |part| format!("{mark}{part}"))
            };
            Some(format!(
                "{}/{}{}{}",
                image.domain,
                image.path,
                part(":", image.tag),
                part("@", image.digest)
            ))
        })
    });
}

#[test]
fn addresses_are_read_as_net_mail_reads_them() {
    check(include_str!("said_by_go/mail.jsonl"), |text| {
        address::parse(text).map(Some)
    });
}

#[test]
fn urls_are_read_as_net_url_reads_them() {
    check(include_str!("said_by_go/url.jsonl"), |text| {
        Url::parse_request(text).map(|_| None)
    });
    let url = Url::parse("https://u@a.b:1/c?d#e").unwrap();
    assert_eq!(
        (
            url.scheme.as_str(),
            url.host.as_str(),
            url.has_user,
            url.query.as_str(),
            url.fragment.as_str()
        ),
        ("https", "a.b:1", true, "d", "e")
    );
}

#[test]
fn json_is_wrong_where_go_says() {
    for (text, expected) in [
        ("[]", None),
        (" {\"a\": [1, -0.5e+3, true, null, \"\\u00e9\\n\"]} ", None),
        ("[1,]", Some(4)),
        ("[1", Some(2)),
        ("", Some(0)),
        ("{\"a\" 1}", Some(6)),
        ("{a: 1}", Some(2)),
        ("[01]", Some(3)),
        ("[1] x", Some(5)),
        ("[\"\n\"]", Some(3)),
        ("[\"\\x\"]", Some(4)),
        ("[1.]", Some(4)),
        ("tru", Some(3)),
        ("[nul1]", Some(5)),
    ] {
        assert_eq!(syntax_error(text.as_bytes()), expected, "{text:?}");
    }
    assert!(syntax_error("[".repeat(1_000_000).as_bytes()).is_some());
}

#[test]
fn names_are_taken_as_by_the_server() {
    type Rule = fn(&str) -> Vec<String>;
    let long = "a".repeat(64);
    for (rule, taken, refused) in [
        (
            dns_1123_subdomain as Rule,
            &["a", "1.2", "a-b.c", long.as_str()][..],
            &["", "A", "a_b", "-a", "a-", "a..b", ".a", "a.", "é"][..],
        ),
        (
            dns_1123_label,
            &["a", "1", "a-1"],
            &["", "a.b", "A", "-a", long.as_str()],
        ),
        (
            dns_1035_label,
            &["a", "a-1"],
            &["", "1a", "a.b", "A", long.as_str()],
        ),
        (
            label_value,
            &["", "A_b.c-1", "1"],
            &["-", "a-", "_a", "a b", long.as_str()],
        ),
        (
            qualified_name,
            &["a", "A_b.c", "x.y/A"],
            &["", "/a", "a/", "a/b/c", "X.y/a", "a b", "-a", long.as_str()],
        ),
    ] {
        for name in taken {
            assert_eq!(rule(name), Vec::<String>::new(), "{name:?}");
        }
        for name in refused {
            assert_ne!(rule(name), Vec::<String>::new(), "{name:?}");
        }
    }
}

#[test]
fn values_are_printed_as_by_go() {
    assert_eq!(go::quoted("a\"\\\n\u{1}é"), "\"a\\\"\\\\\\n\\x01é\"");
    assert_eq!(go::quoted_list(["a", "b"].into_iter()), "[\"a\" \"b\"]");
    let value = serde_json::json!({ "b": [1, true, null], "a": { "c": "d" } });
    assert_eq!(go::plain(&value), "map[a:map[c:d] b:[1 true <nil>]]");
    assert_eq!(
        [999, 1000, 948_576, 1 << 20].map(go::bytes),
        ["999 B", "1.0 kB", "948.6 kB", "1.0 MB"]
    );
}
