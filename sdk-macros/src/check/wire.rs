//! What serde's attributes say that no schema could keep.

use darling::error::Accumulator;
use syn::{Data, DataEnum, DeriveInput, Fields, Variant};

use super::error;
use crate::serde_attrs::Serde;

/// Members that every object has at its root.
const OF_OBJECTS: [&str; 4] = ["apiVersion", "kind", "metadata", "status"];

/// Rules over the form on the wire; `mixed` allows an enum that has no structural form.
pub(crate) fn wire(item: &DeriveInput, mixed: bool, errors: &mut Accumulator) {
    let container = Serde::of(&item.attrs);
    split(&container, errors);
    match &item.data {
        Data::Struct(data) => fields(&data.fields, errors),
        Data::Enum(data) => {
            for variant in &data.variants {
                let serde = Serde::of(&variant.attrs);
                split(&serde, errors);
                fields(&variant.fields, errors);
            }
            if !mixed {
                mixed_variants(&container, data, errors);
            }
        }
        Data::Union(_) => {}
    }
}

fn fields(fields: &Fields, errors: &mut Accumulator) {
    for field in fields {
        let serde = Serde::of(&field.attrs);
        split(&serde, errors);
    }
}

/// One schema has one name for what is written and what is read.
fn split(serde: &Serde, errors: &mut Accumulator) {
    for (span, said) in &serde.split {
        errors.push(error(
            *span,
            format!("{said}: the API server knows one name, and drops what is written under another; write one name"),
        ));
    }
}

/// An externally tagged enum is a text where a variant has no data, and an object where it has.
fn mixed_variants(container: &Serde, data: &DataEnum, errors: &mut Accumulator) {
    if container.untagged || container.tag.is_some() || container.converted || container.content.is_some() {
        return;
    }
    let counted: Vec<&Variant> = data
        .variants
        .iter()
        .filter(|variant| {
            let serde = Serde::of(&variant.attrs);
            !serde.skipped && !serde.untagged && !serde.converted
        })
        .collect();
    let Some(with_data) = counted
        .iter()
        .find(|variant| !matches!(variant.fields, Fields::Unit))
    else {
        return;
    };
    for variant in counted
        .iter()
        .filter(|variant| matches!(variant.fields, Fields::Unit))
    {
        let name = &variant.ident;
        errors.push(error(
            variant.ident.span(),
            format!(
                "on the wire `{name}` is a text and `{}` an object, and no schema of the API server takes both: write `{name} {{}}`, or put `#[serde(tag = \"type\")]` on the enum, or allow anything here with `#[kopr(preserve_unknown)]` on the enum",
                with_data.ident
            ),
        ));
    }
}

/// Fields that stand at the root of the object.
pub(super) fn at_root(item: &DeriveInput, errors: &mut Accumulator) {
    let Data::Struct(data) = &item.data else {
        errors.push(error(
            item.ident.span(),
            "`no_spec` puts fields at the root of the object, so it needs a struct with named fields"
                .to_owned(),
        ));
        return;
    };
    let rule = Serde::of(&item.attrs).rename_all;
    for field in &data.fields {
        let Some(ident) = &field.ident else { continue };
        let serde = Serde::of(&field.attrs);
        let name = serde.field_name(ident, rule);
        if !serde.skipped && !serde.flattened && OF_OBJECTS.contains(&name.as_str()) {
            errors.push(error(
                ident.span(),
                format!("with `no_spec` this field would stand at the root of the object, where `{name}` is taken; give it another name"),
            ));
        }
    }
}
