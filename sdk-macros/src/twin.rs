//! The erased twin: how one derive applies another.
//!
//! A derive cannot add a derive to its own item, but it may put out another item that carries one. So
//! the type is put out again under its own name, with only the attributes that schemars reads, with
//! `JsonSchema` derived and with an attribute macro last that swallows it: the derive's `impl` lands
//! on the real type, the twin itself never exists. The fields of the twin carry what `#[kopr(..)]`
//! said as a schema extension, so that it travels along serde's renames, flattening and nesting
//! and arrives at its right path.

use darling::error::Accumulator;
use kopr_model::attribute::{Marks, SCHEMA_KEY, TYPE_KEY};
use proc_macro2::{Ident, Span, TokenStream};
use quote::{ToTokens, quote, quote_spanned};
use syn::{Attribute, Data, DeriveInput, Expr, Fields, parse_quote, spanned::Spanned};

use crate::check::Home;
use crate::serde_attrs::Serde;
use crate::{check, constraints, doc, input, stand_in};

/// The twin of the item, with the words on the type and its example; errors of field attributes are
/// collected on the way, which know where the fields will be.
pub(crate) fn twin(
    item: &DeriveInput,
    marks: &Marks,
    example: Option<&Expr>,
    home: Home,
    krate: &syn::Path,
    errors: &mut Accumulator,
) -> TokenStream {
    let mut twin = item.clone();
    let name = &item.ident;
    twin.attrs.retain(is_shape);
    doc::tidy(&mut twin.attrs);
    twin.attrs.push(of_type(item, marks, krate));
    twin.attrs.extend(example.map(schemars_example));
    let stand_ins = stand_in::stand_ins(&mut twin, krate);
    match &mut twin.data {
        Data::Struct(data) => fields(&mut data.fields, &name.to_string(), home, krate, errors),
        Data::Enum(data) => {
            for (order, variant) in (0_u32..).zip(&mut data.variants) {
                check::no_keys(&variant.attrs, "a variant", errors);
                variant.attrs.retain(is_shape);
                doc::tidy(&mut variant.attrs);
                // Discriminants may name constants that only make sense on the real type.
                variant.discriminant = None;
                // With an extension on each, schemars keeps the variants apart and in their order;
                // else it gathers the undocumented ones first.
                let other = Serde::of(&variant.attrs).other;
                let value = quote!(#krate::__private::variant(#order, #other));
                variant
                    .attrs
                    .push(parse_quote!(#[schemars(extend(#SCHEMA_KEY = #value))]));
                let item = format!("{name}::{}", variant.ident);
                fields(&mut variant.fields, &item, home, krate, errors);
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

/// What is said of the type, under a key of its own: what is flattened into another type keeps its words.
fn of_type(item: &DeriveInput, marks: &Marks, krate: &syn::Path) -> Attribute {
    let name = &item.ident;
    let key = format!(
        "{TYPE_KEY}{name}:{:016x}",
        hash(&item.to_token_stream().to_string())
    );
    let mut said = serde_json::to_value(marks).unwrap_or_default();
    let serde = Serde::of(&item.attrs);
    if let (Data::Struct(_), Some(tag)) = (&item.data, &serde.tag) {
        // serde writes it, and schemars does not know.
        said["tag"] = serde_json::json!({ "name": tag, "value": serde.variant_name(name, None) });
    }
    let value = attributes(&said.to_string(), &name.to_string(), name.span(), krate);
    parse_quote!(#[schemars(extend(#key = #value))])
}

/// FNV-1a, which is the same in each run and each release of Rust: tells two types of one name apart.
fn hash(text: &str) -> u64 {
    text.bytes().fold(0xcbf2_9ce4_8422_2325, |hash, byte| {
        (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3)
    })
}

/// Attributes with their place, as an expression.
fn attributes(json: &str, item: &str, place: Span, krate: &syn::Path) -> TokenStream {
    let item = format!("::{item}");
    let line = quote_spanned!(place=> ::core::line!());
    quote! {
        #krate::__private::attributes(
            #json,
            ::core::concat!(::core::module_path!(), #item),
            ::core::file!(),
            #line,
        )
    }
}

/// schemars' own way of saying it. A text alone it takes for the path of a function, as it once did.
fn schemars_example(example: &Expr) -> Attribute {
    match example {
        Expr::Lit(literal) if matches!(literal.lit, syn::Lit::Str(_)) => {
            parse_quote!(#[schemars(example = &#literal)])
        }
        other => parse_quote!(#[schemars(example = #other)]),
    }
}

fn fields(fields: &mut Fields, item: &str, home: Home, krate: &syn::Path, errors: &mut Accumulator) {
    for (order, field) in (0..).zip(fields) {
        let mut parsed = input::field(field, errors);
        check::field(field, &parsed, home, errors);
        let span = field.ident.as_ref().map_or_else(|| field.ty.span(), Ident::span);
        field.attrs.retain(is_shape);
        doc::tidy(&mut field.attrs);
        let constraints = constraints::carried(&field.attrs, krate);
        field.attrs.extend(constraints);
        if !stand_in::says_schema(&field.attrs) {
            // So that a type without a schema is reported in kopr's words, where it stands.
            let type_ = &field.ty;
            let named = quote_spanned!(type_.span()=> <#type_ as #krate::__private::HasSchema>::Type);
            field.ty = syn::Type::Verbatim(named);
        }
        let Some(name) = &field.ident else { continue };
        if parsed.serde.skipped || parsed.serde.flattened {
            continue;
        }
        parsed.attributes.order = Some(order);
        let item = format!("{item}::{name}");
        let json = serde_json::to_string(&parsed.attributes).unwrap_or_default();
        let value = attributes(&json, &item, span, krate);
        field
            .attrs
            .push(parse_quote!(#[schemars(extend(#SCHEMA_KEY = #value))]));
        field
            .attrs
            .extend(parsed.spans.expression("example").map(schemars_example));
    }
}

/// Attributes that say something about the wire form; all others belong to other macros.
fn is_shape(attribute: &Attribute) -> bool {
    ["serde", "schemars", "doc", "deprecated", "validate", "garde"]
        .iter()
        .any(|name| attribute.path().is_ident(name))
}
