//! `tests/scorecard/config.yaml`: which tests run.

use std::collections::BTreeMap;

use miette::Diagnostic;
use serde::Deserialize;
use thiserror::Error;

use super::{Spec, TESTS};
use crate::bundle::Bundle;
use crate::bundle::document::Document;
use crate::bundle::typed::decode;

/// Where it is unless the metadata says otherwise.
const FOLDER: &str = "tests/scorecard/";
const LABEL: &str = "operators.operatorframework.io.test.config.v1";
/// The image that the standard tests are in.
const IMAGE: &str = "quay.io/operator-framework/scorecard-test:v1.42.0";

/// Tests in the order of their stages.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Config {
    /// The tests.
    pub tests: Vec<Spec>,
}

/// Why the configuration cannot be read.
#[derive(Debug, Error, Diagnostic)]
#[error("{file}:{line}: {why}")]
#[diagnostic(
    code(kopr::scorecard::config),
    help(
        "it is a `Configuration` of `scorecard.operatorframework.io/v1alpha3` with `stages`, each with `tests`"
    )
)]
pub struct ConfigError {
    file: String,
    line: u64,
    why: String,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct Raw {
    stages: Vec<Stage>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct Stage {
    tests: Vec<RawTest>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct RawTest {
    image: String,
    entrypoint: Vec<String>,
    labels: BTreeMap<String, String>,
}

/// The configuration in a bundle, or of a file that was named; all standard tests where there is none.
pub fn config(bundle: &Bundle, named: Option<(&str, &[u8])>) -> Result<Config, ConfigError> {
    let folder = bundle.annotations.get(LABEL).map_or(FOLDER, String::as_str);
    let path = format!("{}/config.yaml", folder.trim_matches('/'));
    match (named, bundle.files.bytes(&path)) {
        (Some((file, bytes)), _) => read(file, file, bytes),
        (None, Some(bytes)) => read(&bundle.files.shown(&path), &path, bytes),
        (None, None) => Ok(standard()),
    }
}

/// All standard tests.
pub fn standard() -> Config {
    let test = |(name, suite, _): &(&str, &str, super::Run)| Spec {
        image: IMAGE.to_owned(),
        entrypoint: vec!["scorecard-test".to_owned(), (*name).to_owned()],
        labels: [("suite", *suite), ("test", &format!("{name}-test"))]
            .map(|(key, value)| (key.to_owned(), value.to_owned()))
            .into(),
    };
    Config {
        tests: TESTS.iter().map(test).collect(),
    }
}

fn read(shown: &str, path: &str, bytes: &[u8]) -> Result<Config, ConfigError> {
    let wrong = |line, why| ConfigError {
        file: shown.to_owned(),
        line,
        why,
    };
    let document = Document::read(path, bytes).map_err(|error| wrong(error.line, error.message))?;
    let raw: Raw = decode(&document.value, &[]).map_err(|found| {
        let first = found.into_iter().next();
        let (pointer, why) = first
            .map(|mismatch| (mismatch.pointer, mismatch.message))
            .unwrap_or_default();
        wrong(document.places().nearest(&pointer).0, why)
    })?;
    let tests = raw.stages.into_iter().flat_map(|stage| stage.tests);
    Ok(Config {
        tests: tests
            .map(|test| Spec {
                image: test.image,
                entrypoint: test.entrypoint,
                labels: test.labels,
            })
            .collect(),
    })
}
