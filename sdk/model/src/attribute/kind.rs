//! Keys of `#[kopr(..)]` on a type that derives `CustomResource`.

use serde::{Deserialize, Serialize};

use super::{Expression, KindUi, Marks, Words};

/// `#[kopr(..)]` on a spec.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "attr", derive(darling::FromMeta))]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(default)]
pub struct KindAttributes {
    /// API group, such as `cache.example.com`. Required.
    pub group: String,
    /// Version of the API, such as `v1alpha1`. Required.
    pub version: String,
    /// Kind in `PascalCase`; also the name of the root struct unless `root` says another. Required.
    pub kind: String,
    /// Name of the root struct, where it is not the kind's.
    #[cfg_attr(feature = "attr", darling(default))]
    #[serde(skip_serializing)]
    pub root: Option<String>,
    /// Plural resource name; the regular English plural of the kind unless set.
    #[cfg_attr(feature = "attr", darling(default))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub plural: Option<String>,
    /// Singular resource name; the lower-cased kind unless set.
    #[cfg_attr(feature = "attr", darling(default))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub singular: Option<String>,
    /// Short name for kubectl; may be given several times.
    #[cfg_attr(feature = "attr", darling(default, multiple))]
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub shortname: Vec<String>,
    /// Group of kinds for kubectl, such as `all`; may be given several times.
    #[cfg_attr(feature = "attr", darling(default, multiple))]
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub category: Vec<String>,
    /// Objects live in namespaces. This or `cluster` has to be said: a scope cannot be changed later.
    #[cfg_attr(feature = "attr", darling(default))]
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub namespaced: bool,
    /// Objects live in the cluster.
    #[cfg_attr(feature = "attr", darling(default))]
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub cluster: bool,
    /// The fields stand at the root of the object, beside `metadata`, and there is no `spec` on the wire.
    #[cfg_attr(feature = "attr", darling(default))]
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub no_spec: bool,
    /// An object without a `spec` has the default one: the schema does not require it. The spec's type has to
    /// be `Default`.
    #[cfg_attr(feature = "attr", darling(default))]
    pub optional_spec: bool,
    /// Type of the status, as a string; turns the status subresource on.
    #[cfg_attr(feature = "attr", darling(default))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub status: Option<String>,
    /// A column by its path, for fields of types that are not yours; may be given several times.
    #[cfg_attr(feature = "attr", darling(default, multiple))]
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub printcolumn: Vec<PrintColumn>,
    /// The scale subresource.
    #[cfg_attr(feature = "attr", darling(default))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub scale: Option<ScaleAttribute>,
    /// Path of a field that objects can be selected by, such as `.spec.size`; may be given several times.
    #[cfg_attr(feature = "attr", darling(default, multiple))]
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub selectable: Vec<String>,
    /// Whether the `Age` column is shown; true unless set.
    #[cfg_attr(feature = "attr", darling(default))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub age: Option<bool>,
    /// Whether the version is served; true unless set.
    #[cfg_attr(feature = "attr", darling(default))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub served: Option<bool>,
    /// Whether objects are stored in this version; true unless set.
    #[cfg_attr(feature = "attr", darling(default))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub storage: Option<bool>,
    /// The version is deprecated: a flag, or the warning that clients are shown.
    #[cfg_attr(feature = "attr", darling(default))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub deprecated: Option<Deprecated>,
    /// Description of the kind; the doc comment of the spec unless set.
    #[cfg_attr(feature = "attr", darling(default))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub doc: Option<String>,
    /// What users may call an object: limits of `metadata.name`.
    #[cfg_attr(feature = "attr", darling(default))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<NameAttribute>,
    /// A rule in CEL on the whole object, as a text or a `kopr::Rule`; may be given several times. Of
    /// `metadata` it sees the name. A rule on the spec alone is `rule(..)`.
    #[cfg_attr(feature = "attr", darling(default, multiple))]
    #[serde(skip_serializing)]
    pub validation: Vec<Expression>,
    /// Gives the root struct `validate_cel` and `validate_cel_update`, which try the rules without a
    /// cluster; needs the feature `cel` of kopr.
    #[cfg_attr(feature = "attr", darling(default))]
    #[serde(skip_serializing)]
    pub cel: bool,
    /// Annotation of the CRD; may be given several times.
    #[cfg_attr(feature = "attr", darling(default, multiple))]
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub annotation: Vec<Pair>,
    /// Label of the CRD; may be given several times.
    #[cfg_attr(feature = "attr", darling(default, multiple))]
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub label: Vec<Pair>,
    /// Where the API review of the kind is, for groups of Kubernetes itself (`*.k8s.io`,
    /// `*.kubernetes.io`): a URL, or a text that begins with `unapproved`.
    #[cfg_attr(feature = "attr", darling(default))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub api_approved: Option<String>,
    /// How objects get from one version to another: `"none"`, which only exchanges `apiVersion` and is what
    /// holds unless set, or a webhook.
    #[cfg_attr(feature = "attr", darling(default))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub conversion: Option<ConversionAttribute>,
    /// Where the schema comes from: `"derived"` from the type, which holds unless set; `"manual"` from your
    /// own `JsonSchema` on the root struct; or `"disabled"`: there is none, and no CRD is made.
    #[cfg_attr(feature = "attr", darling(default))]
    #[serde(skip_serializing_if = "SchemaMode::is_derived")]
    pub schema: SchemaMode,
    /// What a console shows of the kind, in a bundle for OLM.
    #[cfg_attr(feature = "attr", darling(default))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ui: Option<KindUi>,
    /// A trait that the root struct derives, such as `PartialEq` or `Default`; may be given several times.
    #[cfg_attr(feature = "attr", darling(default, multiple))]
    #[serde(skip_serializing)]
    pub derive: Vec<String>,
    /// An attribute of the root struct, such as `allow(deprecated)`; may be given several times.
    #[cfg_attr(feature = "attr", darling(default, multiple))]
    #[serde(skip_serializing)]
    pub attr: Vec<String>,
    /// The kind is another operator's: no CRD of it is made, and it need not be registered.
    #[cfg_attr(feature = "attr", darling(default))]
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub foreign: bool,
    /// Path of the `kopr` crate, where it is not `::kopr`.
    #[cfg_attr(feature = "attr", darling(default, rename = "crate"))]
    #[serde(rename = "crate", skip_serializing)]
    pub krate: Option<String>,
    /// Paths of crates in `#[kube(..)]`. Derived code finds all of them through kopr, so that `#[kopr(..)]`
    /// takes only `crate`.
    #[cfg_attr(feature = "attr", darling(default))]
    #[serde(skip_serializing)]
    pub crates: Option<Crates>,
    /// Kubernetes' own words on the schema of the spec.
    #[cfg_attr(feature = "attr", darling(flatten))]
    #[serde(flatten)]
    pub marks: Marks,
}

impl KindAttributes {
    /// Whether a CRD is made of the kind.
    pub fn has_crd(&self) -> bool {
        !self.foreign && self.schema != SchemaMode::Disabled
    }
}

/// `deprecated` or `deprecated = "use v1"`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(untagged)]
pub enum Deprecated {
    /// Only the mark.
    Flag(bool),
    /// The mark and a warning.
    Warning(String),
}

/// `printcolumn(name = "..", type_ = "..", json_path = "..")`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "attr", derive(darling::FromMeta), darling(from_expr = parse::json))]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(default, deny_unknown_fields)]
pub struct PrintColumn {
    /// Heading. Required.
    pub name: String,
    /// `integer`, `number`, `string`, `boolean` or `date`. Required.
    #[serde(alias = "type")]
    pub type_: String,
    /// JSON path with a leading dot. Required.
    #[serde(alias = "jsonPath")]
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
#[cfg_attr(feature = "attr", derive(darling::FromMeta), darling(from_expr = parse::json))]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(default, deny_unknown_fields)]
pub struct ScaleAttribute {
    /// Path of the wanted replicas, under `.spec`. Required.
    #[serde(alias = "specReplicasPath")]
    pub spec_replicas_path: String,
    /// Path of the observed replicas, under `.status`. Required.
    #[serde(alias = "statusReplicasPath")]
    pub status_replicas_path: String,
    /// Path of a label selector in its string form.
    #[cfg_attr(feature = "attr", darling(default))]
    #[serde(alias = "labelSelectorPath")]
    pub label_selector_path: Option<String>,
}

/// `name(max_length = 40, pattern = "^[a-z]+$")`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "attr", derive(darling::FromMeta))]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(default)]
pub struct NameAttribute {
    /// Most characters.
    #[cfg_attr(feature = "attr", darling(default))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub max_length: Option<u32>,
    /// Fewest characters.
    #[cfg_attr(feature = "attr", darling(default))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub min_length: Option<u32>,
    /// Regular expression that the name has to match somewhere; `^` and `$` tie it to the ends.
    #[cfg_attr(feature = "attr", darling(default))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pattern: Option<String>,
}

/// `annotation("key", "value")`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Pair(pub String, pub String);

/// `conversion = "none"`, or `conversion(service = "namespace/name", path = "/convert")`.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum ConversionAttribute {
    /// The API server exchanges `apiVersion` and nothing else.
    None,
    /// A webhook converts.
    Webhook(WebhookAttribute),
}

/// The webhook that converts between versions.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "attr", derive(darling::FromMeta))]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(default)]
pub struct WebhookAttribute {
    /// Service in the cluster, as `namespace/name`. This or `url`.
    #[cfg_attr(feature = "attr", darling(default))]
    pub service: Option<String>,
    /// Path at the service, such as `/convert`.
    #[cfg_attr(feature = "attr", darling(default))]
    pub path: Option<String>,
    /// Port of the service; 443 unless set.
    #[cfg_attr(feature = "attr", darling(default))]
    pub port: Option<u16>,
    /// Address outside of the cluster, with `https://`.
    #[cfg_attr(feature = "attr", darling(default))]
    pub url: Option<String>,
    /// Certificates that the webhook's is checked against: PEM in base64.
    #[cfg_attr(feature = "attr", darling(default))]
    pub ca_bundle: Option<String>,
    /// Versions of `ConversionReview` that the webhook takes; `v1` unless set.
    #[cfg_attr(feature = "attr", darling(default))]
    #[serde(skip_serializing_if = "Words::is_empty")]
    pub review_versions: Words,
}

/// Where the schema comes from.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "attr", derive(darling::FromMeta))]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum SchemaMode {
    /// From the type.
    #[default]
    Derived,
    /// From the user's own `JsonSchema` of the root struct.
    Manual,
    /// There is none.
    Disabled,
}

impl SchemaMode {
    #[expect(
        clippy::trivially_copy_pass_by_ref,
        reason = "the signature that serde asks for"
    )]
    fn is_derived(&self) -> bool {
        *self == Self::Derived
    }
}

/// `crates(kube_core = "..", ..)` of `#[kube(..)]`. Only that the keys are kube's counts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "attr", derive(darling::FromMeta))]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(default)]
pub struct Crates {
    /// Path of `kube`.
    #[cfg_attr(feature = "attr", darling(default))]
    pub kube: Option<Expression>,
    /// Path of `kube::core`.
    #[cfg_attr(feature = "attr", darling(default))]
    pub kube_core: Option<Expression>,
    /// Path of `k8s_openapi`.
    #[cfg_attr(feature = "attr", darling(default))]
    pub k8s_openapi: Option<Expression>,
    /// Path of `schemars`.
    #[cfg_attr(feature = "attr", darling(default))]
    pub schemars: Option<Expression>,
    /// Path of `serde`.
    #[cfg_attr(feature = "attr", darling(default))]
    pub serde: Option<Expression>,
    /// Path of `serde_json`.
    #[cfg_attr(feature = "attr", darling(default))]
    pub serde_json: Option<Expression>,
    /// Path of `std`.
    #[cfg_attr(feature = "attr", darling(default))]
    pub std: Option<Expression>,
}

/// Parsing of what is no plain struct.
#[cfg(feature = "attr")]
mod parse {
    use darling::ast::NestedMeta;
    use darling::{Error, FromMeta, Result};
    use serde::de::DeserializeOwned;
    use syn::{Expr, ExprLit, Lit};

    use super::{ConversionAttribute, Deprecated, Pair, WebhookAttribute};

    impl FromMeta for Deprecated {
        fn from_word() -> Result<Self> {
            Ok(Self::Flag(true))
        }
        fn from_bool(value: bool) -> Result<Self> {
            Ok(Self::Flag(value))
        }
        fn from_string(value: &str) -> Result<Self> {
            Ok(Self::Warning(value.to_owned()))
        }
    }

    impl FromMeta for ConversionAttribute {
        fn from_string(value: &str) -> Result<Self> {
            match value {
                "none" => Ok(Self::None),
                _ => Err(Error::custom(
                    "this key takes `\"none\"`, or a webhook: `conversion(service = \"namespace/name\", path = \"/convert\")`",
                )),
            }
        }
        fn from_list(items: &[NestedMeta]) -> Result<Self> {
            WebhookAttribute::from_list(items).map(Self::Webhook)
        }
    }

    impl FromMeta for Pair {
        fn from_list(items: &[NestedMeta]) -> Result<Self> {
            match items {
                [NestedMeta::Lit(Lit::Str(key)), NestedMeta::Lit(Lit::Str(value))] => {
                    Ok(Self(key.value(), value.value()))
                }
                _ => Err(pair()),
            }
        }
        fn from_word() -> Result<Self> {
            Err(pair())
        }
        fn from_expr(_: &Expr) -> Result<Self> {
            Err(pair())
        }
    }

    fn pair() -> Error {
        Error::custom("this key takes a name and a value: `(\"name\", \"value\")`")
    }

    /// Columns and scale as raw JSON, which kube's derive takes too.
    pub(super) fn json<T: DeserializeOwned + Checked>(expression: &Expr) -> Result<T> {
        let Expr::Lit(ExprLit {
            lit: Lit::Str(text), ..
        }) = expression
        else {
            return Err(Error::unsupported_format("name-value"));
        };
        let wrong = |reason: String| Error::custom(reason).with_span(text);
        let value: T = serde_json::from_str(&text.value())
            .map_err(|error| wrong(format!("the text is not the JSON that it should be: {error}")))?;
        match value.missing() {
            Some(key) => Err(wrong(format!("the JSON has no `{key}`"))),
            None => Ok(value),
        }
    }

    /// What has to be in it, since each key has a default for the derive's own sake.
    pub(super) trait Checked {
        /// The first key that is missing.
        fn missing(&self) -> Option<&'static str>;
    }

    impl Checked for super::PrintColumn {
        fn missing(&self) -> Option<&'static str> {
            let keys = [
                ("name", &self.name),
                ("type", &self.type_),
                ("jsonPath", &self.json_path),
            ];
            keys.into_iter()
                .find_map(|(key, value)| value.is_empty().then_some(key))
        }
    }

    impl Checked for super::ScaleAttribute {
        fn missing(&self) -> Option<&'static str> {
            let keys = [
                ("specReplicasPath", &self.spec_replicas_path),
                ("statusReplicasPath", &self.status_replicas_path),
            ];
            keys.into_iter()
                .find_map(|(key, value)| value.is_empty().then_some(key))
        }
    }
}
