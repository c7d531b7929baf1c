//! The table of a type's members, which checks of paths look into while the compiler runs.
//!
//! What is said here of a member follows serde's attributes; what is not known for sure is left open, so
//! that no check can be wrong. A generic type has no table.

use kopr_model::attribute::{FieldAttributes, MapType, Marks};
use proc_macro2::{Ident, TokenStream, TokenTree};
use quote::{ToTokens, quote};
use syn::{Data, DataEnum, DeriveInput, Fields, FieldsNamed, Type};

use crate::input;
use crate::serde_attrs::{Case, Serde};

/// The table; nothing for a type with parameters.
pub(crate) fn table(item: &DeriveInput, marks: &Marks, krate: &syn::Path) -> TokenStream {
    if !item.generics.params.is_empty() {
        return TokenStream::new();
    }
    let name = &item.ident;
    let serde = Serde::of(&item.attrs);
    let mut node = if serde.converted || marks.preserve_unknown {
        quote!(__kopr::Node::ANY)
    } else if marks.int_or_string {
        quote!(__kopr::Node::of(__kopr::WireType::IntOrString))
    } else {
        match &item.data {
            Data::Struct(data) => structure(&data.fields, &serde, name),
            Data::Enum(data) => enumeration(data, &serde),
            Data::Union(_) => quote!(__kopr::Node::ANY),
        }
    };
    if marks.struct_type == Some(MapType::Atomic) || marks.map_type == Some(MapType::Atomic) {
        node = quote!(#node.atomic());
    }
    quote! {
        #[allow(deprecated, missing_docs, unreachable_pub, unused_imports)]
        const _: () = {
            use #krate::__private::fields::{self as __kopr, Unprobed as _};
            pub struct __KoprTable<D>(::core::marker::PhantomData<D>);
            #[automatically_derived]
            impl<__D: __kopr::Depth> __kopr::Described for __KoprTable<__D> {
                const NODE: __kopr::Node = #node;
            }
            #[automatically_derived]
            impl __kopr::Fields for #name {
                type Table<__D: __kopr::Depth> = __KoprTable<__D>;
            }
            #[automatically_derived]
            impl __kopr::Shape for #name {
                type At<__D: __kopr::Depth> = <__D as __kopr::Depth>::Of<#name>;
            }
        };
    }
}

fn structure(fields: &Fields, serde: &Serde, name: &Ident) -> TokenStream {
    match fields {
        Fields::Named(fields) => {
            let mut present = fields
                .named
                .iter()
                .filter(|field| !Serde::of(&field.attrs).skipped);
            if serde.transparent {
                return present
                    .next()
                    .map_or_else(|| quote!(__kopr::Node::ANY), |field| probe(&field.ty, name));
            }
            let members = members(fields, serde.rename_all, serde.defaulted, name);
            let open = (flattens(fields) || serde.tag.is_some()).then(|| quote!(.open()));
            quote!(__kopr::Node::object(&[#(#members),*]) #open)
        }
        Fields::Unnamed(fields) => match fields.unnamed.first() {
            Some(field) if fields.unnamed.len() == 1 && !Serde::of(&field.attrs).converted => {
                probe(&field.ty, name)
            }
            Some(_) if fields.unnamed.len() > 1 => quote!(__kopr::Node::of(__kopr::WireType::List)),
            _ => quote!(__kopr::Node::ANY),
        },
        Fields::Unit => quote!(__kopr::Node::ANY),
    }
}

/// Whether members of others stand among these.
fn flattens(fields: &FieldsNamed) -> bool {
    fields.named.iter().any(|field| Serde::of(&field.attrs).flattened)
}

fn members(fields: &FieldsNamed, rule: Option<Case>, defaulted: bool, name: &Ident) -> Vec<TokenStream> {
    fields
        .named
        .iter()
        .filter_map(|field| {
            let serde = Serde::of(&field.attrs);
            if serde.skipped || serde.flattened {
                return None;
            }
            let key = serde.field_name(field.ident.as_ref()?, rule);
            let node = of_field(field, &serde, name);
            let defaulted = serde.defaulted || defaulted;
            let required = !defaulted && !serde.skipped_reading && !is_option(&field.ty);
            Some(quote!(__kopr::Member { name: #key, node: #node, required: #required, defaulted: #defaulted }))
        })
        .collect()
}

/// The node of a field, with the words that stand on it.
fn of_field(field: &syn::Field, serde: &Serde, name: &Ident) -> TokenStream {
    // Mistakes in them are reported where the twin is made.
    let mut ignored = darling::Error::accumulator();
    let attributes: FieldAttributes = input::field(field, &mut ignored).attributes;
    drop(ignored.finish());
    let marks = attributes.marks;
    let node = if serde.converted || marks.preserve_unknown || marks.embedded_resource {
        quote!(__kopr::Node::ANY)
    } else if marks.int_or_string {
        quote!(__kopr::Node::of(__kopr::WireType::IntOrString))
    } else {
        probe(&field.ty, name)
    };
    let node = match marks.nullable {
        Some(nullable) => quote!(#node.nullable(#nullable)),
        None if serde.omits_none => quote!(#node.nullable(false)),
        None => node,
    };
    if marks.struct_type == Some(MapType::Atomic) || marks.map_type == Some(MapType::Atomic) {
        return quote!(#node.atomic());
    }
    node
}

fn enumeration(data: &DataEnum, serde: &Serde) -> TokenStream {
    let present: Vec<_> = data
        .variants
        .iter()
        .map(|variant| (variant, Serde::of(&variant.attrs)))
        .filter(|(_, serde)| !serde.skipped)
        .collect();
    if serde.untagged || present.iter().any(|(_, serde)| serde.untagged || serde.converted) {
        return quote!(__kopr::Node::ANY);
    }
    let text = quote!(__kopr::Node::of(__kopr::WireType::String));
    let member = |name: &str, node: &TokenStream, required: bool| quote!(__kopr::Member { name: #name, node: #node, required: #required, defaulted: false });
    if let Some(tag) = &serde.tag {
        let tag = member(tag, &text, true);
        return if let Some(content) = &serde.content {
            let content = member(content, &quote!(__kopr::Node::ANY), false);
            quote!(__kopr::Node::object(&[#tag, #content]))
        } else {
            quote!(__kopr::Node::object(&[#tag]).open())
        };
    }
    let is_unit = |fields: &Fields| matches!(fields, Fields::Unit);
    if present.iter().all(|(variant, _)| is_unit(&variant.fields)) {
        return text;
    }
    if present.iter().any(|(variant, _)| is_unit(&variant.fields)) {
        return quote!(__kopr::Node::ANY);
    }
    let members = present.iter().map(|(variant, of_variant)| {
        let name = of_variant.variant_name(&variant.ident, serde.rename_all);
        member(&name, &quote!(__kopr::Node::ANY), false)
    });
    quote!(__kopr::Node::object(&[#(#members),*]))
}

/// Asks for the node of a type.
pub(crate) fn probe(type_: &Type, name: &Ident) -> TokenStream {
    let type_ = named(type_.to_token_stream(), name);
    quote!(__kopr::Probe::<#type_, __D>::NODE)
}

/// `Self` by its name, since it stands in another `impl` here.
pub(crate) fn named(tokens: TokenStream, name: &Ident) -> TokenStream {
    tokens
        .into_iter()
        .map(|token| match token {
            TokenTree::Ident(ident) if ident == "Self" => {
                TokenTree::Ident(Ident::new(&name.to_string(), ident.span()))
            }
            TokenTree::Group(group) => {
                let mut renamed = proc_macro2::Group::new(group.delimiter(), named(group.stream(), name));
                renamed.set_span(group.span());
                TokenTree::Group(renamed)
            }
            other => other,
        })
        .collect()
}

/// Whether it is called `Option`; another type of that name would only make a check weaker.
fn is_option(type_: &Type) -> bool {
    match type_ {
        Type::Path(path) => path
            .path
            .segments
            .last()
            .is_some_and(|segment| segment.ident == "Option"),
        Type::Group(group) => is_option(&group.elem),
        Type::Paren(paren) => is_option(&paren.elem),
        _ => false,
    }
}
