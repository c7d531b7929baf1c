//! `kopr scorecard`: the standard tests on a bundle.

use super::Error;
use crate::bundle::scorecard::{self, State};
use crate::bundle::{Selector, SourceError, found, load, read};
use crate::cli::{ScorecardArgs, ScorecardFormat};
use crate::report;
use crate::status::Status;
use crate::write;

/// Runs tests, or lists them.
pub(super) fn scorecard(arguments: &ScorecardArgs) -> Result<Status, Error> {
    let selector = Selector::parse(&arguments.selector)?;
    let files = read(&arguments.path)?;
    let bundle = match load(files.clone()) {
        Ok(bundle) => bundle,
        Err(findings) => {
            let found = found(&files, &findings);
            write::note(&report::blocks(&found).join("\n"));
            return Ok(Status::Findings);
        }
    };
    let named = match &arguments.config {
        Some(path) => Some((
            path.as_str(),
            std::fs::read(path).map_err(|error| SourceError::Read {
                path: path.to_string(),
                error,
            })?,
        )),
        None => None,
    };
    let config = scorecard::config(
        &bundle,
        named.as_ref().map(|(path, bytes)| (*path, bytes.as_slice())),
    )?;
    let tests = if arguments.list {
        scorecard::list(&config, &selector)
    } else {
        scorecard::run(&bundle, &config, &selector)
    };
    write::print(&match arguments.output {
        ScorecardFormat::Text => scorecard::text(&tests),
        ScorecardFormat::Json => format!("{:#}\n", scorecard::json(&tests)),
        ScorecardFormat::Xunit => scorecard::xunit(&tests),
    })?;
    let results = tests.iter().filter_map(|test| test.result.as_ref());
    let is_broken = results.into_iter().any(|result| result.state != State::Pass);
    Ok(if is_broken { Status::Findings } else { Status::Same })
}
