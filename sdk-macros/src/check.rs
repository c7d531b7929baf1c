//! Rules over attributes: every mistake is collected, each on the token that is wrong.

use darling::{Error, error::Accumulator};
use kopr_model::{ColumnType, attribute::KindAttributes, names};
use proc_macro2::Span;
use syn::{Attribute, Data, DeriveInput, Field, spanned::Spanned};

use crate::input::{FieldInput, TypeInput};

/// Longest warning of a deprecated version; the API server's limit.
const DEPRECATION_WARNING_MAX: usize = 256;

/// All rules of `#[derive(CustomResource)]`.
pub(crate) fn custom_resource(input: &TypeInput<KindAttributes>, errors: &mut Accumulator) {
    shape(&input.item, errors);
    identity(input, errors);
    scope(input, errors);
    version(input, errors);
    columns(input, errors);
    scale(input, errors);
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

fn identity(input: &TypeInput<KindAttributes>, errors: &mut Accumulator) {
    let attributes = &input.attributes;
    let spans = &input.spans;
    let mut name = |key: &str, nth: usize, value: &str, what: &str, result: Result<(), names::Refusal>| {
        // What could not be read has been reported already.
        if spans.has(key)
            && let Err(refusal) = result
        {
            let instead = instead(key, value).map_or_else(String::new, |name| format!("; write `{name}`"));
            errors.push(error(
                spans.of(key, nth),
                format!("`{value}` is not {what}: {refusal}{instead}"),
            ));
        }
    };
    name(
        "group",
        0,
        &attributes.group,
        "an API group",
        names::api_group(&attributes.group).map_err(|refusal| {
            if !attributes.group.is_empty() && !attributes.group.contains('.') {
                "it has no dot; add your own domain".to_owned()
            } else {
                refusal
            }
        }),
    );
    name(
        "version",
        0,
        &attributes.version,
        "a version",
        names::dns_1035_label(&attributes.version),
    );
    name("kind", 0, &attributes.kind, "a kind", kind(&attributes.kind));
    for (key, value) in [("plural", &attributes.plural), ("singular", &attributes.singular)] {
        if let Some(value) = value {
            name(key, 0, value, "a resource name", names::dns_1035_label(value));
        }
    }
    for (nth, value) in attributes.shortname.iter().enumerate() {
        name(
            "shortname",
            nth,
            value,
            "a short name",
            names::dns_1035_label(value),
        );
    }
    for (nth, value) in attributes.category.iter().enumerate() {
        name("category", nth, value, "a category", names::dns_1035_label(value));
    }
    if input.item.ident == attributes.kind {
        errors.push(error(
            spans.of("kind", 0),
            format!(
                "the struct and its kind are both called `{0}`: the kind becomes a struct of its own; call this one `{0}Spec`",
                attributes.kind
            ),
        ));
    }
    if let Some(status) = &attributes.status
        && syn::parse_str::<syn::Type>(status).is_err()
    {
        errors.push(error(
            spans.of("status", 0),
            format!("`{status}` is not a type; write the name of the status's struct"),
        ));
    }
}

/// A name that would do, near the one that was refused.
fn instead(key: &str, value: &str) -> Option<String> {
    let plain: String = value
        .to_lowercase()
        .chars()
        .map(|c| {
            let known = c.is_ascii_lowercase() || c.is_ascii_digit() || (c == '.' && key == "group");
            if known { c } else { '-' }
        })
        .collect();
    let plain = plain.trim_matches('-');
    let name = match key {
        "group" if !plain.contains('.') => format!("{plain}.example.com"),
        "group" => plain.to_owned(),
        // What is no word of the usual form sorts last among versions, so none is proposed but that.
        "version" => {
            let number: String = plain
                .trim_start_matches('v')
                .chars()
                .take_while(char::is_ascii_digit)
                .collect();
            let number = if number.is_empty() || number == "0" {
                "1alpha1".to_owned()
            } else {
                number
            };
            format!("v{number}")
        }
        "kind" => {
            let mut kind: String = value.chars().filter(char::is_ascii_alphanumeric).collect();
            if let Some(first) = kind.get_mut(..1) {
                first.make_ascii_uppercase();
            }
            kind
        }
        _ => plain.trim_start_matches(|c: char| c.is_ascii_digit()).to_owned(),
    };
    let good = match key {
        "group" => names::api_group(&name),
        "kind" => kind(&name),
        _ => names::dns_1035_label(&name),
    };
    (good.is_ok() && name != value).then_some(name)
}

/// A kind is also the name of the root struct, so words that Rust keeps for itself are out.
fn kind(kind: &str) -> Result<(), names::Refusal> {
    names::kind(kind)?;
    match syn::parse_str::<syn::Ident>(kind) {
        Ok(_) => Ok(()),
        Err(_) => {
            Err("Rust keeps that word for itself, and the root struct is called like the kind".to_owned())
        }
    }
}

fn scope(input: &TypeInput<KindAttributes>, errors: &mut Accumulator) {
    match (input.attributes.namespaced, input.attributes.cluster) {
        (true, true) => errors.push(error(
            input.spans.of("cluster", 0),
            "`namespaced` and `cluster` exclude each other; take one of them out".to_owned(),
        )),
        // Where nothing at all was written, the example of what is missing says it too.
        (false, false) if input.spans.has("kind") => errors.push(error(
            input.spans.of("kind", 0),
            "say `namespaced` or `cluster` beside it: the scope of a kind cannot be changed later".to_owned(),
        )),
        _ => {}
    }
}

fn version(input: &TypeInput<KindAttributes>, errors: &mut Accumulator) {
    let attributes = &input.attributes;
    if let Some(kopr_model::attribute::Deprecated::Warning(warning)) = &attributes.deprecated {
        let length = warning.chars().count();
        if length > DEPRECATION_WARNING_MAX {
            errors.push(error(
                input.spans.of("deprecated", 0),
                format!(
                    "the warning has {length} characters, {DEPRECATION_WARNING_MAX} are the limit; shorten it"
                ),
            ));
        }
    }
    if attributes.foreign {
        for key in [
            "served",
            "storage",
            "deprecated",
            "printcolumn",
            "scale",
            "shortname",
            "category",
            "age",
            "doc",
        ] {
            let span = input.spans.of(key, 0);
            if input.spans.has(key) {
                errors.push(error(
                    span,
                    format!("`{key}` does nothing on a `foreign` kind, since no CRD of it is made; take one of them out"),
                ));
            }
        }
    }
}

fn columns(input: &TypeInput<KindAttributes>, errors: &mut Accumulator) {
    for (nth, column) in input.attributes.printcolumn.iter().enumerate() {
        if !column.type_.is_empty() && ColumnType::parse(&column.type_).is_none() {
            let words: Vec<String> = ColumnType::ALL
                .iter()
                .map(|(word, _)| format!("`{word}`"))
                .collect();
            errors.push(error(
                input.spans.of("printcolumn.type_", nth),
                format!(
                    "`{}` is not a column type; use {}",
                    column.type_,
                    words.join(", ")
                ),
            ));
        }
        json_path(
            &column.json_path,
            input.spans.of("printcolumn.json_path", nth),
            errors,
        );
    }
}

fn scale(input: &TypeInput<KindAttributes>, errors: &mut Accumulator) {
    let Some(scale) = &input.attributes.scale else {
        return;
    };
    if input.attributes.status.is_none() {
        errors.push(error(
            input.spans.of("scale", 0),
            "`scale` needs `status = \"..\"`: the observed replicas are read from there".to_owned(),
        ));
    }
    for (key, path, roots) in [
        (
            "scale.spec_replicas_path",
            Some(&scale.spec_replicas_path),
            &[".spec."][..],
        ),
        (
            "scale.status_replicas_path",
            Some(&scale.status_replicas_path),
            &[".status."],
        ),
        (
            "scale.label_selector_path",
            scale.label_selector_path.as_ref(),
            &[".status.", ".spec."],
        ),
    ] {
        let Some(path) = path else { continue };
        if !roots.iter().any(|root| path.starts_with(root)) {
            let roots: Vec<String> = roots.iter().map(|root| format!("`{root}`")).collect();
            errors.push(error(
                input.spans.of(key, 0),
                format!("`{path}` has to begin with {}", roots.join(" or ")),
            ));
        }
    }
}

fn json_path(path: &str, span: Span, errors: &mut Accumulator) {
    if !path.is_empty() && !path.starts_with('.') {
        errors.push(error(
            span,
            format!("`{path}` is not a JSON path: it begins with a dot, as in `.{path}`"),
        ));
    }
}

/// Rules of `#[kopr(..)]` on a field.
pub(crate) fn field(field: &Field, input: &FieldInput, errors: &mut Accumulator) {
    if input.attributes.column.is_none() {
        return;
    }
    let span = input.spans.of("column", 0);
    if field.ident.is_none() {
        errors.push(error(
            span,
            "a column has a path, and a field without a name has none; give it a name".to_owned(),
        ));
    }
    if input.serde.skipped {
        errors.push(error(
            span,
            "a field that serde skips is not in the object, so it cannot be a column; take `column` out"
                .to_owned(),
        ));
    }
    if input.serde.flattened {
        errors.push(error(
            span,
            "a flattened field has no place of its own; put `column` on the fields inside it".to_owned(),
        ));
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
