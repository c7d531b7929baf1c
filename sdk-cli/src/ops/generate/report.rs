//! What happened, for people and for programs.

use serde_json::{Value, json};

use super::Request;
use crate::load::Loaded;
use crate::ops::Error;
use crate::report::{self, Found, count};
use crate::write::{self, ChangeKind, Mode, Plan};

/// What happened, for people: what a check finds is data, all else is talk.
pub(super) fn tell(request: &Request<'_>, plan: &Plan) -> Result<(), Error> {
    if plan.is_clean() {
        write::note("everything is up to date");
        return Ok(());
    }
    if request.mode == Mode::Check {
        write::print(&format!("{}\n\n{}", plan.summary().join("\n"), plan.diff()))?;
        let how = if request.output.prune { " --prune" } else { "" };
        write::note(&format!(
            "{} not what the code says; `kopr {}{how}` mends it",
            count(plan.changes().len(), "file is", "files are"),
            request.command
        ));
        return Ok(());
    }
    for change in plan.changes() {
        write::note(&format!("{:<6} {}", word(Some(change.kind)), change.path));
    }
    Ok(())
}

/// What happened, for programs.
pub(super) fn print_report(
    request: &Request<'_>,
    loaded: &Loaded,
    found: &[Found],
    sizes: &[(String, usize)],
    plan: Option<&Plan>,
) -> Result<(), Error> {
    let files = plan.map(Plan::files).unwrap_or_default();
    let files: Vec<Value> = files
        .iter()
        .map(|file| json!({ "path": file.path, "bytes": file.bytes, "change": word(file.change) }))
        .collect();
    let checked = plan.filter(|_| request.mode == Mode::Check);
    let value = json!({
        "operator": loaded.operator.name,
        "written": request.mode == Mode::Write && plan.is_some(),
        "files": files,
        "summary": checked.map(Plan::summary),
        "diff": checked.map(Plan::diff),
        "warnings": loaded.warnings,
        "findings": found.iter().map(report::json).collect::<Vec<_>>(),
        "crds": sizes.iter().map(|(name, bytes)| json!({ "name": name, "bytes": bytes })).collect::<Vec<_>>(),
    });
    Ok(write::print(&format!("{value:#}\n"))?)
}

fn word(change: Option<ChangeKind>) -> &'static str {
    match change {
        Some(ChangeKind::Create) => "create",
        Some(ChangeKind::Update) => "update",
        Some(ChangeKind::Delete) => "delete",
        None => "unchanged",
    }
}
