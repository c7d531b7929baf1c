//! S2, S3, S4: what may stand inside `oneOf`, `anyOf`, `allOf` and `not`.

use serde_json::{Value, json};

use super::{Family, Level, Rule, SCHEMA, Subject, Version};
use crate::schema::{
    INT_OR_STRING, JUNCTORS, PRESERVE, branches, escaped, fields, flag, join, nodes, property,
};

pub(super) const FAMILY: Family = Family {
    name: "junctors",
    rules: &[
        Rule {
            id: "S2",
            about: "inside oneOf, anyOf, allOf and not stands nothing that makes up the structure",
        },
        Rule {
            id: "S3",
            about: "an integer or string may say so with anyOf, in that one form",
        },
        Rule {
            id: "S4",
            about: "a property named inside a junctor is also described outside it",
        },
    ],
    on: Subject::Version(check),
};

const STRUCTURE: [&str; 6] = [
    "additionalProperties",
    "default",
    "description",
    "nullable",
    "title",
    "type",
];

fn check(version: &mut Version<'_>) {
    for node in nodes(&version.version.schema) {
        for (junctor, at, branch) in all_branches(node.schema) {
            if !says_int_or_string(node.schema, &junctor, branch) {
                let place = Place {
                    path: node.path.clone(),
                    junctor,
                    pointer: format!("{}/{at}", node.pointer),
                };
                inside(version, branch, Some(node.schema), node.root, &place);
            }
        }
    }
}

/// Where a branch, or something in it, is.
struct Place {
    /// The node that is restricted.
    path: String,
    /// The branch: `anyOf[0]`.
    junctor: String,
    /// The pointer of what restricts it.
    pointer: String,
}

impl Place {
    fn text(&self) -> String {
        format!("{} {}", self.path, self.junctor).trim_start().to_owned()
    }

    fn pointer(&self) -> String {
        format!("{SCHEMA}{}", self.pointer)
    }
}

/// Every branch with the name of its place, `anyOf[0]` or `not`, and with its pointer.
fn all_branches(schema: &Value) -> Vec<(String, String, &Value)> {
    let lists = JUNCTORS.into_iter().flat_map(|junctor| {
        branches(schema, junctor)
            .enumerate()
            .map(move |(at, branch)| (format!("{junctor}[{at}]"), format!("{junctor}/{at}"), branch))
    });
    lists
        .chain(
            schema
                .get("not")
                .map(|branch| ("not".to_owned(), "not".to_owned(), branch)),
        )
        .collect()
}

/// The one form in which a type may stand inside: directly, or in the first branch of `allOf`.
fn says_int_or_string(schema: &Value, junctor: &str, branch: &Value) -> bool {
    let form = json!([{ "type": "integer" }, { "type": "string" }]);
    flag(schema, INT_OR_STRING)
        && (junctor.starts_with("anyOf") && schema["anyOf"] == form
            || junctor == "allOf[0]" && *branch == json!({ "anyOf": form }))
}

fn inside(version: &mut Version<'_>, branch: &Value, outside: Option<&Value>, root: bool, place: &Place) {
    for key in branch.as_object().into_iter().flatten().map(|(key, _)| key) {
        if STRUCTURE.contains(&key.as_str()) || key.starts_with("x-kubernetes-") {
            let (rule, help) = if key == "type" && outside.is_some_and(|schema| flag(schema, INT_OR_STRING)) {
                ("S3", "write exactly `anyOf: [{type: integer}, {type: string}]`")
            } else {
                (
                    "S2",
                    "say it outside of the junctor; inside stand only restrictions of values",
                )
            };
            version.error_at(
                rule,
                &format!("{}/{}", place.pointer(), escaped(key)),
                &place.text(),
                format!("`{key}` may not stand inside a junctor"),
                help,
            );
        }
    }
    for (name, child) in fields(branch, "properties") {
        let outer = outside.and_then(|outside| {
            property(outside, name).or_else(|| {
                outside
                    .get("additionalProperties")
                    .filter(|schema| schema.is_object())
            })
        });
        if let (Some(outside), None) = (outside, outer) {
            undescribed(version, outside, root, name, place);
        }
        let deeper = Place {
            path: join(&place.path, name),
            junctor: place.junctor.clone(),
            pointer: format!("{}/properties/{}", place.pointer, escaped(name)),
        };
        inside(version, child, outer, root, &deeper);
    }
    if let Some(child) = branch.get("items").filter(|child| child.is_object()) {
        let outer = outside.and_then(|schema| schema.get("items"));
        let deeper = Place {
            path: format!("{}[]", place.path),
            junctor: place.junctor.clone(),
            pointer: format!("{}/items", place.pointer),
        };
        inside(version, child, outer, root, &deeper);
    }
    for (junctor, at, child) in all_branches(branch) {
        let deeper = Place {
            path: place.path.clone(),
            junctor: format!("{}.{junctor}", place.junctor),
            pointer: format!("{}/{at}", place.pointer),
        };
        inside(version, child, outside, root, &deeper);
    }
}

/// A restriction of a property that the structure does not have. The server refuses it in junctors of
/// the root; deeper it takes it, and drops the property before it looks.
fn undescribed(version: &mut Version<'_>, outside: &Value, root: bool, name: &str, place: &Place) {
    if !root && flag(outside, PRESERVE) {
        return;
    }
    let message = format!("the property `{name}` is restricted here and described nowhere outside");
    let help = format!("describe `{name}` beside the junctor too");
    let level = if root { Level::Error } else { Level::Warning };
    let pointer = format!("{}/properties/{}", place.pointer(), escaped(name));
    version.report_at(level, "S4", &pointer, &place.text(), message, help);
}
