//! Own types -> tokens.

use darling::{Error, error::Accumulator};
use kopr_model::attribute::{KindAttributes, Marks, SchemaAttributes};
use kopr_model::names;
use proc_macro2::{Ident, TokenStream};
use quote::{format_ident, quote, quote_spanned};
use syn::{Data, DeriveInput, parse_quote};

use crate::input::{Spans, TypeInput};
use crate::{check, doc, fallback, input, root, twin};

/// Tokens of `#[derive(CustomResource)]`.
pub(crate) fn custom_resource(tokens: TokenStream) -> TokenStream {
    let item: DeriveInput = match syn::parse2(tokens) {
        Ok(item) => item,
        Err(error) => return error.to_compile_error(),
    };
    let mut errors = Error::accumulator();
    let input = input::parse::<KindAttributes>(item, &["group", "version", "kind"], &mut errors);
    check::custom_resource(&input, &mut errors);
    let krate = krate(input.attributes.krate.as_deref(), &input.spans, &mut errors);
    let twin = twin::twin(
        &input.item,
        &Marks::default(),
        input.spans.expression("example"),
        &krate,
        &mut errors,
    );
    if let Err(error) = errors.finish() {
        let stub = fallback::custom_resource(&input, status(&input).as_ref(), &krate);
        let report = error.write_errors();
        return quote!(#report #stub);
    }
    let root = root::root(&input, &krate);
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
    let input = input::parse::<SchemaAttributes>(item, &[], &mut errors);
    let item = &input.item;
    if matches!(item.data, Data::Union(_)) {
        errors.push(
            Error::custom("a union has no schema, nor can serde read one; use an enum")
                .with_span(&item.ident),
        );
    }
    let krate = krate(input.attributes.krate.as_deref(), &input.spans, &mut errors);
    let twin = twin::twin(
        item,
        &input.attributes.marks,
        input.spans.expression("example"),
        &krate,
        &mut errors,
    );
    match errors.finish() {
        Ok(()) => twin,
        Err(error) => {
            let report = error.write_errors();
            let stub = fallback::schema(item, &krate);
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

/// The path of kopr: `crate = ".."`, or `::kopr`.
pub(crate) fn krate(path: Option<&str>, spans: &Spans, errors: &mut Accumulator) -> syn::Path {
    let default: syn::Path = parse_quote!(::kopr);
    let Some(text) = path else { return default };
    syn::parse_str(text).unwrap_or_else(|_| {
        errors.push(
            syn::Error::new(
                spans.of("crate", 0),
                format!("`{text}` is not the path of a crate"),
            )
            .into(),
        );
        default
    })
}

/// kube's public traits, so that the kind works with kube-rs as it is.
fn kube_traits(input: &TypeInput<KindAttributes>, krate: &syn::Path) -> TokenStream {
    let attributes = &input.attributes;
    let kind = kind(input);
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
    let kind = kind(input);
    let spec = &input.item.ident;
    let spec_text = spec.to_string();
    let mut literal = attributes.clone();
    literal.doc = None;
    literal.plural = Some(plural(attributes));
    let json = serde_json::to_string(&literal).unwrap_or_default();
    let status = status(input).map_or_else(
        || quote!(::core::option::Option::None),
        |status| quote!(::core::option::Option::Some(#krate::__private::json_schema::<#status>)),
    );
    let doc = description(input).unwrap_or_else(|| quote!(""));
    let line = quote_spanned!(spec.span()=> ::core::line!());
    let registered = if attributes.foreign {
        TokenStream::new()
    } else {
        quote! {
            #krate::__private::inventory::submit! {
                #krate::__private::Derived {
                    package: ::core::env!("CARGO_PKG_NAME"),
                    definition: <#kind as #krate::Defined>::definition,
                }
            }
        }
    };
    quote! {
        #[automatically_derived]
        impl #krate::Defined for #kind {
            fn definition() -> ::core::option::Option<#krate::__private::Definition> {
                ::core::option::Option::Some(#krate::__private::Definition {
                    attributes: #json,
                    doc: #doc,
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

/// The type of the status, if there is one.
pub(crate) fn status(input: &TypeInput<KindAttributes>) -> Option<syn::Type> {
    let text = input.attributes.status.as_ref()?;
    let literal = syn::LitStr::new(text, input.spans.of("status", 0));
    literal.parse().ok()
}

/// The name of the root struct, with the span of the attribute's text.
pub(crate) fn kind(input: &TypeInput<KindAttributes>) -> Ident {
    format_ident!("{}", input.attributes.kind, span = input.spans.of("kind", 0))
}

fn plural(attributes: &KindAttributes) -> String {
    attributes
        .plural
        .clone()
        .unwrap_or_else(|| names::plural(&attributes.kind))
}

/// The description of the kind: `doc = ".."`, or the doc comment of the spec.
pub(crate) fn description(input: &TypeInput<KindAttributes>) -> Option<TokenStream> {
    match &input.attributes.doc {
        Some(text) => Some(quote!(#text)),
        None => doc::text(&input.item.attrs),
    }
}
