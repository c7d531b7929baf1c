//! Rust types and the structural schemas that they become.
//!
//! Each test stands for itself: a type, and beside it what the API server is given for it, what cannot
//! be said there (`loses`) and what cannot be at all (`refuses`). Every output also passes the rules of
//! [`checker`].
#![allow(
    clippy::expect_used,
    clippy::panic,
    reason = "a test that cannot go on ends there"
)]
#![allow(
    clippy::items_after_statements,
    clippy::needless_pass_by_value,
    clippy::option_option,
    clippy::struct_field_names,
    clippy::unnecessary_wraps,
    reason = "types stand beside what they become, and odd ones are the point"
)]

mod checker;
mod columns;
mod descriptors;
mod enums;
mod flattened;
mod foreign;
mod kubernetes;
mod objects;
mod random;
mod scalars;
mod words;

use kopr::schema::{HasSchema, Structural, json_schema, structural};
use serde_json::Value;

/// Converts the type as that of `.spec`, and compares.
#[track_caller]
fn check<T: HasSchema>(expected: Value) -> Rest {
    let found = convert::<T>();
    assert_eq!(
        pretty(&found.schema),
        pretty(&expected),
        "\nJSON Schema was {}",
        pretty(&json_schema::<T>())
    );
    Rest {
        found,
        losses: Vec::new(),
        problems: Vec::new(),
    }
}

/// Converts the type as that of `.spec`; the result is legal and has no mark of ours.
#[track_caller]
fn convert<T: HasSchema>() -> Structural {
    let schema = json_schema::<T>();
    let found = structural(&schema, ".spec");
    let offences = checker::offences(&found.schema);
    assert!(offences.is_empty(), "{offences:#?}\n{}", pretty(&found.schema));
    let text = found.schema.to_string();
    assert!(!text.contains("x-kopr"), "{text}");
    found
}

/// What the conversion noticed beside the schema: nothing, unless said.
struct Rest {
    found: Structural,
    losses: Vec<&'static str>,
    problems: Vec<&'static str>,
}

impl Rest {
    /// It also notices that this is not checked; the text begins with the path.
    fn loses(mut self, loss: &'static str) -> Self {
        self.losses.push(loss);
        self
    }

    /// It also refuses; a part of the text.
    fn refuses(mut self, problem: &'static str) -> Self {
        self.problems.push(problem);
        self
    }
}

impl Drop for Rest {
    fn drop(&mut self) {
        if std::thread::panicking() {
            return;
        }
        let losses: Vec<String> = self
            .found
            .losses
            .iter()
            .map(|loss| format!("{}: {}", loss.path, loss.reason))
            .collect();
        let problems: Vec<String> = self.found.problems.iter().map(ToString::to_string).collect();
        assert!(
            losses.len() == self.losses.len()
                && losses
                    .iter()
                    .zip(&self.losses)
                    .all(|(loss, text)| loss.starts_with(text)),
            "losses: {losses:#?}"
        );
        assert!(
            problems.len() == self.problems.len()
                && problems
                    .iter()
                    .zip(&self.problems)
                    .all(|(problem, text)| problem.contains(text)),
            "problems: {problems:#?}"
        );
    }
}

fn pretty(value: &Value) -> String {
    serde_json::to_string_pretty(value).expect("a JSON value is serialisable")
}
