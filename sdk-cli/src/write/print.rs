//! Standard output and standard error.

use std::collections::BTreeSet;
use std::io::{self, Write};

use super::WriteError;
use crate::emit::{Artefact, Body, header};
use crate::objects::order;
use crate::yaml;

/// Puts data on standard output. A reader that has gone is not an error.
pub fn print(text: &str) -> Result<(), WriteError> {
    forgiving(&mut io::stdout().lock(), text)
}

/// Says something on standard error; a line break is added.
pub fn note(text: &str) {
    // There is nowhere left to report that this failed.
    let _ = writeln!(io::stderr().lock(), "{text}");
}

/// Puts the objects of artefacts out as one stream of YAML documents in an order that can be applied.
///
/// An object that stands in several artefacts comes once, and kustomizations not at all: they list
/// files and are no objects of the API.
pub fn print_documents(artefacts: &[Artefact], out: &mut impl Write) -> Result<(), WriteError> {
    let mut seen = BTreeSet::new();
    let mut objects = Vec::new();
    for artefact in artefacts {
        let Body::Objects(all) = &artefact.body else {
            continue;
        };
        for object in all.iter().filter(|object| object["kind"] != "Kustomization") {
            if seen.insert(object.to_string()) {
                objects.push(object);
            }
        }
    }
    if objects.is_empty() {
        return Ok(());
    }
    order::sort_for_applying(&mut objects, |object| object);
    forgiving(out, &(header() + &yaml::documents(&objects)?))
}

/// Puts artefacts out that are no objects of a cluster: texts as they are in their files, each below a line with its
/// path where there are several; JSON without, since programs read several objects in a row.
pub fn print_artefacts(artefacts: &[Artefact], out: &mut impl Write) -> Result<(), WriteError> {
    if artefacts
        .iter()
        .all(|artefact| matches!(artefact.body, Body::Objects(_)))
    {
        return print_documents(artefacts, out);
    }
    let mut text = String::new();
    for artefact in artefacts {
        let path = &artefact.path;
        match &artefact.body {
            Body::Json(_) => {}
            _ if artefacts.len() == 1 => {}
            Body::Markdown(_) => text.extend(["<!-- Source: ", path.as_str(), " -->\n"]),
            // As `helm template` does.
            _ => text.extend(["---\n# Source: ", path.as_str(), "\n"]),
        }
        text.push_str(&artefact.text()?);
    }
    forgiving(out, &text)
}

fn forgiving(out: &mut impl Write, text: &str) -> Result<(), WriteError> {
    match out.write_all(text.as_bytes()).and_then(|()| out.flush()) {
        Err(error) if error.kind() == io::ErrorKind::BrokenPipe => Ok(()),
        other => {
            other.map_err(|error| io::Error::new(error.kind(), format!("standard output: {error}")).into())
        }
    }
}
