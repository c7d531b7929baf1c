//! `ui(..)` on fields and kinds, as far as its text and its place tell.

use darling::error::Accumulator;
use kopr_model::attribute::{KindAttributes, UiAttribute, UiWord};
use kopr_model::descriptor::Part;
use kopr_model::descriptor::words::{Takes, WORDS, Word, find};
use kopr_model::names;

use super::error;
use crate::input::{Spans, TypeInput};

/// Where the fields of a type are, as far as its derive knows.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Home {
    /// In the spec of a kind.
    Spec,
    /// At the root of the object.
    Root,
    /// In whatever uses the type.
    Anywhere,
}

impl Home {
    /// Where the fields of a kind's type are.
    pub(crate) fn of(attributes: &KindAttributes) -> Self {
        if attributes.no_spec {
            Self::Root
        } else {
            Self::Spec
        }
    }
}

/// Rules of `ui(..)` on a field.
pub(super) fn field(ui: &UiAttribute, spans: &Spans, home: Home, errors: &mut Accumulator) {
    let whole = spans.of("ui", 0);
    if home == Home::Root {
        errors.push(error(
            whole,
            "a kind with `no_spec` has its fields beside `metadata`, and consoles look for fields only in `spec` and `status`; take `ui` out".to_owned(),
        ));
        return;
    }
    let says =
        ui.display_name.is_some() || ui.description.is_some() || !ui.urn.is_empty() || !ui.words.is_empty();
    if ui.skip && says {
        errors.push(error(
            spans.of("ui.skip", 0),
            "a field with `skip` has no descriptor, so that nothing else in `ui(..)` does anything; take one of the two out".to_owned(),
        ));
    }
    if !ui.skip && !says {
        errors.push(error(
            whole,
            "`ui()` says nothing; take it out, or write a key such as `display_name = \"Size\"`".to_owned(),
        ));
    }
    texts(ui.display_name.as_ref(), ui.description.as_ref(), spans, errors);
    for (nth, urn) in ui.urn.iter().enumerate() {
        if !urn.starts_with("urn:") {
            errors.push(error(
                spans.of("ui.urn", nth),
                format!(
                    "`{urn}` is no URN; one begins with `urn:`, as in `urn:alm:descriptor:com.example:map`"
                ),
            ));
        }
    }
    let words: Vec<(&UiWord, &Word)> = ui
        .words
        .iter()
        .filter_map(|said| Some((said, find(&said.word)?)))
        .collect();
    places(&words, spans, home, errors);
    for (said, word) in words {
        values(said, word, spans, errors);
    }
}

/// Words that have no place here, and words that exclude each other.
fn places(words: &[(&UiWord, &Word)], spans: &Spans, home: Home, errors: &mut Accumulator) {
    if home == Home::Spec {
        for (said, _) in words.iter().filter(|(_, word)| word.spec.is_none()) {
            errors.push(error(
                spans.of(&format!("ui.{}", said.word), 0),
                format!(
                    "`{}` has a meaning only in a status, and this is a field of a spec; take it out, or take one of {}",
                    said.word,
                    list(WORDS.iter().filter(|word| word.spec.is_some()))
                ),
            ));
        }
    } else {
        let only = |part: Part| words.iter().find(|(_, word)| word.urn(part).is_none());
        if let (Some((of_status, _)), Some((of_spec, _))) = (only(Part::Spec), only(Part::Status)) {
            errors.push(error(
                spans.of(&format!("ui.{}", of_status.word), 0),
                format!(
                    "`{}` has a meaning only in a status, and `{}` only in a spec; take one of them out",
                    of_status.word, of_spec.word
                ),
            ));
        }
    }
    let mut shown = words.iter().filter(|(_, word)| !word.beside);
    if let Some((first, _)) = shown.next() {
        for (other, _) in shown {
            errors.push(error(
                spans.of(&format!("ui.{}", other.word), 0),
                format!(
                    "`{}` and `{}` both say how the field is shown, and consoles take one of them; take the other out",
                    first.word, other.word
                ),
            ));
        }
    }
}

/// What a word was given.
fn values(said: &UiWord, word: &Word, spans: &Spans, errors: &mut Accumulator) {
    let name = word.word;
    for (nth, value) in said.values.iter().enumerate() {
        let span = spans.of_either(&format!("ui.{name}.{nth}"), &format!("ui.{name}"));
        let wrong = match word.takes {
            _ if value.trim().is_empty() => Some("the text is empty; write one".to_owned()),
            Takes::Kind if !value.contains(':') => names::kind(value)
                .err()
                .map(|reason| format!("`{value}` is no kind: {reason}")),
            Takes::Kind | Takes::FullKind => full_kind(value)
                .err()
                .map(|reason| format!("`{value}` is not `group:version:Kind`: {reason}")),
            Takes::Dependency if nth == 0 && value.contains('.') => Some(format!(
                "`{value}` is a path; write only the JSON name of a field beside this one, and kopr writes the path"
            )),
            Takes::Values if said.values[..nth].contains(value) => {
                Some(format!("`{value}` is given twice; take one of them out"))
            }
            _ => None,
        };
        if let Some(text) = wrong {
            errors.push(error(span, text));
        }
    }
}

/// `group:version:Kind`, with `core` for the group without a name.
fn full_kind(text: &str) -> Result<(), String> {
    let parts: Vec<&str> = text.split(':').collect();
    let [group, version, kind] = parts.as_slice() else {
        return Err(
            "it has to have three parts, with `core` for Kubernetes' group without a name".to_owned(),
        );
    };
    names::dns_subdomain(group).map_err(|reason| format!("of the group: {reason}"))?;
    names::dns_1035_label(version).map_err(|reason| format!("of the version: {reason}"))?;
    names::kind(kind).map_err(|reason| format!("of the kind: {reason}"))
}

/// Rules of `ui(..)` on a kind.
pub(super) fn kind(input: &TypeInput<KindAttributes>, errors: &mut Accumulator) {
    let Some(ui) = &input.attributes.ui else { return };
    let spans = &input.spans;
    if ui.display_name.is_none() && ui.description.is_none() && ui.resource.is_empty() {
        errors.push(error(
            spans.of("ui", 0),
            "`ui()` says nothing; take it out, or write a key such as `display_name = \"Memcached\"`"
                .to_owned(),
        ));
    }
    texts(ui.display_name.as_ref(), ui.description.as_ref(), spans, errors);
    for (nth, resource) in ui.resource.iter().enumerate() {
        if let Err(reason) = names::kind(&resource.kind) {
            errors.push(error(
                spans.of("ui.resource.kind", nth),
                format!("`{}` is no kind: {reason}", resource.kind),
            ));
        }
        if let Err(reason) = names::dns_1035_label(&resource.version) {
            errors.push(error(
                spans.of("ui.resource.version", nth),
                format!("`{}` is no version: {reason}", resource.version),
            ));
        }
        if ui.resource[..nth].contains(resource) {
            errors.push(error(
                spans.of("ui.resource", nth),
                format!("`{}` is given twice; take one of them out", resource.kind),
            ));
        }
    }
}

/// Texts that say nothing.
fn texts(name: Option<&String>, description: Option<&String>, spans: &Spans, errors: &mut Accumulator) {
    for (key, text) in [("ui.display_name", name), ("ui.description", description)] {
        if text.is_some_and(|text| text.trim().is_empty()) {
            let text = "the text is empty; write one, or take the key out".to_owned();
            errors.push(error(spans.of(key, 0), text));
        }
    }
}

fn list(words: impl Iterator<Item = &'static Word>) -> String {
    let words: Vec<String> = words.map(|word| format!("`{}`", word.word)).collect();
    words.join(", ")
}
