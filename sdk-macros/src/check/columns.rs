//! Columns, scale and selectable fields, as far as their text tells.

use darling::error::Accumulator;
use kopr_model::ColumnType;
use kopr_model::attribute::KindAttributes;
use proc_macro2::Span;

use super::error;
use crate::input::TypeInput;
use crate::path;

pub(super) fn columns(input: &TypeInput<KindAttributes>, errors: &mut Accumulator) {
    let columns = &input.attributes.printcolumn;
    for (nth, column) in columns.iter().enumerate() {
        if column.name.trim().is_empty() && input.spans.has("printcolumn.name") {
            errors.push(error(
                input.spans.of("printcolumn.name", nth),
                "the column has no heading; write one".to_owned(),
            ));
        }
        if !column.name.is_empty() && columns[..nth].iter().any(|other| other.name == column.name) {
            errors.push(error(
                input.spans.of("printcolumn.name", nth),
                format!("a second column `{}`; give it another heading", column.name),
            ));
        }
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
        if column.priority.is_some_and(|priority| priority < 0) {
            errors.push(error(
                input.spans.of("printcolumn", nth),
                "a priority is 0 (always shown) or more (only with `-o wide`)".to_owned(),
            ));
        }
    }
}

fn json_path(text: &str, span: Span, errors: &mut Accumulator) -> Option<path::Path> {
    match path::parse(text) {
        Ok(path) => Some(path),
        Err(reason) => {
            errors.push(error(span, format!("`{text}` is not a JSON path: {reason}")));
            None
        }
    }
}

pub(super) fn scale(input: &TypeInput<KindAttributes>, errors: &mut Accumulator) {
    let Some(scale) = &input.attributes.scale else {
        return;
    };
    if input.attributes.status.is_none() {
        errors.push(error(
            input.spans.of("scale", 0),
            "`scale` needs `status = \"..\"`: the observed replicas are read from there".to_owned(),
        ));
    }
    if input.attributes.no_spec {
        errors.push(error(
            input.spans.of("scale", 0),
            "`scale` needs replicas under `.spec`, which a kind with `no_spec` does not have; take one of them out"
                .to_owned(),
        ));
        return;
    }
    for (key, text, roots) in [
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
        let Some(text) = text else { continue };
        let span = input.spans.of(key, 0);
        if roots.iter().any(|root| text.starts_with(root)) {
            plain(text, span, errors);
        } else {
            let roots: Vec<String> = roots.iter().map(|root| format!("`{root}`")).collect();
            errors.push(error(
                span,
                format!("`{text}` has to begin with {}", roots.join(" or ")),
            ));
        }
    }
}

pub(super) fn selectable(input: &TypeInput<KindAttributes>, errors: &mut Accumulator) {
    for (nth, text) in input.attributes.selectable.iter().enumerate() {
        let span = input.spans.of("selectable", nth);
        if text == ".metadata" || text.starts_with(".metadata.") {
            errors.push(error(
                span,
                format!(
                    "`{text}` is in `metadata`, whose name and namespace are selectable anyway; take it out"
                ),
            ));
        } else {
            plain(text, span, errors);
        }
    }
}

/// A path of dots alone.
fn plain(text: &str, span: Span, errors: &mut Accumulator) {
    if let Some(path) = json_path(text, span, errors)
        && !path.is_plain()
    {
        errors.push(error(
            span,
            format!("`{text}` may have only names and dots, as in `.spec.size`"),
        ));
    }
}
