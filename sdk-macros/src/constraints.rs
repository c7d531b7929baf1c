//! Constraints of JSON Schema on a field, carried along: `length`, `range`, `regex`, `pattern`, `contains`.
//!
//! schemars puts them into a schema only where it sees the type right there. On a type of one's own, a map
//! or a quantity it leaves them out without a word; the conversion, which has the whole schema, does not.

use kopr_model::attribute::CONSTRAINTS_KEY;
use proc_macro2::TokenStream;
use quote::quote;
use syn::punctuated::Punctuated;
use syn::{Attribute, Expr, Meta, Path, Token, parse_quote};

/// What `#[schemars(..)]` asks of the values of a field, as an attribute that carries it; nothing without.
pub(crate) fn carried(attributes: &[Attribute], krate: &Path) -> Option<Attribute> {
    let entries: Vec<TokenStream> = attributes
        .iter()
        .filter(|attribute| attribute.path().is_ident("schemars"))
        .filter_map(|attribute| {
            // Mistakes in schemars' attributes are schemars' to report.
            attribute
                .parse_args_with(Punctuated::<Meta, Token![,]>::parse_terminated)
                .ok()
        })
        .flat_map(|metas| entries(&metas, krate))
        .collect();
    if entries.is_empty() {
        return None;
    }
    let value = quote!(#krate::__private::constraints(::std::vec![#(#entries),*]));
    Some(parse_quote!(#[schemars(extend(#CONSTRAINTS_KEY = #value))]))
}

fn entries(metas: &Punctuated<Meta, Token![,]>, krate: &Path) -> Vec<TokenStream> {
    metas.iter().flat_map(|meta| entry(meta, krate)).collect()
}

fn entry(meta: &Meta, krate: &Path) -> Vec<TokenStream> {
    let Some(name) = meta.path().get_ident().map(ToString::to_string) else {
        return Vec::new();
    };
    let constraint = |key: &str, value: TokenStream| quote!(#krate::__private::constraint(#key, #value));
    match (name.as_str(), meta) {
        ("length" | "range", Meta::List(list)) => {
            let Ok(bounds) = list.parse_args_with(Punctuated::<Meta, Token![,]>::parse_terminated) else {
                return Vec::new();
            };
            bounds
                .iter()
                .filter_map(|bound| match bound {
                    Meta::NameValue(pair) => {
                        let key = format!("{name}.{}", pair.path.get_ident()?);
                        let value = &pair.value;
                        Some(constraint(&key, quote!(#value)))
                    }
                    _ => None,
                })
                .collect()
        }
        ("regex", Meta::List(list)) => match list.parse_args::<Meta>() {
            Ok(Meta::NameValue(pair)) if pair.path.is_ident("pattern") => {
                let value = &pair.value;
                vec![constraint("pattern", quote!((#value).to_string()))]
            }
            _ => Vec::new(),
        },
        (name @ ("pattern" | "contains"), Meta::List(list)) => match list.parse_args::<Expr>() {
            Ok(value) => vec![constraint(name, quote!((#value).to_string()))],
            Err(_) => Vec::new(),
        },
        (name @ "contains", Meta::NameValue(pair)) => {
            let value = &pair.value;
            vec![constraint(name, quote!((#value).to_string()))]
        }
        ("inner", Meta::List(list)) => {
            let Ok(inner) = list.parse_args_with(Punctuated::<Meta, Token![,]>::parse_terminated) else {
                return Vec::new();
            };
            let inner = entries(&inner, krate);
            let value = quote!(#krate::__private::constraints(::std::vec![#(#inner),*]));
            vec![constraint("inner", value)]
        }
        _ => Vec::new(),
    }
}
