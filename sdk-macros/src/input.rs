//! Syntax -> own types, with the spans that the checks point at.

use std::collections::BTreeMap;

use darling::{Error, FromMeta, ast::NestedMeta, error::Accumulator};
use kopr_model::attribute::FieldAttributes;
use proc_macro2::Span;
use quote::ToTokens;
use syn::{Attribute, DeriveInput, Field, spanned::Spanned};

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
#[derive(Default)]
pub(crate) struct Spans(BTreeMap<String, Vec<Span>>);

impl Spans {
    /// Span of the n-th use of a key; the macro's own where it was not written.
    pub(crate) fn of(&self, key: &str, nth: usize) -> Span {
        self.0
            .get(key)
            .and_then(|spans| spans.get(nth))
            .copied()
            .unwrap_or_else(Span::call_site)
    }

    /// Whether a key was written.
    pub(crate) fn has(&self, key: &str) -> bool {
        self.0.contains_key(key)
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
            self.0.entry(key.clone()).or_default().push(span);
            if let syn::Meta::List(list) = meta
                && let Ok(inner) = NestedMeta::parse_meta_list(list.tokens.clone())
            {
                self.collect(&inner, &format!("{key}."));
            }
        }
    }
}

/// Reads the item and all its `#[kopr(..)]` attributes into one value.
pub(crate) fn parse<A: FromMeta>(item: DeriveInput, errors: &mut Accumulator) -> Option<TypeInput<A>> {
    let items = nested(&item.attrs, errors);
    let mut spans = Spans::default();
    spans.collect(&items, "");
    // A required key that is missing has no token of its own: the attribute, or the type's name, stands for it.
    let home = item
        .attrs
        .iter()
        .find(|attribute| attribute.path().is_ident("kopr"))
        .map_or_else(|| item.ident.span(), |attribute| attribute.path().span());
    let attributes = errors.handle(A::from_list(&items).map_err(|error| error.with_span(&home)))?;
    Some(TypeInput {
        item,
        attributes,
        spans,
    })
}

/// The `#[kopr(..)]` of one field, with what its serde attributes say about it.
pub(crate) fn field(field: &Field, errors: &mut Accumulator) -> FieldInput {
    let items = nested(&field.attrs, errors);
    let mut spans = Spans::default();
    spans.collect(&items, "");
    let mut attributes = errors
        .handle(FieldAttributes::from_list(&items))
        .unwrap_or_default();
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
