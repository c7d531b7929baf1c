//! A derived kind described: literal attributes and the schemas of its types.

use std::collections::BTreeMap;

use k8s_openapi::apiextensions_apiserver::pkg::apis::apiextensions::v1::CustomResourceDefinition;
use kopr_model::attribute::{Deprecated, KindAttributes};
use kopr_model::{Column, ColumnType, Resource, ResourceVersion, Scale, Scope, Source};
use serde_json::{Map, Value, json};

use crate::kind::Primary;
use crate::schema::{self, JsonSchemaOf, Problem, Structural};

/// What the derive knows of a kind. Made by derived code only.
#[derive(Clone, Copy)]
pub struct Definition {
    /// `KindAttributes` as JSON.
    pub attributes: &'static str,
    /// Description of the kind; empty where there is none.
    pub doc: &'static str,
    /// Schema of the spec.
    pub spec: JsonSchemaOf,
    /// Schema of the status, if there is one.
    pub status: Option<JsonSchemaOf>,
    /// Path of the spec.
    pub item: &'static str,
    /// File of the spec.
    pub file: &'static str,
    /// Line of the spec.
    pub line: u32,
}

/// A derived kind in the link-time list: used only to notice what was forgotten.
pub struct Derived {
    /// Package that the type is in.
    pub package: &'static str,
    /// Its definition.
    pub definition: fn() -> Option<Definition>,
}

inventory::collect!(Derived);

impl Definition {
    /// Where the type is.
    pub(crate) fn source(&self) -> Source {
        Source {
            item: self.item.to_owned(),
            file: self.file.to_owned(),
            line: self.line,
        }
    }

    /// What `#[kopr(..)]` said.
    pub(crate) fn attributes(&self) -> KindAttributes {
        // Written by the derive from the same struct; a failure would be a bug of ours and shows as
        // an empty group, which every check refuses.
        serde_json::from_str(self.attributes).unwrap_or_default()
    }

    /// The kind as the model has it, and what is wrong with its schema.
    pub(crate) fn resource(&self) -> (Resource, Vec<Problem>) {
        let attributes = self.attributes();
        let spec = schema::structural(&(self.spec)(), ".spec");
        let status = self.status.map(|status| schema::structural(&status(), ".status"));
        let mut problems = spec.problems.clone();
        problems.extend(status.iter().flat_map(|status| status.problems.clone()));
        let version = ResourceVersion {
            name: attributes.version.clone(),
            served: attributes.served.unwrap_or(true),
            storage: attributes.storage.unwrap_or(true),
            deprecated: !matches!(attributes.deprecated, None | Some(Deprecated::Flag(false))),
            deprecation_warning: match &attributes.deprecated {
                Some(Deprecated::Warning(text)) => Some(text.clone()),
                _ => None,
            },
            status: status.is_some(),
            columns: columns(&attributes, &spec, status.as_ref()),
            scale: attributes.scale.as_ref().map(|scale| Scale {
                spec_replicas_path: scale.spec_replicas_path.clone(),
                status_replicas_path: scale.status_replicas_path.clone(),
                label_selector_path: scale.label_selector_path.clone(),
            }),
            selectable: spec
                .selectable
                .iter()
                .chain(status.iter().flat_map(|status| &status.selectable))
                .cloned()
                .collect(),
            sources: spec
                .sources
                .iter()
                .chain(status.iter().flat_map(|status| &status.sources))
                .map(|(pointer, source)| (pointer.clone(), source.clone()))
                .collect(),
            losses: spec
                .losses
                .iter()
                .chain(status.iter().flat_map(|status| &status.losses))
                .cloned()
                .collect(),
            schema: root(self.doc, spec.schema, status.map(|status| status.schema)),
            source: self.source(),
        };
        let resource = Resource {
            singular: attributes
                .singular
                .clone()
                .unwrap_or_else(|| attributes.kind.to_lowercase()),
            plural: attributes
                .plural
                .clone()
                .unwrap_or_else(|| kopr_model::names::plural(&attributes.kind)),
            short_names: attributes.shortname,
            categories: attributes.category,
            scope: if attributes.cluster {
                Scope::Cluster
            } else {
                Scope::Namespaced
            },
            versions: vec![version],
            annotations: BTreeMap::new(),
            labels: BTreeMap::new(),
            conversion: None,
            reconciled: false,
            group: attributes.group,
            kind: attributes.kind,
        };
        (resource, problems)
    }
}

/// Schema of the whole object. `metadata` stays out: the API server knows it.
fn root(doc: &str, spec: Value, status: Option<Value>) -> Value {
    let mut properties = Map::new();
    properties.insert("spec".to_owned(), spec);
    if let Some(status) = status {
        properties.insert("status".to_owned(), status);
    }
    let mut schema = json!({ "type": "object", "properties": properties, "required": ["spec"] });
    if !doc.is_empty() {
        schema["description"] = json!(doc);
    }
    schema
}

/// Columns in the order of the code: fields of the spec, of the status, those given by path, the age.
fn columns(attributes: &KindAttributes, spec: &Structural, status: Option<&Structural>) -> Vec<Column> {
    let mut columns = spec.columns.clone();
    columns.extend(status.into_iter().flat_map(|status| status.columns.clone()));
    columns.extend(attributes.printcolumn.iter().map(|column| Column {
        name: column.name.clone(),
        json_path: column.json_path.clone(),
        // The derive takes only these words.
        type_: ColumnType::parse(&column.type_).unwrap_or(ColumnType::String),
        format: column.format.clone(),
        description: column.description.clone(),
        priority: column.priority.unwrap_or_default(),
    }));
    if attributes.age.unwrap_or(true)
        && !columns.is_empty()
        && !columns.iter().any(|column| column.name == "Age")
    {
        // Without any column the server shows the age by itself.
        columns.push(Column {
            name: "Age".to_owned(),
            json_path: ".metadata.creationTimestamp".to_owned(),
            type_: ColumnType::Date,
            format: None,
            description: None,
            priority: 0,
        });
    }
    columns
}

/// The CRD of a derived kind, as kube's `CustomResourceExt` gives it.
///
/// # Panics
/// If kube's own type refuses what the schema conversion made; kube's signature leaves no other way.
#[expect(
    clippy::expect_used,
    reason = "the signature of `CustomResourceExt::crd` has no place for an error"
)]
pub fn crd<K: Primary>() -> CustomResourceDefinition {
    let definition = K::definition().expect("derived kinds have a definition");
    let crd = kopr_model::crd(&definition.resource().0);
    serde_json::from_value(crd).expect("a structural schema fits `JSONSchemaProps`")
}
