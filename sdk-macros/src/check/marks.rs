//! Kubernetes' own words on types and fields, as far as their text tells.

use darling::error::Accumulator;
use kopr_model::attribute::{ListType, Marks};

use super::error;
use crate::input::Spans;

/// What `fieldPath` and its neighbours take for `reason`.
const REASONS: [&str; 4] = [
    "FieldValueInvalid",
    "FieldValueForbidden",
    "FieldValueRequired",
    "FieldValueDuplicate",
];

/// Rules of the words at one place.
pub(super) fn marks(marks: &Marks, spans: &Spans, errors: &mut Accumulator) {
    rules(marks, spans, errors);
    lists(marks, spans, errors);
    for (key, groups) in [
        ("at_most_one_of", &marks.at_most_one_of),
        ("exactly_one_of", &marks.exactly_one_of),
        ("at_least_one_of", &marks.at_least_one_of),
    ] {
        let least = if key == "at_least_one_of" { 1 } else { 2 };
        for (nth, group) in groups.iter().enumerate() {
            for (at, name) in group.0.iter().enumerate() {
                if group.0[..at].contains(name) {
                    errors.push(error(
                        spans.of(key, nth),
                        format!("`{name}` is given twice; take one of them out"),
                    ));
                }
            }
            if group.0.len() < least {
                errors.push(error(
                    spans.of(key, nth),
                    format!("`{key}` takes JSON names of members, {least} at least: `{key}(\"a\", \"b\")`"),
                ));
            }
        }
    }
    if marks.int_or_string && marks.preserve_unknown {
        errors.push(error(
            spans.of("preserve_unknown", 0),
            "an integer or a string has no fields to preserve; take one of `int_or_string` and `preserve_unknown` out"
                .to_owned(),
        ));
    }
}

fn rules(marks: &Marks, spans: &Spans, errors: &mut Accumulator) {
    // Keys inside of `rule(..)` are counted over all that have them.
    let (mut messages, mut reasons, mut paths) = (0, 0, 0);
    let count = |counter: &mut usize| {
        *counter += 1;
        *counter - 1
    };
    for (nth, rule) in marks.rule.iter().enumerate() {
        if rule.cel.trim().is_empty() {
            errors.push(error(
                spans.of("rule", nth),
                "the rule is empty; write one such as `\"self.size < 10\"`".to_owned(),
            ));
        }
        if let Some(message) = &rule.message {
            let span = spans.of("rule.message", count(&mut messages));
            if message.trim().is_empty() {
                errors.push(error(
                    span,
                    "the message is empty; take it out, or say what is wrong".to_owned(),
                ));
            } else if message.contains(['\n', '\r']) {
                errors.push(error(
                    span,
                    "the message has a line break, which the API server refuses; write it in one line"
                        .to_owned(),
                ));
            }
            if rule.message_expr.is_some() {
                errors.push(error(
                    span,
                    "`message` and `message_expr` say the same; the expression would win, so take one of them out"
                        .to_owned(),
                ));
            }
        }
        if let Some(reason) = &rule.reason {
            let span = spans.of("rule.reason", count(&mut reasons));
            if !REASONS.contains(&reason.as_str()) {
                let words: Vec<String> = REASONS.iter().map(|word| format!("`{word}`")).collect();
                errors.push(error(
                    span,
                    format!("`{reason}` is not a reason; use one of {}", words.join(", ")),
                ));
            }
        }
        if let Some(path) = &rule.field_path {
            let span = spans.of("rule.field_path", count(&mut paths));
            if !path.starts_with(['.', '[']) {
                errors.push(error(
                    span,
                    format!("`{path}` does not begin with a dot; write `.{path}`"),
                ));
            }
        }
    }
}

fn lists(marks: &Marks, spans: &Spans, errors: &mut Accumulator) {
    let has_keys = !marks.list_map_keys.is_empty();
    match marks.list_type {
        Some(ListType::Map) if !has_keys => errors.push(error(
            spans.of("list_type", 0),
            "a list that is merged as a map needs to know its keys: `list_map_keys(\"name\")`, which alone says that it is one"
                .to_owned(),
        )),
        Some(ListType::Atomic | ListType::Set) if has_keys => errors.push(error(
            spans.of("list_type", 0),
            "only a list of the type `\"map\"` has `list_map_keys`; take one of the two out".to_owned(),
        )),
        _ => {}
    }
    for (at, key) in marks.list_map_keys.0.iter().enumerate() {
        if marks.list_map_keys.0[..at].contains(key) {
            errors.push(error(
                spans.of(&format!("list_map_keys.{at}"), 0),
                format!("`{key}` is given twice; take one of them out"),
            ));
        }
    }
}
