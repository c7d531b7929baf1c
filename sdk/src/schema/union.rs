//! Unions: what `oneOf`, `anyOf` and `allOf` become where only plain constraints may stand in them.

use std::collections::BTreeSet;

use serde_json::{Map, Value, json};

use super::merge;
use super::structural::{Converter, has_shape};

impl Converter<'_> {
    /// Merges the branches of a union into the node that they stand beside.
    pub(super) fn union(
        &mut self,
        keyword: &str,
        mut base: Map<String, Value>,
        branches: &[Value],
        path: &str,
    ) -> Map<String, Value> {
        if keyword == "allOf" {
            for branch in branches {
                let node = self.node(branch, path);
                base = merge::overlay(node, base);
            }
            return base;
        }
        let nodes: Vec<Map<String, Value>> = branches
            .iter()
            .filter(|branch| !is_null(branch))
            .map(|branch| self.node(branch, path))
            .collect();
        let nullable = nodes.len() < branches.len();
        let mut merged = match nodes.as_slice() {
            [] => base,
            [one] => merge::overlay(one.clone(), base),
            _ if nodes.iter().all(is_string_enum) => strings(&nodes, base),
            _ if nodes.iter().all(is_object) => self.objects(keyword, &nodes, base, path),
            [a, b] if is_int_or_string(a, b) => {
                let mut node = Map::from_iter([("x-kubernetes-int-or-string".to_owned(), json!(true))]);
                node = merge::overlay(node, base);
                node
            }
            _ => {
                self.lose(
                    path,
                    format!(
                        "it takes one of several forms ({}); the API server checks none",
                        forms(&nodes)
                    ),
                );
                merge::overlay(Self::anything(), base)
            }
        };
        if nullable {
            merged.insert("nullable".to_owned(), json!(true));
        }
        merged
    }

    /// Objects: one object with the members of all, and which of them belong together.
    fn objects(
        &mut self,
        keyword: &str,
        nodes: &[Map<String, Value>],
        base: Map<String, Value>,
        path: &str,
    ) -> Map<String, Value> {
        let mut properties = Map::new();
        let mut free = false;
        for node in nodes {
            free |= node.contains_key("x-kubernetes-preserve-unknown-fields")
                || node.contains_key("additionalProperties");
            for (name, property) in node
                .get("properties")
                .and_then(Value::as_object)
                .into_iter()
                .flatten()
            {
                match properties.get(name) {
                    None => {
                        properties.insert(name.clone(), property.clone());
                    }
                    Some(known) => {
                        let (either, whole) = merge::either(known, property);
                        if !whole {
                            self.lose(
                                &format!("{path}.{name}"),
                                "its schema differs between the variants; the API server checks neither",
                            );
                        }
                        properties.insert(name.clone(), either);
                    }
                }
            }
        }
        let required: Vec<BTreeSet<&str>> = nodes.iter().map(required).collect();
        let common = common(&required);
        let conditions: Vec<Value> = nodes
            .iter()
            .zip(&required)
            .map(|(node, required)| condition(node, required, &common, &properties))
            .collect();
        let mut out = Map::from_iter([("type".to_owned(), json!("object"))]);
        if !properties.is_empty() {
            out.insert("properties".to_owned(), Value::Object(properties));
        }
        if free {
            out.insert("x-kubernetes-preserve-unknown-fields".to_owned(), json!(true));
        }
        if !common.is_empty() {
            out.insert("required".to_owned(), json!(common));
        }
        // One branch that asks for nothing makes the whole union say nothing.
        if conditions
            .iter()
            .all(|condition| condition.as_object().is_some_and(|fields| !fields.is_empty()))
        {
            out.insert(keyword.to_owned(), Value::Array(conditions));
        }
        let described = variants(nodes, |node| {
            let names: Vec<&String> = node
                .get("properties")
                .and_then(Value::as_object)
                .into_iter()
                .flat_map(Map::keys)
                .collect();
            match names.as_slice() {
                [one] => Some((*one).clone()),
                _ => None,
            }
        });
        let mut out = merge::overlay(out, base);
        describe(&mut out, &described);
        out
    }
}

fn is_null(branch: &Value) -> bool {
    branch.get("type") == Some(&json!("null"))
        || branch.get("const").is_some_and(Value::is_null)
        || branch.get("enum") == Some(&json!([null]))
}

fn is_string_enum(node: &Map<String, Value>) -> bool {
    node.get("type") == Some(&json!("string")) && node.contains_key("enum")
}

fn is_object(node: &Map<String, Value>) -> bool {
    node.get("type") == Some(&json!("object"))
}

fn is_int_or_string(a: &Map<String, Value>, b: &Map<String, Value>) -> bool {
    let is = |node: &Map<String, Value>, type_: &str| node.get("type") == Some(&json!(type_));
    (is(a, "integer") && is(b, "string")) || (is(a, "string") && is(b, "integer"))
}

fn forms(nodes: &[Map<String, Value>]) -> String {
    let forms: BTreeSet<String> = nodes
        .iter()
        .map(|node| match node.get("type").and_then(Value::as_str) {
            Some(type_) => type_.to_owned(),
            None if has_shape(node) => "anything".to_owned(),
            None => "unknown".to_owned(),
        })
        .collect();
    forms.into_iter().collect::<Vec<_>>().join(", ")
}

/// Plain enums: one list of values, in the order of the code.
fn strings(nodes: &[Map<String, Value>], base: Map<String, Value>) -> Map<String, Value> {
    let mut values: Vec<Value> = Vec::new();
    for node in nodes {
        for value in node.get("enum").and_then(Value::as_array).into_iter().flatten() {
            if !values.contains(value) {
                values.push(value.clone());
            }
        }
    }
    let described = variants(nodes, |node| {
        node.get("enum")
            .and_then(Value::as_array)
            .and_then(|values| values.first())
            .and_then(Value::as_str)
            .map(str::to_owned)
    });
    let node = Map::from_iter([
        ("type".to_owned(), json!("string")),
        ("enum".to_owned(), json!(values)),
    ]);
    let mut node = merge::overlay(node, base);
    describe(&mut node, &described);
    node
}

/// Names and texts of the variants that have a text.
fn variants(
    nodes: &[Map<String, Value>],
    name: impl Fn(&Map<String, Value>) -> Option<String>,
) -> Vec<(String, String)> {
    nodes
        .iter()
        .filter_map(|node| {
            let text = node.get("description").and_then(Value::as_str)?;
            Some((name(node)?, text.replace('\n', " ")))
        })
        .collect()
}

/// The texts of variants have no place of their own, so they close the description of the whole.
fn describe(node: &mut Map<String, Value>, variants: &[(String, String)]) {
    if variants.is_empty() {
        return;
    }
    let list: Vec<String> = variants
        .iter()
        .map(|(name, text)| format!("- `{name}`: {text}"))
        .collect();
    let list = list.join("\n");
    let text = match node.get("description").and_then(Value::as_str) {
        Some(own) => format!("{own}\n\n{list}"),
        None => list,
    };
    node.insert("description".to_owned(), json!(text));
}

fn required(node: &Map<String, Value>) -> BTreeSet<&str> {
    node.get("required")
        .and_then(Value::as_array)
        .into_iter()
        .flatten()
        .filter_map(Value::as_str)
        .collect()
}

fn common<'a>(required: &[BTreeSet<&'a str>]) -> BTreeSet<&'a str> {
    let mut sets = required.iter();
    let first = sets.next().cloned().unwrap_or_default();
    sets.fold(first, |common, set| common.intersection(set).copied().collect())
}

/// What sets one branch apart: members that only it requires, and values that only it takes.
fn condition(
    node: &Map<String, Value>,
    required: &BTreeSet<&str>,
    common: &BTreeSet<&str>,
    merged: &Map<String, Value>,
) -> Value {
    let mut condition = Map::new();
    let own: BTreeSet<&str> = required.difference(common).copied().collect();
    if !own.is_empty() {
        condition.insert("required".to_owned(), json!(own));
    }
    let mut values = Map::new();
    for (name, property) in node
        .get("properties")
        .and_then(Value::as_object)
        .into_iter()
        .flatten()
    {
        let Some(own) = property.get("enum") else { continue };
        // A tag: required everywhere, with fewer values here than in the union.
        if common.contains(name.as_str()) && merged.get(name).and_then(|all| all.get("enum")) != Some(own) {
            values.insert(name.clone(), json!({ "enum": own }));
        }
    }
    if !values.is_empty() {
        condition.insert("properties".to_owned(), Value::Object(values));
    }
    Value::Object(condition)
}
