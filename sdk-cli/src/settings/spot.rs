//! The entry of a file that an error is about: found by its place, and taken out.

use std::ops::Range;

use toml::Spanned;
use toml::de::{DeArray, DeTable, DeValue};

/// A step from a table or a list into it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Step {
    Key(String),
    Item(usize),
}

/// The innermost entry at that place: its key is there, or its value is around it.
pub(super) fn spot(table: &DeTable<'_>, span: &Range<usize>) -> Option<Vec<Step>> {
    table.iter().find_map(|(key, value)| {
        let rest = if key.span() == *span {
            Some(Vec::new())
        } else {
            within(value, span)
        };
        rest.map(|rest| behind(Step::Key(key.get_ref().to_string()), rest))
    })
}

fn within(value: &Spanned<DeValue<'_>>, span: &Range<usize>) -> Option<Vec<Step>> {
    // The parts first: a table that has a header of its own spans only that.
    let inner = match value.get_ref() {
        DeValue::Table(table) => spot(table, span),
        DeValue::Array(items) => items
            .iter()
            .enumerate()
            .find_map(|(at, item)| within(item, span).map(|rest| behind(Step::Item(at), rest))),
        _ => None,
    };
    let around = value.span();
    inner.or_else(|| (around.start <= span.start && span.end <= around.end).then(Vec::new))
}

fn behind(first: Step, rest: Vec<Step>) -> Vec<Step> {
    let mut steps = vec![first];
    steps.extend(rest);
    steps
}

/// The setting, as TOML writes it with dots. Items of a list are told by the list.
pub(super) fn path_of(steps: &[Step]) -> String {
    let keys: Vec<String> = steps
        .iter()
        .map_while(|step| match step {
            Step::Key(key) => Some(quoted(key)),
            Step::Item(_) => None,
        })
        .collect();
    keys.join(".")
}

/// A key, in quotes where TOML needs them.
pub(super) fn quoted(key: &str) -> String {
    let bare = |c: char| c.is_ascii_alphanumeric() || c == '-' || c == '_';
    if !key.is_empty() && key.chars().all(bare) {
        key.to_owned()
    } else {
        format!("{key:?}")
    }
}

/// Takes the entry out; false where there is none.
pub(super) fn take_out(table: &mut DeTable<'_>, steps: &[Step]) -> bool {
    match steps {
        [Step::Key(key)] => table.remove(key.as_str()).is_some(),
        [Step::Key(key), rest @ ..] => {
            let Some(value) = table.get_mut(key.as_str()) else {
                return false;
            };
            match take_out_of(value.get_mut(), rest) {
                Outcome::Gone => true,
                Outcome::Empty => table.remove(key.as_str()).is_some(),
                Outcome::Missing => false,
            }
        }
        _ => false,
    }
}

enum Outcome {
    Gone,
    /// Nothing is left of the list, and an empty list would be a mistake of its own.
    Empty,
    Missing,
}

fn take_out_of(value: &mut DeValue<'_>, steps: &[Step]) -> Outcome {
    match (value, steps) {
        (DeValue::Table(table), steps) => {
            if take_out(table, steps) {
                Outcome::Gone
            } else {
                Outcome::Missing
            }
        }
        (DeValue::Array(items), [Step::Item(at)]) if *at < items.len() => {
            *items = std::mem::replace(items, DeArray::new())
                .into_iter()
                .enumerate()
                .filter(|(index, _)| index != at)
                .map(|(_, item)| item)
                .collect();
            if items.is_empty() {
                Outcome::Empty
            } else {
                Outcome::Gone
            }
        }
        (DeValue::Array(items), [Step::Item(at), rest @ ..]) => match items.get_mut(*at) {
            Some(item) => take_out_of(item.get_mut(), rest),
            None => Outcome::Missing,
        },
        _ => Outcome::Missing,
    }
}
