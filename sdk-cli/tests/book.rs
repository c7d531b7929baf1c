//! The book and the README say what is so: commands parse, links lead somewhere, tables follow the code.
//!
//! Their Rust code is compiled and run as doc tests of `kopr` (`sdk/src/book.rs`), their transcripts by
//! the test `cmd`.

#![allow(
    clippy::expect_used,
    clippy::panic,
    reason = "in a test that is how one fails"
)]

use std::collections::BTreeSet;

use camino::{Utf8Path, Utf8PathBuf};
use clap::Parser as _;
use clap::error::ErrorKind;
use kopr_cli::check::FAMILIES;
use kopr_cli::cli::Cli;
use kopr_cli::emit::EMITTERS;
use kopr_cli::status::Status;

fn root() -> Utf8PathBuf {
    let root = Utf8Path::new(env!("CARGO_MANIFEST_DIR")).parent();
    root.expect("the crate is in the workspace").to_owned()
}

fn read(path: &str) -> String {
    fs_err::read_to_string(root().join(path)).unwrap_or_else(|error| panic!("{error}"))
}

/// A Markdown file: its path below the root, and its text.
struct Page {
    path: Utf8PathBuf,
    text: String,
}

/// The pages of the book, and what else is written for readers.
fn pages() -> Vec<Page> {
    let mut paths: Vec<Utf8PathBuf> = ["README.md", "CHANGELOG.md", "templates/project/README.md.tera"]
        .map(Utf8PathBuf::from)
        .to_vec();
    for example in root()
        .join("examples")
        .read_dir_utf8()
        .expect("there are examples")
    {
        let path = example.expect("it can be listed").path().join("README.md");
        if path.exists() {
            paths.push(path.strip_prefix(root()).expect("it is below").to_owned());
        }
    }
    let mut folders = vec![root().join("book/src")];
    while let Some(folder) = folders.pop() {
        for entry in folder.read_dir_utf8().expect("the book is there") {
            let path = entry.expect("it can be listed").into_path();
            if path.is_dir() {
                folders.push(path);
            } else {
                paths.push(path.strip_prefix(root()).expect("it is below").to_owned());
            }
        }
    }
    paths.sort();
    assert!(paths.len() > 15, "pages are missing: {paths:?}");
    paths
        .into_iter()
        .map(|path| Page {
            text: read(path.as_str()),
            path,
        })
        .collect()
}

/// A fenced block: its language and its lines.
struct Block<'a> {
    language: &'a str,
    lines: Vec<&'a str>,
}

impl Page {
    /// Its blocks of code, and its prose without them.
    fn parts(&self) -> (Vec<Block<'_>>, String) {
        let (mut blocks, mut prose) = (Vec::new(), String::new());
        let mut open: Option<Block<'_>> = None;
        for line in self.text.lines() {
            match (line.trim_start().strip_prefix("```"), open.take()) {
                (Some(language), None) => {
                    open = Some(Block {
                        language,
                        lines: Vec::new(),
                    });
                }
                (Some(_), Some(block)) => blocks.push(block),
                (None, Some(mut block)) => {
                    block.lines.push(line);
                    open = Some(block);
                }
                (None, None) => {
                    prose.push_str(line);
                    prose.push('\n');
                }
            }
        }
        assert!(open.is_none(), "{}: a block has no end", self.path);
        (blocks, prose)
    }

    /// The cells of its tables, row by row, without headings.
    fn rows(&self) -> Vec<Vec<String>> {
        let (_, prose) = self.parts();
        let lines: Vec<&str> = prose.lines().collect();
        let row = |line: &str| {
            let cells = line.strip_prefix('|')?.strip_suffix('|')?.split(" | ");
            Some(cells.map(|cell| cell.trim().to_owned()).collect::<Vec<_>>())
        };
        let is_rule = |line: &str| line.starts_with("| ---");
        lines
            .iter()
            .enumerate()
            .filter(|(at, line)| !is_rule(line) && !lines.get(at + 1).is_some_and(|next| is_rule(next)))
            .filter_map(|(_, line)| row(line))
            .collect()
    }
}

fn page(path: &str) -> Page {
    Page {
        path: path.into(),
        text: read(path),
    }
}

/// The first cells of a page's tables, unquoted.
fn names(path: &str) -> BTreeSet<String> {
    let rows = page(path).rows();
    rows.iter().map(|row| row[0].replace('`', "")).collect()
}

#[test]
fn every_block_says_its_language() {
    // rustdoc takes a block without one, and indented text, for Rust.
    let known = ["rust", "rust,no_run", "sh", "console", "toml", "yaml", "text"];
    for page in pages() {
        for block in page.parts().0 {
            assert!(
                known.contains(&block.language),
                "{}: `{}`",
                page.path,
                block.language
            );
        }
    }
}

#[test]
fn every_page_with_rust_is_a_doc_test() {
    let tested = read("sdk/src/book.rs");
    for page in pages() {
        let has_rust = page
            .parts()
            .0
            .iter()
            .any(|block| block.language.starts_with("rust"));
        assert_eq!(
            has_rust,
            tested.contains(&format!("\"{}\"", page.path)),
            "{}: `sdk/src/book.rs` lists exactly the pages with Rust code",
            page.path
        );
    }
}

/// The words of a command line, as a shell would take them apart, up to a comment or another command.
fn words(line: &str) -> Vec<&str> {
    line.split_whitespace()
        .take_while(|word| !word.starts_with('#') && !["&&", "|", ";"].contains(word))
        .collect()
}

/// The arguments of each call of `kopr` in a line of shell.
fn calls(line: &str) -> Vec<Vec<&str>> {
    let mut calls = Vec::new();
    for part in line.split("&&").flat_map(|part| part.split("$(")) {
        let words = words(part.trim().trim_start_matches("$ ").trim_end_matches(')'));
        let start = match words.as_slice() {
            ["kopr", ..] => 1,
            ["cargo", "run", ..] => match words.iter().position(|word| *word == "--") {
                Some(at) => at + 1,
                None => continue,
            },
            _ => continue,
        };
        calls.push(words[start..].to_vec());
    }
    calls
}

#[test]
fn calls_are_found() {
    for (line, expected) in [
        ("kopr gen crds  # only them", vec![vec!["gen", "crds"]]),
        (
            "export KUBECONFIG=$(kopr cluster kubeconfig)",
            vec![vec!["cluster", "kubeconfig"]],
        ),
        (
            "cd x && cargo run -p kopr-cli -- new y --gen && find y | sort",
            vec![vec!["new", "y", "--gen"]],
        ),
        ("cargo run", vec![]),
        ("kubectl apply -k deploy", vec![]),
    ] {
        assert_eq!(calls(line), expected, "{line}");
    }
}

#[test]
fn every_command_parses() {
    let mut count = 0;
    for page in pages() {
        let (blocks, prose) = page.parts();
        let shell = blocks
            .iter()
            .filter(|block| ["sh", "console"].contains(&block.language));
        let lines = shell.flat_map(|block| block.lines.iter().copied());
        let inline = prose
            .split('`')
            .skip(1)
            .step_by(2)
            .filter(|code| code.starts_with("kopr ") || code.starts_with("cargo run "));
        for line in lines.chain(inline) {
            for call in calls(line) {
                count += 1;
                let parsed = Cli::try_parse_from(["kopr"].iter().chain(&call));
                // A command may be named without what has to follow it.
                let named = [
                    ErrorKind::DisplayHelpOnMissingArgumentOrSubcommand,
                    ErrorKind::MissingSubcommand,
                    ErrorKind::MissingRequiredArgument,
                ];
                if let Err(error) = parsed
                    && !named.contains(&error.kind())
                {
                    panic!("{}: `{line}`: {error}", page.path);
                }
            }
        }
    }
    assert!(count > 40, "only {count} commands were found");
}

/// What GitHub and mdBook make of a heading.
fn anchor(heading: &str) -> String {
    heading
        .trim_start_matches('#')
        .trim()
        .to_lowercase()
        .chars()
        .filter_map(|c| match c {
            ' ' => Some('-'),
            c if c.is_alphanumeric() || c == '-' || c == '_' => Some(c),
            _ => None,
        })
        .collect()
}

#[test]
fn every_link_and_include_leads_somewhere() {
    let mut count = 0;
    for page in pages() {
        let (_, prose) = page.parts();
        let folder = root().join(page.path.parent().expect("a page is in a folder"));
        for include in prose.split("{{#include ").skip(1) {
            let path = include.split("}}").next().expect("an include ends").trim();
            assert!(folder.join(path).is_file(), "{}: include of `{path}`", page.path);
            count += 1;
        }
        for link in prose.split("](").skip(1) {
            let target = link.split(')').next().expect("a link ends");
            if target.starts_with("https://") {
                continue;
            }
            let (path, heading) = target
                .split_once('#')
                .map_or((target, None), |(a, b)| (a, Some(b)));
            let path = if path.is_empty() {
                root().join(&page.path)
            } else {
                folder.join(path)
            };
            assert!(path.exists(), "{}: link to `{target}`", page.path);
            if let Some(heading) = heading {
                let text = fs_err::read_to_string(&path).expect("it is text");
                let found = text
                    .lines()
                    .any(|line| line.starts_with('#') && anchor(line) == heading);
                assert!(found, "{}: no heading for `{target}`", page.path);
            }
            count += 1;
        }
    }
    assert!(count > 40, "only {count} links were found");
}

#[test]
fn the_summary_has_every_page_once() {
    let summary = read("book/src/SUMMARY.md");
    let listed: Vec<&str> = summary
        .split("](")
        .skip(1)
        .filter_map(|link| link.split(')').next())
        .collect();
    let mut sorted: Vec<String> = listed.iter().map(|path| format!("book/src/{path}")).collect();
    sorted.sort();
    let there: Vec<String> = pages()
        .into_iter()
        .map(|page| page.path.into_string())
        .filter(|path| path.starts_with("book/") && !path.ends_with("SUMMARY.md"))
        .collect();
    assert_eq!(sorted, there);
}

#[test]
fn every_transcript_is_in_the_book() {
    let cli = read("book/src/reference/cli.md");
    for entry in root()
        .join("sdk-cli/tests/cmd")
        .read_dir_utf8()
        .expect("transcripts")
    {
        let path = entry.expect("it can be listed").into_path();
        // The codes have a page of their own.
        if path.extension() == Some("md") && path.file_stem() != Some("exit-codes") {
            let include = format!("sdk-cli/tests/cmd/{}}}}}", path.file_name().unwrap_or_default());
            assert!(
                cli.contains(&include),
                "`reference/cli.md` does not include {path}"
            );
        }
    }
}

#[test]
fn tables_are_those_of_the_code() {
    let codes: Vec<Vec<String>> = Status::ALL
        .iter()
        .map(|(status, about)| vec![status.code().to_string(), (*about).to_owned()])
        .collect();
    assert_eq!(page("book/src/reference/exit-codes.md").rows(), codes);

    let emitters: Vec<Vec<String>> = EMITTERS
        .iter()
        .map(|emitter| vec![format!("`{}`", emitter.name), emitter.about.to_owned()])
        .collect();
    let manifests = page("book/src/guide/manifests.md").rows();
    let artefacts = manifests.into_iter().filter(|row| row.len() == 3);
    let artefacts: Vec<Vec<String>> = artefacts
        .map(|row| {
            let owner = EMITTERS
                .iter()
                .find(|emitter| format!("`{}`", emitter.name) == row[1]);
            let owns = owner.map(|emitter| emitter.owns).unwrap_or_default();
            assert!(row[0].starts_with(&format!("`{owns}")), "{row:?} owns `{owns}`");
            row[1..].to_vec()
        })
        .collect();
    assert_eq!(artefacts, emitters);
}

/// After a new rule: `KOPR_BLESS=1 cargo test --workspace --test book`.
#[test]
#[allow(
    clippy::disallowed_methods,
    reason = "blessing is asked for through the environment"
)]
fn checks_are_those_of_the_code() {
    let mut rules: Vec<_> = FAMILIES.iter().flat_map(|family| family.rules).collect();
    // Rules of schemas first, then by letter and number.
    rules.sort_by_key(|rule| {
        let (letter, number) = rule.id.split_at(1);
        (letter != "S", letter, number.parse::<u32>().ok())
    });
    let rows: Vec<String> = rules
        .iter()
        .map(|rule| format!("| `{}` | {} |\n", rule.id, rule.about))
        .collect();
    let table = rows.concat();
    let path = "book/src/reference/checks.md";
    let text = read(path);
    let (before, rest) = text.split_once("| --- | --- |\n").expect("there is a table");
    let (found, after) = rest.split_once("\n\n").expect("the table ends");
    if std::env::var_os("KOPR_BLESS").is_some() {
        let text = format!("{before}| --- | --- |\n{table}\n{after}");
        fs_err::write(root().join(path), text).expect("it can be written");
    } else {
        snapbox::assert_data_eq!(format!("{found}\n"), snapbox::Data::text(table).raw());
    }
}

/// After a new rule: `KOPR_BLESS=1 cargo test --workspace --test book`.
#[test]
#[allow(
    clippy::disallowed_methods,
    reason = "blessing is asked for through the environment"
)]
fn lints_are_those_of_the_code() {
    let rows: Vec<String> = kopr_cli::lint::rules()
        .iter()
        .map(|lint| {
            format!(
                "| `{}` | {} | {} |\n",
                lint.rule.id,
                lint.level.as_str(),
                lint.rule.about
            )
        })
        .collect();
    let table = rows.concat();
    let path = "book/src/guide/linting.md";
    let text = read(path);
    let head = "| --- | --- | --- |\n";
    let (before, rest) = text.split_once(head).expect("there is a table");
    let (found, after) = rest.split_once("\n`R` rules").expect("the table ends");
    if std::env::var_os("KOPR_BLESS").is_some() {
        let text = format!("{before}{head}{table}\n`R` rules{after}");
        fs_err::write(root().join(path), text).expect("it can be written");
    } else {
        snapbox::assert_data_eq!(found.to_owned(), snapbox::Data::text(table).raw());
    }
}

#[test]
fn variables_are_those_of_the_code() {
    let variables = names("book/src/reference/environment.md");
    let of_sdk = read("sdk/model/src/env.rs");
    for name in of_sdk
        .lines()
        .filter_map(|line| line.split('"').nth(1))
        .chain([kopr_cli::env::DESCRIBE_TIMEOUT])
    {
        assert!(variables.contains(name), "`{name}` is not in the book");
    }
}

/// After a change of the table: `KOPR_BLESS=1 cargo test --workspace --test book`.
#[test]
#[allow(
    clippy::disallowed_methods,
    reason = "blessing is asked for through the environment"
)]
fn metrics_are_those_of_the_table() {
    let row = |metric: &kopr_model::metrics::Metric| {
        let labels: Vec<String> = metric.labels.iter().map(|label| format!("`{label}`")).collect();
        let cells = [
            &format!("`{}`", metric.name),
            metric.kind.as_str(),
            &labels.join(", "),
            metric.about,
        ];
        format!("| {} |\n", cells.join(" | "))
    };
    let table: String = kopr_model::metrics::ALL.iter().map(row).collect();
    let path = "book/src/reference/metrics.md";
    let head = "| --- | --- | --- | --- |\n";
    let text = read(path);
    let (before, rest) = text.split_once(head).expect("there is a table");
    let (found, after) = rest.split_once("\n\n").expect("the table ends");
    if std::env::var_os("KOPR_BLESS").is_some() {
        let text = format!("{before}{head}{table}\n{after}");
        fs_err::write(root().join(path), text).expect("it can be written");
    } else {
        snapbox::assert_data_eq!(format!("{found}\n"), snapbox::Data::text(table).raw());
    }
}

/// Functions in the Rust files below a folder that run as tests.
fn tests_below(folder: &Utf8Path, found: &mut BTreeSet<String>) {
    for entry in folder.read_dir_utf8().expect("the folder is there") {
        let path = entry.expect("it can be listed").into_path();
        if path.is_dir() {
            tests_below(&path, found);
        } else if path.extension() == Some("rs") {
            let text = fs_err::read_to_string(&path).expect("it is text");
            let mut is_test = false;
            for line in text.lines().map(str::trim_start) {
                let name = line.strip_prefix("async ").unwrap_or(line).strip_prefix("fn ");
                if let Some(name) = name.and_then(|name| name.split('(').next()) {
                    if is_test {
                        found.insert(name.to_owned());
                    }
                    is_test = false;
                } else if line.starts_with("#[test]") || line.starts_with("#[tokio::test") {
                    is_test = true;
                } else if line.starts_with("#[ignore") {
                    is_test = false;
                }
            }
        }
    }
}

#[test]
fn tests_that_hold_faults_are_there() {
    let mut tests = BTreeSet::new();
    for folder in ["examples", "sdk/src", "sdk/cluster/tests", "sdk-cli/tests"] {
        tests_below(&root().join(folder), &mut tests);
    }
    let rows = page("book/src/contributing/faults.md").rows();
    assert!(rows.len() > 30, "rows are missing: {}", rows.len());
    for row in rows {
        let named: Vec<&str> = row[2].split('`').skip(1).step_by(2).collect();
        assert!(!named.is_empty(), "nothing holds: {}", row[0]);
        for name in named {
            assert!(tests.contains(name), "there is no test `{name}`: {}", row[0]);
        }
    }
}
