//! Derive macros of kopr: `CustomResource`, `Schema` and `Access`.
//!
//! Each derive goes one way: `input` (syntax -> own types), `check` (rules over them, all errors
//! at once), `expand` (own types -> tokens, cannot fail), and `fallback` (a stub beside the
//! errors, so that one mistake does not become twenty).

mod access;
mod assertions;
mod check;
mod constraints;
mod doc;
mod expand;
mod fallback;
mod input;
mod path;
mod root;
mod serde_attrs;
#[cfg(test)]
mod snapshots;
mod stand_in;
mod table;
mod twin;
mod wording;

use proc_macro::TokenStream;

/// Makes a struct (or enum) the `spec` of a custom resource.
///
/// Gives the root struct (`metadata`, `spec`, `status`), kube's traits for it, and the JSON Schema of
/// the spec. Only `kopr` and `serde` have to be dependencies.
///
/// ```ignore
/// /// A memcached cluster.
/// #[derive(CustomResource, Serialize, Deserialize, Clone, Debug)]
/// #[kopr(group = "cache.example.com", version = "v1alpha1", kind = "Memcached", namespaced)]
/// pub struct MemcachedSpec {
///     /// How many memcached pods run.
///     #[kopr(column)]
///     pub size: i32,
/// }
/// ```
///
/// `#[kube(..)]` is taken as kube's own derive takes it; then the schema is the user's to derive.
///
#[doc = include_str!("doc/custom_resource.md")]
#[proc_macro_derive(CustomResource, attributes(kopr, kube, schemars, serde))]
pub fn custom_resource(input: TokenStream) -> TokenStream {
    expand::custom_resource(input.into()).into()
}

/// Gives a nested type the JSON Schema that a CRD needs, and `#[kopr(..)]` on its fields.
///
/// The wire shape is said in `#[serde(..)]`, constraints in `#[schemars(..)]`, Kubernetes' own words
/// in `#[kopr(..)]`.
///
#[doc = include_str!("doc/schema.md")]
#[proc_macro_derive(Schema, attributes(kopr, schemars, serde))]
pub fn schema(input: TokenStream) -> TokenStream {
    expand::schema(input.into()).into()
}

/// Makes a struct of extractors an extractor: one argument that stands for all its fields.
#[proc_macro_derive(Access, attributes(kopr))]
pub fn access(input: TokenStream) -> TokenStream {
    access::derive(input.into()).into()
}

/// Swallows the item it stands on. The twin of a type (see `twin`) ends here.
#[doc(hidden)]
#[proc_macro_attribute]
pub fn erase(_: TokenStream, _: TokenStream) -> TokenStream {
    TokenStream::new()
}
