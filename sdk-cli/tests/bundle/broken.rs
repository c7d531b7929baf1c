//! Inputs that are no bundles, or bad ones: each ends in words.

use std::io::Write as _;
use std::path::{Path, PathBuf};

use camino::Utf8Path;
use kopr_cli::bundle::{Asked, Entry, Files, Selector, read};
use serde_json::{Value, json};

use crate::{CRD, CSV, findings, head, small, strict, value, verdict, with};

/// Each node of a document by its pointer.
fn nodes(value: &Value, pointer: &str, found: &mut Vec<String>) {
    found.push(pointer.to_owned());
    match value {
        Value::Object(fields) => {
            for (name, child) in fields {
                nodes(child, &format!("{pointer}/{}", name.replace('/', "~1")), found);
            }
        }
        Value::Array(items) => {
            for (at, child) in items.iter().enumerate() {
                nodes(child, &format!("{pointer}/{at}"), found);
            }
        }
        _ => {}
    }
}

#[test]
fn wrong_types_anywhere_end_in_a_finding_with_a_place() {
    let asked = Asked {
        optional: Some(Selector::parse("").expect("everything is selected")),
        ..strict()
    };
    for path in [CSV, CRD] {
        let mut pointers = Vec::new();
        nodes(&value(&small(), path), "", &mut pointers);
        for pointer in pointers.iter().filter(|pointer| !pointer.is_empty()) {
            for new in [
                json!([]),
                json!({}),
                json!("x"),
                json!(-1),
                json!(true),
                json!([[null]]),
                json!({ "": {} }),
            ] {
                for finding in findings(&asked, with(path, pointer, new)) {
                    assert!(!finding.message.is_empty());
                    if finding.rule == "OLM-L5" {
                        assert_eq!(finding.place.file, path, "{finding:?}");
                    }
                }
            }
        }
    }
}

#[test]
fn broken_files_end_in_a_line() {
    let text = String::from_utf8(small().bytes(CSV).expect("it is there").to_vec()).expect("it is text");
    let deep = format!("kind: A\na: {}", "[".repeat(100_000));
    let cases: Vec<(&str, Vec<u8>)> = vec![
        ("truncated", text.as_bytes()[..text.len() - 200].to_vec()),
        ("truncated in a list", b"kind: A\nspec: [1, 2\n".to_vec()),
        ("not UTF-8", b"kind: A\n\xff\xfe\n".to_vec()),
        ("deep", deep.into_bytes()),
        ("tabs", b"kind:\tA\n\tb: c\n".to_vec()),
        ("a list", b"- a\n- b\n".to_vec()),
        ("a text", b"hello\n".to_vec()),
        ("empty", Vec::new()),
        ("twice", b"kind: A\nkind: B\n".to_vec()),
        ("bomb", b"a: &a [x, x]\nb: &b [*a, *a, *a, *a, *a, *a, *a, *a]\nc: &c [*b, *b, *b, *b, *b, *b, *b, *b]\nd: &d [*c, *c, *c, *c, *c, *c, *c, *c]\ne: &e [*d, *d, *d, *d, *d, *d, *d, *d]\nf: &f [*e, *e, *e, *e, *e, *e, *e, *e]\ng: &g [*f, *f, *f, *f, *f, *f, *f, *f]\nkind: [*g, *g, *g]\n".to_vec()),
    ];
    for (name, bytes) in cases {
        let mut files = small();
        files.put("manifests/broken.yaml", Entry::File(bytes));
        let found = findings(&head(), files);
        if name == "truncated" {
            // Cut at some place it may still be YAML: then it is a second CSV.
            assert!(!found.is_empty(), "{name}");
            continue;
        }
        assert!(
            found
                .iter()
                .any(|one| one.rule == "OLM-L5" && one.place.file == "manifests/broken.yaml"),
            "{name}: {found:?}"
        );
    }
}

pub(crate) fn tar(entries: &[(&str, &[u8])]) -> Vec<u8> {
    let mut archive = Vec::new();
    for (name, bytes) in entries {
        let mut header = [0_u8; 512];
        header[..name.len()].copy_from_slice(name.as_bytes());
        header[100..107].copy_from_slice(b"0000644");
        header[124..135].copy_from_slice(format!("{:011o}", bytes.len()).as_bytes());
        header[156] = b'0';
        header[257..263].copy_from_slice(b"ustar\0");
        header[148..156].copy_from_slice(b"        ");
        let sum: u32 = header.iter().map(|byte| u32::from(*byte)).sum();
        header[148..155].copy_from_slice(format!("{sum:06o}\0").as_bytes());
        archive.extend_from_slice(&header);
        archive.extend_from_slice(bytes);
        archive.resize(archive.len().next_multiple_of(512), 0);
    }
    archive.resize(archive.len() + 1024, 0);
    archive
}

pub(crate) fn written(name: &str, bytes: &[u8]) -> (tempfile::TempDir, PathBuf) {
    let folder = tempfile::tempdir().expect("there is room");
    let path = folder.path().join(name);
    let mut file = fs_err::File::create(&path).expect("it can be made");
    file.write_all(bytes).expect("it can be written");
    (folder, path)
}

pub(crate) fn read_at(path: &Path) -> Result<Files, String> {
    read(Utf8Path::from_path(path).expect("it is UTF-8")).map_err(|error| error.to_string())
}

#[test]
fn archives_are_read_and_do_not_lead_out() {
    let files = small();
    let entries: Vec<(String, Vec<u8>)> = files
        .below("")
        .iter()
        .map(|(path, _)| {
            (
                (*path).to_owned(),
                files.bytes(path).expect("it is a file").to_vec(),
            )
        })
        .collect();
    let packed = |prefix: &str| {
        let named: Vec<(String, &[u8])> = entries
            .iter()
            .map(|(path, bytes)| (format!("{prefix}{path}"), bytes.as_slice()))
            .collect();
        tar(&named
            .iter()
            .map(|(path, bytes)| (path.as_str(), *bytes))
            .collect::<Vec<_>>())
    };
    for prefix in ["", "./", "small/"] {
        let (_folder, path) = written("small.tar", &packed(prefix));
        let read = read_at(&path).unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(verdict(&head(), read), Vec::<String>::new(), "{prefix}");
    }
    for name in ["../x", "/etc/x", "a/../../x"] {
        let (_folder, path) = written("x.tar", &tar(&[(name, b"x")]));
        let error = read_at(&path).expect_err("it leads out");
        assert!(error.contains("leads out of it"), "{error}");
    }
    // Archives that are cut or changed end in an error or in findings, whatever the place.
    let whole = packed("");
    let mut state: u32 = 7;
    for _ in 0..200 {
        let mut broken = whole.clone();
        for _ in 0..8 {
            state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
            let at = usize::try_from(state).unwrap_or_default() % broken.len();
            broken[at] = state.to_be_bytes()[1];
        }
        broken.truncate(broken.len() - usize::try_from(state % 4096).unwrap_or_default());
        let (_folder, path) = written("x.tar", &broken);
        if let Ok(files) = read_at(&path) {
            let _ = findings(&strict(), files);
        }
    }
}

#[cfg(unix)]
#[test]
fn links_out_of_the_folder_are_refused() {
    let folder = tempfile::tempdir().expect("there is room");
    let files = small();
    for (path, _) in files.below("") {
        let at = folder.path().join("b").join(path);
        fs_err::create_dir_all(at.parent().expect("it has one")).expect("it can be made");
        let mut file = fs_err::File::create(&at).expect("it can be made");
        file.write_all(files.bytes(path).expect("it is a file"))
            .expect("it can be written");
    }
    let at = folder.path().join("b/manifests/link.yaml");
    std::os::unix::fs::symlink("/etc/hostname", &at).expect("it can be made");
    let files = read_at(&folder.path().join("b")).expect("it is a folder");
    let found = findings(&head(), files);
    let rules: Vec<_> = found
        .iter()
        .map(|one| (one.rule, one.place.file.as_str()))
        .collect();
    assert_eq!(rules, [("OLM-L6", "manifests/link.yaml")]);
}
