//! `schemas/`: JSON Schemas of all kinds, for editors. All are pure.
//!
//! Draft-07, because it is the one that the YAML language server and the JSON support of editors take without being
//! told; nothing here needs a later one.

mod convert;
mod formats;
mod index;
mod metadata;
mod root;

use camino::Utf8PathBuf;
use kopr_model::{Operator, Resource, ResourceVersion};

use crate::emit::{Artefact, Body, EmitError, Emitter, Input, Ownership};

/// What `kopr gen schema` makes.
pub static EMITTER: Emitter = Emitter {
    name: "schema",
    about: "JSON Schemas of all kinds, for editors",
    owns: "schemas/",
    emit,
};

/// The version of JSON Schema.
const DRAFT: &str = "http://json-schema.org/draft-07/schema#";

#[expect(clippy::unnecessary_wraps, reason = "the signature of an emitter")]
fn emit(input: &Input<'_>) -> Result<Vec<Artefact>, EmitError> {
    let operator = input.operator;
    let all = served(operator);
    let mut files: Vec<(String, Body)> = all
        .iter()
        .map(|(resource, version)| {
            let schema = root::schema(resource, version);
            (file(operator, resource, version), Body::Json(schema))
        })
        .collect();
    if !all.is_empty() {
        files.push(("all.json".to_owned(), Body::Json(index::all(operator, &all))));
        let page = index::page(operator, &all);
        files.push(("README.md".to_owned(), Body::Markdown(page)));
    }
    Ok(files
        .into_iter()
        .map(|(name, body)| Artefact {
            path: Utf8PathBuf::from(EMITTER.owns).join(name),
            body,
            ownership: Ownership::Tool,
        })
        .collect())
}

/// The kinds in each version that the API server takes.
fn served(operator: &Operator) -> Vec<(&Resource, &ResourceVersion)> {
    let mut all: Vec<_> = operator
        .resources
        .iter()
        .flat_map(|resource| {
            let versions = resource.by_priority();
            versions
                .into_iter()
                .filter(|version| version.served)
                .map(move |version| (resource, version))
        })
        .collect();
    all.sort_by_key(|(resource, _)| (&resource.group, &resource.kind));
    all
}

/// Name of the file of a kind in a version; the group tells kinds of one name apart, as it does for samples.
fn file(operator: &Operator, resource: &Resource, version: &ResourceVersion) -> String {
    let kind = resource.kind.to_lowercase();
    let alike = operator
        .resources
        .iter()
        .filter(|other| other.kind.to_lowercase() == kind)
        .count();
    if alike > 1 {
        format!("{}_{kind}_{}.json", resource.group, version.name)
    } else {
        format!("{kind}_{}.json", version.name)
    }
}
