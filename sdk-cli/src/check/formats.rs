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

/// What the server checks, dashes left out.
const STRINGS: [&str; 26] = [
    "bsonobjectid",
    "byte",
    "cidr",
    "creditcard",
    "date",
    "datetime",
    "duration",
    "email",
    "hexcolor",
    "hostname",
    "ipv4",
    "ipv6",
    "isbn",
    "isbn10",
    "isbn13",
    "k8slongname",
    "k8sshortname",
    "mac",
    "password",
    "rgbcolor",
    "ssn",
    "uri",
    "uuid",
    "uuid3",
    "uuid4",
    "uuid5",
];

fn check(version: &mut Version<'_>) {
    for node in nodes(&version.version.schema) {
        let Some(format) = word(node.schema, "format") else {
            continue;
        };
        let plain = format.replace('-', "");
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
                STRINGS.contains(&plain.as_str()),
                "say it with a `pattern`, or leave it out",
            ),
            Some(_) => (false, "leave it out"),
        };
        if !known {
            version.warn(
                "S18",
                &node.path,
                format!(
                    "the server does not know the format `{format}` here, warns of it and checks nothing"
                ),
                there_are,
            );
        }
    }
}
