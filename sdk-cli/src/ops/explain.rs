//! `kopr explain`: a kind or one of its fields, or a right of the operator, from the description.

use super::Error;
use super::generate::{settings, source};
use crate::cli::{ExplainArgs, ExplainWhat, Format, RbacArgs};
use crate::emit::{Body, Input, render};
use crate::explain::{self, rbac};
use crate::load::{Loaded, load};
use crate::status::Status;
use crate::write;

/// Shows a kind or a field, or who asks for a right.
pub(super) fn explain(arguments: &ExplainArgs) -> Result<Status, Error> {
    if let Some(ExplainWhat::Rbac(arguments)) = &arguments.what {
        return explain_rbac(arguments);
    }
    let (from, selection) = source(&arguments.source);
    let loaded = load(&from, &selection)?;
    warn(&loaded);
    let subject = explain::find(
        &loaded.operator,
        arguments.path.as_deref().unwrap_or_default(),
        arguments.api_version.as_deref(),
    )?;
    let text = match arguments.output {
        Format::Text => explain::text(&subject, arguments.recursive),
        Format::Json => format!("{:#}\n", explain::json(&subject, arguments.recursive)),
    };
    write::print(&text)?;
    Ok(Status::Same)
}

fn explain_rbac(arguments: &RbacArgs) -> Result<Status, Error> {
    let (from, selection) = source(&arguments.source);
    let loaded = load(&from, &selection)?;
    warn(&loaded);
    let settings = settings(&loaded.root, arguments.profile.as_deref())?;
    let input = Input {
        operator: &loaded.operator,
        settings: &settings,
    };
    let wanted = match arguments.right.as_slice() {
        [] => None,
        [resource] => Some(rbac::Wanted::parse(&input, None, resource)),
        [verb, resource, ..] => Some(rbac::Wanted::parse(&input, Some(verb), resource)),
    };
    let objects: Vec<_> = render(&input, &[])?
        .into_iter()
        .flat_map(|artefact| match artefact.body {
            Body::Objects(objects) => objects,
            _ => Vec::new(),
        })
        .collect();
    let answer = rbac::answer(&input, wanted, &rbac::roles(&input, &objects));
    match arguments.output {
        Format::Text => write::print(&rbac::text(&answer))?,
        Format::Json => write::print(&format!("{:#}\n", rbac::json(&answer)))?,
    }
    if !answer.found.is_empty() {
        return Ok(Status::Same);
    }
    let Some(wanted) = &answer.wanted else {
        write::note("the operator asks for no right");
        return Ok(Status::Same);
    };
    write::note(&format!("nobody asks for `{}`", wanted.title()));
    if !answer.near.is_empty() {
        write::note(&format!("near it is asked for: {}", answer.near.join(", ")));
    }
    Ok(Status::Findings)
}

fn warn(loaded: &Loaded) {
    for warning in &loaded.warnings {
        write::note(&format!("warning: {warning}"));
    }
}
