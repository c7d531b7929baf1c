//! `kopr config`: the settings that count, each with where it comes from.

use serde_json::json;

use super::Error;
use super::generate::{settings_with_origins, source};
use crate::cli::{ConfigArgs, Format};
use crate::config;
use crate::emit::Input;
use crate::load::load;
use crate::status::Status;
use crate::write;

/// Shows them.
pub(super) fn config(arguments: &ConfigArgs) -> Result<Status, Error> {
    let (from, selection) = source(&arguments.source);
    let loaded = load(&from, &selection)?;
    for warning in &loaded.warnings {
        write::note(&format!("warning: {warning}"));
    }
    let (settings, origins) = settings_with_origins(&loaded.root, arguments.profile.as_deref())?;
    let input = Input {
        operator: &loaded.operator,
        settings: &settings,
    };
    let entries = config::effective(&input, &origins);
    let text = match arguments.output {
        Format::Text => config::text(&entries, &settings.patches),
        Format::Json => {
            let mut value = config::json(&entries, &settings.patches);
            value["operator"] = json!(loaded.operator.name);
            value["profile"] = json!(arguments.profile);
            format!("{value:#}\n")
        }
    };
    write::print(&text)?;
    Ok(Status::Same)
}
