//! Rules over attributes: every mistake is collected, each on the token that is wrong.

mod columns;
mod identity;
mod marks;
mod metadata;
mod root;
mod ui;
mod version;
mod wire;

use darling::{Error, error::Accumulator};
use kopr_model::attribute::{KindAttributes, SchemaAttributes};
use proc_macro2::Span;
use syn::{Attribute, Data, DeriveInput, Field, spanned::Spanned};

use crate::input::{Dialect, FieldInput, TypeInput};

pub(crate) use identity::APPROVED;
pub(crate) use ui::Home;

/// All rules of `#[derive(CustomResource)]`.
pub(crate) fn custom_resource(input: &TypeInput<KindAttributes>, errors: &mut Accumulator) {
    shape(&input.item, errors);
    identity::identity(input, errors);
    scope(input, errors);
    version::version(input, errors);
    columns::columns(input, errors);
    columns::scale(input, errors);
    columns::selectable(input, errors);
    root::root(input, errors);
    ui::kind(input, errors);
    marks::marks(&input.attributes.marks, &input.spans, errors);
    if input.dialect == Dialect::Kopr {
        wire::wire(&input.item, input.attributes.marks.preserve_unknown, errors);
    }
    if input.attributes.no_spec {
        wire::at_root(&input.item, errors);
    }
}

/// All rules of `#[derive(Schema)]`.
pub(crate) fn schema(input: &TypeInput<SchemaAttributes>, errors: &mut Accumulator) {
    if matches!(input.item.data, Data::Union(_)) {
        errors.push(
            Error::custom("a union has no schema, nor can serde read one; use an enum")
                .with_span(&input.item.ident),
        );
    }
    marks::marks(&input.attributes.marks, &input.spans, errors);
    wire::wire(&input.item, input.attributes.marks.preserve_unknown, errors);
}

/// A spec is a struct with named fields, or an enum; the schema of anything else is no object.
fn shape(item: &DeriveInput, errors: &mut Accumulator) {
    let refused = match &item.data {
        Data::Struct(data) if matches!(data.fields, syn::Fields::Named(_)) => None,
        Data::Enum(_) => None,
        Data::Struct(_) => Some("a spec needs named fields: the API server takes only objects"),
        Data::Union(_) => Some("a union cannot be a spec"),
    };
    if let Some(text) = refused {
        errors.push(Error::custom(text).with_span(&item.ident));
    }
    if let Some(first) = item.generics.params.first() {
        errors.push(
            Error::custom("a spec cannot be generic: a CRD is made for one type; write the type out")
                .with_span(first),
        );
    }
}

fn scope(input: &TypeInput<KindAttributes>, errors: &mut Accumulator) {
    match (input.attributes.namespaced, input.attributes.cluster) {
        (true, true) => errors.push(error(
            input.spans.of("cluster", 0),
            "`namespaced` and `cluster` exclude each other; take one of them out".to_owned(),
        )),
        // Where nothing at all was written, the example of what is missing says it too.
        (false, false) if input.dialect == Dialect::Kopr && input.spans.has("kind") => errors.push(error(
            input.spans.of("kind", 0),
            "say `namespaced` or `cluster` beside it: the scope of a kind cannot be changed later".to_owned(),
        )),
        _ => {}
    }
}

/// Rules of `#[kopr(..)]` on a field.
pub(crate) fn field(field: &Field, input: &FieldInput, home: Home, errors: &mut Accumulator) {
    marks::marks(&input.attributes.marks, &input.spans, errors);
    if let Some(ui) = &input.attributes.ui {
        ui::field(ui, &input.spans, home, errors);
    }
    homeless(field, input, errors);
}

/// A field that has no place of its own in the object has none for words either.
fn homeless(field: &Field, input: &FieldInput, errors: &mut Accumulator) {
    for (key, span) in input.spans.keys() {
        let is_column = key == "column";
        // What is about a place in the object, and means nothing on a type.
        let is_placed = is_column || key == "ui";
        if field.ident.is_none() {
            errors.push(error(
                span,
                if is_column {
                    "a column has a path, and a field without a name has none; give it a name".to_owned()
                } else if is_placed {
                    format!("a field without a name has no path for `{key}`; give it a name")
                } else {
                    format!("a field without a name takes no `{key}`; put it on the type, beside the derive, or give the field a name")
                },
            ));
        }
        if input.serde.skipped {
            errors.push(error(
                span,
                if is_column {
                    "a field that serde skips is not in the object, so it cannot be a column; take `column` out"
                        .to_owned()
                } else {
                    format!("a field that serde skips is not in the object, so `{key}` does nothing; take it out")
                },
            ));
        }
        if input.serde.flattened {
            errors.push(error(
                span,
                if is_placed {
                    format!("a flattened field has no place of its own; put `{key}` on the fields inside it")
                } else {
                    format!("a flattened field has no place of its own; put `{key}` on its type, or on the fields inside it")
                },
            ));
        }
    }
}

/// `#[kopr(..)]` where no key makes sense.
pub(crate) fn no_keys(attributes: &[Attribute], place: &str, errors: &mut Accumulator) {
    for attribute in attributes
        .iter()
        .filter(|attribute| attribute.path().is_ident("kopr"))
    {
        errors.push(error(
            attribute.path().span(),
            format!("`kopr` has no keys for {place}; take the attribute out"),
        ));
    }
}

fn error(span: Span, text: String) -> Error {
    Error::from(syn::Error::new(span, text))
}
