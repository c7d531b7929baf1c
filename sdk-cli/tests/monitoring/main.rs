//! Monitors, alerts and dashboard: what they ask for is what the runtime exports and a Prometheus makes of it.

#![allow(
    clippy::expect_used,
    clippy::panic,
    reason = "in a test that is how one fails"
)]

mod book;
mod bytes;
mod metrics;
mod query;
mod rules;
mod targets;

use camino::{Utf8Path, Utf8PathBuf};
use kopr_cli::emit::Input;
use kopr_cli::settings::Settings;
use kopr_model::{Description, Operator, Outcome};

/// The operator of a golden case.
fn operator(case: &str) -> Operator {
    let path = Utf8Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("tests/golden/{case}/model.json"));
    let text = fs_err::read_to_string(path).expect("the case has a description");
    let description: Description = serde_json::from_str(&text).expect("it is a description");
    let Outcome::Operator(operator) = description.outcome else {
        panic!("{case} describes a failure")
    };
    *operator
}

fn settings(text: &str) -> Settings {
    Settings::parse(text, "kopr.toml", None).expect("the settings are right")
}

/// Calls with operators and settings of many kinds.
fn for_each_input(check: impl Fn(&Input<'_>, &str)) {
    for case in [
        "minimal",
        "everything",
        "cluster-scoped",
        "awkward",
        "bare",
        "versions",
    ] {
        for text in [
            "",
            "[metrics]\nmonitor = \"pod\"\ntls = { secret = \"cert\" }\ninterval = \"5s\"",
            "[operator]\ninstance = \"blue\"\n[deploy]\nnamespace = \"a\"\nleader-election = false",
            "[metrics]\nmonitor = \"none\"\nmonitor-labels = { a = \"b\" }",
        ] {
            let (operator, settings) = (operator(case), settings(text));
            let input = Input {
                operator: &operator,
                settings: &settings,
            };
            check(&input, &format!("{case} with {text:?}"));
        }
    }
}

/// A folder that stays, to be looked at.
fn folder(name: &str) -> Utf8PathBuf {
    let folder = Utf8Path::new(env!("CARGO_TARGET_TMPDIR"))
        .join("monitoring")
        .join(name);
    fs_err::create_dir_all(&folder).expect("the folder can be made");
    folder
}
