//! Bundles that are changed at random: whatever they are, reading and validating them ends, and ends in words.
//!
//! Each run of the tests tries some hundreds from a fixed seed. For longer, with a seed of its own:
//! `KOPR_FUZZ_SECONDS=60 cargo test --workspace --test bundle -- --ignored --nocapture fuzz`.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::time::{Duration, Instant, SystemTime};

use camino::Utf8Path;
use kopr_cli::bundle::{
    Asked, Entry, Files, Profile, Selector, found, json_alpha1, load, read, scorecard, validate,
};
use serde_json::{Value, json};

use crate::broken::{read_at, tar, written};

/// How long one input may take; on a busy machine a hundredth of it is much.
const LIMIT: Duration = Duration::from_secs(20);
/// How much memory all of them may take, in KiB.
const MEMORY: u64 = 1 << 20;

/// Numbers by xorshift: the same ones from the same seed.
struct Numbers(u64);

impl Numbers {
    fn next(&mut self) -> u64 {
        self.0 ^= self.0 << 13;
        self.0 ^= self.0 >> 7;
        self.0 ^= self.0 << 17;
        self.0
    }

    fn below(&mut self, limit: usize) -> usize {
        usize::try_from(self.next() % limit.max(1) as u64).expect("it is below a usize")
    }

    fn of<'a, T>(&mut self, items: &'a [T]) -> &'a T {
        &items[self.below(items.len())]
    }
}

/// The bundles that are changed: the small one, and those that kopr makes.
fn bundles() -> Vec<Files> {
    let tests = Utf8Path::new(env!("CARGO_MANIFEST_DIR")).join("tests");
    let mut bundles = vec![crate::small()];
    for case in ["everything", "minimal", "several-versions", "watch-list"] {
        let folder = tests.join("olm/golden").join(case).join("bundle");
        bundles.push(read(&folder).unwrap_or_else(|error| panic!("{error}")));
    }
    bundles
}

/// Pieces of text that mean something to a reader of YAML, JSON, versions or names.
const PIECES: [&[u8]; 34] = [
    b"&a",
    b"*a",
    b"<<: *a",
    b"---\n",
    b"...\n",
    b"\t",
    b"!!binary ",
    b"!!str ",
    b"? ",
    b"{",
    b"[",
    b"]",
    b"}",
    b"\xef\xbb\xbf",
    b"'",
    b"\"",
    b"\0",
    b"\xff",
    b"|\n",
    b">-\n",
    b"#",
    b": ",
    b"- ",
    b"1e999",
    b".inf",
    b"0x7fffffff",
    b"~",
    b"null",
    b"%YAML 1.1\n",
    b"@",
    b"18446744073709551616",
    b"\r\n",
    b"\xf0\x9f\x92\xa9",
    b"=",
];

fn values() -> Vec<Value> {
    vec![
        json!(null),
        json!(true),
        json!(-1),
        json!(1.5),
        json!(u64::MAX),
        json!(""),
        json!("x"),
        json!("1.2.3-rc.1+b"),
        json!("a".repeat(300)),
        json!("[{\"kind\": 1}]"),
        json!("{"),
        json!([]),
        json!([null]),
        json!([[]]),
        json!({}),
        json!({ "": null }),
        json!({ "$ref": "#" }),
        json!("self.x.all(y, y)"),
        json!("\u{0}\u{fffd}"),
    ]
}

/// Pointers to all nodes of a document.
fn pointers(value: &Value, at: &str, all: &mut Vec<String>) {
    all.push(at.to_owned());
    match value {
        Value::Object(members) => {
            for (name, child) in members {
                let name = name.replace('~', "~0").replace('/', "~1");
                pointers(child, &format!("{at}/{name}"), all);
            }
        }
        Value::Array(items) => {
            for (index, child) in items.iter().enumerate() {
                pointers(child, &format!("{at}/{index}"), all);
            }
        }
        _ => {}
    }
}

/// Changes a node of a document to a value from elsewhere, or takes a member away.
fn change_node(numbers: &mut Numbers, bytes: &[u8]) -> Option<Vec<u8>> {
    let mut document: Value = serde_yaml::from_slice(bytes).ok()?;
    let mut all = Vec::new();
    pointers(&document, "", &mut all);
    let (target, other) = (numbers.of(&all).clone(), numbers.of(&all).clone());
    let new = match numbers.below(3) {
        0 => document.pointer(&other)?.clone(),
        _ => numbers.of(&values()).clone(),
    };
    if numbers.below(4) == 0
        && let Some((parent, name)) = target.rsplit_once('/')
        && let Some(members) = document.pointer_mut(parent).and_then(Value::as_object_mut)
    {
        members.remove(&name.replace("~1", "/").replace("~0", "~"));
    } else {
        *document.pointer_mut(&target)? = new;
    }
    Some(document.to_string().into_bytes())
}

fn change_bytes(numbers: &mut Numbers, bytes: &mut Vec<u8>) {
    for _ in 0..=numbers.below(4) {
        let at = numbers.below(bytes.len() + 1);
        match numbers.below(6) {
            0 => bytes.truncate(at),
            1 => drop(bytes.drain(at..(at + numbers.below(40)).min(bytes.len()))),
            2 => {
                let piece = numbers.of(&PIECES).to_vec();
                let times = *numbers.of(&[1, 1, 1, 2, 50, 5000]);
                drop(bytes.splice(at..at, piece.repeat(times)));
            }
            3 => {
                let end = (at + numbers.below(400)).min(bytes.len());
                let copy = bytes[at..end].to_vec();
                let to = numbers.below(bytes.len() + 1);
                drop(bytes.splice(to..to, copy));
            }
            _ => {
                if let Some(byte) = bytes.get_mut(at) {
                    *byte = numbers.next().to_be_bytes()[0];
                }
            }
        }
    }
}

/// A bundle that was changed in some places.
fn input(numbers: &mut Numbers, bundles: &[Files]) -> Files {
    let mut files = numbers.of(bundles).clone();
    for _ in 0..=numbers.below(3) {
        let paths: Vec<String> = files
            .below("")
            .iter()
            .map(|(path, _)| (*path).to_owned())
            .collect();
        if paths.is_empty() {
            break;
        }
        let path = numbers.of(&paths).clone();
        let mut bytes = files.bytes(&path).map(<[u8]>::to_vec).unwrap_or_default();
        match numbers.below(10) {
            0 => files.remove(&path),
            1 => {
                let names = [
                    "manifests/a.yaml",
                    "manifests/.b",
                    "manifests/c/d.yaml",
                    "metadata/e.yaml",
                    "x",
                    "a.json",
                ];
                let name = *numbers.of::<&str>(&names);
                files.put(name, Entry::File(bytes));
            }
            2..=5 => {
                if let Some(changed) = change_node(numbers, &bytes) {
                    files.put(&path, Entry::File(changed));
                }
            }
            _ => {
                change_bytes(numbers, &mut bytes);
                files.put(&path, Entry::File(bytes));
            }
        }
    }
    files
}

/// Everything that is done with a bundle; how many findings there are.
fn try_out(files: &Files) -> usize {
    let bundle = match load(files.clone()) {
        Ok(bundle) => bundle,
        Err(findings) => {
            assert!(findings.iter().all(|finding| !finding.message.is_empty()));
            return found(files, &findings).len();
        }
    };
    let mut count = 0;
    for profile in Profile::ALL {
        let asked = Asked {
            profile: *profile,
            strict: true,
            optional: Some(Selector::parse("").expect("everything is selected")),
            ..Asked::default()
        };
        let findings = validate(&asked, &bundle);
        count += found(files, &findings).len();
        let _ = json_alpha1(&findings);
    }
    if let Ok(config) = scorecard::config(&bundle, None) {
        let tests = scorecard::run(&bundle, &config, &Selector::parse("").expect("all"));
        let _ = (
            scorecard::json(&tests),
            scorecard::xunit(&tests),
            scorecard::text(&tests),
        );
    }
    count
}

/// The same bundle as an archive with some bytes changed, read from a file.
fn archived(numbers: &mut Numbers, files: &Files) -> Option<Files> {
    let paths = files.below("");
    let entries: Vec<(&str, &[u8])> = paths
        .iter()
        .filter_map(|(path, _)| Some((*path, files.bytes(path)?)))
        .filter(|(path, _)| path.len() < 100)
        .collect();
    let mut bytes = tar(&entries);
    for _ in 0..numbers.below(6) {
        let at = numbers.below(bytes.len());
        bytes[at] = numbers.next().to_be_bytes()[0];
    }
    let (_folder, path) = written("x.tar", &bytes);
    read_at(&path).ok()
}

/// Most memory that this process has had, in KiB.
fn most_memory() -> Option<u64> {
    let status = fs_err::read_to_string("/proc/self/status").ok()?;
    let line = status.lines().find_map(|line| line.strip_prefix("VmHWM:"))?;
    line.trim().trim_end_matches(" kB").parse().ok()
}

/// Tries inputs until `goes_on` says no, each in a time limit; gives how many there were.
fn fuzz(seed: u64, goes_on: impl Fn(usize) -> bool) -> usize {
    let (inputs, to_try) = mpsc::channel::<Files>();
    let (tried, results) = mpsc::channel();
    std::thread::spawn(move || {
        for files in to_try {
            let result = catch_unwind(AssertUnwindSafe(|| try_out(&files)));
            if tried.send(result.is_ok()).is_err() {
                break;
            }
        }
    });
    let bundles = bundles();
    let mut numbers = Numbers(seed);
    let mut count = 0;
    while goes_on(count) {
        let mut files = input(&mut numbers, &bundles);
        if count % 16 == 0
            && let Some(read) = archived(&mut numbers, &files)
        {
            files = read;
        }
        inputs.send(files).expect("the other thread is there");
        match results.recv_timeout(LIMIT) {
            Ok(true) => {}
            Ok(false) => panic!("input {count} of seed {seed} panics"),
            Err(RecvTimeoutError::Timeout) => {
                panic!("input {count} of seed {seed} takes more than {LIMIT:?}")
            }
            Err(RecvTimeoutError::Disconnected) => panic!("input {count} of seed {seed} ends the thread"),
        }
        count += 1;
    }
    if let Some(most) = most_memory() {
        assert!(
            most < MEMORY,
            "{most} KiB of memory after {count} inputs of seed {seed}"
        );
    }
    count
}

#[test]
fn some_hundred_changed_bundles() {
    assert_eq!(fuzz(0x9E37_79B9_7F4A_7C15, |count| count < 300), 300);
}

#[test]
#[ignore = "takes as long as KOPR_FUZZ_SECONDS says"]
#[allow(
    clippy::disallowed_methods,
    clippy::print_stdout,
    reason = "how long it runs is said in the environment, and what it did is told"
)]
fn fuzz_for_a_while() {
    let seconds = std::env::var("KOPR_FUZZ_SECONDS")
        .ok()
        .and_then(|text| text.parse().ok());
    let (start, time) = (Instant::now(), Duration::from_secs(seconds.unwrap_or(60)));
    let now = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH);
    let seed = now.map_or(1, |time| time.subsec_nanos().into()) | 1;
    println!("seed {seed}");
    let count = fuzz(seed, |_| start.elapsed() < time);
    let most = most_memory().unwrap_or_default() / 1024;
    println!(
        "{count} bundles in {} s, {most} MiB at most",
        start.elapsed().as_secs()
    );
    assert!(count > 0);
}
