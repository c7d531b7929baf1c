//! `kopr lint`: what works and should be known.

use camino::{Utf8Path, Utf8PathBuf};
use serde_json::json;

use super::Error;
use super::generate::{settings, source};
use crate::check::{Finding, Level, check};
use crate::cli::{CheckFormat, Deny, LintArgs};
use crate::emit::{Body, Input, render};
use crate::lint::{self, Allowed, Subject};
use crate::load::load;
use crate::report::{self, Found, Position, count};
use crate::status::Status;
use crate::write::{self, WriteError};

/// Looks at an operator.
pub(super) fn lint(arguments: &LintArgs) -> Result<Status, Error> {
    let (from, selection) = source(&arguments.source);
    let loaded = load(&from, &selection)?;
    for warning in &loaded.warnings {
        write::note(&format!("warning: {warning}"));
    }
    let settings = settings(&loaded.root, arguments.profile.as_deref())?;
    let input = Input {
        operator: &loaded.operator,
        settings: &settings,
    };
    let mut objects = Vec::new();
    for artefact in render(&input, &[])? {
        let Body::Objects(all) = artefact.body else {
            continue;
        };
        for object in all {
            // Some stand in several files.
            if !objects.contains(&object) {
                objects.push(object);
            }
        }
    }
    let recorded = if arguments.recorded.is_empty() {
        None
    } else {
        Some(records(&arguments.recorded, &loaded.operator.name)?)
    };
    let findings = lint::lint(&Subject::new(input, &objects, recorded.as_ref()));
    let allowed = lint::allow(findings, &settings.lint.allow)?;
    show(arguments, &allowed, &loaded.operator.name)?;

    let refused = check(&input)
        .iter()
        .filter(|finding| finding.level == Level::Error)
        .count();
    if refused > 0 {
        let errors = count(refused, "error", "errors");
        write::note(&format!("beside these, `kopr gen manifests` finds {errors}"));
    }
    let most = match arguments.deny {
        Deny::Errors => Level::Error,
        Deny::Warnings => Level::Warning,
        Deny::Notes => Level::Note,
    };
    Ok(if allowed.left.iter().any(|finding| finding.level <= most) {
        Status::Findings
    } else {
        Status::Same
    })
}

/// What was found is data, all else is talk.
fn show(arguments: &LintArgs, allowed: &Allowed, operator: &str) -> Result<(), Error> {
    let found: Vec<Found> = allowed.left.iter().cloned().map(Found::from).collect();
    match arguments.output {
        CheckFormat::Text => {
            let mut text = report::blocks(&found).join("\n");
            if !text.is_empty() {
                text.push('\n');
            }
            write::print(&text)?;
        }
        CheckFormat::Json => {
            let value = json!({
                "operator": operator,
                "findings": found.iter().map(report::json).collect::<Vec<_>>(),
                "allowed": allowed.taken,
                "allowedIdle": allowed.idle,
            });
            write::print(&format!("{value:#}\n"))?;
        }
        CheckFormat::Sarif => {
            let found: Vec<Found> = allowed.left.iter().map(with_place).collect();
            write::print(&format!("{:#}\n", report::sarif(&found, &[])))?;
        }
    }
    for entry in &allowed.idle {
        write::note(&format!(
            "warning: `lint.allow` has `{entry}`, which fits no finding: take it out"
        ));
    }
    let taken = match allowed.taken {
        0 => String::new(),
        number => format!(", allowed {number}"),
    };
    let summary = report::summary(&found).unwrap_or_else(|| "nothing found".to_owned());
    write::note(&format!("{operator}: {summary}{taken}"));
    Ok(())
}

/// Code hosts show a finding beside the line that it comes from.
fn with_place(finding: &Finding) -> Found {
    let source = finding.source.as_ref().filter(|source| !source.file.is_empty());
    Found {
        position: source.map(|source| Position {
            file: source.file.clone(),
            line: u64::from(source.line.max(1)),
            column: 1,
        }),
        finding: finding.clone(),
    }
}

/// The records in files and folders, put together.
fn records(paths: &[Utf8PathBuf], operator: &str) -> Result<kopr_model::record::Record, Error> {
    let mut files = Vec::new();
    for path in paths {
        for path in record_files(path)? {
            let text = fs_err::read_to_string(&path).map_err(WriteError::from)?;
            files.push((path.to_string(), text));
        }
    }
    let places: Vec<String> = paths.iter().map(|path| format!("`{path}`")).collect();
    Ok(lint::merged(operator, &files, &places.join(", "))?)
}

fn record_files(path: &Utf8Path) -> Result<Vec<Utf8PathBuf>, Error> {
    if !path.is_dir() {
        return Ok(vec![path.to_owned()]);
    }
    let mut files = Vec::new();
    for entry in path.read_dir_utf8().map_err(WriteError::from)? {
        let path = entry.map_err(WriteError::from)?.into_path();
        if path.extension() == Some("json") {
            files.push(path);
        }
    }
    files.sort();
    Ok(files)
}
