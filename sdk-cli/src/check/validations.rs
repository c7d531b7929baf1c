//! S21: rules in CEL.

use super::{Family, Level, Rule, Subject, Version};
use crate::cel;

pub(super) const FAMILY: Family = Family {
    name: "validations",
    rules: &[Rule {
        id: "S21",
        about: "a rule in CEL is one that the server takes: it can be read, its fields and types are those of the \
                schema, its message is one line, its path points at a field, and it is cheap enough",
    }],
    on: Subject::Version(check),
};

fn check(version: &mut Version<'_>) {
    for problem in cel::problems(&version.version.schema) {
        match problem.level {
            Level::Error => version.error("S21", &problem.path, problem.message, problem.help),
            Level::Warning | Level::Note => version.warn("S21", &problem.path, problem.message, problem.help),
        }
    }
}
