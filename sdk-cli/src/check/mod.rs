//! Every rule that a CRD or another object must keep; the only place that knows them.
//!
//! One family of rules a file, one row a table. What breaks a rule of the API server is an error,
//! what the server only warns of or silently drops is a warning.

mod columns;
mod defaults;
mod extensions;
mod formats;
mod items;
mod junctors;
mod keywords;
mod lists;
mod losses;
mod maps;
mod names;
mod objects;
mod patterns;
mod root;
mod samples;
mod scale;
mod selectable;
mod size;
mod types;
mod validations;
mod versions;

use kopr_model::{Resource, ResourceVersion, Source};

use crate::emit::Input;

/// How bad a finding is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Level {
    /// The API server or Kubernetes itself would refuse it.
    Error,
    /// It works, and something is lost or comes out differently.
    Warning,
}

impl Level {
    /// The word for messages.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Error => "error",
            Self::Warning => "warning",
        }
    }
}

/// A place that breaks a rule.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Finding {
    /// How bad it is.
    pub level: Level,
    /// Where: a resource, its version, a JSON path.
    pub place: String,
    /// The rule, such as `S1`.
    pub rule: &'static str,
    /// What is wrong; lower case, no full stop.
    pub message: String,
    /// The way out.
    pub help: Option<String>,
    /// The code that it comes from.
    pub source: Option<Source>,
}

impl std::fmt::Display for Finding {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(
            f,
            "{} {}: {}: {}",
            self.level.as_str(),
            self.rule,
            self.place,
            self.message
        )?;
        if let Some(source) = &self.source {
            write!(f, "\n  from {source}")?;
        }
        if let Some(help) = &self.help {
            write!(f, "\n  help: {help}")?;
        }
        Ok(())
    }
}

/// A rule with its text, for messages and the book.
#[derive(Clone, Copy, Debug)]
pub struct Rule {
    /// Its id.
    pub id: &'static str,
    /// What has to hold.
    pub about: &'static str,
}

/// Rules that are checked together.
#[derive(Debug)]
pub struct Family {
    /// Name of the file.
    pub name: &'static str,
    /// The rules.
    pub rules: &'static [Rule],
    /// Where they are applied.
    pub on: Subject,
}

/// What a family looks at.
#[derive(Debug)]
pub enum Subject {
    /// Each version of each kind.
    Version(fn(&mut Version<'_>)),
    /// Each kind.
    Resource(fn(&Resource, &mut Vec<Finding>)),
    /// All that is generated.
    Whole(fn(&Input<'_>, &mut Vec<Finding>)),
}

/// Every family, by name.
pub static FAMILIES: &[Family] = &[
    columns::FAMILY,
    defaults::FAMILY,
    extensions::FAMILY,
    formats::FAMILY,
    items::FAMILY,
    junctors::FAMILY,
    keywords::FAMILY,
    lists::FAMILY,
    losses::FAMILY,
    maps::FAMILY,
    names::FAMILY,
    objects::FAMILY,
    patterns::FAMILY,
    root::FAMILY,
    samples::FAMILY,
    scale::FAMILY,
    selectable::FAMILY,
    size::FAMILY,
    types::FAMILY,
    validations::FAMILY,
    versions::FAMILY,
];

/// One version of a kind, and what was found there.
pub struct Version<'a> {
    /// The kind.
    pub resource: &'a Resource,
    /// The version.
    pub version: &'a ResourceVersion,
    findings: &'a mut Vec<Finding>,
}

impl Version<'_> {
    fn report(
        &mut self,
        level: Level,
        rule: &'static str,
        path: &str,
        message: String,
        help: impl Into<String>,
    ) {
        let place = format!("{} {}", self.resource.crd_name(), self.version.name);
        self.findings.push(Finding {
            level,
            place: if path.is_empty() {
                place
            } else {
                format!("{place} {path}")
            },
            rule,
            message,
            help: Some(help.into()).filter(|help| !help.is_empty()),
            source: Some(self.version.source.clone()),
        });
    }

    fn error(&mut self, rule: &'static str, path: &str, message: impl Into<String>, help: impl Into<String>) {
        self.report(Level::Error, rule, path, message.into(), help);
    }

    fn warn(&mut self, rule: &'static str, path: &str, message: impl Into<String>, help: impl Into<String>) {
        self.report(Level::Warning, rule, path, message.into(), help);
    }
}

/// All findings, errors first, then by place.
pub fn check(input: &Input<'_>) -> Vec<Finding> {
    let mut findings = Vec::new();
    for family in FAMILIES {
        match family.on {
            Subject::Version(check) => {
                for resource in &input.operator.resources {
                    for version in &resource.versions {
                        check(&mut Version {
                            resource,
                            version,
                            findings: &mut findings,
                        });
                    }
                }
            }
            Subject::Resource(check) => {
                input
                    .operator
                    .resources
                    .iter()
                    .for_each(|resource| check(resource, &mut findings));
            }
            Subject::Whole(check) => check(input, &mut findings),
        }
    }
    findings.sort();
    findings.dedup();
    findings
}

/// A finding about a kind as a whole.
fn about(resource: &Resource, level: Level, rule: &'static str, message: String, help: &str) -> Finding {
    Finding {
        level,
        place: resource.crd_name(),
        rule,
        message,
        help: Some(help.to_owned()).filter(|help| !help.is_empty()),
        source: resource.storage_version().map(|version| version.source.clone()),
    }
}

#[cfg(test)]
mod tests;
