//! Stand-ins: schemas for `ByteString`, which has none and to which no other crate can give one.
//!
//! Where a field's type names it, at any depth, the twin's schema is that of the type with a local
//! stand-in in its place. What the name means is not known here, so the stand-in asks at the concrete
//! type: Kubernetes' own is a string of base64, any other has the schema that it says.

use proc_macro2::TokenStream;
use quote::{format_ident, quote, quote_spanned};
use syn::{
    Attribute, Data, DeriveInput, Field, GenericArgument, PathArguments, Type, TypePath, spanned::Spanned,
};

/// The last word of a path that is replaced.
const NAME: &str = "ByteString";

/// Says on each field whose type names `ByteString` what its schema is, and gives the stand-ins.
pub(crate) fn stand_ins(twin: &mut DeriveInput, krate: &syn::Path) -> TokenStream {
    let mut found = Vec::new();
    for field in fields(&mut twin.data) {
        let mut type_ = field.ty.clone();
        if says_schema(&field.attrs) || !replace(&mut type_, &mut found) {
            continue;
        }
        // What else is in the type is reported in kopr's words, as everywhere.
        let named = quote!(<#type_ as #krate::__private::HasSchema>::Type).to_string();
        let named = syn::LitStr::new(&named, field.ty.span());
        field.attrs.push(syn::parse_quote!(#[schemars(with = #named)]));
    }
    let items = found
        .iter()
        .enumerate()
        .map(|(nth, path)| stand_in(&name(nth), path, krate));
    quote!(#(#items)*)
}

fn name(nth: usize) -> syn::Ident {
    format_ident!("__KoprStandIn{}", nth)
}

/// Puts stand-ins into a type, and whether there was something to put them in for.
fn replace(type_: &mut Type, found: &mut Vec<TypePath>) -> bool {
    match type_ {
        Type::Path(path) if is_bytes(path) => {
            let nth = found.iter().position(|known| known == path).unwrap_or_else(|| {
                found.push(path.clone());
                found.len() - 1
            });
            let name = name(nth);
            *type_ = syn::parse_quote!(#name);
            true
        }
        Type::Path(path) => {
            let mut any = false;
            for segment in &mut path.path.segments {
                if let PathArguments::AngleBracketed(arguments) = &mut segment.arguments {
                    for argument in &mut arguments.args {
                        if let GenericArgument::Type(inner) = argument {
                            any |= replace(inner, found);
                        }
                    }
                }
            }
            any
        }
        Type::Array(array) => replace(&mut array.elem, found),
        Type::Slice(slice) => replace(&mut slice.elem, found),
        Type::Reference(reference) => replace(&mut reference.elem, found),
        Type::Paren(inner) => replace(&mut inner.elem, found),
        Type::Group(inner) => replace(&mut inner.elem, found),
        Type::Tuple(tuple) => tuple
            .elems
            .iter_mut()
            .fold(false, |any, inner| replace(inner, found) | any),
        _ => false,
    }
}

fn is_bytes(path: &TypePath) -> bool {
    path.qself.is_none()
        && path
            .path
            .segments
            .last()
            .is_some_and(|last| last.ident == NAME && last.arguments.is_none())
}

/// One stand-in. Of the two traits, the method call finds the one that is about Kubernetes' type first.
fn stand_in(name: &syn::Ident, path: &TypePath, krate: &syn::Path) -> TokenStream {
    let private = quote!(#krate::__private);
    let schema = quote_spanned! {path.span()=>
        #private::stand_in::schema((&#private::stand_in::Probe::<#path>::NEW).meaning(), generator)
    };
    quote! {
        #[allow(dead_code)]
        struct #name;

        #[automatically_derived]
        impl #private::schemars::JsonSchema for #name {
            fn inline_schema() -> bool {
                true
            }
            fn schema_name() -> ::std::borrow::Cow<'static, str> {
                ::std::borrow::Cow::Borrowed(#NAME)
            }
            fn json_schema(
                generator: &mut #private::schemars::SchemaGenerator,
            ) -> #private::schemars::Schema {
                #[allow(unused_imports)]
                use #private::stand_in::{AnyOther as _, Kubernetes as _};
                #schema
            }
        }
    }
}

/// Whether an attribute names another type for the schema than the field's own.
pub(crate) fn says_schema(attributes: &[Attribute]) -> bool {
    let mut says = false;
    for attribute in attributes {
        if attribute.path().is_ident("schemars") || attribute.path().is_ident("serde") {
            // Mistakes in others' attributes are theirs to report.
            let _ = attribute.parse_nested_meta(|meta| {
                says |= meta.path.is_ident("with") || meta.path.is_ident("schema_with");
                if meta.input.peek(syn::Token![=]) {
                    let _: syn::Expr = meta.value()?.parse()?;
                } else if meta.input.peek(syn::token::Paren) {
                    let _: proc_macro2::Group = meta.input.parse()?;
                }
                Ok(())
            });
        }
    }
    says
}

fn fields(data: &mut Data) -> Vec<&mut Field> {
    match data {
        Data::Struct(data) => data.fields.iter_mut().collect(),
        Data::Enum(data) => data
            .variants
            .iter_mut()
            .flat_map(|variant| &mut variant.fields)
            .collect(),
        Data::Union(_) => Vec::new(),
    }
}
