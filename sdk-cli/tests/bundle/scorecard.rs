//! The scorecard's tests on bundles that fail them.

use kopr_cli::bundle::scorecard::{self, State};
use kopr_cli::bundle::{Files, Selector, load};
use serde_json::{Value, json};

use crate::{CSV, small, with};

#[test]
fn the_scorecard_says_what_the_original_says() {
    let run = |files: Files| {
        let bundle = load(files).expect("it is a bundle");
        let config = scorecard::config(&bundle, None).expect("there is none");
        scorecard::run(&bundle, &config, &Selector::default())
    };
    let states = |files: Files| -> Vec<(String, State, usize)> {
        let tests = run(files);
        let results = tests.iter().filter_map(|test| test.result.as_ref());
        results
            .map(|result| (result.name.clone(), result.state, result.suggestions.len()))
            .collect()
    };
    let names = [
        "basic-check-spec",
        "olm-bundle-validation",
        "olm-crds-have-validation",
        "olm-crds-have-resources",
        "olm-spec-descriptors",
        "olm-status-descriptors",
    ];
    let all = |changed: &[(usize, State, usize)]| -> Vec<(String, State, usize)> {
        let mut rows: Vec<_> = names
            .iter()
            .map(|name| ((*name).to_owned(), State::Pass, 0))
            .collect();
        // Its example has no status.
        rows[5].2 = 1;
        for (at, state, suggestions) in changed {
            rows[*at].1 = *state;
            rows[*at].2 = *suggestions;
        }
        rows
    };
    assert_eq!(states(small()), all(&[]));
    let examples = |text: &str| with(CSV, "/metadata/annotations/alm-examples", json!(text));
    let thing = |rest: Value| {
        let mut thing =
            json!({ "apiVersion": "small.example.com/v1", "kind": "Thing", "metadata": { "name": "a" } });
        for (key, value) in rest.as_object().expect("it is an object") {
            thing[key] = value.clone();
        }
        examples(&json!([thing]).to_string())
    };
    for (files, changed) in [
        (
            examples("[1"),
            &[
                (0, State::Fail, 0),
                (1, State::Fail, 0),
                (2, State::Error, 0),
                (4, State::Error, 0),
                (5, State::Error, 0),
            ][..],
        ),
        (thing(json!({})), &[(0, State::Pass, 1), (4, State::Fail, 0)]),
        (
            thing(json!({ "spec": { "size": 1, "x": 2 } })),
            &[(2, State::Fail, 1), (4, State::Fail, 1)],
        ),
        (
            thing(json!({ "spec": { "size": 1 }, "status": { "ready": true } })),
            &[(5, State::Fail, 1)],
        ),
        (
            with(
                CSV,
                "/spec/customresourcedefinitions/owned/0/resources",
                json!([]),
            ),
            &[(3, State::Fail, 0)],
        ),
    ] {
        assert_eq!(states(files), all(changed));
    }
}
