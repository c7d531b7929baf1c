//! Descriptors: what a console shows of a kind, and how a form asks for its fields.
//!
//! Where they are found: `spec.customresourcedefinitions.owned[]` of a `ClusterServiceVersion`.

pub mod words;

use serde::{Deserialize, Serialize};

pub use words::{Fits, Takes, WORDS, Word};

/// What code says of a version of a kind, for people who see it in a console.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(default, rename_all = "camelCase")]
pub struct Descriptors {
    /// Name for people; the kind in words unless set.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub display_name: Option<String>,
    /// What it is; the description of the schema unless set.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub description: Option<String>,
    /// Fields of the spec, in the order of the code, inner ones first.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub spec: Vec<Descriptor>,
    /// Fields of the status, likewise.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub status: Vec<Descriptor>,
    /// Kinds that are shown with an object, beside those that controllers touch; in the order of the code.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub resources: Vec<RelatedKind>,
}

impl Descriptors {
    /// Whether code says nothing.
    pub fn is_empty(&self) -> bool {
        *self == Self::default()
    }

    /// The fields of a part.
    pub fn of(&self, part: Part) -> &[Descriptor] {
        match part {
            Part::Spec => &self.spec,
            Part::Status => &self.status,
        }
    }

    /// The fields of a part, to add to them.
    pub fn of_mut(&mut self, part: Part) -> &mut Vec<Descriptor> {
        match part {
            Part::Spec => &mut self.spec,
            Part::Status => &mut self.status,
        }
    }
}

/// What code says of a field.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(default, rename_all = "camelCase")]
pub struct Descriptor {
    /// Path below `spec` or `status`, such as `ports[0].name`.
    pub path: String,
    /// Name for people; the JSON name in words unless set.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub display_name: Option<String>,
    /// What it is; the description of the schema unless set.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub description: Option<String>,
    /// x-descriptors, as URNs.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub x_descriptors: Vec<String>,
    /// Whether these stand in place of what follows from the schema; else beside it.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub replaces: bool,
    /// Whether there is none.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub skip: bool,
}

/// A kind that is shown with an object.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct RelatedKind {
    /// Kind, such as `ConfigMap`.
    pub kind: String,
    /// Version, such as `v1`.
    pub version: String,
    /// Name of one object; empty for all.
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub name: String,
}

/// A part of an object whose fields have descriptors.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// What is wanted.
    Spec,
    /// What was seen.
    Status,
}

impl Part {
    /// The parts.
    pub const ALL: [Self; 2] = [Self::Spec, Self::Status];

    /// The member of the object.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Spec => "spec",
            Self::Status => "status",
        }
    }
}

/// The part and the path below it of a node of the schema of a whole object, by its JSON pointer; or why it
/// has none: lower case, to follow "it ".
///
/// A list is entered at its first item, as consoles do it. A map cannot be entered: nobody knows its keys.
pub fn place(pointer: &str) -> Result<(Part, String), &'static str> {
    let mut steps = pointer.split('/').skip(1);
    let part = match (steps.next(), steps.next()) {
        (Some("properties"), Some("spec")) => Part::Spec,
        (Some("properties"), Some("status")) => Part::Status,
        _ => return Err("is neither in `spec` nor in `status`, and nowhere else are fields looked for"),
    };
    let mut path = String::new();
    while let Some(step) = steps.next() {
        match (step, steps.clone().next()) {
            ("properties", Some(name)) => {
                path = member(&path, &name.replace("~1", "/").replace("~0", "~"));
                steps.next();
            }
            ("items", _) => path.push_str("[0]"),
            _ => return Err("is inside a map, whose keys nobody knows beforehand"),
        }
    }
    if path.is_empty() {
        return Err("is no field but all of them");
    }
    Ok((part, path))
}

/// The path of a member.
pub fn member(path: &str, name: &str) -> String {
    if name.contains(['.', '[', ']']) {
        let quote = if name.contains('"') { '\'' } else { '"' };
        format!("{path}[{quote}{name}{quote}]")
    } else if path.is_empty() {
        name.to_owned()
    } else {
        format!("{path}.{name}")
    }
}

/// A doc comment as a short plain text: its first paragraph, in one line, with the texts of links instead of the
/// links.
pub fn plain(text: &str) -> String {
    let paragraph = text.trim().split("\n\n").next().unwrap_or_default();
    let joined = paragraph.split_whitespace().collect::<Vec<_>>().join(" ");
    let line = joined.trim_start_matches('#').trim_start();
    let mut out = String::new();
    let mut rest = line;
    while let Some(at) = rest.find(['[', '`']) {
        out.push_str(&rest[..at]);
        let after = &rest[at + 1..];
        let is_code = rest[at..].starts_with('`');
        let Some(end) = after.find(if is_code { '`' } else { ']' }) else {
            rest = &rest[at..];
            break;
        };
        let inner = &after[..end];
        let behind = &after[end + 1..];
        // What is in brackets and leads nowhere is text, such as `items[0]`; code keeps its own brackets.
        let target = if is_code { None } else { target(inner, behind) };
        if let Some(behind) = target {
            out.push_str(inner);
            rest = behind;
        } else {
            out.push_str(&rest[at..at + inner.len() + 2]);
            rest = behind;
        }
    }
    out + rest
}

/// What is behind a link with that text; nothing where it is none.
fn target<'a>(text: &str, behind: &'a str) -> Option<&'a str> {
    for (open, close) in [('(', ')'), ('[', ']')] {
        if let Some(inside) = behind.strip_prefix(open) {
            return inside.find(close).map(|end| &inside[end + 1..]);
        }
    }
    // rustdoc finds items by their names.
    let is_item = text.starts_with('`') && text.ends_with('`') && text.len() > 2;
    is_item.then_some(behind)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places() {
        for (pointer, expected) in [
            ("/properties/spec/properties/size", Ok((Part::Spec, "size"))),
            (
                "/properties/status/properties/tls/properties/on",
                Ok((Part::Status, "tls.on")),
            ),
            (
                "/properties/spec/properties/ports/items/properties/name",
                Ok((Part::Spec, "ports[0].name")),
            ),
            (
                "/properties/spec/properties/m/items/items",
                Ok((Part::Spec, "m[0][0]")),
            ),
            // Members that are named like keywords.
            (
                "/properties/spec/properties/properties/properties/items/items",
                Ok((Part::Spec, "properties.items[0]")),
            ),
            ("/properties/spec/properties/a~1b-c", Ok((Part::Spec, "a/b-c"))),
            ("/properties/spec/properties/a.b", Ok((Part::Spec, "[\"a.b\"]"))),
            (
                "/properties/spec/properties/x/properties/a.b/properties/c",
                Ok((Part::Spec, "x[\"a.b\"].c")),
            ),
            (
                "/properties/spec/properties/m/additionalProperties/properties/x",
                Err("is inside a map, whose keys nobody knows beforehand"),
            ),
            ("/properties/spec", Err("is no field but all of them")),
            (
                "/properties/role",
                Err("is neither in `spec` nor in `status`, and nowhere else are fields looked for"),
            ),
        ] {
            let expected = expected.map(|(part, path)| (part, path.to_owned()));
            assert_eq!(place(pointer), expected, "{pointer}");
        }
    }

    #[test]
    fn texts() {
        for (text, expected) in [
            ("How many\nrun.\n\nMore.", "How many run."),
            (
                "As in [`Size`], see [the book](https://x) or [it][crate::It].",
                "As in `Size`, see the book or it.",
            ),
            ("Takes `a[0](b)` and items[0].", "Takes `a[0](b)` and items[0]."),
            ("# Title", "Title"),
            ("an open ` tick [", "an open ` tick ["),
            ("größer als [ßx](y)!", "größer als ßx!"),
            ("", ""),
        ] {
            assert_eq!(plain(text), expected);
        }
    }
}
