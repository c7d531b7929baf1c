//! Descriptions of operators that artefacts about kinds are tested with: the golden ones, and one of which each part
//! is awkward.

#![allow(dead_code, reason = "each test uses its part")]

use camino::Utf8Path;
use kopr_model::{Description, Operator, Outcome};
use serde_json::{Value, json};

/// All of them, by name.
pub(crate) fn operators() -> Vec<(String, Operator)> {
    let tests = Utf8Path::new(env!("CARGO_MANIFEST_DIR")).join("tests");
    let mut files = vec![tests.join("cmd/explain.in/model.json")];
    let golden = tests
        .join("golden")
        .read_dir_utf8()
        .expect("the folder of cases exists");
    files.extend(golden.map(|entry| entry.expect("it can be listed").path().join("model.json")));
    files.sort();
    let mut all: Vec<(String, Operator)> = files
        .into_iter()
        .filter_map(|file| {
            let text = std::fs::read_to_string(&file).expect("a case has a description");
            // A case that only names another one takes that one's.
            (!text.starts_with('"')).then(|| (file.to_string(), operator(&text)))
        })
        .collect();
    assert!(all.len() > 8, "cases are missing");
    all.push(("awkward".to_owned(), awkward()));
    all
}

fn operator(text: &str) -> Operator {
    let description: Description = serde_json::from_str(text).expect("it is a description");
    match description.outcome {
        Outcome::Operator(operator) => *operator,
        Outcome::Failure(_) => panic!("it describes a failure"),
    }
}

/// A kind with one of everything.
pub(crate) fn awkward() -> Operator {
    let version = |name: &str, storage: bool, schema: Value| {
        json!({
            "name": name, "served": true, "storage": storage, "status": true,
            "schema": schema,
            "columns": [{ "name": "A|B", "jsonPath": ".spec.mode", "type": "string", "description": "x | y" }],
            // The server takes the same selectable fields in two versions only where their schemas are the same.
            "selectable": if storage { json!([".spec.mode"]) } else { json!([]) },
            "losses": [{ "path": ".spec.things[]", "reason": "a union without a tag | it is kept" }],
            "source": { "item": "a::B" },
        })
    };
    serde_json::from_value(json!({
        "name": "awkward", "domain": "odd.example.com",
        "package": { "name": "awkward", "version": "1.0.0" },
        "resources": [{
            "group": "odd.example.com", "kind": "Thing", "plural": "things", "singular": "thing",
            "shortNames": ["t"], "categories": ["all"], "scope": "Namespaced", "reconciled": true,
            "versions": [version("v1", true, schema()), version("v1beta1", false, json!({
                "type": "object", "properties": { "spec": { "type": "object", "properties": {
                    "mode": { "type": "string" } } } },
            }))],
        }],
    }))
    .expect("it is an operator")
}

/// A schema with one of everything.
pub(crate) fn schema() -> Value {
    serde_json::from_str(include_str!("thing.json")).expect("it is JSON")
}
