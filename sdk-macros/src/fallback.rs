//! What is put out beside errors: enough that code using the type still compiles.
//!
//! Nothing of it is ever run, since the program does not compile; so the bodies are empty and only the
//! names, fields and traits are right.

use kopr_model::attribute::{KindAttributes, SchemaMode};
use proc_macro2::TokenStream;
use quote::{format_ident, quote};
use syn::{DeriveInput, GenericParam, Ident};

use crate::input::{Dialect, TypeInput};
use crate::{expand, root as root_struct};

/// The root struct with its traits, for a `CustomResource` that has mistakes.
///
/// The kind is taken from the attribute if it is a name at all, else from the struct's own name. Where
/// the struct itself has the kind's name, it gets the traits.
pub(crate) fn custom_resource(
    input: &TypeInput<KindAttributes>,
    status: Option<&syn::Type>,
    krate: &syn::Path,
) -> TokenStream {
    // Else the schema is the user's own.
    let schema = expand::derives_schema(input).then(|| schema(&input.item, krate));
    let schema = schema.unwrap_or_default();
    let Some(kind) = kind(input) else { return schema };
    let traits = traits(input, &kind, status, krate);
    if kind == input.item.ident {
        return quote!(#schema #traits);
    }
    let root = root(input, &kind, status, krate);
    let asked = asked(input, &kind, krate);
    quote!(#schema #root #traits #asked)
}

/// What was asked for beside: a default, methods for rules, kube's schema of the root.
fn asked(input: &TypeInput<KindAttributes>, kind: &Ident, krate: &syn::Path) -> TokenStream {
    let default = root_struct::has_default(input).then(|| {
        quote! {
            #[automatically_derived]
            impl ::core::default::Default for #kind {
                fn default() -> Self {
                    ::core::unreachable!()
                }
            }
        }
    });
    let cel = input.attributes.cel.then(|| {
        quote! {
            #[allow(dead_code, missing_docs)]
            impl #kind {
                pub fn validate_cel(&self) -> ::core::result::Result<(), ::std::string::String> {
                    ::core::unreachable!()
                }
                pub fn validate_cel_update(&self, _: &Self) -> ::core::result::Result<(), ::std::string::String> {
                    ::core::unreachable!()
                }
            }
        }
    });
    let schema =
        (input.dialect == Dialect::Kube && input.attributes.schema == SchemaMode::Derived).then(|| {
            let item = syn::parse_quote!(struct #kind;);
            schema(&item, krate)
        });
    quote!(#default #cel #schema)
}

/// A schema that takes anything, for a type whose schema could not be read.
pub(crate) fn schema(item: &DeriveInput, krate: &syn::Path) -> TokenStream {
    let name = &item.ident;
    let text = name.to_string();
    let (generics, arguments, clause) = item.generics.split_for_impl();
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

/// An extractor that needs nothing, for an `Access` that could not be read.
pub(crate) fn access(item: &DeriveInput, krate: &syn::Path) -> TokenStream {
    let name = &item.ident;
    let mut generics = item.generics.clone();
    generics
        .params
        .push(syn::parse_quote!(__KoprPrimary: #krate::Kind));
    let clause = generics.make_where_clause();
    let (_, arguments, _) = item.generics.split_for_impl();
    clause
        .predicates
        .push(syn::parse_quote!(#name #arguments: ::core::marker::Send + 'static));
    let (generics, _, clause) = generics.split_for_impl();
    quote! {
        #[automatically_derived]
        impl #generics #krate::extract::Extract<__KoprPrimary> for #name #arguments #clause {
            fn needs(_: &mut #krate::extract::Needs) {}
            fn extract(_: &#krate::extract::Context<__KoprPrimary>) -> Self {
                ::core::unreachable!()
            }
        }
    }
}

fn kind(input: &TypeInput<KindAttributes>) -> Option<Ident> {
    let name = input.item.ident.to_string();
    let root = input.attributes.root.as_ref().unwrap_or(&input.attributes.kind);
    syn::parse_str::<Ident>(root).ok().or_else(|| {
        name.strip_suffix("Spec")
            .filter(|rest| !rest.is_empty())
            .map(|rest| format_ident!("{rest}"))
    })
}

/// The spec's type without parameters: a kind is never generic, so each is filled with something.
fn spec(item: &DeriveInput) -> TokenStream {
    let name = &item.ident;
    let arguments = item.generics.params.iter().map(|parameter| match parameter {
        GenericParam::Lifetime(_) => quote!('static),
        GenericParam::Type(_) => quote!(()),
        GenericParam::Const(constant) => {
            let type_ = &constant.ty;
            quote!({ <#type_ as ::core::default::Default>::default() })
        }
    });
    quote!(#name <#(#arguments),*>)
}

fn root(
    input: &TypeInput<KindAttributes>,
    kind: &Ident,
    status: Option<&syn::Type>,
    krate: &syn::Path,
) -> TokenStream {
    let visibility = &input.item.vis;
    let spec = spec(&input.item);
    let status = status.map(|status| quote!(pub status: ::core::option::Option<#status>,));
    let serde = quote!(#krate::__private::serde);
    let derives = root_struct::derives(input);
    let derives = (!derives.is_empty()).then(|| quote!(#[derive(#(#derives),*)]));
    quote! {
        #[doc(hidden)]
        #[allow(dead_code, missing_docs, non_camel_case_types)]
        #derives
        #visibility struct #kind {
            pub metadata: #krate::__private::ObjectMeta,
            pub spec: #spec,
            #status
        }
        #[allow(dead_code, missing_docs)]
        impl #kind {
            pub fn new(_: &str, _: #spec) -> Self {
                ::core::unreachable!()
            }
        }
        #[automatically_derived]
        impl ::core::clone::Clone for #kind {
            fn clone(&self) -> Self {
                ::core::unreachable!()
            }
        }
        #[automatically_derived]
        impl ::core::fmt::Debug for #kind {
            fn fmt(&self, _: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
                ::core::unreachable!()
            }
        }
        #[automatically_derived]
        impl #serde::Serialize for #kind {
            fn serialize<S: #serde::Serializer>(&self, _: S) -> ::core::result::Result<S::Ok, S::Error> {
                ::core::unreachable!()
            }
        }
        #[automatically_derived]
        impl<'de> #serde::Deserialize<'de> for #kind {
            fn deserialize<D: #serde::Deserializer<'de>>(_: D) -> ::core::result::Result<Self, D::Error> {
                ::core::unreachable!()
            }
        }
    }
}

fn traits(
    input: &TypeInput<KindAttributes>,
    kind: &Ident,
    status: Option<&syn::Type>,
    krate: &syn::Path,
) -> TokenStream {
    let spec = spec(&input.item);
    let core = quote!(#krate::__private::kube::core);
    let scope = if input.attributes.cluster {
        quote!(#core::ClusterResourceScope)
    } else {
        quote!(#core::NamespaceResourceScope)
    };
    let names = ["kind", "group", "version", "plural"].map(|name| format_ident!("{name}"));
    let has_status = status.map(|status| {
        quote! {
            #[automatically_derived]
            impl #core::object::HasStatus for #kind {
                type Status = #status;
                fn status(&self) -> ::core::option::Option<&Self::Status> {
                    ::core::unreachable!()
                }
                fn status_mut(&mut self) -> &mut ::core::option::Option<Self::Status> {
                    ::core::unreachable!()
                }
            }
        }
    });
    quote! {
        #[automatically_derived]
        impl #core::Resource for #kind {
            type DynamicType = ();
            type Scope = #scope;
            #(
                fn #names(_: &()) -> ::std::borrow::Cow<'_, str> {
                    ::core::unreachable!()
                }
            )*
            fn meta(&self) -> &#krate::__private::ObjectMeta {
                ::core::unreachable!()
            }
            fn meta_mut(&mut self) -> &mut #krate::__private::ObjectMeta {
                ::core::unreachable!()
            }
        }
        #[automatically_derived]
        impl #core::object::HasSpec for #kind {
            type Spec = #spec;
            fn spec(&self) -> &Self::Spec {
                ::core::unreachable!()
            }
            fn spec_mut(&mut self) -> &mut Self::Spec {
                ::core::unreachable!()
            }
        }
        #has_status
        #[automatically_derived]
        impl #core::CustomResourceExt for #kind {
            fn crd() -> #krate::__private::CustomResourceDefinition {
                ::core::unreachable!()
            }
            fn crd_name() -> &'static str {
                ::core::unreachable!()
            }
            fn api_resource() -> #core::ApiResource {
                ::core::unreachable!()
            }
            fn shortnames() -> &'static [&'static str] {
                ::core::unreachable!()
            }
        }
        #[automatically_derived]
        impl #krate::Defined for #kind {}
    }
}
