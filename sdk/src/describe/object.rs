//! The schema of a whole object, from those of its parts.

use kopr_model::attribute::{KindAttributes, NameAttribute};
use kopr_model::descriptor::Part;
use kube::core::Rule;
use serde_json::{Map, Value, json};

use crate::schema::{Problem, Structural, structural_with};

use super::Definition;
use super::definition::SchemaSource;

/// Members that every object has, and that the API server itself knows.
const OF_OBJECTS: [&str; 3] = ["apiVersion", "kind", "metadata"];

/// The schema of the object, with what was noticed on the way.
pub(super) fn object(definition: &Definition, attributes: &KindAttributes) -> Structural {
    let docs = attributes.marks.docs;
    let mut object = match definition.schema {
        SchemaSource::None { .. } => {
            return Structural {
                schema: Value::Null,
                ..Structural::default()
            };
        }
        SchemaSource::Whole { object, .. } => {
            let mut object = structural_with(&object(), "", docs);
            drop_known(&mut object.schema);
            object
        }
        SchemaSource::Parts { spec, status } => {
            let status = status.map(|status| structural_with(&status(), ".status", docs));
            let mut object = if attributes.no_spec {
                let mut object = at_root(structural_with(&spec(), "", docs));
                // That of the kind is told, if there is one.
                if let Some(fields) = object.schema.as_object_mut() {
                    fields.remove("description");
                }
                object
            } else {
                part("spec", structural_with(&spec(), ".spec", docs))
            };
            if let Some(status) = status {
                add(&mut object, part("status", status));
            }
            if !attributes.no_spec && !attributes.optional_spec {
                object.schema["required"] = json!(["spec"]);
            }
            object
        }
    };
    // A schema by hand may bring its own.
    if !definition.doc.is_empty() && object.schema.get("description").is_none() {
        object.schema["description"] = json!(definition.doc);
    }
    if let Some(name) = &attributes.name {
        object.schema["properties"]["metadata"] = metadata(name);
    }
    let rules = (definition.rules)();
    if !rules.is_empty() {
        let mut all = object.schema["x-kubernetes-validations"]
            .as_array()
            .cloned()
            .unwrap_or_default();
        all.extend(rules);
        object.schema["x-kubernetes-validations"] = json!(all);
    }
    add_known(&mut object.schema);
    object
}

/// What every object has. The API server knows it without being told; editors and other readers of the
/// schema do not.
fn add_known(schema: &mut Value) {
    if !schema["properties"].is_object() {
        schema["properties"] = json!({});
    }
    for (name, type_) in OF_OBJECTS.into_iter().zip(["string", "string", "object"]) {
        if schema["properties"][name].is_null() {
            schema["properties"][name] = json!({ "type": type_ });
        }
    }
}

/// A part under its name.
fn part(name: &str, part: Structural) -> Structural {
    Structural {
        schema: json!({ "type": "object", "properties": { name: part.schema } }),
        ..part
    }
}

/// The fields of the spec at the root, where a few names are taken.
fn at_root(mut spec: Structural) -> Structural {
    for name in OF_OBJECTS.into_iter().chain(["status"]) {
        let pointer = format!("/properties/{name}");
        if spec.schema.pointer(&pointer).is_some() {
            spec.problems.push(Problem {
                path: format!(".{name}"),
                source: spec.sources.get(&pointer).cloned(),
                pointer,
                message: "is taken: every object has it, and with `no_spec` the fields stand beside it; give the field another name".to_owned(),
            });
        }
    }
    spec
}

/// Adds the properties of another part.
fn add(object: &mut Structural, other: Structural) {
    if let (Some(properties), Some(more)) = (
        object.schema["properties"].as_object_mut(),
        other.schema["properties"].as_object(),
    ) {
        properties.extend(more.clone());
    } else {
        object.schema["properties"] = other.schema["properties"].clone();
    }
    object.columns.extend(other.columns);
    object.selectable.extend(other.selectable);
    for part in Part::ALL {
        let more = other.descriptors.of(part).to_vec();
        object.descriptors.of_mut(part).extend(more);
    }
    object.losses.extend(other.losses);
    object.problems.extend(other.problems);
    object.sources.extend(other.sources);
}

/// A schema by hand may name what the API server knows itself, and refuses to be told.
fn drop_known(schema: &mut Value) {
    for name in OF_OBJECTS {
        if let Some(properties) = schema["properties"].as_object_mut() {
            properties.remove(name);
        }
        if let Some(required) = schema["required"].as_array_mut() {
            required.retain(|member| member != name);
        }
    }
}

/// What the schema of `metadata` may say: limits of the name.
fn metadata(name: &NameAttribute) -> Value {
    let mut limits = Map::new();
    limits.insert("type".to_owned(), json!("string"));
    if let Some(most) = name.max_length {
        limits.insert("maxLength".to_owned(), json!(most));
    }
    if let Some(least) = name.min_length {
        limits.insert("minLength".to_owned(), json!(least));
    }
    if let Some(pattern) = &name.pattern {
        limits.insert("pattern".to_owned(), json!(pattern));
    }
    json!({ "type": "object", "properties": { "name": limits } })
}

/// What `validation = ..` takes.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a rule",
    label = "not a rule in CEL",
    note = "write the rule as a text, or as `Rule::new(\"..\").message(\"..\")`"
)]
pub trait Validation {
    /// The rule.
    fn rule(self) -> Rule;
}

#[diagnostic::do_not_recommend]
impl<T: Into<Rule>> Validation for T {
    fn rule(self) -> Rule {
        self.into()
    }
}

/// A rule as it stands in a schema.
pub fn rule(rule: impl Validation) -> Value {
    // Texts and a word: nothing of it can fail.
    serde_json::to_value(rule.rule()).unwrap_or_default()
}

/// No rules.
pub fn no_rules() -> Vec<Value> {
    Vec::new()
}

/// The JSON Schema of a root struct, as kube's derive gives it: without `metadata`.
pub fn object_schema(
    doc: &str,
    spec: schemars::Schema,
    status: Option<schemars::Schema>,
    flat: bool,
    rules: &[Value],
) -> schemars::Schema {
    let mut schema = if flat {
        let mut spec = spec.to_value();
        spec["title"].take();
        spec
    } else {
        json!({ "type": "object", "properties": { "spec": spec }, "required": ["spec"] })
    };
    if let Some(status) = status {
        schema["properties"]["status"] = status.to_value();
    }
    if !doc.is_empty() {
        schema["description"] = json!(doc);
    }
    if !rules.is_empty() {
        schema["x-kubernetes-validations"] = json!(rules);
    }
    schemars::Schema::try_from(schema).unwrap_or_default()
}
