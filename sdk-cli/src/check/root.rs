//! S15, S16: the root of a schema.

use super::{Family, Rule, Subject, Version};
use crate::schema::{fields, flag, property, word};

pub(super) const FAMILY: Family = Family {
    name: "root",
    rules: &[
        Rule {
            id: "S15",
            about: "the root is an object, not nullable, and with a status no union",
        },
        Rule {
            id: "S16",
            about: "of metadata only name and generateName are restricted",
        },
    ],
    on: Subject::Version(check),
};

fn check(version: &mut Version<'_>) {
    let schema = &version.version.schema;
    // There is none in the CRD, which is said by itself.
    if schema.is_null() {
        return;
    }
    if word(schema, "type") != Some("object") {
        version.error(
            "S15",
            "",
            "the root is not of type `object`",
            "a spec is a struct, or an enum of structs",
        );
    }
    if flag(schema, "nullable") {
        version.error(
            "S15",
            "",
            "the root is nullable",
            "an object is there or not; leave `nullable` out",
        );
    }
    if version.version.status {
        for junctor in ["oneOf", "anyOf", "allOf", "not"]
            .into_iter()
            .filter(|junctor| schema.get(junctor).is_some())
        {
            version.error(
                "S15",
                "",
                format!("`{junctor}` stands at the root beside a status subresource"),
                "put the union into a field of the spec",
            );
        }
    }
    let Some(metadata) = property(schema, "metadata") else {
        return;
    };
    for (name, _) in fields(metadata, "properties") {
        if !matches!(name.as_str(), "name" | "generateName") {
            version.error(
                "S16",
                ".metadata",
                format!("`{name}` is restricted"),
                "only `name` and `generateName` can be",
            );
        }
    }
    for (key, _) in metadata.as_object().into_iter().flatten() {
        if !matches!(key.as_str(), "type" | "properties") {
            version.error(
                "S16",
                ".metadata",
                format!("`{key}` stands there"),
                "leave it out",
            );
        }
    }
}
