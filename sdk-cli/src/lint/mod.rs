//! What works and should be known: wide rights, rights that nobody uses, pods that are less locked up than they could
//! be, fields without words.
//!
//! What the API server would refuse or drop is for `check`. One family of rules a file, one row a table; all are
//! pure, over the description, the rendered objects and records of test runs.

mod allow;
mod clients;
mod fields;
mod grants;
mod pods;
mod recorded;
mod roles;

pub use allow::{Allowed, LintError, allow};
pub use pods::breaches;
pub use recorded::merged;

use kopr_model::Source;
use kopr_model::record::Record;
use serde_json::Value;

use crate::check::{Finding, Level, Rule};
use crate::emit::Input;
use crate::explain::rbac::{self, Ask, Role};

/// What rules look at.
pub struct Subject<'a> {
    /// Description and settings.
    pub input: Input<'a>,
    /// The rendered objects.
    pub objects: &'a [Value],
    /// What test runs used; nothing where none was recorded.
    pub recorded: Option<&'a Record>,
    /// The rights that arguments ask for.
    pub asks: Vec<Ask<'a>>,
    /// The roles that are bound to the operator.
    pub roles: Vec<Role>,
}

impl<'a> Subject<'a> {
    /// Reads what rules need from the objects.
    pub fn new(input: Input<'a>, objects: &'a [Value], recorded: Option<&'a Record>) -> Self {
        Self {
            asks: rbac::asks(&input),
            roles: rbac::roles(&input, objects),
            input,
            objects,
            recorded,
        }
    }
}

/// A rule.
#[derive(Debug)]
pub struct Lint {
    /// Id and text.
    pub rule: Rule,
    /// How bad a breach is.
    pub level: Level,
    /// The way out.
    pub help: &'static str,
}

/// Rules that are looked at together.
#[derive(Debug)]
pub struct Family {
    /// Name of the file.
    pub name: &'static str,
    /// The rules.
    pub rules: &'static [Lint],
    /// Finds what breaks them.
    find: fn(&Subject<'_>, &mut Vec<Spot>),
}

/// Every family, by name.
pub static FAMILIES: &[Family] = &[
    clients::FAMILY,
    fields::FAMILY,
    grants::FAMILY,
    pods::FAMILY,
    recorded::FAMILY,
    roles::FAMILY,
];

/// A place that breaks a rule.
#[derive(Debug)]
struct Spot {
    rule: &'static str,
    place: String,
    message: String,
    source: Option<Source>,
}

const fn rule(id: &'static str, level: Level, about: &'static str, help: &'static str) -> Lint {
    Lint {
        rule: Rule { id, about },
        level,
        help,
    }
}

/// The rules, in the order of their ids.
pub fn rules() -> Vec<&'static Lint> {
    let mut rules: Vec<&Lint> = FAMILIES.iter().flat_map(|family| family.rules).collect();
    rules.sort_by_key(|lint| {
        let (letter, number) = lint.rule.id.split_at(1);
        (letter, number.parse::<u32>().ok())
    });
    rules
}

/// All findings, errors first, then by place.
pub fn lint(subject: &Subject<'_>) -> Vec<Finding> {
    let mut findings = Vec::new();
    for family in FAMILIES {
        let mut spots = Vec::new();
        (family.find)(subject, &mut spots);
        for spot in spots {
            let Some(lint) = family.rules.iter().find(|lint| lint.rule.id == spot.rule) else {
                continue;
            };
            findings.push(Finding {
                level: lint.level,
                place: spot.place,
                rule: lint.rule.id,
                message: spot.message,
                help: Some(lint.help.to_owned()),
                source: spot.source.filter(|source| *source != Source::default()),
                pointer: None,
            });
        }
    }
    findings.sort();
    findings.dedup();
    findings
}

#[cfg(test)]
mod tests;
