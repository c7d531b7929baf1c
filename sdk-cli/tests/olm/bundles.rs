//! The bundle of a case, as its readers see it.

use std::collections::BTreeMap;

use kopr_cli::bundle::{self, Entry, Files};
use kopr_cli::emit::{Body, Input};
use kopr_cli::olm::{self, Facts, Icon};
use kopr_cli::yaml;
use kopr_model::Operator;
use serde_json::Value;

use crate::cases::Case;

/// A time, and an icon of one pixel.
pub(crate) fn facts() -> Facts {
    Facts {
        created_at: Some("2026-01-02T03:04:05Z".to_owned()),
        icon: Some(Icon::new(b"GIF89a\x01\x00\x01\x00").expect("it is a picture")),
        ..Facts::default()
    }
}

/// Path and text of all files that an operator gives with the settings of a case.
pub(crate) fn files(case: &Case, operator: &Operator, facts: &Facts) -> BTreeMap<String, String> {
    let input = Input {
        operator,
        settings: &case.settings,
    };
    olm::bundle(&input, facts)
        .unwrap_or_else(|error| panic!("{}: {error:?}", case.name))
        .into_iter()
        .map(|artefact| (artefact.path.to_string(), artefact.text().expect("it is text")))
        .collect()
}

/// The objects of a bundle by their files.
pub(crate) fn objects(case: &Case, facts: &Facts) -> BTreeMap<String, Value> {
    olm::bundle(&case.input(), facts)
        .unwrap_or_else(|error| panic!("{}: {error:?}", case.name))
        .into_iter()
        .filter_map(|artefact| match artefact.body {
            Body::Objects(mut objects) => {
                assert_eq!(objects.len(), 1, "{} holds one object", artefact.path);
                Some((artefact.path.to_string(), objects.remove(0)))
            }
            _ => None,
        })
        .collect()
}

/// The `ClusterServiceVersion`.
pub(crate) fn csv(case: &Case, facts: &Facts) -> Value {
    objects(case, facts)
        .into_values()
        .find(|object| object["kind"] == "ClusterServiceVersion")
        .expect("there is one")
}

/// The bundle as a validator reads it.
pub(crate) fn loaded(files: &BTreeMap<String, String>) -> bundle::Bundle {
    let mut read = Files::new("bundle");
    for (path, text) in files {
        if let Some(path) = path.strip_prefix("bundle/") {
            read.put(path, Entry::File(text.clone().into_bytes()));
        }
    }
    bundle::load(read).unwrap_or_else(|findings| panic!("{findings:#?}"))
}

/// What a text in YAML says.
pub(crate) fn parsed(text: &str) -> Value {
    yaml::parse(text, "text").expect("it is YAML").remove(0)
}
