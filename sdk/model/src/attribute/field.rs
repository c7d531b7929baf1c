//! Keys of `#[kopr(..)]` on a field.

use serde::{Deserialize, Serialize};

/// Key under which field attributes travel inside a derived JSON Schema, until the schema conversion
/// takes them out. It never reaches a CRD.
pub const SCHEMA_KEY: &str = "x-kopr";

/// `#[kopr(..)]` on a field of a spec, a status or a nested type.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "attr", derive(darling::FromMeta))]
#[serde(default)]
pub struct FieldAttributes {
    /// Show the field as a column of `kubectl get`.
    #[cfg_attr(feature = "attr", darling(default))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub column: Option<ColumnAttribute>,
    /// Not a key that one writes: the macros set it where serde leaves the field out when it is
    /// `None`, so that no explicit null can be sent and the schema need not allow one.
    #[cfg_attr(feature = "attr", darling(skip))]
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub omits_none: bool,
    /// Not a key that one writes: the macros set the field's place in its struct, from 0, since JSON
    /// objects have no order and columns are shown in that of the code.
    #[cfg_attr(feature = "attr", darling(skip))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub order: Option<u32>,
}

/// `column` or `column(name = "..", ..)`; what is not said follows from the field.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "attr", derive(darling::FromMeta), darling(from_word = column_word))]
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
