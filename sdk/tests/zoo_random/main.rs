//! Types made by chance: what serde writes of them the API server keeps, too.
//!
//! A generator writes some hundred types with serde attributes of all kinds into one program, which is compiled
//! once, with the libraries of this very build, and holds for each what the zoo holds for its own. A type that
//! fails is printed with its source, so that it can become a line of the zoo.
#![allow(
    clippy::expect_used,
    clippy::panic,
    reason = "a test that cannot go on ends there"
)]

mod fields;
mod program;
mod random;
mod types;

use std::collections::BTreeMap;

/// How many types are made.
const TYPES: usize = 320;

#[test]
fn what_serde_writes_of_random_types_the_api_server_keeps() {
    let seed = program::seed();
    println!("KOPR_ZOO_SEED={seed}");
    let mut types = types::Types::new(seed);
    for _ in 0..TYPES {
        types.make();
    }
    let program = program::compile(&types.known);
    let sources: BTreeMap<&str, &str> = types
        .known
        .iter()
        .map(|known| (known.name.as_str(), known.source.as_str()))
        .collect();
    let wrong: Vec<String> = program::run(&program)
        .into_iter()
        .map(|(name, wrong)| format!("{}\n{wrong}", sources.get(name.as_str()).unwrap_or(&"")))
        .collect();
    assert!(
        wrong.is_empty(),
        "\nKOPR_ZOO_SEED={seed}\n{} of {TYPES} types\n\n{}",
        wrong.len(),
        wrong.join("\n\n")
    );
}
