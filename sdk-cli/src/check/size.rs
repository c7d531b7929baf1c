//! Z1: the size of a CRD.

use kopr_model::{Resource, ResourceVersion, Source};
use serde_json::Value;

use super::{Author, Family, Kind, Level, Rule, Subject, known};
use crate::schema::{Node, children};
use crate::settings::Apply;

pub(super) const FAMILY: Family = Family {
    name: "size",
    rules: &[Rule {
        id: "Z1",
        about: "a CRD fits into a request, and into the annotation of a client-side apply where that is used",
    }],
    on: Subject::Kind(check),
};

/// Bytes of all annotations of an object together.
const ANNOTATIONS: usize = 262_144;
/// Bytes of a request to etcd.
const REQUEST: usize = 1_572_864;
/// How many subtrees are named.
const NAMED: usize = 3;

fn check(kind: &mut Kind<'_>) {
    let bytes = kind.bytes;
    if bytes <= ANNOTATIONS {
        return;
    }
    let client_side = kind.apply == Apply::ClientSide;
    let (level, limit) = if bytes > REQUEST {
        let limit = format!("{REQUEST} are the limit of a request");
        (Level::Error, limit)
    } else {
        let limit = format!("`kubectl apply` without `--server-side` takes {ANNOTATIONS} at most");
        (if client_side { Level::Error } else { Level::Note }, limit)
    };
    let descriptions: usize = kind
        .resource
        .versions
        .iter()
        .map(|version| description_bytes(&version.schema))
        .sum();
    let message = format!(
        "the CRD has {bytes} bytes, {descriptions} of them descriptions; {limit}; the biggest parts are {}",
        biggest(kind.resource, bytes).join(", ")
    );
    let shorter = match kind.author {
        Author::Kopr => {
            "leave descriptions out with `docs = \"none\"`, or cut them with `docs = \"short\"`, on these fields, their types or the kind"
        }
        Author::Other => "leave descriptions out, or cut them",
    };
    let server_side = match kind.author {
        Author::Kopr => {
            "; or apply with `kubectl apply --server-side`, and say so with `apply = \"server-side\"` under `[deploy]` in kopr.toml"
        }
        Author::Other => {
            "; or apply with `kubectl apply --server-side`, and check with `--apply server-side`"
        }
    };
    let help = match level {
        Level::Error if bytes > REQUEST => format!("{shorter}; embed fewer types of Kubernetes"),
        Level::Error => format!("{shorter}{server_side}"),
        _ => "apply it with `kubectl apply --server-side`".to_owned(),
    };
    kind.report(level, "Z1", "", message, help);
}

/// Bytes that go away with the descriptions, keys, quotes and commas included.
fn description_bytes(schema: &Value) -> usize {
    match schema {
        Value::Object(fields) => fields
            .iter()
            .map(|(key, value)| match value {
                Value::String(_) if key == "description" => {
                    r#""description":,"#.len() + value.to_string().len()
                }
                value => description_bytes(value),
            })
            .sum(),
        Value::Array(items) => items.iter().map(description_bytes).sum(),
        _ => 0,
    }
}

struct Part<'a> {
    version: &'a ResourceVersion,
    node: Node<'a>,
    bytes: usize,
    depth: usize,
}

/// The subtrees that are worth looking at: from the root down, a part stands for its children while one of them
/// makes up most of it.
fn biggest(resource: &Resource, all: usize) -> Vec<String> {
    let mut parts: Vec<Part<'_>> = resource
        .versions
        .iter()
        .filter_map(|version| {
            let node = crate::schema::nodes(&version.schema).into_iter().next()?;
            let bytes = version.schema.to_string().len();
            Some(Part {
                version,
                node,
                bytes,
                depth: 0,
            })
        })
        .collect();
    loop {
        parts.sort_by(|a, b| {
            (b.bytes, &a.version.name, &a.node.path).cmp(&(a.bytes, &b.version.name, &b.node.path))
        });
        let opened = parts.iter().take(NAMED).position(|part| {
            let most = below(part).iter().map(|child| child.bytes).max().unwrap_or(0);
            // The root, the spec and the status are never the news.
            most > 0 && (part.depth < 2 || most * 2 > part.bytes)
        });
        let Some(at) = opened else { break };
        let part = parts.remove(at);
        parts.extend(below(&part));
    }
    // What is under a twentieth of the whole helps nobody.
    let counts = |part: &&Part<'_>| part.bytes * 20 >= all;
    parts.iter().take(NAMED).filter(counts).map(name).collect()
}

fn below<'a>(part: &Part<'a>) -> Vec<Part<'a>> {
    children(&part.node)
        .into_iter()
        .map(|node| Part {
            version: part.version,
            bytes: node.schema.to_string().len(),
            node,
            depth: part.depth + 1,
        })
        .collect()
}

fn name(part: &Part<'_>) -> String {
    let place = format!("`{} {}`", part.version.name, part.node.place());
    let item = known(part.version.source_of(&part.node.pointer))
        .map(|Source { item, .. }| format!(" from `{item}`"));
    format!("{place} ({} bytes{})", part.bytes, item.unwrap_or_default())
}
