//! Keys of `#[kopr(..)]` on a field, and on a nested type.

use serde::{Deserialize, Serialize};

use super::{Marks, UiAttribute};

/// Key under which field attributes travel inside a derived JSON Schema, until the schema conversion
/// takes them out. It never reaches a CRD.
pub const SCHEMA_KEY: &str = "x-kopr";

/// Key under which constraints of JSON Schema travel that schemars may have left out.
pub const CONSTRAINTS_KEY: &str = "x-kopr-constraints";

/// Beginning of the keys under which attributes of types travel. The rest names the type, so that those
/// of a flattened type stay apart from those of the type that it is flattened into.
pub const TYPE_KEY: &str = "x-kopr-type:";

/// `#[kopr(..)]` on a field of a spec, a status or a nested type.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "attr", derive(darling::FromMeta))]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(default)]
pub struct FieldAttributes {
    /// Show the field as a column of `kubectl get`.
    #[cfg_attr(feature = "attr", darling(default))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub column: Option<ColumnAttribute>,
    /// Objects can be selected by the field: `kubectl get --field-selector spec.size=3`.
    #[cfg_attr(feature = "attr", darling(default))]
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub selectable: bool,
    /// What a console shows of the field, in a bundle for OLM.
    #[cfg_attr(feature = "attr", darling(default))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ui: Option<UiAttribute>,
    /// Kubernetes' own words on the schema.
    #[cfg_attr(feature = "attr", darling(flatten))]
    #[serde(flatten)]
    pub marks: Marks,
    /// Not a key that one writes: the macros set it where serde leaves the field out when it is
    /// `None`, so that no explicit null can be sent and the schema need not allow one.
    #[cfg_attr(feature = "attr", darling(skip))]
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub omits_none: bool,
    /// Not a key that one writes: the macros set what serde also reads the field by, which no schema
    /// can have.
    #[cfg_attr(feature = "attr", darling(skip))]
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub aliases: Vec<String>,
    /// Not a key that one writes: the macros set the field's place in its struct, from 0, since JSON
    /// objects have no order and columns are shown in that of the code.
    #[cfg_attr(feature = "attr", darling(skip))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub order: Option<u32>,
}

/// `#[kopr(..)]` on a type that derives `Schema`.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "attr", derive(darling::FromMeta))]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(default)]
pub struct SchemaAttributes {
    /// Path of the `kopr` crate, where it is not `::kopr`.
    #[cfg_attr(feature = "attr", darling(default, rename = "crate"))]
    #[serde(rename = "crate", skip_serializing)]
    pub krate: Option<String>,
    /// Kubernetes' own words on the schema.
    #[cfg_attr(feature = "attr", darling(flatten))]
    #[serde(flatten)]
    pub marks: Marks,
}

/// `column` or `column(name = "..", ..)`; what is not said follows from the field.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "attr", derive(darling::FromMeta), darling(from_word = column_word))]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(default)]
pub struct ColumnAttribute {
    /// Heading; the field's JSON name in words unless set.
    #[cfg_attr(feature = "attr", darling(default))]
    pub name: Option<String>,
    /// 0 is always shown; more only with `-o wide`.
    #[cfg_attr(feature = "attr", darling(default))]
    pub priority: Option<i32>,
    /// OpenAPI format; the schema's unless set.
    #[cfg_attr(feature = "attr", darling(default))]
    pub format: Option<String>,
}

#[cfg(feature = "attr")]
#[expect(clippy::unnecessary_wraps, reason = "the signature that darling asks for")]
fn column_word() -> darling::Result<ColumnAttribute> {
    Ok(ColumnAttribute::default())
}
