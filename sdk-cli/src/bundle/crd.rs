//! A CRD of either version, with all members but its schemas typed; those are checked for their types and kept.

use serde::Deserialize;
use serde::de::{Deserializer, Error};
use serde_json::Value;

use super::keywords::Keywords;

/// The first version of CRDs, which no server takes any more.
pub(super) const V1BETA1: &str = "apiextensions.k8s.io/v1beta1";
/// The version that there is.
pub(super) const V1: &str = "apiextensions.k8s.io/v1";

macro_rules! structs {
    ($($(#[$doc:meta])* $name:ident { $($field:ident $(as $key:literal)? $(or $alias:literal)?: $kind:ty,)* })*) => {$(
        $(#[$doc])*
        #[derive(Clone, Debug, Default, PartialEq, Deserialize)]
        #[serde(default, rename_all = "camelCase")]
        #[allow(clippy::struct_field_names, reason = "they are those of the API")]
        pub(super) struct $name {
            $($(#[serde(rename = $key)])? $(#[serde(alias = $alias)])? pub(super) $field: $kind,)*
            #[serde(flatten)]
            pub(super) unknown: super::csv::Unknown,
        }
    )*};
}

structs! {
    /// The whole.
    Crd {
        metadata: k8s_openapi::apimachinery::pkg::apis::meta::v1::ObjectMeta,
        spec: Spec,
    }
    /// What it defines.
    Spec {
        group: String,
        names: Names,
        scope: String,
        versions: Vec<Version>,
        conversion: Option<Conversion>,
        preserve_unknown_fields as "preserveUnknownFields": Option<bool>,
        version: String,
        validation: Option<Validation>,
        subresources: Option<Subresources>,
        additional_printer_columns as "additionalPrinterColumns": Vec<Column>,
        selectable_fields as "selectableFields": Vec<SelectableField>,
    }
    /// How it is called.
    Names {
        plural: String,
        singular: String,
        kind: String,
        list_kind as "listKind": String,
        short_names as "shortNames": Vec<String>,
        categories: Vec<String>,
    }
    /// One version.
    Version {
        name: String,
        served: bool,
        storage: bool,
        deprecated: bool,
        deprecation_warning as "deprecationWarning": Option<String>,
        schema: Option<Validation>,
        subresources: Option<Subresources>,
        additional_printer_columns as "additionalPrinterColumns": Vec<Column>,
        selectable_fields as "selectableFields": Vec<SelectableField>,
    }
    /// Its schema.
    Validation {
        schema as "openAPIV3Schema": Option<Schema>,
    }
    /// What is apart from the object.
    Subresources {
        status: Option<super::csv::Unknown>,
        scale: Option<Scale>,
    }
    /// Where numbers of replicas are.
    Scale {
        spec_replicas_path as "specReplicasPath": String,
        status_replicas_path as "statusReplicasPath": String,
        label_selector_path as "labelSelectorPath": Option<String>,
    }
    /// A column for people.
    Column {
        name: String,
        r#type as "type": String,
        format: String,
        description: String,
        priority: i32,
        json_path as "jsonPath" or "JSONPath": String,
    }
    /// A field that lists are selected by.
    SelectableField {
        json_path as "jsonPath" or "JSONPath": String,
    }
    /// How versions become each other.
    Conversion {
        strategy: String,
        webhook: Option<Webhook>,
        webhook_client_config as "webhookClientConfig": Option<ClientConfig>,
        conversion_review_versions as "conversionReviewVersions": Vec<String>,
    }
    /// Who converts.
    Webhook {
        client_config as "clientConfig": Option<ClientConfig>,
        conversion_review_versions as "conversionReviewVersions": Vec<String>,
    }
    /// How it is reached.
    ClientConfig {
        url: Option<String>,
        service: Option<ServiceReference>,
        ca_bundle as "caBundle": Option<String>,
    }
    /// A Service.
    ServiceReference {
        namespace: String,
        name: String,
        path: Option<String>,
        port: Option<i32>,
    }
}

/// A schema whose keywords have the right types.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Schema(pub(super) Value);

impl<'de> Deserialize<'de> for Schema {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let value = Value::deserialize(deserializer)?;
        Keywords::deserialize(&value).map_err(Error::custom)?;
        Ok(Self(value))
    }
}

impl Crd {
    /// Group, version and kind of each version, as Go prints them.
    pub(super) fn kinds(&self, is_v1: bool) -> Vec<Kind> {
        let spec = &self.spec;
        let of = |version: &str| Kind {
            group: spec.group.clone(),
            version: version.to_owned(),
            kind: spec.names.kind.clone(),
        };
        if spec.versions.is_empty() && !is_v1 {
            return vec![of(&spec.version)];
        }
        spec.versions.iter().map(|version| of(&version.name)).collect()
    }

    /// The schema of a version: its own, or the one for all.
    pub(super) fn schema(&self, version: &str) -> Option<&Value> {
        let own = self.spec.versions.iter().find(|known| known.name == version);
        let own = own.and_then(|version| version.schema.as_ref());
        let validation = own.or(self.spec.validation.as_ref())?;
        validation.schema.as_ref().map(|schema| &schema.0)
    }
}

/// A kind in a version of a group.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[allow(clippy::struct_field_names, reason = "a kind has a kind")]
pub(super) struct Kind {
    pub(super) group: String,
    pub(super) version: String,
    pub(super) kind: String,
}

impl std::fmt::Display for Kind {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}/{}, Kind={}", self.group, self.version, self.kind)
    }
}
