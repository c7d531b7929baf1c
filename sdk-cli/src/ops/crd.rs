//! `kopr crd`: CRDs in files, whoever wrote them.

use serde_json::{Value, json};

use super::Error;
use crate::check::{Level, check_object};
use crate::cli::{CheckArgs, CheckFormat, Crd};
use crate::load::{Definitions, definitions};
use crate::report::{self, Found, Notice, count};
use crate::status::Status;
use crate::write;

/// Looks at CRDs.
pub(super) fn crd(command: &Crd) -> Result<Status, Error> {
    match command {
        Crd::Check(arguments) => check(arguments),
    }
}

fn check(arguments: &CheckArgs) -> Result<Status, Error> {
    let definitions = definitions(&arguments.paths);
    for folder in &definitions.templates {
        write::note(&format!(
            "note: `{folder}` was left out: it is a chart's, and can be checked as `helm template CHART | kopr crd check -`"
        ));
    }
    let mut found: Vec<Found> = definitions
        .crds
        .iter()
        .flat_map(|document| {
            let findings = check_object(&document.object, arguments.apply);
            findings.into_iter().map(|finding| Found {
                position: Some(
                    definitions.position(document, finding.pointer.as_deref().unwrap_or_default()),
                ),
                finding,
            })
        })
        .collect();
    found.sort_by(|a, b| (&a.finding, &a.position).cmp(&(&b.finding, &b.position)));
    match arguments.output {
        CheckFormat::Text => tell(arguments, &definitions, &found)?,
        CheckFormat::Json => write::print(&format!("{:#}\n", json(&definitions, &found)))?,
        CheckFormat::Sarif => {
            let unread: Vec<Notice> = definitions
                .unread
                .iter()
                .map(|unread| Notice {
                    message: unread.to_string(),
                    position: unread.position(),
                })
                .collect();
            write::print(&format!("{:#}\n", report::sarif(&found, &unread)))?;
        }
    }
    let is_broken = found.iter().any(|one| one.finding.level == Level::Error);
    if !definitions.unread.is_empty() {
        return Err(Error::Unread(definitions.unread));
    }
    if definitions.crds.is_empty() {
        return Err(Error::NoCrd {
            files: count(definitions.files, "file", "files"),
        });
    }
    Ok(if is_broken { Status::Findings } else { Status::Same })
}

/// What was found is data, all else is talk.
fn tell(arguments: &CheckArgs, definitions: &Definitions, found: &[Found]) -> Result<(), Error> {
    let mut text = report::blocks(found).join("\n");
    if !text.is_empty() {
        text.push('\n');
    }
    write::print(&text)?;
    if arguments.verbose {
        for document in &definitions.others {
            let position = definitions.position(document, "");
            write::note(&format!("passed over: {position} {}", document.title()));
        }
        let sizes = definitions
            .crds
            .iter()
            .map(|document| (document.title(), document.object.to_string().len()));
        write::note(&report::sizes(&sizes.collect::<Vec<_>>()));
    }
    if definitions.files == 0 {
        return Ok(());
    }
    let others = match definitions.others.len() {
        0 => String::new(),
        number => format!(", passed over {}", count(number, "other object", "other objects")),
    };
    write::note(&format!(
        "looked at {} in {}{others}: {}",
        count(definitions.crds.len(), "CRD", "CRDs"),
        count(definitions.files, "file", "files"),
        report::summary(found).unwrap_or_else(|| "nothing found".to_owned()),
    ));
    Ok(())
}

fn json(definitions: &Definitions, found: &[Found]) -> Value {
    json!({
        "crds": definitions.crds.iter().map(|document| {
            let position = definitions.position(document, "");
            json!({
                "name": document.object["metadata"]["name"],
                "file": position.file,
                "line": position.line,
                "bytes": document.object.to_string().len(),
            })
        }).collect::<Vec<_>>(),
        "passedOver": definitions.others.iter().map(|document| {
            let position = definitions.position(document, "");
            json!({
                "kind": document.object["kind"],
                "name": document.object["metadata"]["name"],
                "file": position.file,
                "line": position.line,
            })
        }).collect::<Vec<_>>(),
        "unread": definitions.unread.iter().map(|unread| {
            let position = unread.position();
            json!({
                "file": position.as_ref().map(|position| &position.file),
                "line": position.as_ref().map(|position| position.line),
                "message": unread.to_string(),
            })
        }).collect::<Vec<_>>(),
        "findings": found.iter().map(report::json).collect::<Vec<_>>(),
    })
}
