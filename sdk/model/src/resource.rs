//! Kinds that the operator brings along: what a CRD says, split into data.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use serde_json::Value;

use crate::{Descriptors, KindRef, Source};

/// Where objects of a kind live.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub enum Scope {
    /// In a namespace.
    #[default]
    Namespaced,
    /// In the cluster.
    Cluster,
}

impl Scope {
    /// The word that `spec.scope` of a CRD takes.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Namespaced => "Namespaced",
            Self::Cluster => "Cluster",
        }
    }
}

/// A kind with its CRD.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct Resource {
    /// API group, such as `cache.example.com`.
    pub group: String,
    /// Kind in `PascalCase`, such as `Memcached`.
    pub kind: String,
    /// Plural resource name, such as `memcacheds`; with the group the CRD's name.
    pub plural: String,
    /// Singular resource name.
    pub singular: String,
    /// Short names for kubectl, in the order of the code.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub short_names: Vec<String>,
    /// Groups of kinds for kubectl, such as `all`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub categories: Vec<String>,
    /// Where its objects live.
    pub scope: Scope,
    /// Versions, by Kubernetes' priority: stable before beta before alpha, the newest of each first.
    pub versions: Vec<ResourceVersion>,
    /// Annotations of the CRD object.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub annotations: BTreeMap<String, String>,
    /// Labels of the CRD object.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub labels: BTreeMap<String, String>,
    /// Who converts objects between versions; nobody where it is not set.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub conversion: Option<Conversion>,
    /// True when a controller of this operator reconciles it.
    #[serde(default)]
    pub reconciled: bool,
}

/// A webhook that converts objects between the versions of a kind.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct Conversion {
    /// The Service in front of it; either this or a URL.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub service: Option<ConversionService>,
    /// Its URL; either this or a Service.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub url: Option<String>,
    /// Certificates that its own is signed by: PEM in base64.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub ca_bundle: Option<String>,
    /// Versions of `ConversionReview` that it understands, best first.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub review_versions: Vec<String>,
}

/// The Service in front of a conversion webhook.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct ConversionService {
    /// Its namespace.
    pub namespace: String,
    /// Its name.
    pub name: String,
    /// Path of the webhook.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub path: Option<String>,
    /// Port of the Service; 443 unless set.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub port: Option<u16>,
}

impl Resource {
    /// Name of the CRD object: `<plural>.<group>`.
    pub fn crd_name(&self) -> String {
        format!("{}.{}", self.plural, self.group)
    }

    /// The version that is stored; the last one where code marks none (a check refuses that).
    pub fn storage_version(&self) -> Option<&ResourceVersion> {
        self.versions.iter().find(|v| v.storage).or(self.versions.last())
    }

    /// The versions in the order in which Kubernetes prefers them, see [`by_priority`](crate::by_priority).
    pub fn by_priority(&self) -> Vec<&ResourceVersion> {
        let mut versions: Vec<_> = self.versions.iter().collect();
        versions.sort_by(|a, b| crate::by_priority(&a.name, &b.name));
        versions
    }

    /// The kind in its stored version.
    pub fn kind_ref(&self) -> KindRef {
        KindRef {
            group: self.group.clone(),
            version: self.storage_version().map(|v| v.name.clone()).unwrap_or_default(),
            kind: self.kind.clone(),
            plural: self.plural.clone(),
            scope: self.scope,
        }
    }
}

/// One version of a kind.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct ResourceVersion {
    /// Version name, such as `v1alpha1`.
    pub name: String,
    /// Whether the API server serves it.
    pub served: bool,
    /// Whether objects are stored in it.
    pub storage: bool,
    /// Whether clients are told that it is deprecated.
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub deprecated: bool,
    /// The warning for deprecated use; only together with `deprecated`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub deprecation_warning: Option<String>,
    /// Whether the status subresource is on.
    pub status: bool,
    /// Structural OpenAPI v3 schema of the whole object (`spec`, `status`; no `metadata` unless restricted).
    pub schema: Value,
    /// Columns of `kubectl get`, in order, `Age` included.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub columns: Vec<Column>,
    /// The scale subresource.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub scale: Option<Scale>,
    /// Field selectors: JSON paths such as `.spec.size`.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub selectable: Vec<String>,
    /// Places where a structural schema says less than the Rust type does.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub losses: Vec<Loss>,
    /// What code says of it for people who see it in a console.
    #[serde(default, skip_serializing_if = "Descriptors::is_empty")]
    pub descriptors: Descriptors,
    /// The type that was derived.
    pub source: Source,
    /// Where nodes of the schema come from: JSON pointers into `schema`, such as
    /// `/properties/spec/properties/size`, and the field or type there.
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    pub sources: BTreeMap<String, Source>,
}

impl ResourceVersion {
    /// Where a node of the schema comes from: the nearest field or type at or above that JSON pointer.
    pub fn source_of(&self, pointer: &str) -> &Source {
        let mut pointer = pointer;
        loop {
            if let Some(source) = self.sources.get(pointer) {
                return source;
            }
            match pointer.rfind('/') {
                Some(end) => pointer = &pointer[..end],
                None => return &self.source,
            }
        }
    }
}

/// A column of `kubectl get`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct Column {
    /// Heading.
    pub name: String,
    /// JSON path, with a leading dot.
    pub json_path: String,
    /// Column type.
    #[serde(rename = "type")]
    pub type_: ColumnType,
    /// OpenAPI format, such as `int32`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub format: Option<String>,
    /// Text of `kubectl explain`-like tools.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub description: Option<String>,
    /// 0 is always shown; more than 0 only with `-o wide`.
    #[serde(default)]
    pub priority: i32,
}

/// Types that a column may have; the API server takes no others.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum ColumnType {
    /// A whole number.
    Integer,
    /// A number.
    Number,
    /// Text.
    String,
    /// True or false.
    Boolean,
    /// A time, shown as its age.
    Date,
}

impl ColumnType {
    /// All types with the words that a CRD takes.
    pub const ALL: [(&'static str, Self); 5] = [
        ("integer", Self::Integer),
        ("number", Self::Number),
        ("string", Self::String),
        ("boolean", Self::Boolean),
        ("date", Self::Date),
    ];

    /// The type of that word, if there is one.
    pub fn parse(word: &str) -> Option<Self> {
        Self::ALL
            .into_iter()
            .find(|(name, _)| *name == word)
            .map(|(_, type_)| type_)
    }
}

/// The scale subresource: where replicas and selector are found.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct Scale {
    /// Path of the wanted replicas, under `.spec`.
    pub spec_replicas_path: String,
    /// Path of the observed replicas, under `.status`.
    pub status_replicas_path: String,
    /// Path of a label selector in its string form.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub label_selector_path: Option<String>,
}

/// A place where a structural schema cannot say all that the Rust type says.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "camelCase")]
pub struct Loss {
    /// JSON path in the object, such as `.spec.rules[].match`.
    pub path: String,
    /// What is not checked by the API server, and what stands there instead.
    pub reason: String,
}
