//! The erased twin: how one derive applies another.
//!
//! A derive cannot add a derive to its own item, but it may put out another item that carries one. So
//! the type is put out again under its own name, with only the attributes that schemars reads, with
//! `JsonSchema` derived and with an attribute macro last that swallows it: the derive's `impl` lands
//! on the real type, the twin itself never exists. The fields of the twin carry what `#[kopr(..)]`
//! said as a schema extension, so that it travels along serde's renames, flattening and nesting
//! and arrives at its right path.

use darling::error::Accumulator;
use proc_macro2::TokenStream;
use quote::{quote, quote_spanned};
use syn::{Attribute, Data, DeriveInput, Fields, spanned::Spanned};

use crate::{check, doc, input, stand_in};

/// The twin of the item; errors of field attributes are collected on the way.
pub(crate) fn twin(item: &DeriveInput, krate: &syn::Path, errors: &mut Accumulator) -> TokenStream {
    let mut twin = item.clone();
    twin.attrs.retain(is_shape);
    doc::tidy(&mut twin.attrs);
    let stand_ins = stand_in::stand_ins(&mut twin, krate);
    match &mut twin.data {
        Data::Struct(data) => fields(&mut data.fields, krate, errors),
        Data::Enum(data) => {
            for (order, variant) in (0_u32..).zip(&mut data.variants) {
                check::no_keys(&variant.attrs, "a variant", errors);
                variant.attrs.retain(is_shape);
                doc::tidy(&mut variant.attrs);
                // Discriminants may name constants that only make sense on the real type.
                variant.discriminant = None;
                // With an extension on each, schemars keeps the variants apart and in their order;
                // else it gathers the undocumented ones first.
                let key = kopr_model::attribute::SCHEMA_KEY;
                let json = format!("{{\"order\":{order}}}");
                let value =
                    quote!(#krate::__private::field_attributes(#json, ::core::file!(), ::core::line!()));
                variant
                    .attrs
                    .push(syn::parse_quote!(#[schemars(extend(#key = #value))]));
                fields(&mut variant.fields, krate, errors);
            }
        }
        Data::Union(_) => {}
    }
    let schemars = quote!(#krate::__private::schemars).to_string().replace(' ', "");
    quote! {
        const _: () = {
            // schemars names these three as the prelude does, whatever they mean around the type.
            #[allow(unused_imports)]
            use ::core::{default::Default as _, option::Option::{None, Some}};

            #stand_ins

            #[derive(#krate::__private::schemars::JsonSchema)]
            #[schemars(crate = #schemars)]
            #[#krate::__private::erase]
            #twin
        };
    }
}

fn fields(fields: &mut Fields, krate: &syn::Path, errors: &mut Accumulator) {
    for (order, field) in (0..).zip(fields) {
        let mut parsed = input::field(field, errors);
        check::field(field, &parsed, errors);
        let span = field
            .ident
            .as_ref()
            .map_or_else(|| field.ty.span(), syn::Ident::span);
        field.attrs.retain(is_shape);
        doc::tidy(&mut field.attrs);
        if !stand_in::says_schema(&field.attrs) {
            // So that a type without a schema is reported in kopr's words, where it stands.
            let type_ = &field.ty;
            let named = quote_spanned!(type_.span()=> <#type_ as #krate::__private::HasSchema>::Type);
            field.ty = syn::Type::Verbatim(named);
        }
        if field.ident.is_none() || parsed.serde.skipped || parsed.serde.flattened {
            continue;
        }
        parsed.attributes.order = Some(order);
        let json = serde_json::to_string(&parsed.attributes).unwrap_or_default();
        let key = kopr_model::attribute::SCHEMA_KEY;
        let line = quote_spanned!(span=> ::core::line!());
        let value = quote!(#krate::__private::field_attributes(#json, ::core::file!(), #line));
        field
            .attrs
            .push(syn::parse_quote!(#[schemars(extend(#key = #value))]));
    }
}

/// Attributes that say something about the wire form; all others belong to other macros.
fn is_shape(attribute: &Attribute) -> bool {
    ["serde", "schemars", "doc", "deprecated"]
        .iter()
        .any(|name| attribute.path().is_ident(name))
}
