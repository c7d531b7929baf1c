//! Keys of `#[kopr(..)]` on a type that derives `CustomResource` or `Schema`.

use serde::{Deserialize, Serialize};

/// `#[kopr(..)]` on a spec.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "attr", derive(darling::FromMeta))]
#[serde(default)]
pub struct KindAttributes {
    /// API group, such as `cache.example.com`. Required.
    pub group: String,
    /// Version of the API, such as `v1alpha1`. Required.
    pub version: String,
    /// Kind in `PascalCase`; also the name of the root struct. Required.
    pub kind: String,
    /// Plural resource name; the regular English plural of the kind unless set.
    #[cfg_attr(feature = "attr", darling(default))]
    pub plural: Option<String>,
    /// Singular resource name; the lower-cased kind unless set.
    #[cfg_attr(feature = "attr", darling(default))]
    pub singular: Option<String>,
    /// Short name for kubectl; may be given several times.
    #[cfg_attr(feature = "attr", darling(default, multiple))]
    pub shortname: Vec<String>,
    /// Group of kinds for kubectl, such as `all`; may be given several times.
    #[cfg_attr(feature = "attr", darling(default, multiple))]
    pub category: Vec<String>,
    /// Objects live in namespaces. This or `cluster` has to be said: a scope cannot be changed later.
    #[cfg_attr(feature = "attr", darling(default))]
    pub namespaced: bool,
    /// Objects live in the cluster.
    #[cfg_attr(feature = "attr", darling(default))]
    pub cluster: bool,
    /// Type of the status, as a string; turns the status subresource on.
    #[cfg_attr(feature = "attr", darling(default))]
    pub status: Option<String>,
    /// A column by its path, for fields of types that are not yours; may be given several times.
    #[cfg_attr(feature = "attr", darling(default, multiple))]
    pub printcolumn: Vec<PrintColumn>,
    /// The scale subresource.
    #[cfg_attr(feature = "attr", darling(default))]
    pub scale: Option<ScaleAttribute>,
    /// Whether the `Age` column is shown; true unless set.
    #[cfg_attr(feature = "attr", darling(default))]
    pub age: Option<bool>,
    /// Whether the version is served; true unless set.
    #[cfg_attr(feature = "attr", darling(default))]
    pub served: Option<bool>,
    /// Whether objects are stored in this version; true unless set.
    #[cfg_attr(feature = "attr", darling(default))]
    pub storage: Option<bool>,
    /// The version is deprecated: a flag, or the warning that clients are shown.
    #[cfg_attr(feature = "attr", darling(default))]
    pub deprecated: Option<Deprecated>,
    /// Description of the kind; the doc comment of the spec unless set.
    #[cfg_attr(feature = "attr", darling(default))]
    pub doc: Option<String>,
    /// The kind is another operator's: no CRD of it is made, and it need not be registered.
    #[cfg_attr(feature = "attr", darling(default))]
    pub foreign: bool,
    /// Path of the `kopr` crate, where it is not `::kopr`.
    #[cfg_attr(feature = "attr", darling(default, rename = "crate"))]
    #[serde(skip)]
    pub krate: Option<String>,
}

/// `deprecated` or `deprecated = "use v1"`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(untagged)]
pub enum Deprecated {
    /// Only the mark.
    Flag(bool),
    /// The mark and a warning.
    Warning(String),
}

#[cfg(feature = "attr")]
impl darling::FromMeta for Deprecated {
    fn from_word() -> darling::Result<Self> {
        Ok(Self::Flag(true))
    }
    fn from_bool(value: bool) -> darling::Result<Self> {
        Ok(Self::Flag(value))
    }
    fn from_string(value: &str) -> darling::Result<Self> {
        Ok(Self::Warning(value.to_owned()))
    }
}

/// `printcolumn(name = "..", type_ = "..", json_path = "..")`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "attr", derive(darling::FromMeta))]
#[serde(default)]
pub struct PrintColumn {
    /// Heading. Required.
    pub name: String,
    /// `integer`, `number`, `string`, `boolean` or `date`. Required.
    pub type_: String,
    /// JSON path with a leading dot. Required.
    pub json_path: String,
    /// Text for tools that explain columns.
    #[cfg_attr(feature = "attr", darling(default))]
    pub description: Option<String>,
    /// OpenAPI format, such as `int32`.
    #[cfg_attr(feature = "attr", darling(default))]
    pub format: Option<String>,
    /// 0 is always shown; more only with `-o wide`.
    #[cfg_attr(feature = "attr", darling(default))]
    pub priority: Option<i32>,
}

/// `scale(spec_replicas_path = "..", status_replicas_path = "..")`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "attr", derive(darling::FromMeta))]
#[serde(default)]
pub struct ScaleAttribute {
    /// Path of the wanted replicas, under `.spec`. Required.
    pub spec_replicas_path: String,
    /// Path of the observed replicas, under `.status`. Required.
    pub status_replicas_path: String,
    /// Path of a label selector in its string form.
    #[cfg_attr(feature = "attr", darling(default))]
    pub label_selector_path: Option<String>,
}
