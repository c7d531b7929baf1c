//! The root struct of a kind, with what every struct of an API object does.

use kopr_model::attribute::{KindAttributes, Pair, SchemaMode};
use proc_macro2::TokenStream;
use quote::{quote, quote_spanned};
use syn::{LitStr, Meta, Path};

use crate::assertions;
use crate::expand::{description, root_name, rules, status};
use crate::input::{Dialect, TypeInput};

/// The struct and its implementations.
pub(crate) fn root(input: &TypeInput<KindAttributes>, krate: &Path) -> TokenStream {
    let declared = declared(input, krate);
    let standard = standard(input, krate);
    let serde = if input.attributes.no_spec {
        flat(input, krate)
    } else {
        serde(input, krate)
    };
    let default = default(input, krate);
    let tried = tried(input, krate);
    let schema = schema(input, krate);
    quote!(#declared #standard #serde #default #tried #schema)
}

/// The derives that were asked for, each on its own text; `Default` is written by hand, for a derived one
/// would ask more of the status.
pub(crate) fn derives(input: &TypeInput<KindAttributes>) -> Vec<Path> {
    input
        .attributes
        .derive
        .iter()
        .enumerate()
        .filter(|(_, text)| *text != "Default")
        .filter_map(|(nth, text)| {
            LitStr::new(text, input.spans.of("derive", nth))
                .parse::<Path>()
                .ok()
        })
        .collect()
}

/// Whether the root struct has a default.
pub(crate) fn has_default(input: &TypeInput<KindAttributes>) -> bool {
    input.attributes.derive.iter().any(|text| text == "Default")
}

fn attributes_of_root(input: &TypeInput<KindAttributes>) -> Vec<Meta> {
    input
        .attributes
        .attr
        .iter()
        .enumerate()
        .filter_map(|(nth, text)| {
            LitStr::new(text, input.spans.of("attr", nth))
                .parse::<Meta>()
                .ok()
        })
        .collect()
}

fn declared(input: &TypeInput<KindAttributes>, krate: &Path) -> TokenStream {
    let attributes = &input.attributes;
    let kind = root_name(input);
    let spec = &input.item.ident;
    let visibility = &input.item.vis;
    let doc = description(input);
    let doc = doc.unwrap_or_else(|| {
        // For readers of the Rust documentation only; the CRD is given no empty phrase.
        let text = format!("The object that has a [`{spec}`].");
        quote!(#text)
    });
    let status = status(input);
    let field = status.as_ref().map(|status| {
        quote! {
            /// What was observed.
            pub status: ::core::option::Option<#status>,
        }
    });
    let none = status.map(|_| quote!(status: ::core::option::Option::None,));
    let new = format!(
        "A `{}` of that name{}.",
        attributes.kind,
        if attributes.namespaced {
            ", without a namespace yet"
        } else {
            ""
        }
    );
    let derives = derives(input);
    let derives = (!derives.is_empty()).then(|| quote!(#[derive(#(#derives),*)]));
    let attrs = attributes_of_root(input);
    let (annotations, labels) = if input.dialect == Dialect::Kube {
        (
            pairs("annotations", &attributes.annotation),
            pairs("labels", &attributes.label),
        )
    } else {
        (None, None)
    };
    quote! {
        #[doc = #doc]
        #[allow(clippy::upper_case_acronyms)]
        #derives
        #(#[#attrs])*
        #visibility struct #kind {
            /// Name, namespace, labels and the rest of the object's metadata.
            pub metadata: #krate::__private::ObjectMeta,
            /// What is wanted.
            pub spec: #spec,
            #field
        }

        impl #kind {
            #[doc = #new]
            pub fn new(name: &str, spec: #spec) -> Self {
                Self {
                    metadata: #krate::__private::ObjectMeta {
                        name: ::core::option::Option::Some(::std::string::ToString::to_string(name)),
                        #annotations
                        #labels
                        ..::core::default::Default::default()
                    },
                    spec,
                    #none
                }
            }
        }
    }
}

/// Labels or annotations that kube's derive puts on each object that is made.
fn pairs(field: &str, pairs: &[Pair]) -> Option<TokenStream> {
    if pairs.is_empty() {
        return None;
    }
    let field = quote::format_ident!("{field}");
    let pairs = pairs.iter().map(|Pair(key, value)| {
        quote!((::std::string::ToString::to_string(#key), ::std::string::ToString::to_string(#value)))
    });
    Some(quote! {
        #field: ::core::option::Option::Some(::std::collections::BTreeMap::from([#(#pairs),*])),
    })
}

/// `Default`, if it was asked for.
fn default(input: &TypeInput<KindAttributes>, krate: &Path) -> Option<TokenStream> {
    if !has_default(input) {
        return None;
    }
    let kind = root_name(input);
    let nth = input
        .attributes
        .derive
        .iter()
        .position(|text| text == "Default")
        .unwrap_or_default();
    let spec = &input.item.ident;
    let span = input.spans.of("derive", nth);
    let spec = quote_spanned!(span=> <#spec as ::core::default::Default>::default());
    let none = status(input).map(|_| quote!(status: ::core::option::Option::None,));
    Some(quote! {
        #[automatically_derived]
        impl ::core::default::Default for #kind {
            fn default() -> Self {
                Self {
                    metadata: <#krate::__private::ObjectMeta as ::core::default::Default>::default(),
                    spec: #spec,
                    #none
                }
            }
        }
    })
}

/// Methods that try the rules without a cluster, if they were asked for.
pub(crate) fn tried(input: &TypeInput<KindAttributes>, krate: &Path) -> Option<TokenStream> {
    if !input.attributes.cel {
        return None;
    }
    let kind = root_name(input);
    if input.dialect == Dialect::Kopr {
        // It says which feature is missing, where it is.
        let span = input.spans.of("cel", 0);
        return Some(assertions::respan(
            quote!(#krate::__validate_cel! { #kind }),
            span,
        ));
    }
    let cel = quote!(#krate::__private::kube::core::cel);
    Some(quote! {
        impl #kind {
            /// Tries the rules for an object that is made.
            ///
            /// # Errors
            /// The rules that do not hold.
            pub fn validate_cel(&self) -> ::core::result::Result<(), #cel::ValidationErrors> {
                #cel::validate_cel(self)
            }
            /// Tries the rules for an object that is changed.
            ///
            /// # Errors
            /// The rules that do not hold.
            pub fn validate_cel_update(
                &self,
                old: &Self,
            ) -> ::core::result::Result<(), #cel::ValidationErrors> {
                #cel::validate_cel_update(self, old)
            }
        }
    })
}

/// `JsonSchema` of the root struct, which kube's derive gives too.
fn schema(input: &TypeInput<KindAttributes>, krate: &Path) -> Option<TokenStream> {
    if input.dialect == Dialect::Kopr || input.attributes.schema != SchemaMode::Derived {
        return None;
    }
    let kind = root_name(input);
    let kind_text = kind.to_string();
    let spec = &input.item.ident;
    let doc = description(input).unwrap_or_else(|| quote!(""));
    let flat = input.attributes.no_spec;
    let rules = rules(input, krate);
    let schemars = quote!(#krate::__private::schemars);
    // So that one without a schema is reported in kopr's words.
    let of_spec = quote_spanned!(spec.span()=> <#spec as #krate::__private::HasSchema>::Type);
    let status = status(input).map_or_else(
        || quote!(::core::option::Option::None),
        |status| {
            quote! {
                ::core::option::Option::Some(
                    generator.subschema_for::<::core::option::Option<#status>>()
                )
            }
        },
    );
    Some(quote! {
        #[automatically_derived]
        impl #schemars::JsonSchema for #kind {
            fn schema_name() -> ::std::borrow::Cow<'static, str> {
                ::std::borrow::Cow::Borrowed(#kind_text)
            }
            fn json_schema(generator: &mut #schemars::SchemaGenerator) -> #schemars::Schema {
                let rules: fn() -> ::std::vec::Vec<_> = #rules;
                #krate::__private::object_schema(
                    #doc,
                    <#of_spec as #schemars::JsonSchema>::json_schema(generator),
                    #status,
                    #flat,
                    &rules(),
                )
            }
        }
    })
}

/// The types of spec and status as `Part`, on the tokens that name them: what they lack is reported there.
fn parts(input: &TypeInput<KindAttributes>, krate: &Path) -> (TokenStream, Option<TokenStream>) {
    let spec = &input.item.ident;
    let part = |type_: &dyn quote::ToTokens, span| quote_spanned!(span=> <#type_ as #krate::__private::Part>);
    (
        part(spec, spec.span()),
        status(input).map(|status| part(&status, input.spans.of("status", 0))),
    )
}

/// `Clone` and `Debug`.
fn standard(input: &TypeInput<KindAttributes>, krate: &Path) -> TokenStream {
    let kind = root_name(input);
    let kind_text = &input.attributes.kind;
    let (spec, status) = parts(input, krate);
    let copied = status
        .as_ref()
        .map(|status| quote!(status: self.status.as_ref().map(#status::copy),));
    let shown = status
        .map(|status| quote!(let debug = debug.field("status", &self.status.as_ref().map(#status::debug));));
    quote! {
        #[automatically_derived]
        impl ::core::clone::Clone for #kind {
            fn clone(&self) -> Self {
                Self {
                    metadata: ::core::clone::Clone::clone(&self.metadata),
                    spec: #spec::copy(&self.spec),
                    #copied
                }
            }
        }

        #[automatically_derived]
        impl ::core::fmt::Debug for #kind {
            fn fmt(&self, formatter: &mut ::core::fmt::Formatter<'_>) -> ::core::fmt::Result {
                let mut debug = formatter.debug_struct(#kind_text);
                let debug = debug.field("metadata", &self.metadata);
                let debug = debug.field("spec", #spec::debug(&self.spec));
                #shown
                debug.finish()
            }
        }
    }
}

/// `Serialize`, which adds `apiVersion` and `kind`, and `Deserialize`, which does not ask for them.
fn serde(input: &TypeInput<KindAttributes>, krate: &Path) -> TokenStream {
    let kind = root_name(input);
    let KindAttributes {
        group,
        version,
        kind: kind_text,
        ..
    } = &input.attributes;
    let api_version = format!("{group}/{version}");
    let serde = quote!(#krate::__private::serde);
    let (spec, status) = parts(input, krate);
    let write = status.as_ref().map(|status| {
        quote! {
            if let ::core::option::Option::Some(status) = &self.status {
                #status::write(status, "status", &mut map)?;
            }
        }
    });
    let (binding, field, type_) = match &status {
        Some(status) => (quote!(status), quote!(status), quote!(#status::Type)),
        None => (quote!(_), quote!(), quote!(#serde::de::IgnoredAny)),
    };
    let read = if input.attributes.optional_spec {
        let type_of_spec = &input.item.ident;
        // A type that has no default is reported at the key that asks for it.
        let span = input.spans.of("optional_spec", 0);
        let call = quote!(#krate::__private::read_or_default::<#type_of_spec, __D, #type_>);
        assertions::respan(call, span)
    } else {
        quote!(#spec::read::<__D, #type_>)
    };
    quote! {
        #[automatically_derived]
        impl #serde::Serialize for #kind {
            fn serialize<__S: #serde::Serializer>(
                &self,
                serializer: __S,
            ) -> ::core::result::Result<__S::Ok, __S::Error> {
                use #serde::ser::SerializeMap as _;
                let mut map = serializer.serialize_map(::core::option::Option::None)?;
                map.serialize_entry("apiVersion", #api_version)?;
                map.serialize_entry("kind", #kind_text)?;
                map.serialize_entry("metadata", &self.metadata)?;
                #spec::write(&self.spec, "spec", &mut map)?;
                #write
                map.end()
            }
        }

        #[automatically_derived]
        impl<'de> #serde::Deserialize<'de> for #kind {
            fn deserialize<__D: #serde::Deserializer<'de>>(
                deserializer: __D,
            ) -> ::core::result::Result<Self, __D::Error> {
                let (metadata, spec, #binding) = #read(deserializer)?;
                ::core::result::Result::Ok(Self { metadata, spec, #field })
            }
        }
    }
}

/// The same, where the fields of the spec stand beside `metadata`.
fn flat(input: &TypeInput<KindAttributes>, krate: &Path) -> TokenStream {
    let kind = root_name(input);
    let KindAttributes {
        group,
        version,
        kind: kind_text,
        ..
    } = &input.attributes;
    let api_version = format!("{group}/{version}");
    let serde = quote!(#krate::__private::serde);
    let (spec, status) = parts(input, krate);
    let written = if status.is_some() {
        quote!(self.status.as_ref())
    } else {
        quote!(::core::option::Option::<&()>::None)
    };
    let (binding, field, type_) = match &status {
        Some(status) => (quote!(status), quote!(status), quote!(#status::Type)),
        None => (quote!(_), quote!(), quote!(#serde::de::IgnoredAny)),
    };
    quote! {
        #[automatically_derived]
        impl #serde::Serialize for #kind {
            fn serialize<__S: #serde::Serializer>(
                &self,
                serializer: __S,
            ) -> ::core::result::Result<__S::Ok, __S::Error> {
                #spec::write_flat(
                    &self.spec,
                    (#api_version, #kind_text),
                    &self.metadata,
                    #written,
                    serializer,
                )
            }
        }

        #[automatically_derived]
        impl<'de> #serde::Deserialize<'de> for #kind {
            fn deserialize<__D: #serde::Deserializer<'de>>(
                deserializer: __D,
            ) -> ::core::result::Result<Self, __D::Error> {
                let (metadata, spec, #binding) = #spec::read_flat::<__D, #type_>(deserializer)?;
                ::core::result::Result::Ok(Self { metadata, spec, #field })
            }
        }
    }
}
