//! The root struct of a kind, with what every struct of an API object does.

use kopr_model::attribute::KindAttributes;
use proc_macro2::TokenStream;
use quote::{quote, quote_spanned};
use syn::Path;

use crate::expand::{description, kind, status};
use crate::input::TypeInput;

/// The struct and its implementations.
pub(crate) fn root(input: &TypeInput<KindAttributes>, krate: &Path) -> TokenStream {
    let declared = declared(input, krate);
    let standard = standard(input, krate);
    let serde = serde(input, krate);
    quote!(#declared #standard #serde)
}

fn declared(input: &TypeInput<KindAttributes>, krate: &Path) -> TokenStream {
    let attributes = &input.attributes;
    let kind = kind(input);
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
    quote! {
        #[doc = #doc]
        #[allow(clippy::upper_case_acronyms)]
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
                        ..::core::default::Default::default()
                    },
                    spec,
                    #none
                }
            }
        }
    }
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
    let kind = kind(input);
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
    let kind = kind(input);
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
                let (metadata, spec, #binding) = #spec::read::<__D, #type_>(deserializer)?;
                ::core::result::Result::Ok(Self { metadata, spec, #field })
            }
        }
    }
}
