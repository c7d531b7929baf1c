//! `#[derive(Access)]`: a struct of extractors is an extractor.

use darling::Error;
use proc_macro2::TokenStream;
use quote::{quote, quote_spanned};
use syn::{Data, DeriveInput, Fields, parse_quote, spanned::Spanned};

use crate::{check, expand, fallback};

/// Tokens of the derive.
pub(crate) fn derive(input: TokenStream) -> TokenStream {
    let item: DeriveInput = match syn::parse2(input) {
        Ok(item) => item,
        Err(error) => return error.to_compile_error(),
    };
    let mut errors = Error::accumulator();
    check::no_keys(&item.attrs, "a struct of extractors", &mut errors);
    let fields = match &item.data {
        Data::Struct(data) => match &data.fields {
            Fields::Named(fields) => Some(&fields.named),
            _ => None,
        },
        _ => None,
    };
    let Some(fields) = fields else {
        errors.push(
            Error::custom("`Access` is for structs with named fields, each of them an extractor")
                .with_span(&item.ident),
        );
        let report = expand::report(errors);
        let stub = fallback::access(&item, &parse_quote!(::kopr));
        return quote!(#report #stub);
    };
    for field in fields {
        check::no_keys(&field.attrs, "a field of a struct of extractors", &mut errors);
    }
    let failed = expand::report(errors);
    let krate: syn::Path = parse_quote!(::kopr);
    let name = &item.ident;
    let mut generics = item.generics.clone();
    // The name is long so that it cannot be one of the user's own parameters.
    generics.params.push(parse_quote!(__KoprPrimary: #krate::Kind));
    let clause = generics.make_where_clause();
    for field in fields {
        let type_ = &field.ty;
        // With the field's span, so that the compiler points at it where it is no extractor.
        let predicate = quote_spanned!(type_.span()=> #type_: #krate::extract::Extract<__KoprPrimary>);
        clause.predicates.push(parse_quote!(#predicate));
    }
    let (impl_generics, _, clause) = generics.split_for_impl();
    let (_, arguments, _) = item.generics.split_for_impl();
    let names = fields.iter().map(|field| &field.ident);
    let types: Vec<_> = fields.iter().map(|field| &field.ty).collect();
    quote! {
        #failed
        #[automatically_derived]
        impl #impl_generics #krate::extract::Extract<__KoprPrimary> for #name #arguments #clause {
            fn needs(needs: &mut #krate::extract::Needs) {
                #( <#types as #krate::extract::Extract<__KoprPrimary>>::needs(needs); )*
            }
            fn extract(context: &#krate::extract::Context<__KoprPrimary>) -> Self {
                Self {
                    #( #names: <#types as #krate::extract::Extract<__KoprPrimary>>::extract(context), )*
                }
            }
        }
    }
}
