//! P1: patterns of strings.

use super::{Family, Rule, Subject, Version};
use crate::schema::{nodes, word};

pub(super) const FAMILY: Family = Family {
    name: "patterns",
    rules: &[Rule {
        id: "P1",
        about: "a pattern is a regular expression of the kind that Go takes",
    }],
    on: Subject::Version(check),
};

fn check(version: &mut Version<'_>) {
    for node in nodes(&version.version.schema) {
        let Some(pattern) = word(node.schema, "pattern") else {
            continue;
        };
        // The dialects of Rust and Go are nearly one; these two are Go's alone.
        if pattern.contains("\\Q") || pattern.contains("\\C") {
            continue;
        }
        if regex_syntax::ParserBuilder::new()
            .octal(true)
            .build()
            .parse(pattern)
            .is_err()
        {
            version.error_in(
                "P1",
                &node,
                "pattern",
                format!("the pattern `{pattern}` is not a regular expression that the server takes"),
                "there is no looking ahead or back and no reference to what matched before",
            );
        }
    }
}
