//! Keys of `#[kopr(..)]` that stand on a field as well as on a type: Kubernetes' own words on a schema.

use serde::{Deserialize, Serialize};

/// Kubernetes' own words: what a structural schema can say and neither serde nor JSON Schema can.
///
/// On a field they hold for that field, on a type wherever the type is used; the field's win.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[cfg_attr(feature = "attr", derive(darling::FromMeta))]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(default)]
pub struct Marks {
    /// Once set, the value cannot be changed: a rule `self == oldSelf`.
    #[cfg_attr(feature = "attr", darling(default))]
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub immutable: bool,
    /// A rule in CEL (`x-kubernetes-validations`); may be given several times. A text alone is the rule.
    #[cfg_attr(feature = "attr", darling(default, multiple))]
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub rule: Vec<RuleAttribute>,
    /// How two writers of a list are merged: `"atomic"`, `"set"` or `"map"`.
    #[cfg_attr(feature = "attr", darling(default))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub list_type: Option<ListType>,
    /// JSON names of the fields that identify an item of a list; makes it a `map`.
    #[cfg_attr(feature = "attr", darling(default))]
    #[serde(skip_serializing_if = "Words::is_empty")]
    pub list_map_keys: Words,
    /// How two writers of a map are merged: `"granular"` or `"atomic"`.
    #[cfg_attr(feature = "attr", darling(default))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub map_type: Option<MapType>,
    /// How two writers of a struct are merged: `"granular"` or `"atomic"`.
    #[cfg_attr(feature = "attr", darling(default))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub struct_type: Option<MapType>,
    /// The value is an integer or a string (`x-kubernetes-int-or-string`).
    #[cfg_attr(feature = "attr", darling(default))]
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub int_or_string: bool,
    /// Fields that the schema does not name are kept (`x-kubernetes-preserve-unknown-fields`).
    #[cfg_attr(feature = "attr", darling(default))]
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub preserve_unknown: bool,
    /// The value is a whole object of the API (`x-kubernetes-embedded-resource`).
    #[cfg_attr(feature = "attr", darling(default))]
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub embedded_resource: bool,
    /// Whether an explicit null is taken; follows from serde unless set.
    #[cfg_attr(feature = "attr", darling(default))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub nullable: Option<bool>,
    /// An example, as an expression of Rust; samples and editors show it.
    #[cfg_attr(feature = "attr", darling(default))]
    #[serde(skip_serializing)]
    pub example: Option<Expression>,
    /// A title.
    #[cfg_attr(feature = "attr", darling(default))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub title: Option<String>,
    /// Where more is written. A text alone is the URL.
    #[cfg_attr(feature = "attr", darling(default))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub external_docs: Option<ExternalDocs>,
    /// At most one of these members (JSON names) may be set; may be given several times.
    #[cfg_attr(feature = "attr", darling(default, multiple))]
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub at_most_one_of: Vec<Words>,
    /// Exactly one of these members (JSON names) has to be set; may be given several times.
    #[cfg_attr(feature = "attr", darling(default, multiple))]
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub exactly_one_of: Vec<Words>,
    /// At least one of these members (JSON names) has to be set; may be given several times.
    #[cfg_attr(feature = "attr", darling(default, multiple))]
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub at_least_one_of: Vec<Words>,
    /// How much of the doc comments is in the CRD, here and below: `"full"`, `"short"` (the first
    /// paragraph) or `"none"`. Unless set it is all, and none inside of Kubernetes' own types.
    #[cfg_attr(feature = "attr", darling(default))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub docs: Option<Docs>,
}

/// `rule(cel = "..", message = "..")`, or `rule = ".."`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "attr", derive(darling::FromMeta), darling(from_expr = rule_text))]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(default)]
pub struct RuleAttribute {
    /// The rule. Required.
    pub cel: String,
    /// What a user reads when it is broken; one line.
    #[cfg_attr(feature = "attr", darling(default))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub message: Option<String>,
    /// The same as an expression in CEL.
    #[cfg_attr(feature = "attr", darling(default))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub message_expr: Option<String>,
    /// `FieldValueInvalid`, `FieldValueForbidden`, `FieldValueRequired` or `FieldValueDuplicate`.
    #[cfg_attr(feature = "attr", darling(default))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reason: Option<String>,
    /// The member that is reported, such as `.size`; the place of the rule unless set.
    #[cfg_attr(feature = "attr", darling(default))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub field_path: Option<String>,
    /// `oldSelf` is an optional, and the rule also holds when there is no old value.
    #[cfg_attr(feature = "attr", darling(default))]
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub optional_old: bool,
}

/// `external_docs(url = "..", description = "..")`, or `external_docs = ".."`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "attr", derive(darling::FromMeta), darling(from_expr = url_text))]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(default)]
pub struct ExternalDocs {
    /// Where. Required.
    pub url: String,
    /// What is there.
    #[cfg_attr(feature = "attr", darling(default))]
    #[serde(skip_serializing_if = "Option::is_none")]
    pub description: Option<String>,
}

/// How two writers of a list are merged.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum ListType {
    /// The list is one value.
    Atomic,
    /// Items are merged by their values.
    Set,
    /// Items are merged by the fields that identify them.
    Map,
}

/// How two writers of a map or struct are merged.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum MapType {
    /// Member by member.
    Granular,
    /// It is one value.
    Atomic,
}

/// How much of the doc comments is in the CRD.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(rename_all = "lowercase")]
pub enum Docs {
    /// All.
    Full,
    /// The first paragraph of each.
    Short,
    /// None.
    None,
}

/// Some words: `key("a", "b")`, `key = "a"` or `key = ["a", "b"]`.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
#[serde(transparent)]
pub struct Words(pub Vec<String>);

impl Words {
    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

/// An expression of Rust. Only that it is there counts here: the macros put its tokens into the program.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(test, derive(schemars::JsonSchema))]
pub struct Expression;

/// Parsing of what is no plain struct.
#[cfg(feature = "attr")]
mod parse {
    use darling::ast::NestedMeta;
    use darling::{Error, FromMeta, Result};
    use syn::{Expr, ExprLit, Lit};

    use super::{Docs, Expression, ListType, MapType, Words};

    /// A word that may be written as a text or bare: `docs = "none"`, `docs = none`.
    fn word(expression: &Expr) -> Option<String> {
        match expression {
            Expr::Lit(ExprLit {
                lit: Lit::Str(text), ..
            }) => Some(text.value()),
            Expr::Path(path) => path.path.get_ident().map(ToString::to_string),
            Expr::Group(group) => word(&group.expr),
            _ => None,
        }
    }

    macro_rules! words {
        ($($type:ident { $($word:literal => $variant:ident),* })*) => {$(
            impl FromMeta for $type {
                fn from_expr(expression: &Expr) -> Result<Self> {
                    let word = word(expression).unwrap_or_default();
                    match word.as_str() {
                        $($word => Ok(Self::$variant),)*
                        _ => {
                            let known = [$(concat!("`\"", $word, "\"`")),*].join(", ");
                            let text = format!("this key takes one of {known}");
                            Err(Error::custom(text).with_span(expression))
                        }
                    }
                }
            }
        )*};
    }

    words! {
        ListType { "atomic" => Atomic, "set" => Set, "map" => Map }
        MapType { "granular" => Granular, "atomic" => Atomic }
        Docs { "full" => Full, "short" => Short, "none" => None }
    }

    impl FromMeta for Expression {
        fn from_expr(_: &Expr) -> Result<Self> {
            Ok(Self)
        }
    }

    impl FromMeta for Words {
        fn from_list(items: &[NestedMeta]) -> Result<Self> {
            let mut errors = Error::accumulator();
            let words = items
                .iter()
                .filter_map(|item| match item {
                    NestedMeta::Lit(Lit::Str(text)) => Some(text.value()),
                    NestedMeta::Meta(syn::Meta::Path(path)) => path.get_ident().map(ToString::to_string),
                    other => {
                        errors.push(Error::custom("write a text in double quotes").with_span(other));
                        None
                    }
                })
                .collect();
            errors.finish_with(Self(words))
        }

        fn from_expr(expression: &Expr) -> Result<Self> {
            let wrong = || Error::custom("write `key(\"a\", \"b\")`").with_span(expression);
            match expression {
                Expr::Array(array) => array
                    .elems
                    .iter()
                    .map(|item| word(item).ok_or_else(wrong))
                    .collect::<Result<_>>()
                    .map(Self),
                other => word(other).map(|word| Self(vec![word])).ok_or_else(wrong),
            }
        }
    }

    pub(super) fn text(expression: &Expr) -> Result<String> {
        match expression {
            Expr::Lit(ExprLit {
                lit: Lit::Str(text), ..
            }) => Ok(text.value()),
            other => Err(Error::custom("write a text in double quotes").with_span(other)),
        }
    }
}

#[cfg(feature = "attr")]
fn rule_text(expression: &syn::Expr) -> darling::Result<RuleAttribute> {
    Ok(RuleAttribute {
        cel: parse::text(expression)?,
        ..RuleAttribute::default()
    })
}

#[cfg(feature = "attr")]
fn url_text(expression: &syn::Expr) -> darling::Result<ExternalDocs> {
    Ok(ExternalDocs {
        url: parse::text(expression)?,
        description: None,
    })
}
