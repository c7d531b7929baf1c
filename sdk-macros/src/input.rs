//! Syntax -> own types, with the spans that the checks point at.

use std::collections::BTreeMap;

use darling::{Error, FromMeta, ast::NestedMeta, error::Accumulator};
use kopr_model::attribute::FieldAttributes;
use proc_macro2::Span;
use quote::ToTokens;
use syn::{Attribute, DeriveInput, Field, spanned::Spanned};

use crate::wording;

/// A parsed `#[kopr(..)]` of a type: the values, and where each was written.
pub(crate) struct TypeInput<A> {
    /// The item itself.
    pub(crate) item: DeriveInput,
    /// What `#[kopr(..)]` said.
    pub(crate) attributes: A,
    /// Spans of the values, by key.
    pub(crate) spans: Spans,
}

/// Where values were written, by key; the n-th use of a key is the n-th span.
pub(crate) struct Spans {
    written: BTreeMap<String, Vec<Span>>,
    /// Values that are expressions, by key; the last one where it was written twice.
    expressions: BTreeMap<String, syn::Expr>,
    /// The place of what was not written.
    home: Span,
}

impl Default for Spans {
    fn default() -> Self {
        Self {
            written: BTreeMap::new(),
            expressions: BTreeMap::new(),
            home: Span::call_site(),
        }
    }
}

impl Spans {
    /// Span of the n-th use of a key; the attribute's where it was not written.
    pub(crate) fn of(&self, key: &str, nth: usize) -> Span {
        self.written
            .get(key)
            .and_then(|spans| spans.get(nth))
            .copied()
            .unwrap_or(self.home)
    }

    /// Whether a key was written, and with a value that could be read.
    pub(crate) fn has(&self, key: &str) -> bool {
        self.written.contains_key(key)
    }

    /// The value of a key as it was written.
    pub(crate) fn expression(&self, key: &str) -> Option<&syn::Expr> {
        self.expressions.get(key)
    }

    fn collect(&mut self, items: &[NestedMeta], prefix: &str) {
        for item in items {
            let NestedMeta::Meta(meta) = item else { continue };
            let Some(name) = meta.path().get_ident() else {
                continue;
            };
            let key = format!("{prefix}{name}");
            let span = match meta {
                syn::Meta::NameValue(pair) => pair.value.span(),
                other => other.path().span(),
            };
            self.written.entry(key.clone()).or_default().push(span);
            if let syn::Meta::NameValue(pair) = meta {
                self.expressions.insert(key.clone(), pair.value.clone());
            }
            if let syn::Meta::List(list) = meta
                && let Ok(inner) = NestedMeta::parse_meta_list(list.tokens.clone())
            {
                self.collect(&inner, &format!("{key}."));
            }
        }
    }
}

/// Reads the item and all its `#[kopr(..)]` attributes into one value.
pub(crate) fn parse<A: FromMeta + Default>(
    item: DeriveInput,
    required: &[&'static str],
    errors: &mut Accumulator,
) -> TypeInput<A> {
    let items = nested(&item.attrs, errors);
    // A required key that is missing has no token of its own: the attribute, or the type's name, stands for it.
    let home = item
        .attrs
        .iter()
        .find(|attribute| attribute.path().is_ident("kopr"))
        .map_or_else(|| item.ident.span(), |attribute| attribute.path().span());
    let missing: Vec<&str> = required
        .iter()
        .copied()
        .filter(|key| !items.iter().any(|item| is(item, key)))
        .collect();
    if !missing.is_empty() {
        let names: Vec<String> = missing.iter().map(|key| format!("`{key}`")).collect();
        let (verb, them) = if names.len() == 1 {
            ("is", "it")
        } else {
            ("are", "them")
        };
        let mut example: Vec<String> = missing
            .iter()
            .map(|key| {
                let value = match *key {
                    "group" => "cache.example.com",
                    "version" => "v1alpha1",
                    _ => "Memcached",
                };
                format!("{key} = \"{value}\"")
            })
            .collect();
        if !items
            .iter()
            .any(|item| is(item, "namespaced") || is(item, "cluster"))
        {
            example.push("namespaced".to_owned());
        }
        let text = format!(
            "{} {verb} missing; say {them} as in `#[kopr({})]`",
            names.join(", "),
            example.join(", ")
        );
        errors.push(syn::Error::new(home, text).into());
    }
    let (attributes, mut spans) = read(items, required, errors);
    spans.home = home;
    TypeInput {
        item,
        attributes,
        spans,
    }
}

/// Reads keys one after another, so that one that is wrong hides no other. What is wrong is left out.
fn read<A: FromMeta + Default>(
    items: Vec<NestedMeta>,
    required: &[&'static str],
    errors: &mut Accumulator,
) -> (A, Spans) {
    let attempt = |items: &[NestedMeta]| {
        let mut items = items.to_vec();
        for key in required {
            if !items.iter().any(|item| is(item, key)) {
                let key = syn::Ident::new(key, Span::call_site());
                items.push(NestedMeta::Meta(syn::parse_quote!(#key = "")));
            }
        }
        A::from_list(&items)
    };
    let mut good = Vec::new();
    for item in items {
        good.push(item);
        if let Err(error) = attempt(&good)
            && let Some(item) = good.pop()
        {
            errors.extend(wording::reword(error, item.span()).into_iter().map(Error::from));
        }
    }
    let mut spans = Spans::default();
    spans.collect(&good, "");
    (attempt(&good).unwrap_or_default(), spans)
}

fn is(item: &NestedMeta, key: &str) -> bool {
    matches!(item, NestedMeta::Meta(meta) if meta.path().is_ident(key))
}

/// The `#[kopr(..)]` of one field, with what its serde attributes say about it.
pub(crate) fn field(field: &Field, errors: &mut Accumulator) -> FieldInput {
    let items = nested(&field.attrs, errors);
    let (mut attributes, spans): (FieldAttributes, _) = read(items, &[], errors);
    let serde = Serde::of(&field.attrs);
    attributes.omits_none = serde.omits_none;
    FieldInput {
        attributes,
        spans,
        serde,
    }
}

/// A parsed field.
pub(crate) struct FieldInput {
    /// What `#[kopr(..)]` said.
    pub(crate) attributes: FieldAttributes,
    /// Spans of its keys.
    pub(crate) spans: Spans,
    /// What serde does with the field.
    pub(crate) serde: Serde,
}

/// What serde's attributes say, as far as it matters here.
#[derive(Default)]
pub(crate) struct Serde {
    /// Left out of the wire form altogether.
    pub(crate) skipped: bool,
    /// Its members stand beside its neighbours.
    pub(crate) flattened: bool,
    /// Left out when it is `None`.
    pub(crate) omits_none: bool,
}

impl Serde {
    fn of(attributes: &[Attribute]) -> Self {
        let mut serde = Self::default();
        for attribute in attributes
            .iter()
            .filter(|attribute| attribute.path().is_ident("serde"))
        {
            // Mistakes in serde's attributes are serde's to report.
            let _ = attribute.parse_nested_meta(|meta| {
                if meta.path.is_ident("skip") {
                    serde.skipped = true;
                } else if meta.path.is_ident("flatten") {
                    serde.flattened = true;
                } else if meta.path.is_ident("skip_serializing_if") {
                    let path: syn::LitStr = meta.value()?.parse()?;
                    serde.omits_none = path.value().replace(' ', "").ends_with("Option::is_none");
                    return Ok(());
                }
                if meta.input.peek(syn::Token![=]) {
                    let _: syn::Expr = meta.value()?.parse()?;
                } else if meta.input.peek(syn::token::Paren) {
                    let _: proc_macro2::Group = meta.input.parse()?;
                }
                Ok(())
            });
        }
        serde
    }
}

/// All items of all `#[kopr(..)]` attributes.
pub(crate) fn nested(attributes: &[Attribute], errors: &mut Accumulator) -> Vec<NestedMeta> {
    let mut items = Vec::new();
    for attribute in attributes
        .iter()
        .filter(|attribute| attribute.path().is_ident("kopr"))
    {
        let parsed = match &attribute.meta {
            syn::Meta::List(list) => NestedMeta::parse_meta_list(list.tokens.clone()).map_err(Error::from),
            other => Err(Error::custom("`kopr` takes keys in parentheses: `#[kopr(..)]`")
                .with_span(&other.to_token_stream().span())),
        };
        items.extend(errors.handle(parsed).unwrap_or_default());
    }
    items
}
