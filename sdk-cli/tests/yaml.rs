//! What the YAML module writes is read back unchanged by independent readers.
//!
//! Here by our own reader and by `serde_yaml`. Each text is also left, beside its JSON, in the
//! folder for tests of cargo's target folder, where `yaml11.py` reads it with a YAML 1.1 reader.

#![allow(
    clippy::expect_used,
    clippy::panic,
    reason = "in a test that is how one fails"
)]

use camino::Utf8Path;
use kopr_cli::yaml;
use serde_json::{Map, Value, json};

/// Strings that some reader takes for something else than a string, or cuts, or folds.
const AWKWARD: &[&str] = &[
    // Booleans of YAML 1.1 and 1.2.
    "yes",
    "Yes",
    "YES",
    "no",
    "No",
    "NO",
    "on",
    "On",
    "ON",
    "off",
    "Off",
    "OFF",
    "y",
    "Y",
    "n",
    "N",
    "true",
    "True",
    "TRUE",
    "false",
    "False",
    "FALSE",
    // Nothing.
    "",
    "~",
    "null",
    "Null",
    "NULL",
    // Numbers.
    "0",
    "-0",
    "1",
    "+1",
    "-1",
    "01",
    "0777",
    "0o7",
    "0O7",
    "0x1F",
    "0X1f",
    "0b1",
    "1_000",
    "_1",
    "1_",
    "1e3",
    "1E3",
    "1e+3",
    "1.",
    ".5",
    "1.5",
    "+.5",
    "1.5e3",
    ".inf",
    "-.inf",
    "+.Inf",
    ".nan",
    ".NaN",
    "inf",
    "nan",
    "NaN",
    "1,000",
    "0.1.2",
    "1.2.3",
    "9223372036854775808",
    "12e03",
    "0x",
    "089",
    // Base 60, dates and times.
    "12:30",
    "12:30:45",
    "1:2:3",
    "190:20:30.15",
    "2026-01-01",
    "2026-1-1",
    "2026-01-01T00:00:00Z",
    "2026-01-01 00:00:00",
    "2001-12-14t21:59:43.10-05:00",
    "2026-13-45",
    // Keys with a meaning, tags, anchors, directives.
    "=",
    "<<",
    "<",
    ">",
    "|",
    "|-",
    ">-",
    "!",
    "!!str",
    "!tag",
    "&a",
    "*a",
    "%a",
    "@a",
    "`a",
    "---",
    "...",
    "--- a",
    "--",
    "- a",
    "-",
    "-a",
    "? a",
    "?",
    "?a",
    ": a",
    ":",
    ":a",
    "a:",
    "a: b",
    "a:b",
    "a : b",
    "#",
    "# a",
    "a # b",
    "a#b",
    // Flow and quotes.
    "{",
    "}",
    "{a}",
    "{a: b}",
    "[",
    "]",
    "[a]",
    "[]",
    "{}",
    ",",
    "a, b",
    "\"",
    "\"a\"",
    "'",
    "'a'",
    "it's",
    "a\"b",
    "\\",
    "a\\b",
    "\\n",
    "{{ .Values.x }}",
    "${X}",
    // Blanks and lines.
    " ",
    " a",
    "a ",
    "\t",
    "\ta",
    "a\t",
    "a\tb",
    "  a  b  ",
    "\n",
    "\n\n",
    "a\n",
    "a\n\n",
    "a\nb",
    "a\nb\n",
    "\na",
    "\n a",
    " a\nb",
    "  a\nb\n",
    "a\n  b\n",
    "a\n\tb",
    "\ta\nb",
    "a\n \nb",
    "a \nb ",
    "a\n\nb\n\n\n",
    "- a\n- b\n",
    "a: b\nc: d",
    "# a\n# b\n",
    "---\na\n",
    "a\n---\nb",
    "...\n",
    "a\r\nb",
    "a\rb",
    "\r",
    "a\u{b}b",
    "a\u{c}b",
    // Beyond ASCII, and what cannot be seen.
    "äöü",
    "日本語",
    "🦀",
    "e\u{301}",
    "\u{a0}",
    "\u{a0}a",
    "a\u{a0}",
    "\u{feff}",
    "\u{feff}a",
    "a\u{feff}b",
    "\u{85}",
    "a\u{85}b",
    "\u{2028}",
    "a\u{2029}b",
    "\u{200b}",
    "\u{7f}",
    "\u{0}",
    "\u{1}",
    "\u{1b}[31m",
    "\u{fffd}",
    "\u{e000}",
];

fn check(name: &str, documents: &[Value]) {
    let text = yaml::documents(&documents.iter().collect::<Vec<_>>()).expect("JSON can be written");
    assert!(text.ends_with('\n'), "{name}: no line break at the end:\n{text}");

    let ours = yaml::parse(&text, name).unwrap_or_else(|error| panic!("{error}\n{text}"));
    assert_eq!(ours, documents, "{name}: our reader\n{text}");
    let theirs: Vec<Value> = serde_yaml::Deserializer::from_str(&text)
        .map(|document| {
            serde::Deserialize::deserialize(document).unwrap_or_else(|e| panic!("{name}: {e}\n{text}"))
        })
        .collect();
    assert_eq!(theirs, documents, "{name}: serde_yaml\n{text}");

    let again = yaml::documents(&documents.iter().collect::<Vec<_>>()).expect("JSON can be written");
    assert_eq!(again, text, "{name}: a second time");
    leave(name, &text, documents);
}

/// For `yaml11.py`.
#[allow(clippy::disallowed_methods, reason = "a test's own folder")]
fn leave(name: &str, text: &str, documents: &[Value]) {
    let folder = Utf8Path::new(env!("CARGO_TARGET_TMPDIR")).join("yaml11");
    std::fs::create_dir_all(&folder).expect("the folder can be made");
    std::fs::write(folder.join(format!("{name}.yaml")), text).expect("it can be written");
    let json = serde_json::to_string(documents).expect("JSON can be written");
    std::fs::write(folder.join(format!("{name}.json")), json).expect("it can be written");
}

#[test]
fn awkward_strings_in_every_place() {
    for (number, text) in AWKWARD.iter().enumerate() {
        let key = || Map::from_iter([((*text).to_owned(), json!(text))]);
        let document = json!({
            "value": text,
            "list": [text, text, [text, [text]], { "a": text, "b": [text] }],
            "key": key(),
            "keyOfMap": Map::from_iter([((*text).to_owned(), json!({ "a": text }))]),
            "keyOfList": Map::from_iter([((*text).to_owned(), json!([text]))]),
            "listOfKeys": [key(), { "deep": key() }, [key()]],
            "keyOfKey": Map::from_iter([((*text).to_owned(), Value::Object(key()))]),
            "keyOfListOfKeys": Map::from_iter([((*text).to_owned(), json!([key(), key()]))]),
            "last": text,
        });
        check(
            &format!("awkward-{number}"),
            &[document.clone(), json!([text]), document],
        );
    }
    let all: Map<String, Value> = AWKWARD
        .iter()
        .map(|text| ((*text).to_owned(), json!(text)))
        .collect();
    check("awkward-all", &[Value::Object(all), json!(AWKWARD)]);
}

/// A small generator of numbers with a fixed seed (xorshift): the same documents on every run.
struct Random(u64);

impl Random {
    fn below(&mut self, limit: usize) -> usize {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        usize::try_from(self.0 % limit as u64).expect("it is below a usize")
    }

    fn text(&mut self) -> String {
        const PARTS: &[&str] = &[
            "a", "b", "yes", "0", "1", "9", "_", ".", ":", ": ", " ", "  ", "\n", "\n\n", "\t", "#", " #",
            "-", "- ", "'", "\"", "\\", "{", "}", "[", "]", ",", "!", "&", "*", "%", "@", "`", "|", ">", "=",
            "~", "<<", "?", "e", "x", "o", "T", "Z", "ä", "日", "🦀", "\r", "\u{85}", "\u{2028}", "\u{feff}",
            "\u{a0}", "\u{7f}",
        ];
        if self.below(4) == 0 {
            return AWKWARD[self.below(AWKWARD.len())].to_owned();
        }
        (0..self.below(9))
            .map(|_| PARTS[self.below(PARTS.len())])
            .collect()
    }

    fn value(&mut self, depth: usize) -> Value {
        match self.below(if depth == 0 { 8 } else { 12 }) {
            0 => Value::Null,
            1 => json!(self.below(2) == 0),
            2 => json!(i64::try_from(self.below(1 << 40)).expect("it is small") - (1 << 39)),
            3 => [
                json!(0.1),
                json!(1.0),
                json!(-1.5e-7),
                json!(1e21),
                json!(u64::MAX),
                json!(i64::MIN),
            ][self.below(6)]
            .clone(),
            4..8 => json!(self.text()),
            8 | 9 => (0..self.below(5)).map(|_| self.value(depth - 1)).collect(),
            _ => (0..self.below(5))
                .map(|_| (self.text(), self.value(depth - 1)))
                .collect::<Map<_, _>>()
                .into(),
        }
    }
}

#[test]
fn random_documents() {
    let mut random = Random(0x2545_F491_4F6C_DD1D);
    for number in 0..1_500 {
        let mut documents: Vec<Value> = (0..=random.below(3)).map(|_| random.value(5)).collect();
        // A document that is nothing is no document: kubectl skips it, and so do we.
        documents.retain(|document| !document.is_null());
        if !documents.is_empty() {
            check(&format!("random-{number}"), &documents);
        }
    }
}

#[test]
fn the_form_that_people_see() {
    let cases: [(Value, &str); 8] = [
        (json!("yes"), "\"yes\"\n"),
        (json!({ "on": 1, "a": "on" }), "a: \"on\"\n\"on\": 1\n"),
        (
            json!({ "text": "one\n  two\nthree\n" }),
            "text: |\n  one\n    two\n  three\n",
        ),
        (json!({ "text": "one\ntwo" }), "text: |-\n  one\n  two\n"),
        (
            json!({ "empty": {}, "none": [], "null": null }),
            "empty: {}\nnone: []\n\"null\": null\n",
        ),
        (
            json!([["a"], [{ "b": "c", "name": "d" }]]),
            "- - a\n- - name: d\n    b: c\n",
        ),
        // An object of the API leads with what it is.
        (
            json!({ "a": 1, "spec": { "name": "x", "b": 1 }, "metadata": { "labels": {}, "namespace": "ns", "name": "m" },
                "kind": "K", "apiVersion": "v1" }),
            "apiVersion: v1\nkind: K\nmetadata:\n  name: m\n  namespace: ns\n  labels: {}\na: 1\nspec:\n  name: x\n  b: 1\n",
        ),
        // A schema that describes such fields is no object of the API.
        (
            json!({ "properties": { "a": {}, "name": {}, "kind": {}, "metadata": {} } }),
            "properties:\n  a: {}\n  kind: {}\n  metadata: {}\n  name: {}\n",
        ),
    ];
    for (value, expected) in cases {
        assert_eq!(yaml::to_string(&value).expect("JSON can be written"), expected);
    }
    let long = "word ".repeat(200) + "end";
    let text = yaml::to_string(&json!({ "a": long, "b": "https://example.com/".repeat(20) }))
        .expect("it can be written");
    assert_eq!(text.lines().count(), 2, "long lines are not folded:\n{text}");
}

#[test]
fn documents_are_parted_by_one_line() {
    let documents = [json!({ "a": 1 }), json!({ "b": "---" }), json!(["c"])];
    let text = yaml::documents(&documents.iter().collect::<Vec<_>>()).expect("it can be written");
    assert_eq!(text, "a: 1\n---\nb: \"---\"\n---\n- c\n");
    assert_eq!(yaml::documents(&[]).expect("it can be written"), "");
}

#[test]
fn reading_follows_kubectl() {
    for (text, expected) in [
        ("a: 0777", json!([{ "a": 511 }])),
        ("a: 0o17", json!([{ "a": 15 }])),
        ("a: 0x1F", json!([{ "a": 31 }])),
        ("a: 1_000", json!([{ "a": 1000 }])),
        ("a: yes", json!([{ "a": true }])),
        ("a: \"yes\"", json!([{ "a": "yes" }])),
        ("a: ~", json!([{ "a": null }])),
        (
            "---\na: 1\n---\n---\n# nothing\n---\nb: 2\n",
            json!([{ "a": 1 }, { "b": 2 }]),
        ),
        ("", json!([])),
        ("# only a comment\n", json!([])),
        (
            "x: &x { a: 1 }\ny:\n  <<: *x\n  b: 2\n",
            json!([{ "x": { "a": 1 }, "y": { "a": 1, "b": 2 } }]),
        ),
    ] {
        let found = yaml::parse(text, "a.yaml").unwrap_or_else(|error| panic!("{text}: {error}"));
        assert_eq!(json!(found), expected, "{text}");
    }
}

#[test]
fn mistakes_name_file_and_line() {
    for (text, place) in [
        ("a: 1\nb: 2\na: 3\n", "x.yaml:3: "),
        ("a: 1\n---\nb: [1, 2\n", "x.yaml:"),
        ("a: b: c\n", "x.yaml:1: "),
        ("a: *nowhere\n", "x.yaml:1: "),
    ] {
        let error = yaml::parse(text, "x.yaml").expect_err(text).to_string();
        assert!(
            error.starts_with(place) && !error.contains('\n'),
            "{text}: {error}"
        );
    }
}
