//! Tests in words, as the original prints them.

use std::fmt::Write as _;

use super::{State, Test};

/// All tests.
pub fn text(tests: &[Test]) -> String {
    if tests.is_empty() {
        return "0 tests selected\n".to_owned();
    }
    let all: Vec<String> = tests.iter().map(one).collect();
    all.join("\n") + "\n"
}

fn one(of: &Test) -> String {
    let mut text = format!("{}\nImage:      {}\n", "-".repeat(80), of.spec.image);
    if !of.spec.entrypoint.is_empty() {
        let _ = writeln!(text, "Entrypoint: [{}]", of.spec.entrypoint.join(" "));
    }
    if !of.spec.labels.is_empty() {
        text.push_str("Labels:\n");
        for (key, value) in &of.spec.labels {
            let _ = writeln!(text, "\t\"{key}\":\"{value}\"");
        }
    }
    let Some(result) = &of.result else {
        return text;
    };
    let state = match result.state {
        State::Pass => "pass",
        State::Fail => "fail",
        State::Error => "error",
    };
    let _ = write!(text, "Results:\n\tName: {}\n\tState: {state}\n\n", result.name);
    for (title, list) in [("Suggestions", &result.suggestions), ("Errors", &result.errors)] {
        if !list.is_empty() {
            let _ = writeln!(text, "\t{title}:");
            for line in list {
                let _ = writeln!(text, "\t\t{line}");
            }
        }
    }
    if !result.log.is_empty() {
        text.push_str("\tLog:\n");
        for line in result.log.lines() {
            let _ = writeln!(text, "\t\t{line}");
        }
    }
    text.push('\n');
    text
}
