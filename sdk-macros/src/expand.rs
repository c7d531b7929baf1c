//! Own types -> tokens.

use darling::{Error, error::Accumulator};
use kopr_model::attribute::{KindAttributes, Pair, SchemaAttributes, SchemaMode};
use kopr_model::names;
use proc_macro2::{Ident, TokenStream};
use quote::{format_ident, quote, quote_spanned};
use syn::{DeriveInput, parse_quote};

use crate::input::{Dialect, Spans, TypeInput};
use crate::{assertions, check, doc, fallback, input, root, table, twin};

/// Tokens of `#[derive(CustomResource)]`.
pub(crate) fn custom_resource(tokens: TokenStream) -> TokenStream {
    let item: DeriveInput = match syn::parse2(tokens) {
        Ok(item) => item,
        Err(error) => return error.to_compile_error(),
    };
    let mut errors = Error::accumulator();
    let dialect = Dialect::of(&item, &mut errors);
    let mut input = input::parse::<KindAttributes>(item, dialect, &["group", "version", "kind"], &mut errors);
    check::custom_resource(&input, &mut errors);
    as_kube_has_it(&mut input);
    let krate = krate(input.attributes.krate.as_deref(), &input.spans, &mut errors);
    let schema = derives_schema(&input).then(|| {
        let attributes = &input.attributes;
        let example = input.spans.expression("example");
        let home = check::Home::of(attributes);
        let twin = twin::twin(&input.item, &attributes.marks, example, home, &krate, &mut errors);
        let table = table::table(&input.item, &attributes.marks, &krate);
        let names = assertions::of_type(&input.item, &attributes.marks, &input.spans, &krate);
        quote!(#twin #table #names)
    });
    if let Err(error) = errors.finish() {
        let stub = fallback::custom_resource(&input, status(&input).as_ref(), &krate);
        let report = error.write_errors();
        return quote!(#report #stub);
    }
    let root = root::root(&input, &krate);
    let traits = kube_traits(&input, &krate);
    let definition = definition(&input, &krate);
    let paths = assertions::of_kind(&input, &krate);
    quote!(#schema #root #traits #definition #paths)
}

/// What kube's derive does where nothing is said.
fn as_kube_has_it(input: &mut TypeInput<KindAttributes>) {
    if input.dialect == Dialect::Kopr {
        return;
    }
    let attributes = &mut input.attributes;
    attributes.cluster = !attributes.namespaced;
    attributes.age = attributes.age.or(Some(false));
    if attributes.doc.is_none() && attributes.schema == SchemaMode::Derived {
        attributes.doc = Some(format!(
            "Auto-generated derived type for {} via `CustomResource`",
            input.item.ident
        ));
    }
}

/// Whether the schema of the spec is made here. Beside `#[kube(..)]` the user derives `JsonSchema`.
pub(crate) fn derives_schema(input: &TypeInput<KindAttributes>) -> bool {
    input.dialect == Dialect::Kopr && input.attributes.schema == SchemaMode::Derived
}

/// Tokens of `#[derive(Schema)]`.
pub(crate) fn schema(tokens: TokenStream) -> TokenStream {
    let item: DeriveInput = match syn::parse2(tokens) {
        Ok(item) => item,
        Err(error) => return error.to_compile_error(),
    };
    let mut errors = Error::accumulator();
    let input = input::parse::<SchemaAttributes>(item, Dialect::Kopr, &[], &mut errors);
    check::schema(&input, &mut errors);
    let item = &input.item;
    let marks = &input.attributes.marks;
    let krate = krate(input.attributes.krate.as_deref(), &input.spans, &mut errors);
    let example = input.spans.expression("example");
    let home = check::Home::Anywhere;
    let twin = twin::twin(item, marks, example, home, &krate, &mut errors);
    match errors.finish() {
        Ok(()) => {
            let table = table::table(item, marks, &krate);
            let names = assertions::of_type(item, marks, &input.spans, &krate);
            quote!(#twin #table #names)
        }
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
    let kind = root_name(input);
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
    let kind = root_name(input);
    let spec = &input.item.ident;
    let spec_text = spec.to_string();
    let mut literal = attributes.clone();
    literal.doc = None;
    literal.plural = Some(plural(attributes));
    if let Some(url) = literal.api_approved.take() {
        literal.annotation.push(Pair(check::APPROVED.to_owned(), url));
    }
    let json = serde_json::to_string(&literal).unwrap_or_default();
    let status = status(input).map_or_else(
        || quote!(::core::option::Option::None),
        |status| quote!(::core::option::Option::Some(#krate::__private::json_schema::<#status>)),
    );
    let has_status = attributes.status.is_some();
    let schema = match attributes.schema {
        SchemaMode::Derived => quote! {
            #krate::__private::SchemaSource::Parts {
                spec: #krate::__private::json_schema::<#spec>,
                status: #status,
            }
        },
        SchemaMode::Manual => {
            let span = input.spans.of("schema", 0);
            let type_ = quote_spanned!(span=> <#kind as #krate::__private::ManualSchema>::Type);
            quote! {
                #krate::__private::SchemaSource::Whole {
                    object: #krate::__private::json_schema::<#type_>,
                    status: #has_status,
                }
            }
        }
        SchemaMode::Disabled => quote!(#krate::__private::SchemaSource::None { status: #has_status }),
    };
    let rules = rules(input, krate);
    let doc = description(input).unwrap_or_else(|| quote!(""));
    let line = quote_spanned!(spec.span()=> ::core::line!());
    let registered = attributes.has_crd().then(|| {
        quote! {
            #krate::__private::inventory::submit! {
                #krate::__private::Derived {
                    package: ::core::env!("CARGO_PKG_NAME"),
                    definition: <#kind as #krate::Defined>::definition,
                }
            }
        }
    });
    quote! {
        #[automatically_derived]
        impl #krate::Defined for #kind {
            fn definition() -> ::core::option::Option<#krate::__private::Definition> {
                ::core::option::Option::Some(#krate::__private::Definition {
                    attributes: #json,
                    doc: #doc,
                    schema: #schema,
                    rules: #rules,
                    item: ::core::concat!(::core::module_path!(), "::", #spec_text),
                    file: ::core::file!(),
                    line: #line,
                })
            }
        }
        #registered
    }
}

/// A function that gives the rules on the whole object.
pub(crate) fn rules(input: &TypeInput<KindAttributes>, krate: &syn::Path) -> TokenStream {
    let rules = input.spans.expressions("validation");
    if rules.is_empty() {
        return quote!(#krate::__private::no_rules);
    }
    quote! {
        || {
            // So that a rule can be built where it stands, as beside kube's derive.
            #[allow(unused_imports)]
            use #krate::__private::kube::core::{Message, Reason, Rule};
            ::std::vec![#( #krate::__private::rule(#rules) ),*]
        }
    }
}

/// The type of the status, if there is one.
pub(crate) fn status(input: &TypeInput<KindAttributes>) -> Option<syn::Type> {
    let text = input.attributes.status.as_ref()?;
    let literal = syn::LitStr::new(text, input.spans.of("status", 0));
    literal.parse().ok()
}

/// The name of the root struct, with the span of the attribute's text.
pub(crate) fn root_name(input: &TypeInput<KindAttributes>) -> Ident {
    let (key, name) = match &input.attributes.root {
        Some(root) => ("root", root),
        None => ("kind", &input.attributes.kind),
    };
    format_ident!("{}", name, span = input.spans.of(key, 0))
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
