//! Unions: what `oneOf`, `anyOf` and `allOf` become where only plain constraints may stand in them.

use std::collections::BTreeSet;

use kopr_model::attribute::SCHEMA_KEY;
use serde_json::{Map, Value, json};

use super::structural::Converter;
use super::{legal, merge, nullable};

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
            // Conditions on a scalar that all hold, such as two patterns.
            let says = |branch: &Value| branch.as_object().is_some_and(|branch| !branch.is_empty());
            if !is_object(&base) && branches.iter().all(says) && are_conditions(branches, &base) {
                let conditions = Map::from_iter([(keyword.to_owned(), json!(branches))]);
                return merge::overlay(conditions, base);
            }
            for branch in branches {
                // Two enums that are flattened into one struct.
                if is_object(&base)
                    && let Some((keyword, branches)) = only_union(branch)
                {
                    base = self.union(keyword, base, branches, path);
                    continue;
                }
                let node = self.raw(branch, path);
                base = merge::overlay(node, base);
            }
            return base;
        }
        self.other(branches, path);
        // Flattened into a struct, or conditions on one: each branch is about members of that object.
        if is_object(&base) {
            let nodes: Vec<_> = branches
                .iter()
                .flat_map(|branch| self.members_of(branch, path))
                .collect();
            return self.objects(keyword, &nodes, base, path);
        }
        // Conditions on a scalar, such as one of two formats.
        if are_conditions(branches, &base) {
            let conditions = Map::from_iter([(keyword.to_owned(), json!(branches))]);
            return merge::overlay(conditions, base);
        }
        let nodes: Vec<Map<String, Value>> = branches
            .iter()
            .filter(|branch| !is_null(branch))
            .map(|branch| self.node(branch, path))
            .collect();
        let nullable = nodes.len() < branches.len();
        let mut merged = match nodes.as_slice() {
            [] if nullable => merge::overlay(Self::null(), base),
            [] => base,
            [one] => merge::overlay(one.clone(), base),
            _ if nodes.iter().all(is_string_enum) => strings(&nodes, base),
            _ if nodes.iter().all(is_object) => self.objects(keyword, &nodes, base, path),
            _ => self.forms(&nodes, base, path),
        };
        if nullable {
            merged.insert("nullable".to_owned(), json!(true));
            // A variant that is null, which no field can leave out as it can a `None`.
            if branches
                .iter()
                .any(|branch| is_null(branch) && branch.get(SCHEMA_KEY).is_some())
            {
                nullable::pattern(&mut merged);
            }
        }
        merged
    }

    /// A branch of a union that is flattened into an object: the members that it adds.
    fn members_of(&mut self, branch: &Value, path: &str) -> Vec<Map<String, Value>> {
        let object = || Map::from_iter([("type".to_owned(), json!("object"))]);
        // A `None`, or a variant without content: nothing is added.
        if is_null(branch) || branch.as_bool() == Some(true) {
            return vec![object()];
        }
        let mut node = self.raw(branch, path);
        let type_ = node.get("type").and_then(Value::as_str).unwrap_or("object");
        if type_ == "object" {
            node.insert("type".to_owned(), json!("object"));
            return vec![node];
        }
        if is_string_enum(&node) {
            return self.unit_members(&node, path);
        }
        self.lose(
            path,
            format!("one of the forms that it takes ({type_}); members cannot be of that form"),
        );
        vec![object()]
    }

    /// Unit variants where only an object can be: each is written as a member that is null.
    fn unit_members(&mut self, node: &Map<String, Value>, path: &str) -> Vec<Map<String, Value>> {
        let names = node.get("enum").and_then(Value::as_array).into_iter().flatten();
        let names: Vec<&str> = names.filter_map(Value::as_str).collect();
        for name in &names {
            self.lose(
                &super::columns::join(path, name),
                "that only null is taken; an empty object is taken too",
            );
        }
        names
            .into_iter()
            .map(|name| {
                let mut member = Self::null();
                if let Some(text) = node.get("description") {
                    member.insert("description".to_owned(), text.clone());
                }
                Map::from_iter([
                    ("type".to_owned(), json!("object")),
                    ("properties".to_owned(), json!({ name: member })),
                    ("required".to_owned(), json!([name])),
                ])
            })
            .collect()
    }

    /// What a reference gives beside the tag of an enum: there its unit variants are members.
    pub(super) fn as_object(
        &mut self,
        target: Map<String, Value>,
        beside: &Map<String, Value>,
        path: &str,
    ) -> Map<String, Value> {
        if !is_string_enum(&target) || !is_object(beside) {
            return target;
        }
        let nodes = self.unit_members(&target, path);
        self.objects("oneOf", &nodes, Map::new(), path)
    }

    /// Branches that are not all objects: what they have in common.
    fn forms(
        &mut self,
        nodes: &[Map<String, Value>],
        base: Map<String, Value>,
        path: &str,
    ) -> Map<String, Value> {
        let mut whole = true;
        let mut merged = Value::Object(nodes.first().cloned().unwrap_or_default());
        for node in nodes.iter().skip(1) {
            let (either, all) = merge::either(&merged, &Value::Object(node.clone()));
            merged = either;
            whole &= all;
        }
        if !whole {
            self.lose(
                path,
                format!(
                    "it takes one of several forms ({}); the API server does not check which",
                    names(nodes)
                ),
            );
        }
        let mut merged = merged.as_object().cloned().unwrap_or_default();
        // The text of one variant is not that of the whole.
        merged.remove("description");
        merge::overlay(merged, base)
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
            free |= node.contains_key("x-kubernetes-preserve-unknown-fields");
            if node.contains_key("additionalProperties") {
                free = true;
                self.lose(
                    path,
                    "the values of members without a name in one of the variants; the API server keeps them unchecked",
                );
            }
            for (name, property) in members(node) {
                match properties.get(name) {
                    None => {
                        properties.insert(name.clone(), property.clone());
                    }
                    Some(known) => {
                        let (either, whole) = merge::either(known, property);
                        if !whole {
                            self.lose(
                                &super::columns::join(path, name),
                                "its schema differs between the variants; the API server checks what they have in common",
                            );
                        }
                        properties.insert(name.clone(), either);
                    }
                }
            }
        }
        self.defaults(nodes, &mut properties, path);
        let required: Vec<BTreeSet<&str>> = nodes.iter().map(required).collect();
        let common = common(&required);
        let mut conditions: Vec<Value> = nodes
            .iter()
            .zip(&required)
            .map(|(node, required)| condition(node, required, &common, &properties))
            .collect();
        let mut out = Map::from_iter([("type".to_owned(), json!("object"))]);
        if !properties.is_empty() {
            out.insert("properties".to_owned(), Value::Object(properties));
        }
        for (node, condition) in nodes.iter().zip(&mut conditions) {
            self.inner(node, condition, &out, path);
        }
        or_none(keyword, nodes, &mut conditions);
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
            let mut tags =
                members(node).filter_map(|(_, property)| match property["enum"].as_array()?.as_slice() {
                    [Value::String(tag)] => Some(tag.clone()),
                    _ => None,
                });
            let mut names = members(node).map(|(name, _)| name);
            match (names.next(), names.next()) {
                (Some(one), None) => Some(one.clone()),
                _ => tags.next(),
            }
        });
        let mut out = merge::overlay(out, base);
        describe(&mut out, &described);
        out
    }
}

impl Converter<'_> {
    /// A default that not all variants have would appear in the others.
    fn defaults(&mut self, nodes: &[Map<String, Value>], properties: &mut Map<String, Value>, path: &str) {
        for (name, property) in properties {
            let of = |node: &Map<String, Value>| {
                let member = node.get("properties").and_then(|members| members.get(name));
                member.and_then(|member| member.get("default")).cloned()
            };
            let mut defaults = nodes.iter().map(of);
            let first = defaults.next().flatten();
            if first.is_some() && defaults.all(|default| default == first) {
                continue;
            }
            if let Some(property) = property.as_object_mut() {
                property.remove("default");
            }
            if nodes.iter().any(|node| of(node).is_some()) {
                self.lose(
                    &super::columns::join(path, name),
                    "its default, which is not that of all variants: serde sets it, the API server does not",
                );
            }
        }
    }

    /// The conditions of a union inside of a variant hold where that variant does.
    fn inner(
        &mut self,
        node: &Map<String, Value>,
        condition: &mut Value,
        outer: &Map<String, Value>,
        path: &str,
    ) {
        for junctor in JUNCTORS {
            let Some(branches) = node.get(*junctor) else {
                continue;
            };
            let fits = branches
                .as_array()
                .is_some_and(|branches| branches.iter().all(|branch| legal::fits(branch, outer)));
            if fits {
                condition[*junctor] = branches.clone();
            } else {
                self.lose(
                    path,
                    "which members belong together in a union inside of the union",
                );
            }
        }
    }
}

/// One of the variants or none, as for an option that is flattened: the branch that asks for nothing says
/// that no variant has begun.
fn or_none(keyword: &str, nodes: &[Map<String, Value>], conditions: &mut [Value]) {
    let ([node, bare], [some, nothing]) = (nodes, conditions) else {
        return;
    };
    let variants = some.get("oneOf").and_then(Value::as_array);
    let (Some(variants), "anyOf", 1, true) = (variants, keyword, bare.len(), nothing == &json!({})) else {
        return;
    };
    let tag = required(node);
    let begun = if tag.is_empty() {
        let asked: Option<Vec<Value>> = variants
            .iter()
            .map(|variant| Some(json!({ "required": variant.get("required")? })))
            .collect();
        asked.map(|asked| json!({ "anyOf": asked }))
    } else {
        Some(json!({ "required": tag }))
    };
    if let Some(begun) = begun {
        *nothing = json!({ "not": begun });
    }
}

/// A schema as a constraint: what may stand in a union or under `not`.
pub(super) fn constraint(schema: &Value) -> Value {
    let mut schema = schema.clone();
    if let Some(fields) = schema.as_object_mut()
        && let Some(value) = fields.remove("const")
    {
        fields.insert("enum".to_owned(), json!([value]));
    }
    schema
}

/// Whether the branches are nothing but conditions on what the node takes.
fn are_conditions(branches: &[Value], base: &Map<String, Value>) -> bool {
    base.contains_key("type")
        && !branches.is_empty()
        && branches.iter().all(|branch| legal::fits(branch, base))
}

/// The keywords whose branches say which members belong together.
const JUNCTORS: &[&str] = &["allOf", "anyOf", "oneOf"];

/// The branches of what is a union and nothing else.
fn only_union(schema: &Value) -> Option<(&str, &[Value])> {
    let fields = schema.as_object().filter(|fields| fields.len() == 1)?;
    let (keyword, branches) = fields.iter().next()?;
    matches!(keyword.as_str(), "oneOf" | "anyOf").then_some((keyword.as_str(), branches.as_array()?))
}

fn is_null(branch: &Value) -> bool {
    branch.get("type") == Some(&json!("null"))
        || branch.get("type") == Some(&json!(["null"]))
        || branch.get("const").is_some_and(Value::is_null)
        || branch.get("enum") == Some(&json!([null]))
}

fn is_string_enum(node: &Map<String, Value>) -> bool {
    node.get("type") == Some(&json!("string")) && node.contains_key("enum")
}

fn is_object(node: &Map<String, Value>) -> bool {
    node.get("type") == Some(&json!("object"))
}

fn members(node: &Map<String, Value>) -> impl Iterator<Item = (&String, &Value)> {
    node.get("properties")
        .and_then(Value::as_object)
        .into_iter()
        .flatten()
}

/// The forms that branches have, for a message.
fn names(nodes: &[Map<String, Value>]) -> String {
    let names: BTreeSet<&str> = nodes
        .iter()
        .map(|node| match node.get("type").and_then(Value::as_str) {
            Some(type_) => type_,
            None if node.contains_key("x-kubernetes-int-or-string") => "integer or string",
            None => "anything",
        })
        .collect();
    names.into_iter().collect::<Vec<_>>().join(", ")
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
    for (name, property) in members(node) {
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
