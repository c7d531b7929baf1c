//! What test runs used against what is declared.

use kopr_model::record::{Record, Right};

use super::{Family, Lint, LintError, Spot, Subject, rule};
use crate::check::Level;
use crate::explain::rbac::Ask;

pub(super) const FAMILY: Family = Family {
    name: "recorded",
    rules: RULES,
    find,
};

const RULES: &[Lint] = &[
    rule(
        "R7",
        Level::Warning,
        "a test uses each right that an argument asks for",
        "write a test that needs it, or take an argument that asks for less",
    ),
    rule(
        "R8",
        Level::Error,
        "tests use no right that nobody asks for, and none is refused",
        "have a handler ask for it: take the extractor that brings it instead of a client made by hand",
    ),
];

/// What several records saw together.
///
/// # Errors
/// A text that is no record; a record of another operator; no record at all.
pub fn merged(operator: &str, files: &[(String, String)], places: &str) -> Result<Record, LintError> {
    let mut all: Option<Record> = None;
    for (file, text) in files {
        let record = Record::read(text).map_err(|message| LintError::NoRecord {
            file: file.clone(),
            message,
        })?;
        if record.operator != operator {
            return Err(LintError::OtherRecord {
                file: file.clone(),
                found: record.operator,
                operator: operator.to_owned(),
            });
        }
        match &mut all {
            Some(all) => {
                all.used.extend(record.used);
                all.denied.extend(record.denied);
            }
            None => all = Some(record),
        }
    }
    all.ok_or_else(|| LintError::NoRecords {
        places: places.to_owned(),
    })
}

fn right(ask: &Ask<'_>) -> Right {
    Right {
        group: ask.right.group.clone(),
        resource: ask.right.resource.clone(),
        verb: ask.right.verb.to_owned(),
    }
}

fn find(subject: &Subject<'_>, spots: &mut Vec<Spot>) {
    let Some(record) = subject.recorded else {
        return;
    };
    // The runtime's own rights are for the tests of kopr, and what only admission asks for no request shows.
    let of_handlers = subject
        .asks
        .iter()
        .filter(|ask| ask.by.controller.is_some() && ask.via.is_none());
    for ask in of_handlers {
        if !record.used.contains(&right(ask)) {
            spots.push(Spot {
                rule: "R7",
                place: ask.title(),
                message: format!("`{}` asks for it, and no recorded test used it", ask.by.argument),
                source: ask.by.source.cloned(),
            });
        }
    }
    let declared: Vec<Right> = subject.asks.iter().map(right).collect();
    let undeclared = record.used.iter().filter(|used| !declared.contains(used));
    for (right, message) in undeclared
        .map(|right| (right, "a test used it, and nobody asks for it"))
        .chain(
            record
                .denied
                .iter()
                .map(|right| (right, "it was refused in a test")),
        )
    {
        spots.push(Spot {
            rule: "R8",
            place: right.to_string(),
            message: message.to_owned(),
            source: None,
        });
    }
}
