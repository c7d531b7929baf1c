//! A derived kind described: literal attributes and the schemas of its types.

use std::collections::BTreeMap;

use k8s_openapi::apiextensions_apiserver::pkg::apis::apiextensions::v1::CustomResourceDefinition;
use kopr_model::attribute::{ConversionAttribute, Deprecated, KindAttributes, Pair};
use kopr_model::{
    Column, ColumnType, Conversion, ConversionService, Descriptors, RelatedKind, Resource, ResourceVersion,
    Scale, Scope, Source,
};
use serde_json::Value;

use crate::kind::Primary;
use crate::schema::{JsonSchemaOf, Problem, Structural};

use super::object;

/// What the derive knows of a kind. Made by derived code only.
#[derive(Clone, Copy)]
pub struct Definition {
    /// `KindAttributes` as JSON.
    pub attributes: &'static str,
    /// Description of the kind; empty where there is none.
    pub doc: &'static str,
    /// Where its schema comes from.
    pub schema: SchemaSource,
    /// Rules on the whole object.
    pub rules: fn() -> Vec<Value>,
    /// Path of the spec.
    pub item: &'static str,
    /// File of the spec.
    pub file: &'static str,
    /// Line of the spec.
    pub line: u32,
}

/// Where the schema of a kind comes from.
#[derive(Clone, Copy)]
pub enum SchemaSource {
    /// From the types of spec and status.
    Parts {
        /// Schema of the spec.
        spec: JsonSchemaOf,
        /// Schema of the status, if there is one.
        status: Option<JsonSchemaOf>,
    },
    /// From the root struct's own.
    Whole {
        /// Schema of the object.
        object: JsonSchemaOf,
        /// Whether the kind has a status.
        status: bool,
    },
    /// There is none.
    None {
        /// Whether the kind has a status.
        status: bool,
    },
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
        let object = object::object(self, &attributes);
        let version = ResourceVersion {
            name: attributes.version.clone(),
            served: attributes.served.unwrap_or(true),
            storage: attributes.storage.unwrap_or(true),
            deprecated: !matches!(attributes.deprecated, None | Some(Deprecated::Flag(false))),
            deprecation_warning: match &attributes.deprecated {
                Some(Deprecated::Warning(text)) => Some(text.clone()),
                _ => None,
            },
            status: match self.schema {
                SchemaSource::Parts { status, .. } => status.is_some(),
                SchemaSource::Whole { status, .. } | SchemaSource::None { status } => status,
            },
            columns: columns(&attributes, &object),
            scale: attributes.scale.as_ref().map(|scale| Scale {
                spec_replicas_path: scale.spec_replicas_path.clone(),
                status_replicas_path: scale.status_replicas_path.clone(),
                label_selector_path: scale.label_selector_path.clone(),
            }),
            selectable: selectable(&attributes, &object),
            descriptors: descriptors(&attributes, object.descriptors),
            sources: object.sources,
            losses: object.losses,
            schema: object.schema,
            source: self.source(),
        };
        let pairs = |pairs: &[Pair]| -> BTreeMap<String, String> {
            pairs
                .iter()
                .map(|Pair(key, value)| (key.clone(), value.clone()))
                .collect()
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
            annotations: pairs(&attributes.annotation),
            labels: pairs(&attributes.label),
            conversion: conversion(attributes.conversion.as_ref()),
            short_names: attributes.shortname,
            categories: attributes.category,
            scope: if attributes.cluster {
                Scope::Cluster
            } else {
                Scope::Namespaced
            },
            versions: vec![version],
            reconciled: false,
            group: attributes.group,
            kind: attributes.kind,
        };
        (resource, object.problems)
    }
}

/// The webhook that converts; nothing where only `apiVersion` is exchanged.
fn conversion(attribute: Option<&ConversionAttribute>) -> Option<Conversion> {
    let Some(ConversionAttribute::Webhook(webhook)) = attribute else {
        return None;
    };
    let service = webhook.service.as_deref().map(|service| {
        // The derive takes it only with a slash.
        let (namespace, name) = service.split_once('/').unwrap_or(("", service));
        ConversionService {
            namespace: namespace.to_owned(),
            name: name.to_owned(),
            path: webhook.path.clone(),
            port: webhook.port,
        }
    });
    let mut review_versions = webhook.review_versions.0.clone();
    if review_versions.is_empty() {
        review_versions.push("v1".to_owned());
    }
    Some(Conversion {
        service,
        url: webhook.url.clone(),
        ca_bundle: webhook.ca_bundle.clone(),
        review_versions,
    })
}

/// Fields that say it themselves, then those given by path.
fn selectable(attributes: &KindAttributes, object: &Structural) -> Vec<String> {
    let mut paths = object.selectable.clone();
    for path in &attributes.selectable {
        if !paths.contains(path) {
            paths.push(path.clone());
        }
    }
    paths
}

/// What is said of the kind for people who see it in a console, beside what its fields say.
fn descriptors(attributes: &KindAttributes, of_fields: Descriptors) -> Descriptors {
    let ui = attributes.ui.clone().unwrap_or_default();
    Descriptors {
        display_name: ui.display_name,
        description: ui.description,
        resources: ui
            .resource
            .into_iter()
            .map(|resource| RelatedKind {
                kind: resource.kind,
                version: resource.version,
                name: resource.name.unwrap_or_default(),
            })
            .collect(),
        ..of_fields
    }
}

/// Columns in the order of the code: fields of the spec, of the status, those given by path, the age.
fn columns(attributes: &KindAttributes, object: &Structural) -> Vec<Column> {
    let mut columns = object.columns.clone();
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
