//! The cases of `golden/`: a description, settings, and what comes out.
//!
//! A case that is about settings names another case instead of a description of its own: its `model.json` is that
//! name.

#![allow(
    dead_code,
    clippy::expect_used,
    clippy::panic,
    reason = "each test uses its part, and in a test that is how one fails"
)]

use std::collections::BTreeMap;

use camino::{Utf8Path, Utf8PathBuf};
use kopr_cli::emit::{Body, Input, render};
use kopr_cli::settings::Settings;
use kopr_model::{Description, Operator, Outcome};
use serde_json::Value;

/// One case.
pub(crate) struct Case {
    /// Name of its folder.
    pub(crate) name: String,
    /// Its folder.
    pub(crate) folder: Utf8PathBuf,
    /// The case whose description it takes.
    pub(crate) like: Option<String>,
    /// The description.
    pub(crate) operator: Operator,
    /// The settings.
    pub(crate) settings: Settings,
}

/// All cases, by name.
pub(crate) fn cases() -> Vec<Case> {
    let mut names: Vec<String> = golden()
        .read_dir_utf8()
        .expect("the folder of cases exists")
        .map(|entry| entry.expect("it can be listed").file_name().to_owned())
        .collect();
    names.sort();
    assert!(names.len() >= 25, "cases are missing: {names:?}");
    names.iter().map(|name| case(name)).collect()
}

/// One case by name.
pub(crate) fn case(name: &str) -> Case {
    let folder = golden().join(name);
    let text = |file: &str| {
        let path = folder.join(file);
        std::fs::read_to_string(&path).unwrap_or_else(|error| panic!("{path}: {error}"))
    };
    let model: Value = serde_json::from_str(&text("model.json")).unwrap_or_else(|e| panic!("{name}: {e}"));
    let (like, operator) = match model {
        Value::String(like) => {
            let other = case(&like);
            (Some(like), other.operator)
        }
        model => {
            let description: Description =
                serde_json::from_value(model).unwrap_or_else(|e| panic!("{name}: {e}"));
            let Outcome::Operator(operator) = description.outcome else {
                panic!("{name} describes a failure")
            };
            (None, *operator)
        }
    };
    let settings =
        Settings::parse(&text("kopr.toml"), "kopr.toml", None).unwrap_or_else(|e| panic!("{name}: {e}"));
    Case {
        name: name.to_owned(),
        folder,
        like,
        operator,
        settings,
    }
}

fn golden() -> Utf8PathBuf {
    Utf8Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden")
}

impl Case {
    /// What emitters get.
    pub(crate) fn input(&self) -> Input<'_> {
        Input {
            operator: &self.operator,
            settings: &self.settings,
        }
    }

    /// Path and text of all files.
    pub(crate) fn files(&self) -> BTreeMap<Utf8PathBuf, String> {
        self.files_of(&self.operator)
    }

    /// Path and text of all files that another description gives with these settings.
    pub(crate) fn files_of(&self, operator: &Operator) -> BTreeMap<Utf8PathBuf, String> {
        let input = Input {
            operator,
            settings: &self.settings,
        };
        render(&input, &[])
            .unwrap_or_else(|e| panic!("{}: {e:?}", self.name))
            .into_iter()
            .map(|artefact| {
                (
                    artefact.path.clone(),
                    artefact.text().expect("artefacts are YAML"),
                )
            })
            .collect()
    }

    /// Objects of the artefacts that these names stand for; all but the installer, which holds others a second
    /// time, where there is no name.
    pub(crate) fn objects(&self, only: &[&str]) -> Vec<Value> {
        let only: Vec<String> = only.iter().map(|name| (*name).to_owned()).collect();
        render(&self.input(), &only)
            .unwrap_or_else(|e| panic!("{}: {e:?}", self.name))
            .into_iter()
            .filter(|artefact| !only.is_empty() || !artefact.path.starts_with("dist"))
            .flat_map(|artefact| match artefact.body {
                Body::Objects(objects) => objects,
                _ => Vec::new(),
            })
            // A list of files is no object of the API.
            .filter(|object| object["kind"] != "Kustomization")
            .collect()
    }

    /// What `kubectl apply` puts into a cluster: all objects but samples and lists of files.
    pub(crate) fn installed(&self) -> Vec<Value> {
        self.objects(&["install"])
    }
}

/// The objects of a kind.
pub(crate) fn find<'a>(objects: &'a [Value], kind: &str) -> Vec<&'a Value> {
    objects.iter().filter(|object| object["kind"] == kind).collect()
}

/// The members of a list; none where there is no list.
pub(crate) fn list(value: &Value) -> &[Value] {
    value.as_array().map_or(&[], Vec::as_slice)
}

/// Whether labels are those that a selector asks for.
pub(crate) fn selects(selector: &Value, labels: &Value) -> bool {
    selector
        .as_object()
        .expect("a selector")
        .iter()
        .all(|(key, value)| labels.get(key) == Some(value))
}
