//! `docs/api/`: the reference of all kinds in Markdown, as code hosts and mdBook show it. All are pure.

mod constraints;
mod index;
mod markdown;
mod page;
mod sections;

use crate::emit::{Artefact, Body, EmitError, Emitter, Input, Ownership};

/// What `kopr gen docs` makes.
pub static EMITTER: Emitter = Emitter {
    name: "docs",
    about: "the reference of all kinds, in Markdown",
    owns: "docs/api/",
    emit,
};

#[expect(clippy::unnecessary_wraps, reason = "the signature of an emitter")]
fn emit(input: &Input<'_>) -> Result<Vec<Artefact>, EmitError> {
    let mut files = vec![("README.md".to_owned(), index::index(input.operator))];
    for resource in &input.operator.resources {
        files.push((page::file(resource), page::page(resource)));
    }
    Ok(files
        .into_iter()
        .map(|(name, text)| Artefact {
            path: format!("{}{name}", EMITTER.owns).into(),
            body: Body::Markdown(text),
            ownership: Ownership::Tool,
        })
        .collect())
}
