//! `[lint] allow` in `kopr.toml`: findings that somebody has looked at.

use super::rules;
use crate::check::Finding;
use crate::suggest;

/// Why findings cannot be taken away, or not looked for.
#[derive(Debug, thiserror::Error, miette::Diagnostic)]
pub enum LintError {
    /// There is no such rule.
    #[error("`lint.allow` in kopr.toml names `{id}`, which is no rule")]
    #[diagnostic(code(kopr::lint::rule))]
    NoRule {
        /// The word.
        id: String,
        /// What there is.
        #[help]
        help: String,
    },
    /// A file is no record of a test run.
    #[error("{file}: this is no record of a test run: {message}")]
    #[diagnostic(
        code(kopr::lint::record),
        help("tests write records into the folder that `KOPR_TEST_RECORD` names")
    )]
    NoRecord {
        /// The file.
        file: String,
        /// Why.
        message: String,
    },
    /// A record is of another operator.
    #[error("{file}: this record is of `{found}`, not of `{operator}`")]
    #[diagnostic(
        code(kopr::lint::other_record),
        help("name the records of this operator's own tests")
    )]
    OtherRecord {
        /// The file.
        file: String,
        /// The operator of the record.
        found: String,
        /// The operator.
        operator: String,
    },
    /// There is no record.
    #[error("there is no record of a test run in {places}")]
    #[diagnostic(
        code(kopr::lint::no_records),
        help("run the tests with `KOPR_TEST_RECORD` set to a folder, and name that folder")
    )]
    NoRecords {
        /// Where it was looked for.
        places: String,
    },
}

/// What is left, and what was taken away.
#[derive(Debug)]
pub struct Allowed {
    /// Findings that nobody has allowed.
    pub left: Vec<Finding>,
    /// How many were.
    pub taken: usize,
    /// Entries that fit no finding.
    pub idle: Vec<String>,
}

/// Takes allowed findings away. An entry is the id of a rule, or an id and a text that the place has.
///
/// # Errors
/// An entry that names no rule.
pub fn allow(findings: Vec<Finding>, entries: &[String]) -> Result<Allowed, LintError> {
    let all: Vec<&str> = rules().iter().map(|lint| lint.rule.id).collect();
    let mut parsed = Vec::new();
    for entry in entries {
        let (id, place) = match entry.trim().split_once(' ') {
            Some((id, place)) => (id, place.trim()),
            None => (entry.trim(), ""),
        };
        if !all.contains(&id) {
            return Err(LintError::NoRule {
                id: id.to_owned(),
                help: suggest::help(id, &all),
            });
        }
        parsed.push((entry, id, place));
    }
    let fits = |finding: &Finding, id: &str, place: &str| finding.rule == id && finding.place.contains(place);
    let idle = parsed
        .iter()
        .filter(|(_, id, place)| !findings.iter().any(|finding| fits(finding, id, place)))
        .map(|(entry, ..)| (*entry).clone())
        .collect();
    let before = findings.len();
    let left: Vec<Finding> = findings
        .into_iter()
        .filter(|finding| !parsed.iter().any(|(_, id, place)| fits(finding, id, place)))
        .collect();
    Ok(Allowed {
        taken: before - left.len(),
        left,
        idle,
    })
}
