//! `kopr explain`: a kind or one of its fields, from the description.

use super::Error;
use super::generate::source;
use crate::cli::{ExplainArgs, Format};
use crate::explain;
use crate::load::load;
use crate::status::Status;
use crate::write;

/// Shows a kind or a field.
pub(super) fn explain(arguments: &ExplainArgs) -> Result<Status, Error> {
    let (from, selection) = source(&arguments.source);
    let loaded = load(&from, &selection)?;
    for warning in &loaded.warnings {
        write::note(&format!("warning: {warning}"));
    }
    let subject = explain::find(
        &loaded.operator,
        &arguments.path,
        arguments.api_version.as_deref(),
    )?;
    let text = match arguments.output {
        Format::Text => explain::text(&subject, arguments.recursive),
        Format::Json => format!("{:#}\n", explain::json(&subject, arguments.recursive)),
    };
    write::print(&text)?;
    Ok(Status::Same)
}
