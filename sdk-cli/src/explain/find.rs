//! From a text such as `v1/memcached.spec.size` to a node of a schema.

use kopr_model::{Operator, Resource, ResourceVersion};

use super::{ExplainError, Field, Subject, fields, inner};
use crate::schema::nodes;
use crate::suggest;

/// Finds what a text means; `api_version` is a version, or a group and a version.
pub fn find<'a>(
    operator: &'a Operator,
    text: &str,
    api_version: Option<&str>,
) -> Result<Subject<'a>, ExplainError> {
    let (before, rest) = match text.rsplit_once('/') {
        Some((version, rest)) => (Some(version), rest),
        None => (None, text),
    };
    let (group, wanted) = match api_version
        .or(before)
        .map(|version| version.rsplit_once('/').ok_or(version))
    {
        Some(Ok((group, version))) => (Some(group), Some(version)),
        Some(Err(version)) => (None, Some(version)),
        None => (None, None),
    };
    let (resource, path) = kind(operator, rest, group)?;
    let version = version(resource, wanted)?;
    Ok(Subject {
        resource,
        version,
        field: field(resource, version, path)?,
    })
}

/// The kind, and what stands behind its name.
fn kind<'a, 't>(
    operator: &'a Operator,
    text: &'t str,
    group: Option<&str>,
) -> Result<(&'a Resource, &'t str), ExplainError> {
    let resources = operator
        .resources
        .iter()
        .filter(|resource| group.is_none_or(|group| resource.group == group));
    let mut matches: Vec<(usize, &Resource, &str)> = resources
        .clone()
        .flat_map(|resource| names(resource).into_iter().map(move |name| (resource, name)))
        .filter_map(|(resource, name)| Some((name.len(), resource, after(text, &name)?)))
        .collect();
    // The longest name says most: `memcacheds.cache.example.com` is no field `cache` of `memcacheds`.
    let longest = matches.iter().map(|(length, ..)| *length).max();
    matches.retain(|(length, ..)| Some(*length) == longest);
    matches.dedup_by(|a, b| a.1 == b.1);
    match matches.as_slice() {
        [(_, resource, rest)] => Ok((resource, rest)),
        [] => {
            let name = text.split('.').next().unwrap_or_default();
            let mut known: Vec<&str> = resources.map(|resource| resource.kind.as_str()).collect();
            known.sort_unstable();
            known.dedup();
            // A kind is found in any case, so it is looked for in any case.
            let near = known.iter().find(|kind| {
                suggest::nearest(&name.to_lowercase(), [kind.to_lowercase().as_str()]).is_some()
            });
            let help = match near {
                Some(near) => suggest::help(near, &known),
                None => suggest::help(name, &known),
            };
            Err(ExplainError::NoKind {
                name: name.to_owned(),
                help,
            })
        }
        many => Err(ExplainError::Ambiguous {
            name: text[..longest.unwrap_or_default()].to_owned(),
            kinds: many
                .iter()
                .map(|(_, resource, _)| format!("`{}`", resource.crd_name()))
                .collect::<Vec<_>>()
                .join(", "),
        }),
    }
}

/// All that a kind goes by.
fn names(resource: &Resource) -> Vec<String> {
    let plain = [&resource.kind, &resource.plural, &resource.singular]
        .into_iter()
        .chain(&resource.short_names);
    let mut names: Vec<String> = plain
        .flat_map(|name| [name.clone(), format!("{name}.{}", resource.group)])
        .collect();
    names.sort();
    names.dedup();
    names
}

/// What stands behind a name, if the text begins with it in any case.
fn after<'t>(text: &'t str, name: &str) -> Option<&'t str> {
    let head = text.get(..name.len())?;
    let rest = &text[name.len()..];
    (head.eq_ignore_ascii_case(name) && (rest.is_empty() || rest.starts_with('.'))).then_some(rest)
}

fn version<'a>(resource: &'a Resource, wanted: Option<&str>) -> Result<&'a ResourceVersion, ExplainError> {
    let found = match wanted {
        Some(wanted) => resource.versions.iter().find(|version| version.name == wanted),
        None => resource.storage_version(),
    };
    found.ok_or_else(|| {
        let names: Vec<&str> = resource
            .by_priority()
            .into_iter()
            .map(|version| version.name.as_str())
            .collect();
        let wanted = wanted.unwrap_or_default();
        ExplainError::NoVersion {
            kind: resource.kind.clone(),
            version: wanted.to_owned(),
            help: suggest::help(wanted, &names),
        }
    })
}

fn field<'a>(
    resource: &Resource,
    version: &'a ResourceVersion,
    path: &str,
) -> Result<Field<'a>, ExplainError> {
    let root = nodes(&version.schema)
        .into_iter()
        .next()
        .ok_or_else(|| ExplainError::NoField {
            place: format!("`{}`", resource.kind),
            field: path.to_owned(),
            help: String::new(),
        })?;
    let mut at = Field {
        name: String::new(),
        node: root,
        required: false,
    };
    let mut rest = path.trim_start_matches('.');
    while !rest.is_empty() {
        // Whoever copies a path from a message may keep its marks.
        if let Some(after) = rest.strip_prefix("[]").or_else(|| rest.strip_prefix("{}")) {
            rest = after.trim_start_matches('.');
            continue;
        }
        let below = fields(&at.node);
        // Names may hold dots themselves, so the longest one that fits counts.
        let found = below
            .iter()
            .filter(|field| {
                rest.strip_prefix(field.name.as_str())
                    .is_some_and(|after| after.is_empty() || after.starts_with(['.', '[', '{']))
            })
            .max_by_key(|field| field.name.len());
        if let Some(field) = found {
            rest = rest[field.name.len()..].trim_start_matches('.');
            at = field.clone();
            continue;
        }
        let name = rest.split(['.', '[', '{']).next().unwrap_or(rest);
        if at.node.root && matches!(name, "apiVersion" | "kind" | "metadata") {
            return Err(ExplainError::Common {
                field: rest.to_owned(),
                plural: resource.plural.clone(),
            });
        }
        let around = inner(&at.node);
        let names: Vec<&str> = below.iter().map(|field| field.name.as_str()).collect();
        return Err(ExplainError::NoField {
            place: if around.root {
                format!("`{}`", resource.kind)
            } else {
                format!("`{}`", around.path)
            },
            field: name.to_owned(),
            help: suggest::help(name, &names),
        });
    }
    Ok(at)
}
