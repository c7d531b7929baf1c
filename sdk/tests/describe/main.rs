//! Operators and what is said of them: rules and watches of each argument, kinds and their versions, and
//! everything that is refused.
#![allow(
    clippy::expect_used,
    clippy::panic,
    reason = "a test that cannot go on ends there"
)]

mod arguments;
mod kinds;
mod object;
mod operators;
mod versions;

use kopr::Operator;
use kopr::model::{Failure, FailureKind};

/// What is wrong with the operator, as `item: message` lines; it is refused as invalid.
#[track_caller]
fn offences(operator: &Operator) -> Vec<String> {
    let failure: Failure = operator.describe().expect_err("it cannot be described");
    assert_eq!(failure.kind, FailureKind::Invalid, "{failure:?}");
    failure
        .offences
        .iter()
        .map(|offence| {
            let item = offence.source.item.rsplit("::").next().unwrap_or_default();
            format!("{item}: {}", offence.message)
        })
        .collect()
}
