//! Own types -> tokens.

use darling::{Error, error::Accumulator};
use kopr_model::attribute::{KindAttributes, SchemaAttributes};
use kopr_model::names;
use proc_macro2::TokenStream;
use quote::{format_ident, quote, quote_spanned};
use syn::{Data, DeriveInput, parse_quote};

use crate::input::TypeInput;
use crate::{check, fallback, input, twin};

/// Tokens of `#[derive(CustomResource)]`.
pub(crate) fn custom_resource(tokens: TokenStream) -> TokenStream {
    let item: DeriveInput = match syn::parse2(tokens) {
        Ok(item) => item,
        Err(error) => return error.to_compile_error(),
    };
    let mut errors = Error::accumulator();
    let Some(input) = input::parse::<KindAttributes>(item.clone(), &mut errors) else {
        // The field attributes have mistakes of their own to report.
        let krate = krate(None, &mut errors);
        twin::twin(&item, &krate, &mut errors);
        let stub = fallback::custom_resource(&item, None, &krate);
        let report = report(errors);
        return quote!(#report #stub);
    };
    check::custom_resource(&input, &mut errors);
    let krate = krate(input.attributes.krate.as_deref(), &mut errors);
    let twin = twin::twin(&input.item, &krate, &mut errors);
    if let Err(error) = errors.finish() {
        let stub = fallback::custom_resource(&item, Some(&input.attributes.kind), &krate);
        let report = error.write_errors();
        return quote!(#report #stub);
    }
    let root = root(&input, &krate);
    let traits = kube_traits(&input, &krate);
    let definition = definition(&input, &krate);
    quote!(#twin #root #traits #definition)
}

/// Tokens of `#[derive(Schema)]`.
pub(crate) fn schema(tokens: TokenStream) -> TokenStream {
    let item: DeriveInput = match syn::parse2(tokens) {
        Ok(item) => item,
        Err(error) => return error.to_compile_error(),
    };
    let mut errors = Error::accumulator();
    let input = input::parse::<SchemaAttributes>(item.clone(), &mut errors);
    if matches!(item.data, Data::Union(_)) {
        errors.push(Error::custom("a union has no schema").with_span(&item.ident));
    }
    let krate = krate(
        input.and_then(|input| input.attributes.krate).as_deref(),
        &mut errors,
    );
    let twin = twin::twin(&item, &krate, &mut errors);
    match errors.finish() {
        Ok(()) => twin,
        Err(error) => {
            let report = error.write_errors();
            let stub = fallback::schema(&item, &krate);
            quote!(#report #stub)
        }
    }
}

/// The collected errors as tokens; nothing if there are none.
pub(crate) fn report(errors: Accumulator) -> TokenStream {
    errors
        .finish()
        .map_or_else(Error::write_errors, |()| TokenStream::new())
}

fn krate(path: Option<&str>, errors: &mut Accumulator) -> syn::Path {
    let default: syn::Path = parse_quote!(::kopr);
    match path {
        None => default,
        Some(text) => errors
            .handle(
                syn::parse_str(text)
                    .map_err(|_| Error::custom(format!("`{text}` is not the path of a crate"))),
            )
            .unwrap_or(default),
    }
}

/// The root struct and serde for it.
fn root(input: &TypeInput<KindAttributes>, krate: &syn::Path) -> TokenStream {
    let attributes = &input.attributes;
    let kind = format_ident!("{}", attributes.kind, span = input.spans.of("kind", 0));
    let spec = &input.item.ident;
    let visibility = &input.item.vis;
    let doc = description(input);
    let status = status(input);
    let status_field = status.as_ref().map(|status| {
        quote! {
            /// What was observed.
            #[serde(default, skip_serializing_if = "::core::option::Option::is_none")]
            pub status: ::core::option::Option<#status>,
        }
    });
    let status_none = status
        .as_ref()
        .map(|_| quote!(status: ::core::option::Option::None,));
    let serialize_status = status.as_ref().map(|_| {
        quote! {
            if let ::core::option::Option::Some(status) = &self.status {
                map.serialize_entry("status", status)?;
            }
        }
    });
    let serde = quote!(#krate::__private::serde).to_string().replace(' ', "");
    let api_version = format!("{}/{}", attributes.group, attributes.version);
    let kind_text = &attributes.kind;
    quote! {
        #[doc = #doc]
        #[derive(::core::clone::Clone, ::core::fmt::Debug, #krate::__private::serde::Deserialize)]
        #[serde(crate = #serde)]
        #visibility struct #kind {
            /// Name, namespace, labels and the rest of the object's metadata.
            #[serde(default)]
            pub metadata: #krate::__private::ObjectMeta,
            /// What is wanted.
            pub spec: #spec,
            #status_field
        }

        impl #kind {
            /// An object of that name, without namespace.
            pub fn new(name: &str, spec: #spec) -> Self {
                Self {
                    metadata: #krate::__private::ObjectMeta {
                        name: ::core::option::Option::Some(::std::string::ToString::to_string(name)),
                        ..::core::default::Default::default()
                    },
                    spec,
                    #status_none
                }
            }
        }

        #[automatically_derived]
        impl #krate::__private::serde::Serialize for #kind {
            fn serialize<S: #krate::__private::serde::Serializer>(
                &self,
                serializer: S,
            ) -> ::core::result::Result<S::Ok, S::Error> {
                use #krate::__private::serde::ser::SerializeMap as _;
                let mut map = serializer.serialize_map(::core::option::Option::None)?;
                map.serialize_entry("apiVersion", #api_version)?;
                map.serialize_entry("kind", #kind_text)?;
                map.serialize_entry("metadata", &self.metadata)?;
                map.serialize_entry("spec", &self.spec)?;
                #serialize_status
                map.end()
            }
        }
    }
}

/// kube's public traits, so that the kind works with kube-rs as it is.
fn kube_traits(input: &TypeInput<KindAttributes>, krate: &syn::Path) -> TokenStream {
    let attributes = &input.attributes;
    let kind = format_ident!("{}", attributes.kind, span = input.spans.of("kind", 0));
    let spec = &input.item.ident;
    let KindAttributes {
        group,
        version,
        kind: kind_text,
        shortname,
        ..
    } = attributes;
    let api_version = format!("{group}/{version}");
    let plural = plural(attributes);
    let crd_name = format!("{plural}.{group}");
    let scope = if attributes.namespaced {
        quote!(#krate::__private::kube::core::NamespaceResourceScope)
    } else {
        quote!(#krate::__private::kube::core::ClusterResourceScope)
    };
    let has_status = status(input).map(|status| {
        quote! {
            #[automatically_derived]
            impl #krate::__private::kube::core::object::HasStatus for #kind {
                type Status = #status;
                fn status(&self) -> ::core::option::Option<&Self::Status> {
                    self.status.as_ref()
                }
                fn status_mut(&mut self) -> &mut ::core::option::Option<Self::Status> {
                    &mut self.status
                }
            }
        }
    });
    quote! {
        #[automatically_derived]
        impl #krate::__private::kube::core::Resource for #kind {
            type DynamicType = ();
            type Scope = #scope;
            fn kind(_: &()) -> ::std::borrow::Cow<'_, str> {
                ::std::borrow::Cow::Borrowed(#kind_text)
            }
            fn group(_: &()) -> ::std::borrow::Cow<'_, str> {
                ::std::borrow::Cow::Borrowed(#group)
            }
            fn version(_: &()) -> ::std::borrow::Cow<'_, str> {
                ::std::borrow::Cow::Borrowed(#version)
            }
            fn api_version(_: &()) -> ::std::borrow::Cow<'_, str> {
                ::std::borrow::Cow::Borrowed(#api_version)
            }
            fn plural(_: &()) -> ::std::borrow::Cow<'_, str> {
                ::std::borrow::Cow::Borrowed(#plural)
            }
            fn meta(&self) -> &#krate::__private::ObjectMeta {
                &self.metadata
            }
            fn meta_mut(&mut self) -> &mut #krate::__private::ObjectMeta {
                &mut self.metadata
            }
        }

        #[automatically_derived]
        impl #krate::__private::kube::core::object::HasSpec for #kind {
            type Spec = #spec;
            fn spec(&self) -> &Self::Spec {
                &self.spec
            }
            fn spec_mut(&mut self) -> &mut Self::Spec {
                &mut self.spec
            }
        }

        #has_status

        #[automatically_derived]
        impl #krate::__private::kube::core::CustomResourceExt for #kind {
            fn crd() -> #krate::__private::CustomResourceDefinition {
                #krate::__private::crd::<Self>()
            }
            fn crd_name() -> &'static str {
                #crd_name
            }
            fn api_resource() -> #krate::__private::kube::core::ApiResource {
                #krate::__private::kube::core::ApiResource::erase::<Self>(&())
            }
            fn shortnames() -> &'static [&'static str] {
                &[#(#shortname),*]
            }
        }
    }
}

/// What kopr itself knows of the kind.
fn definition(input: &TypeInput<KindAttributes>, krate: &syn::Path) -> TokenStream {
    let attributes = &input.attributes;
    let kind = format_ident!("{}", attributes.kind, span = input.spans.of("kind", 0));
    let spec = &input.item.ident;
    let spec_text = spec.to_string();
    let mut literal = attributes.clone();
    literal.doc = Some(description(input));
    literal.plural = Some(plural(attributes));
    let json = serde_json::to_string(&literal).unwrap_or_default();
    let status = status(input).map_or_else(
        || quote!(::core::option::Option::None),
        |status| quote!(::core::option::Option::Some(#krate::__private::json_schema::<#status>)),
    );
    let line = quote_spanned!(spec.span()=> ::core::line!());
    let registered = if attributes.foreign {
        TokenStream::new()
    } else {
        quote! {
            #krate::__private::inventory::submit! {
                #krate::__private::Derived {
                    package: ::core::env!("CARGO_PKG_NAME"),
                    definition: <#kind as #krate::Primary>::definition,
                }
            }
        }
    };
    quote! {
        #[automatically_derived]
        impl #krate::Primary for #kind {
            fn definition() -> ::core::option::Option<#krate::__private::Definition> {
                ::core::option::Option::Some(#krate::__private::Definition {
                    attributes: #json,
                    spec: #krate::__private::json_schema::<#spec>,
                    status: #status,
                    item: ::core::concat!(::core::module_path!(), "::", #spec_text),
                    file: ::core::file!(),
                    line: #line,
                })
            }
        }
        #registered
    }
}

fn status(input: &TypeInput<KindAttributes>) -> Option<syn::Type> {
    let text = input.attributes.status.as_ref()?;
    let literal = syn::LitStr::new(text, input.spans.of("status", 0));
    literal.parse().ok()
}

fn plural(attributes: &KindAttributes) -> String {
    attributes
        .plural
        .clone()
        .unwrap_or_else(|| names::plural(&attributes.kind))
}

fn description(input: &TypeInput<KindAttributes>) -> String {
    input
        .attributes
        .doc
        .clone()
        .unwrap_or_else(|| twin::doc(&input.item.attrs))
}
