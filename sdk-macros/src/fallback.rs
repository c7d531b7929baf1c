//! What is put out beside errors: enough that code using the type still compiles.

use proc_macro2::TokenStream;
use quote::{format_ident, quote};
use syn::{DeriveInput, Generics};

/// A root struct whose parts exist, for a `CustomResource` that could not be read.
///
/// The kind is taken from the attribute if it is a name at all, else from the struct's own name.
pub(crate) fn custom_resource(item: &DeriveInput, kind: Option<&str>, krate: &syn::Path) -> TokenStream {
    let spec = &item.ident;
    let visibility = &item.vis;
    let name = spec.to_string();
    let kind = kind
        .filter(|kind| **kind != name)
        .and_then(|kind| syn::parse_str::<syn::Ident>(kind).ok())
        .or_else(|| {
            name.strip_suffix("Spec")
                .filter(|rest| !rest.is_empty())
                .map(|rest| format_ident!("{rest}"))
        });
    let schema = schema(item, krate);
    let Some(kind) = kind else { return schema };
    quote! {
        #schema
        #[doc(hidden)]
        #[derive(::core::clone::Clone, ::core::fmt::Debug)]
        #[allow(dead_code, missing_docs)]
        #visibility struct #kind {
            pub metadata: #krate::__private::ObjectMeta,
            pub spec: #spec,
        }
    }
}

/// A schema that takes anything, for a type whose schema could not be read.
pub(crate) fn schema(item: &DeriveInput, krate: &syn::Path) -> TokenStream {
    let name = &item.ident;
    let text = name.to_string();
    let (generics, arguments, clause) = split(&item.generics);
    quote! {
        #[automatically_derived]
        impl #generics #krate::__private::schemars::JsonSchema for #name #arguments #clause {
            fn schema_name() -> ::std::borrow::Cow<'static, str> {
                ::std::borrow::Cow::Borrowed(#text)
            }
            fn json_schema(
                _: &mut #krate::__private::schemars::SchemaGenerator,
            ) -> #krate::__private::schemars::Schema {
                ::core::default::Default::default()
            }
        }
    }
}

fn split(
    generics: &Generics,
) -> (
    syn::ImplGenerics<'_>,
    syn::TypeGenerics<'_>,
    Option<&syn::WhereClause>,
) {
    generics.split_for_impl()
}
