//! What is put on the root struct: derives and attributes.

use darling::error::Accumulator;
use kopr_model::attribute::KindAttributes;
use syn::Meta;

use super::error;
use crate::input::{Dialect, TypeInput};

/// Traits that the root struct has anyway.
const GIVEN: [&str; 4] = ["Clone", "Debug", "Serialize", "Deserialize"];

pub(super) fn root(input: &TypeInput<KindAttributes>, errors: &mut Accumulator) {
    let attributes = &input.attributes;
    for (nth, text) in attributes.derive.iter().enumerate() {
        let span = input.spans.of("derive", nth);
        let Ok(path) = syn::parse_str::<syn::Path>(text) else {
            errors.push(error(
                span,
                format!("`{text}` is not the path of one derive; give `derive` once for each"),
            ));
            continue;
        };
        let last = path
            .segments
            .last()
            .map(|segment| segment.ident.to_string())
            .unwrap_or_default();
        if GIVEN.contains(&last.as_str()) {
            errors.push(error(
                span,
                format!("the root struct has `{last}` anyway; take it out"),
            ));
        } else if attributes.derive[..nth].contains(text) {
            errors.push(error(
                span,
                format!("`{text}` is derived twice; take one of them out"),
            ));
        }
    }
    for (nth, text) in attributes.attr.iter().enumerate() {
        let span = input.spans.of("attr", nth);
        let Ok(meta) = syn::parse_str::<Meta>(text) else {
            errors.push(error(
                span,
                format!(
                    "`{text}` is not an attribute; write what stands in `#[..]`, as in `allow(deprecated)`"
                ),
            ));
            continue;
        };
        let name = meta.path().get_ident().map(ToString::to_string);
        let name = name.unwrap_or_default();
        let way_out = match name.as_str() {
            "derive" => "say it with `derive = \"..\"`",
            "serde" => "how the root struct is written and read is fixed; what is in it is the spec's to say",
            "schemars" => "say words on the schema on the spec or its fields",
            "kopr" | "kube" => "its keys stand beside `attr`",
            _ => continue,
        };
        let text = format!("`{name}` cannot be an attribute of the root struct: {way_out}");
        errors.push(error(span, text));
    }
    if attributes.optional_spec && attributes.no_spec {
        errors.push(error(
            input.spans.of("optional_spec", 0),
            "`optional_spec` is about a `spec`, and with `no_spec` there is none; take one of them out"
                .to_owned(),
        ));
    }
    if attributes.cel
        && input.dialect == Dialect::Kube
        && attributes.schema != kopr_model::attribute::SchemaMode::Derived
    {
        errors.push(error(
            input.spans.of("cel", 0),
            "`cel` tries the rules of the derived schema; take it out, or `schema`".to_owned(),
        ));
    }
}
