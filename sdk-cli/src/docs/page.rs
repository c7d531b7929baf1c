//! The page of a kind.

use std::fmt::Write as _;

use kopr_model::{Resource, ResourceVersion};
use serde_json::Value;

use super::constraints;
use super::markdown::{block, cell, code, fenced, text};
use super::sections::{Section, anchor, core, restricts_metadata, sections, target};
use crate::explain::{Field, Subject, type_of};
use crate::objects::sample;
use crate::schema::core_types::OBJECT_META;
use crate::schema::{Node, nodes, word};
use crate::yaml;

const HEADING: &str =
    "| field | type | required | default | description |\n| --- | --- | --- | --- | --- |\n";

/// Name of the page: that of the CRD, which no two kinds share.
pub(super) fn file(resource: &Resource) -> String {
    format!("{}.md", resource.crd_name())
}

/// The page.
pub(super) fn page(resource: &Resource) -> String {
    let mut out = format!("# {}\n\n[All kinds](README.md)\n\n", text(&resource.kind));
    out.push_str("| | |\n| --- | --- |\n");
    let codes = |names: &[String]| names.iter().map(|name| code(name)).collect::<Vec<_>>().join(", ");
    for (what, value) in [
        ("group", code(&resource.group)),
        ("plural", code(&resource.plural)),
        ("singular", code(&resource.singular)),
        ("short names", codes(&resource.short_names)),
        ("categories", codes(&resource.categories)),
        ("scope", resource.scope.as_str().to_owned()),
    ] {
        if !value.is_empty() {
            let _ = writeln!(out, "| {what} | {value} |");
        }
    }
    out.push_str("\n| version | served | stored | deprecated |\n| --- | --- | --- | --- |\n");
    let yes = |is: bool| if is { "yes" } else { "no" };
    for version in resource.by_priority() {
        let _ = writeln!(
            out,
            "| [{0}](#{0}) | {1} | {2} | {3} |",
            version.name,
            yes(version.served),
            yes(version.storage),
            yes(version.deprecated)
        );
    }
    for version in resource.by_priority() {
        out.push_str(&of_version(resource, version));
    }
    out
}

fn of_version(resource: &Resource, version: &ResourceVersion) -> String {
    let mut out = format!("\n## Version {0} <a id=\"{0}\"></a>\n", version.name);
    if version.deprecated {
        let warning = match &version.deprecation_warning {
            Some(warning) => text(warning),
            None => format!(
                "{}/{} {} is deprecated",
                resource.group, version.name, resource.kind
            ),
        };
        let _ = writeln!(out, "\n> **Deprecated.** {warning}");
    }
    let Some(root) = nodes(&version.schema).into_iter().next() else {
        return out;
    };
    if let Some(description) = word(&version.schema, "description") {
        let _ = write!(out, "\n{}", block(description));
    }
    if let Some(sample) = example(resource, version) {
        // JSON is YAML too.
        let text = yaml::to_string(&sample).unwrap_or_else(|_| format!("{sample:#}\n"));
        let _ = write!(out, "\nAn example:\n\n{}", fenced("yaml", &text));
    }
    out.push_str(&beside_the_schema(resource, version));
    let sections = sections(version, &root);
    for section in &sections {
        out.push_str(&of_section(resource, version, section, &sections));
    }
    out
}

/// The sample, in this version.
fn example(resource: &Resource, version: &ResourceVersion) -> Option<Value> {
    if !version.served {
        return None;
    }
    let name = format!("{}-sample", resource.kind.to_lowercase());
    Some(sample::of_version(resource, version, &name))
}

/// Columns, field selectors, subresources.
fn beside_the_schema(resource: &Resource, version: &ResourceVersion) -> String {
    let mut out = String::new();
    if !version.columns.is_empty() {
        let _ = writeln!(
            out,
            "\nColumns of `kubectl get {}`:\n\n| column | type | from | shown | description |\n\
             | --- | --- | --- | --- | --- |",
            resource.plural
        );
        for column in &version.columns {
            let type_ = serde_json::to_value(column.type_).unwrap_or_default();
            let _ = writeln!(
                out,
                "| {} | {} | {} | {} | {} |",
                text(&column.name),
                type_.as_str().unwrap_or_default(),
                code(&column.json_path),
                if column.priority > 0 {
                    "with `-o wide`"
                } else {
                    "always"
                },
                cell(column.description.as_deref().unwrap_or_default())
            );
        }
    }
    let mut lines = Vec::new();
    if version.status {
        lines.push("`status` is a subresource: whoever writes the object does not write it.".to_owned());
    }
    if let Some(scale) = &version.scale {
        let selector = scale
            .label_selector_path
            .as_ref()
            .map(|path| format!(", selects pods by {}", code(path)));
        lines.push(format!(
            "`scale` is a subresource: `kubectl scale` sets {}, reads {}{}.",
            code(&scale.spec_replicas_path),
            code(&scale.status_replicas_path),
            selector.unwrap_or_default()
        ));
    }
    if !version.selectable.is_empty() {
        let paths: Vec<String> = version.selectable.iter().map(|path| code(path)).collect();
        lines.push(format!("`--field-selector` takes {}.", paths.join(", ")));
    }
    for line in lines {
        let _ = writeln!(out, "\n{line}");
    }
    out
}

fn of_section(
    resource: &Resource,
    version: &ResourceVersion,
    section: &Section<'_>,
    all: &[Section<'_>],
) -> String {
    let mut out = if section.node.root {
        format!("\n### {} {}\n\n", text(&resource.kind), version.name)
    } else {
        let path = section.node.path.trim_start_matches('.');
        format!("\n### {} <a id=\"{}\"></a>\n\n", text(path), section.id)
    };
    if let Some((at, field)) = &section.within
        && let Some(around) = all.get(*at)
    {
        let name = if around.node.root {
            text(&resource.kind)
        } else {
            text(around.node.path.trim_start_matches('.'))
        };
        let _ = write!(out, "Appears in [{name}](#{}) as {}.\n\n", around.id, code(field));
        if let Some(description) = word(section.node.schema, "description") {
            let _ = writeln!(out, "{}", block(description));
        }
    }
    out.push_str(HEADING);
    if section.node.root {
        let api_version = code(&format!("{}/{}", resource.group, version.name));
        let _ = writeln!(out, "| `apiVersion` | string | yes | | {api_version} |");
        let _ = writeln!(out, "| `kind` | string | yes | | {} |", code(&resource.kind));
        if !restricts_metadata(version) {
            let _ = writeln!(out, "| `metadata` | [ObjectMeta]({OBJECT_META}) | yes | | |");
        }
    }
    for field in &section.fields {
        out.push_str(&row(resource, version, section, field));
    }
    out
}

fn row(resource: &Resource, version: &ResourceVersion, section: &Section<'_>, field: &Field<'_>) -> String {
    let id = anchor(&section.id, &field.name);
    // A section has the anchor itself.
    let mark = match target(version, field) {
        Some(_) => String::new(),
        None => format!("<a id=\"{id}\"></a>"),
    };
    let subject = Subject {
        resource,
        version,
        field: field.clone(),
    };
    let described = word(field.node.schema, "description").map(cell);
    let lines: Vec<String> = described
        .into_iter()
        .filter(|text| !text.is_empty())
        .chain(constraints::of(&subject, field))
        .collect();
    let default = field.node.schema.get("default");
    format!(
        "| {mark}{} | {} | {} | {} | {} |\n",
        code(&field.name),
        type_markup(version, &field.node, &id),
        if field.required { "yes" } else { "" },
        default.map(|value| code(&value.to_string())).unwrap_or_default(),
        lines.join("<br>"),
    )
}

/// The type in words; an object leads to its section, a type of Kubernetes to where it is documented.
fn type_markup(version: &ResourceVersion, node: &Node<'_>, id: &str) -> String {
    if let Some(core) = core(version, node) {
        return format!("[{}]({})", core.name, core.url());
    }
    let has_fields = node
        .schema
        .get("properties")
        .is_some_and(|fields| fields.as_object().is_some_and(|fields| !fields.is_empty()));
    if has_fields {
        return format!("[object](#{id})");
    }
    match crate::schema::children(node).into_iter().next() {
        Some(inside) => {
            let of = type_markup(version, &inside, id);
            let what = if node.schema.get("items").is_some() {
                "list"
            } else {
                "map"
            };
            format!("{what} of {of}")
        }
        None => match type_of(node.schema).as_str() {
            "Object" => "object".to_owned(),
            "map[string]any" => "map of any".to_owned(),
            "[]any" => "list of any".to_owned(),
            other => other.to_owned(),
        },
    }
}
