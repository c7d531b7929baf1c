//! What finds the schema of an object: one schema that looks at `apiVersion` and `kind`, and a page for people.

use std::collections::BTreeMap;
use std::fmt::Write as _;

use kopr_model::{Operator, Resource, ResourceVersion};
use serde_json::{Value, json};

use super::{DRAFT, file};

/// The schema that takes any object: one of these kinds has to fit its own schema, objects of other groups are not
/// looked at.
pub(super) fn all(operator: &Operator, all: &[(&Resource, &ResourceVersion)]) -> Value {
    let when = |api_version: Value, kind: Option<&str>| {
        let mut properties = json!({ "apiVersion": api_version });
        let mut required = vec!["apiVersion"];
        if let Some(kind) = kind {
            properties["kind"] = json!({ "const": kind });
            required.push("kind");
        }
        json!({ "properties": properties, "required": required })
    };
    let mut rules = Vec::new();
    let mut groups: BTreeMap<&str, (Vec<String>, Vec<&str>)> = BTreeMap::new();
    for (resource, version) in all {
        let (versions, kinds) = groups.entry(&resource.group).or_default();
        versions.push(format!("{}/{}", resource.group, version.name));
        kinds.push(&resource.kind);
    }
    // A version or a kind that a group does not have is a slip.
    for (group, (mut versions, mut kinds)) in groups {
        versions.sort();
        versions.dedup();
        kinds.sort_unstable();
        kinds.dedup();
        let ours = json!({ "pattern": format!("^{}/", group.replace('.', "\\.")) });
        rules.push(json!({
            "if": when(ours, None),
            "then": { "required": ["kind"], "properties": {
                "apiVersion": { "enum": versions }, "kind": { "enum": kinds },
            }},
        }));
    }
    for (resource, version) in all {
        let api_version = json!({ "const": format!("{}/{}", resource.group, version.name) });
        rules.push(json!({
            "if": when(api_version, Some(&resource.kind)),
            "then": { "$ref": file(operator, resource, version) },
        }));
    }
    json!({
        "$schema": DRAFT,
        "title": format!("Objects of {}", operator.name),
        "type": "object",
        "properties": { "apiVersion": { "type": "string" }, "kind": { "type": "string" } },
        "allOf": rules,
    })
}

/// The page.
pub(super) fn page(operator: &Operator, all: &[(&Resource, &ResourceVersion)]) -> String {
    let mut text = format!(
        "# Schemas of {}\n\n\
         With these an editor completes fields, shows what they are for and marks what the API server would refuse or \
         drop.\n\n| kind | `apiVersion` | schema |\n| --- | --- | --- |\n",
        operator.name
    );
    for (resource, version) in all {
        let file = file(operator, resource, version);
        let _ = writeln!(
            text,
            "| {} | `{}/{}` | [{file}]({file}) |",
            resource.kind, resource.group, version.name
        );
    }
    text.push_str(
        "\n[all.json](all.json) looks at `apiVersion` and `kind` and takes the schema that belongs to them; objects of \
         other groups pass.\n\n\
         A first line names the schema of one file, by its path from that file or by its address:\n\n\
         ```yaml\n# yaml-language-server: $schema=../schemas/all.json\n```\n\n\
         For all files of a folder, the settings of the YAML language server (in VS Code `.vscode/settings.json`) \
         take:\n\n\
         ```json\n{ \"yaml.schemas\": { \"./schemas/all.json\": \"deploy/samples/*.yaml\" } }\n```\n",
    );
    text
}
