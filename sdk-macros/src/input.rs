//! Syntax -> own types, with the spans that the checks point at.

use std::collections::BTreeMap;

use darling::{Error, FromMeta, ast::NestedMeta, error::Accumulator};
use kopr_model::attribute::{FieldAttributes, Marks};
use proc_macro2::Span;
use quote::ToTokens;
use syn::{Attribute, DeriveInput, Field, spanned::Spanned};

use crate::serde_attrs::Serde;
use crate::wording;

/// Whose attribute describes a kind.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Dialect {
    /// `#[kopr(..)]`.
    Kopr,
    /// `#[kube(..)]`, as kube's own derive reads it.
    Kube,
}

impl Dialect {
    /// Name of the attribute.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Kopr => "kopr",
            Self::Kube => "kube",
        }
    }

    /// That of an item; both at once is a mistake.
    pub(crate) fn of(item: &DeriveInput, errors: &mut Accumulator) -> Self {
        let find = |name: &str| {
            item.attrs
                .iter()
                .find(|attribute| attribute.path().is_ident(name))
        };
        let Some(kube) = find("kube") else {
            return Self::Kopr;
        };
        let mut mixed = |span| {
            let text = "`#[kopr(..)]` and `#[kube(..)]` on one type; `kopr` takes all that `kube` takes, so write everything there and let kopr derive the schema instead of `JsonSchema`";
            errors.push(syn::Error::new(span, text).into());
        };
        if find("kopr").is_some() {
            mixed(kube.path().span());
            return Self::Kopr;
        }
        // What stands on fields travels in the schema, which is not ours here.
        for attribute in of_fields(item).flatten() {
            if attribute.path().is_ident("kopr") {
                mixed(attribute.path().span());
            }
        }
        Self::Kube
    }
}

/// The attributes of all fields and variants.
fn of_fields(item: &DeriveInput) -> impl Iterator<Item = &[Attribute]> {
    let (fields, variants): (Vec<_>, Vec<_>) = match &item.data {
        syn::Data::Struct(data) => (data.fields.iter().collect(), Vec::new()),
        syn::Data::Enum(data) => (
            data.variants.iter().flat_map(|variant| &variant.fields).collect(),
            data.variants.iter().collect(),
        ),
        syn::Data::Union(_) => (Vec::new(), Vec::new()),
    };
    let variants = variants.into_iter().map(|variant| variant.attrs.as_slice());
    fields
        .into_iter()
        .map(|field| field.attrs.as_slice())
        .chain(variants)
}

/// A parsed attribute of a type: the values, and where each was written.
pub(crate) struct TypeInput<A> {
    /// The item itself.
    pub(crate) item: DeriveInput,
    /// What `#[kopr(..)]` said.
    pub(crate) attributes: A,
    /// Spans of the values, by key.
    pub(crate) spans: Spans,
    /// Which attribute it was.
    pub(crate) dialect: Dialect,
}

/// Where values were written, by key; the n-th use of a key is the n-th span.
pub(crate) struct Spans {
    written: BTreeMap<String, Vec<Span>>,
    /// Values that are expressions, by key.
    expressions: BTreeMap<String, Vec<syn::Expr>>,
    /// The place of what was not written.
    home: Span,
}

impl Default for Spans {
    fn default() -> Self {
        Self {
            written: BTreeMap::new(),
            expressions: BTreeMap::new(),
            home: Span::call_site(),
        }
    }
}

impl Spans {
    /// Span of the n-th use of a key; the attribute's where it was not written.
    pub(crate) fn of(&self, key: &str, nth: usize) -> Span {
        self.written
            .get(key)
            .and_then(|spans| spans.get(nth))
            .copied()
            .unwrap_or(self.home)
    }

    /// Span of a value without a key, or of the key that it belongs to.
    pub(crate) fn of_either(&self, value: &str, key: &str) -> Span {
        if self.has(value) {
            self.of(value, 0)
        } else {
            self.of(key, 0)
        }
    }

    /// Whether a key was written, and with a value that could be read.
    pub(crate) fn has(&self, key: &str) -> bool {
        self.written.contains_key(key)
    }

    /// The keys that were written, without those inside of others, each with its first place.
    pub(crate) fn keys(&self) -> impl Iterator<Item = (&str, Span)> {
        self.written
            .iter()
            .filter(|(key, _)| !key.contains('.'))
            .filter_map(|(key, spans)| Some((key.as_str(), *spans.first()?)))
    }

    /// The value of a key as it was written; the last one where it was written twice.
    pub(crate) fn expression(&self, key: &str) -> Option<&syn::Expr> {
        self.expressions(key).last()
    }

    /// All values of a key as they were written.
    pub(crate) fn expressions(&self, key: &str) -> &[syn::Expr] {
        self.expressions.get(key).map_or(&[], Vec::as_slice)
    }

    /// Notes the items. What has no key is counted: `key("a", "b")` has the values `key.0` and `key.1`.
    fn collect(&mut self, items: &[NestedMeta], prefix: &str) {
        for (nth, item) in items.iter().enumerate() {
            let meta = match item {
                NestedMeta::Meta(meta) => meta,
                other => {
                    self.note(format!("{prefix}{nth}"), other.span());
                    continue;
                }
            };
            let Some(name) = meta.path().get_ident() else {
                continue;
            };
            let key = format!("{prefix}{name}");
            match meta {
                syn::Meta::NameValue(pair) => {
                    let span = pair.value.span();
                    self.note(key.clone(), span);
                    // Raw JSON stands for all the keys in it.
                    for inner in JSON_KEYS
                        .iter()
                        .filter(|inner| inner.starts_with(&format!("{key}.")))
                    {
                        self.note((*inner).to_owned(), span);
                    }
                    self.expressions.entry(key).or_default().push(pair.value.clone());
                }
                syn::Meta::List(list) => {
                    self.note(key.clone(), list.path.span());
                    if let Ok(inner) = NestedMeta::parse_meta_list(list.tokens.clone()) {
                        self.collect(&inner, &format!("{key}."));
                    }
                }
                syn::Meta::Path(path) => self.note(key, path.span()),
            }
        }
    }

    fn note(&mut self, key: String, span: Span) {
        self.written.entry(key).or_default().push(span);
    }
}

/// Keys that raw JSON has, of those whose place is asked for.
const JSON_KEYS: [&str; 6] = [
    "printcolumn.name",
    "printcolumn.type_",
    "printcolumn.json_path",
    "scale.spec_replicas_path",
    "scale.status_replicas_path",
    "scale.label_selector_path",
];

/// Reads the item and all attributes of that dialect into one value.
pub(crate) fn parse<A: FromMeta + Default>(
    item: DeriveInput,
    dialect: Dialect,
    required: &[&'static str],
    errors: &mut Accumulator,
) -> TypeInput<A> {
    let mut items = nested(&item.attrs, dialect, errors);
    if dialect == Dialect::Kube {
        items.retain(|item| !refuse_marks(item, errors));
    }
    // A required key that is missing has no token of its own: the attribute, or the type's name, stands for it.
    let home = item
        .attrs
        .iter()
        .find(|attribute| attribute.path().is_ident(dialect.name()))
        .map_or_else(|| item.ident.span(), |attribute| attribute.path().span());
    let missing: Vec<&str> = required
        .iter()
        .copied()
        .filter(|key| !items.iter().any(|item| is(item, key)))
        .collect();
    if !missing.is_empty() {
        let names: Vec<String> = missing.iter().map(|key| format!("`{key}`")).collect();
        let (verb, them) = if names.len() == 1 {
            ("is", "it")
        } else {
            ("are", "them")
        };
        let mut example: Vec<String> = missing
            .iter()
            .map(|key| {
                let value = match *key {
                    "group" => "cache.example.com",
                    "version" => "v1alpha1",
                    _ => "Memcached",
                };
                format!("{key} = \"{value}\"")
            })
            .collect();
        if dialect == Dialect::Kopr
            && !items
                .iter()
                .any(|item| is(item, "namespaced") || is(item, "cluster"))
        {
            example.push("namespaced".to_owned());
        }
        let text = format!(
            "{} {verb} missing; say {them} as in `#[{}({})]`",
            names.join(", "),
            dialect.name(),
            example.join(", ")
        );
        errors.push(syn::Error::new(home, text).into());
    }
    let (attributes, mut spans) = read(items, required, errors);
    spans.home = home;
    TypeInput {
        item,
        attributes,
        spans,
        dialect,
    }
}

/// Words on the schema travel in it, and beside `#[kube(..)]` the schema is not ours.
fn refuse_marks(item: &NestedMeta, errors: &mut Accumulator) -> bool {
    let NestedMeta::Meta(meta) = item else {
        return false;
    };
    let is_mark = Marks::from_list(std::slice::from_ref(item)).is_ok();
    if is_mark {
        let key = meta.path().to_token_stream();
        let text = format!(
            "`{key}` is a word on the schema, which kopr does not derive beside `#[kube(..)]`; write `#[kopr(..)]` instead and take `JsonSchema` out"
        );
        errors.push(syn::Error::new(meta.path().span(), text).into());
    }
    is_mark
}

/// Reads keys one after another, so that one that is wrong hides no other. What is wrong is left out.
fn read<A: FromMeta + Default>(
    items: Vec<NestedMeta>,
    required: &[&'static str],
    errors: &mut Accumulator,
) -> (A, Spans) {
    let attempt = |items: &[NestedMeta]| {
        let mut items = items.to_vec();
        for key in required {
            if !items.iter().any(|item| is(item, key)) {
                let key = syn::Ident::new(key, Span::call_site());
                items.push(NestedMeta::Meta(syn::parse_quote!(#key = "")));
            }
        }
        A::from_list(&items)
    };
    let mut good = Vec::new();
    for item in items {
        good.push(item);
        if let Err(error) = attempt(&good)
            && let Some(item) = good.pop()
        {
            errors.extend(wording::reword(error, item.span()).into_iter().map(Error::from));
        }
    }
    let mut spans = Spans::default();
    spans.collect(&good, "");
    (attempt(&good).unwrap_or_default(), spans)
}

fn is(item: &NestedMeta, key: &str) -> bool {
    matches!(item, NestedMeta::Meta(meta) if meta.path().is_ident(key))
}

/// The `#[kopr(..)]` of one field, with what its serde attributes say about it.
pub(crate) fn field(field: &Field, errors: &mut Accumulator) -> FieldInput {
    let items = nested(&field.attrs, Dialect::Kopr, errors);
    let (mut attributes, spans): (FieldAttributes, _) = read(items, &[], errors);
    let serde = Serde::of(&field.attrs);
    attributes.omits_none = serde.omits_none;
    attributes.aliases = serde.aliases.iter().map(|(_, name)| name.clone()).collect();
    FieldInput {
        attributes,
        spans,
        serde,
    }
}

/// A parsed field.
pub(crate) struct FieldInput {
    /// What `#[kopr(..)]` said.
    pub(crate) attributes: FieldAttributes,
    /// Spans of its keys.
    pub(crate) spans: Spans,
    /// What serde does with the field.
    pub(crate) serde: Serde,
}

/// All items of all attributes of that dialect.
pub(crate) fn nested(
    attributes: &[Attribute],
    dialect: Dialect,
    errors: &mut Accumulator,
) -> Vec<NestedMeta> {
    let name = dialect.name();
    let mut items = Vec::new();
    for attribute in attributes
        .iter()
        .filter(|attribute| attribute.path().is_ident(name))
    {
        let parsed = match &attribute.meta {
            syn::Meta::List(list) => NestedMeta::parse_meta_list(list.tokens.clone()).map_err(Error::from),
            other => Err(
                Error::custom(format!("`{name}` takes keys in parentheses: `#[{name}(..)]`"))
                    .with_span(&other.to_token_stream().span()),
            ),
        };
        items.extend(errors.handle(parsed).unwrap_or_default());
    }
    items
}
