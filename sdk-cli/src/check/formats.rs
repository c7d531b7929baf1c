//! S18: formats that the API server checks.

use super::{Family, Rule, Subject, Version};
use crate::schema::{nodes, word};

pub(super) const FAMILY: Family = Family {
    name: "formats",
    rules: &[Rule {
        id: "S18",
        about: "a format is one that the server knows for the type",
    }],
    on: Subject::Version(check),
};

fn check(version: &mut Version<'_>) {
    for node in nodes(&version.version.schema) {
        let Some(format) = word(node.schema, "format") else {
            continue;
        };
        let (known, there_are) = match word(node.schema, "type") {
            Some("integer") => (
                ["int32", "int64"].contains(&format),
                "for integers there are `int32` and `int64`",
            ),
            Some("number") => (
                ["float", "double"].contains(&format),
                "for numbers there are `float` and `double`",
            ),
            Some("string") | None => (
                kopr_model::formats::is_known_of_string(format),
                "say it with a `pattern`, or leave it out",
            ),
            Some(_) => (false, "leave it out"),
        };
        if !known {
            version.warn_in(
                "S18",
                &node,
                "format",
                format!(
                    "the server does not know the format `{format}` here, warns of it and checks nothing"
                ),
                there_are,
            );
        }
    }
}
