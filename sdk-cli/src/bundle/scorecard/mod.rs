//! The six standard tests of the scorecard, in this process: no cluster, no images, no pods.

mod config;
mod examples;
mod standard;
mod text;
mod xunit;

pub use config::{Config, ConfigError, config, standard};
pub use text::text;
pub use xunit::xunit;

use std::collections::BTreeMap;

use serde::Serialize;

use super::{Bundle, Selector};

/// How a test ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub enum State {
    /// It holds.
    Pass,
    /// It does not.
    Fail,
    /// It could not be told.
    Error,
}

/// What a test found.
#[derive(Clone, Debug, Serialize)]
pub struct TestResult {
    /// Its name.
    pub name: String,
    /// What it says of its run.
    #[serde(skip_serializing_if = "String::is_empty")]
    pub log: String,
    /// How it ended.
    pub state: State,
    /// What is wrong.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub errors: Vec<String>,
    /// What could be better.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub suggestions: Vec<String>,
}

impl TestResult {
    fn new(name: &str) -> Self {
        Self {
            name: name.to_owned(),
            log: String::new(),
            state: State::Pass,
            errors: Vec::new(),
            suggestions: Vec::new(),
        }
    }

    fn fail(&mut self, error: impl Into<String>) {
        self.state = State::Fail;
        self.errors.push(error.into());
    }
}

/// A test as the configuration has it.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
pub struct Spec {
    /// Image that would run it in a cluster.
    pub image: String,
    /// What would be called.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub entrypoint: Vec<String>,
    /// What it is selected by.
    #[serde(skip_serializing_if = "BTreeMap::is_empty")]
    pub labels: BTreeMap<String, String>,
}

/// A test and what it found; nothing where it was only listed.
#[derive(Clone, Debug)]
pub struct Test {
    /// The test.
    pub spec: Spec,
    /// What it found.
    pub result: Option<TestResult>,
}

impl Test {
    /// The name: what the entrypoint calls.
    pub fn name(&self) -> &str {
        self.spec.entrypoint.last().map_or("", String::as_str)
    }
}

type Run = fn(&Bundle, &mut TestResult);

/// Every test by its name, with the suite that it belongs to.
pub static TESTS: [(&str, &str, Run); 6] = [
    ("basic-check-spec", "basic", standard::check_spec),
    ("olm-bundle-validation", "olm", standard::bundle_validation),
    ("olm-crds-have-validation", "olm", standard::crds_have_validation),
    ("olm-crds-have-resources", "olm", standard::crds_have_resources),
    ("olm-spec-descriptors", "olm", standard::spec_descriptors),
    ("olm-status-descriptors", "olm", standard::status_descriptors),
];

/// Runs the tests of a configuration that a selector chooses, in its order.
pub fn run(bundle: &Bundle, config: &Config, selector: &Selector) -> Vec<Test> {
    selected(config, selector)
        .map(|spec| {
            let name = spec.entrypoint.last().map_or("", String::as_str);
            let mut result = TestResult::new(name);
            if let Some((_, _, test)) = TESTS.iter().find(|(known, ..)| *known == name) {
                test(bundle, &mut result);
            } else {
                result.state = State::Error;
                let command = spec.entrypoint.join(" ");
                result.errors.push(format!(
                    "`{command}` in the image `{}` is no standard test; only those run without a cluster",
                    spec.image
                ));
            }
            Test {
                spec: spec.clone(),
                result: Some(result),
            }
        })
        .collect()
}

/// The same tests without a run.
pub fn list(config: &Config, selector: &Selector) -> Vec<Test> {
    selected(config, selector)
        .map(|spec| Test {
            spec: spec.clone(),
            result: None,
        })
        .collect()
}

fn selected<'a>(config: &'a Config, selector: &'a Selector) -> impl Iterator<Item = &'a Spec> {
    config.tests.iter().filter(|spec| {
        let labels = spec
            .labels
            .iter()
            .map(|(key, value)| (key.as_str(), value.as_str()))
            .collect();
        selector.matches(&labels)
    })
}

/// All of it as `-o json` prints it.
pub fn json(tests: &[Test]) -> serde_json::Value {
    let items: Vec<serde_json::Value> = tests
        .iter()
        .map(|test| {
            let status = match &test.result {
                // The original puts the time of a result there and never sets it.
                Some(result) => {
                    let mut result = serde_json::json!(result);
                    result["creationTimestamp"] = serde_json::Value::Null;
                    serde_json::json!({ "results": [result] })
                }
                None => serde_json::json!({}),
            };
            serde_json::json!({
                "kind": "Test",
                "apiVersion": "scorecard.operatorframework.io/v1alpha3",
                "spec": test.spec,
                "status": status,
            })
        })
        .collect();
    serde_json::json!({
        "kind": "TestList",
        "apiVersion": "scorecard.operatorframework.io/v1alpha3",
        "items": items,
    })
}
