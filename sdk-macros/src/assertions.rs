//! Checks of paths and names that run while the compiler does: constants that look into tables.
//!
//! Each stands on the token that it is about, so that the compiler shows that one.

use kopr_model::attribute::{KindAttributes, ListType, Marks, SchemaMode};
use proc_macro2::{Span, TokenStream};
use quote::{ToTokens, quote, quote_spanned};
use syn::{Data, DeriveInput, Fields, Type};

use crate::expand;
use crate::input::{self, Spans, TypeInput};
use crate::path::{self, Step};
use crate::serde_attrs::Serde;
use crate::table;

/// The paths that a kind says.
pub(crate) fn of_kind(input: &TypeInput<KindAttributes>, krate: &syn::Path) -> TokenStream {
    let attributes = &input.attributes;
    let spans = &input.spans;
    if attributes.schema != SchemaMode::Derived {
        return TokenStream::new();
    }
    let mut checks = Vec::new();
    for (nth, column) in attributes.printcolumn.iter().enumerate() {
        let type_ = &column.type_;
        checks.push(of_path(
            input,
            &column.json_path,
            spans.of("printcolumn.json_path", nth),
            |root, steps, whole| quote!(column(#root, #steps, #whole, #type_)),
        ));
    }
    if let Some(scale) = &attributes.scale {
        for (key, text, selector) in [
            ("scale.spec_replicas_path", Some(&scale.spec_replicas_path), false),
            (
                "scale.status_replicas_path",
                Some(&scale.status_replicas_path),
                false,
            ),
            (
                "scale.label_selector_path",
                scale.label_selector_path.as_ref(),
                true,
            ),
        ] {
            let Some(text) = text else { continue };
            checks.push(of_path(
                input,
                text,
                spans.of(key, 0),
                |root, steps, _| quote!(scale(#root, #steps, #selector)),
            ));
        }
    }
    for (nth, text) in attributes.selectable.iter().enumerate() {
        checks.push(of_path(
            input,
            text,
            spans.of("selectable", nth),
            |root, steps, _| quote!(selectable(#root, #steps)),
        ));
    }
    block(&checks, krate)
}

/// One check of a path, with the members of the root as deep as it goes.
fn of_path(
    input: &TypeInput<KindAttributes>,
    text: &str,
    span: Span,
    call: impl Fn(&TokenStream, &TokenStream, bool) -> TokenStream,
) -> TokenStream {
    let Ok(path) = path::parse(text) else {
        return TokenStream::new();
    };
    // One more than there are steps: the last one asks what is there.
    let depth = (0..=path.steps.len()).fold(quote!(__kopr::End), |depth, _| quote!(__kopr::Down<#depth>));
    let steps = path.steps.iter().map(|step| match step {
        Step::Member(name) => quote!(__kopr::Step::Member(#name)),
        Step::Item => quote!(__kopr::Step::Item),
    });
    let part = |name: &str, type_: &dyn ToTokens| {
        quote! {
            __kopr::Member {
                name: #name,
                node: __kopr::Probe::<#type_, #depth>::NODE,
                required: false,
                defaulted: false,
            }
        }
    };
    let spec = &input.item.ident;
    let status = expand::status(input).map(|status| part("status", &status));
    let root = if input.attributes.no_spec {
        quote! {
            __kopr::Root {
                parts: &[#status],
                flat: ::core::option::Option::Some(__kopr::Probe::<#spec, #depth>::NODE),
            }
        }
    } else {
        let spec = part("spec", spec);
        quote! {
            __kopr::Root { parts: &[#spec, #status], flat: ::core::option::Option::None }
        }
    };
    spanned(&call(&root, &quote!(&[#(#steps),*]), path.whole), span)
}

/// The names that words on a type and on its fields say.
pub(crate) fn of_type(item: &DeriveInput, marks: &Marks, spans: &Spans, krate: &syn::Path) -> TokenStream {
    if !item.generics.params.is_empty() {
        return TokenStream::new();
    }
    let name = &item.ident;
    let own: Type = syn::parse_quote!(#name);
    let mut checks = Vec::new();
    one_of(marks, spans, &own, &mut checks);
    let lists: Vec<&Fields> = match &item.data {
        Data::Struct(data) => vec![&data.fields],
        Data::Enum(data) => data.variants.iter().map(|variant| &variant.fields).collect(),
        Data::Union(_) => Vec::new(),
    };
    for field in lists.into_iter().flatten() {
        of_field(field, item, &mut checks);
    }
    block(&checks, krate)
}

fn of_field(field: &syn::Field, item: &DeriveInput, checks: &mut Vec<TokenStream>) {
    let serde = Serde::of(&field.attrs);
    let mut ignored = darling::Error::accumulator();
    let parsed = input::field(field, &mut ignored);
    drop(ignored.finish());
    let marks = &parsed.attributes.marks;
    // What is looked at there is not the type.
    if serde.converted || marks.int_or_string || marks.preserve_unknown || marks.embedded_resource {
        return;
    }
    let type_ = table::named(field.ty.to_token_stream(), &item.ident);
    let type_: Type = match syn::parse2(type_) {
        Ok(type_) => type_,
        Err(_) => return,
    };
    let spans = &parsed.spans;
    let mut check = |key: &str, span: Span| {
        let node = node(&type_);
        let function = syn::Ident::new(key, Span::call_site());
        checks.push(spanned(&quote!(#function(#node)), span));
    };
    if parsed.attributes.column.is_some() {
        check("column_field", spans.of("column", 0));
    }
    if parsed.attributes.selectable {
        check("selectable_field", spans.of("selectable", 0));
    }
    if marks.list_type == Some(ListType::Set) {
        check("set", spans.of("list_type", 0));
    }
    for (at, key) in marks.list_map_keys.0.iter().enumerate() {
        let node = node(&type_);
        let span = spans.of_either(&format!("list_map_keys.{at}"), "list_map_keys");
        checks.push(spanned(&quote!(list_map_key(#node, #key)), span));
    }
    one_of(marks, spans, &type_, checks);
}

fn one_of(marks: &Marks, spans: &Spans, type_: &Type, checks: &mut Vec<TokenStream>) {
    for (key, groups) in [
        ("at_most_one_of", &marks.at_most_one_of),
        ("exactly_one_of", &marks.exactly_one_of),
        ("at_least_one_of", &marks.at_least_one_of),
    ] {
        let mut before = std::collections::BTreeMap::new();
        for (nth, group) in groups.iter().enumerate() {
            for (at, name) in group.0.iter().enumerate() {
                let inner = format!("{key}.{at}");
                // The n-th word of a group is noted once for each group that has so many.
                let of_word = before.entry(at).or_insert(0);
                let span = if spans.has(&inner) {
                    spans.of(&inner, *of_word)
                } else {
                    spans.of(key, nth)
                };
                *of_word += 1;
                let node = node(type_);
                checks.push(spanned(&quote!(one_of(#node, #name)), span));
            }
        }
    }
}

/// The node of a type, with its items and their members.
fn node(type_: &Type) -> TokenStream {
    quote! {
        __kopr::Probe::<
            #type_,
            __kopr::Down<__kopr::Down<__kopr::Down<__kopr::End>>>,
        >::NODE
    }
}

/// A call as an item of its own, all on that token.
fn spanned(call: &TokenStream, span: Span) -> TokenStream {
    let call = respan(quote!(__kopr::#call), span);
    quote_spanned!(span=> const _: () = #call;)
}

/// The outermost tokens at another place, resolved as they were: the span of a call goes from its first
/// token to its last. What is in it stays where it was written, so that what is wrong there is said there.
pub(crate) fn respan(tokens: TokenStream, span: Span) -> TokenStream {
    tokens
        .into_iter()
        .map(|mut token| {
            let at = token.span();
            token.set_span(span.resolved_at(at));
            token
        })
        .collect()
}

fn block(checks: &[TokenStream], krate: &syn::Path) -> TokenStream {
    if checks.iter().all(TokenStream::is_empty) {
        return TokenStream::new();
    }
    quote! {
        #[allow(deprecated, unused_imports)]
        const _: () = {
            use #krate::__private::fields::{self as __kopr, Unprobed as _};
            #(#checks)*
        };
    }
}
