//! Derive macros of kopr: `CustomResource`, `Schema` and `Access`.
//!
//! Each derive goes one way: `input` (syntax -> own types), `check` (rules over them, all errors
//! at once), `expand` (own types -> tokens, cannot fail), and `fallback` (a stub beside the
//! errors, so that one mistake does not become twenty).

mod access;
mod assertions;
mod check;
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
/// # Keys of `#[kopr(..)]` on the type
///
/// | key | meaning |
/// | --- | --- |
/// | `group`, `version`, `kind` | required; checked as the API server checks them |
/// | `namespaced` or `cluster` | one is required: a scope cannot be changed later |
/// | `plural`, `singular` | names, where English is irregular |
/// | `shortname`, `category` | may be given several times |
/// | `status = "Type"` | type of the status; turns the status subresource on |
/// | `printcolumn(name, type_, json_path, description, format, priority)` | a column by path |
/// | `scale(spec_replicas_path, status_replicas_path, label_selector_path)` | the scale subresource |
/// | `age = false` | no `Age` column |
/// | `served`, `storage` | true unless set |
/// | `deprecated` or `deprecated = "warning"` | tells clients |
/// | `doc` | description; the doc comment unless set |
/// | `foreign` | another operator's kind: no CRD, no registration |
/// | `crate` | path of kopr, where it is not `::kopr` |
///
/// On a field: `column` or `column(name, priority, format)`.
#[proc_macro_derive(CustomResource, attributes(kopr, kube, schemars, serde))]
pub fn custom_resource(input: TokenStream) -> TokenStream {
    expand::custom_resource(input.into()).into()
}

/// Gives a nested type the JSON Schema that a CRD needs, and `#[kopr(..)]` on its fields.
///
/// The wire shape is said in `#[serde(..)]`, constraints in `#[schemars(..)]`, Kubernetes' own words
/// in `#[kopr(..)]`.
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
