//! Fields of which `#[kopr(ui(..))]` says what people see of them in a console.

use kopr_model::attribute::{UiAttribute, UiWord};
use kopr_model::descriptor::words::{Takes, Word, find};
use kopr_model::descriptor::{Part, WORDS, place, plain};
use kopr_model::{Descriptor, Source};
use serde_json::{Map, Value};

use super::structural::Converter;

/// A field that another is shown by.
pub(super) struct Control {
    /// The path of the other one.
    path: String,
    /// Its JSON pointer.
    pointer: String,
    /// Its place in the code.
    source: Option<Source>,
    /// The JSON name of the field beside it.
    name: String,
}

impl Converter<'_> {
    /// The descriptor of a field, from its node and its own text.
    pub(super) fn described(
        &mut self,
        ui: &UiAttribute,
        source: Option<&Source>,
        text: Option<&str>,
        node: &Map<String, Value>,
        path: &str,
    ) {
        let (part, inner) = match place(&self.pointer) {
            Ok(place) => place,
            Err(reason) => {
                let message = format!("cannot have a descriptor: it {reason}; take `ui` out");
                return self.refuse(path, source, message);
            }
        };
        let mut descriptor = Descriptor {
            path: inner,
            display_name: ui.display_name.clone(),
            description: ui
                .description
                .clone()
                .or_else(|| text.map(plain))
                .filter(|text| !text.is_empty() && !ui.skip),
            skip: ui.skip,
            ..Descriptor::default()
        };
        for said in &ui.words {
            // The derive takes only words of the table.
            let Some(word) = find(&said.word) else { continue };
            match urns(word, said, part, node, &descriptor.path) {
                Ok(urns) => descriptor.x_descriptors.extend(urns),
                Err(reason) => self.refuse(path, source, reason),
            }
            descriptor.replaces |= !word.beside;
            if let (Takes::Dependency, Some(name)) = (word.takes, said.values.first()) {
                self.controls.push(Control {
                    path: path.to_owned(),
                    pointer: self.pointer.clone(),
                    source: source.cloned(),
                    name: name.clone(),
                });
            }
        }
        descriptor.replaces |= !ui.urn.is_empty();
        descriptor.x_descriptors.extend(ui.urn.iter().cloned());
        let all = self.out.descriptors.of_mut(part);
        // Variants may share a field.
        match all.iter().find(|known| known.path == descriptor.path) {
            Some(known) if *known == descriptor => {}
            Some(_) => self.refuse(
                path,
                source,
                "has two descriptors, as variants share the field: write the same `ui(..)` on it in all of them",
            ),
            None => all.push(descriptor),
        }
    }
}

/// The URNs of a word, or why it cannot stand there.
fn urns(
    word: &Word,
    said: &UiWord,
    part: Part,
    node: &Map<String, Value>,
    path: &str,
) -> Result<Vec<String>, String> {
    if word.urn(part).is_none() {
        let known: Vec<String> = WORDS
            .iter()
            .filter(|word| word.urn(part).is_some())
            .map(|word| format!("`{}`", word.word))
            .collect();
        let (here, there) = match part {
            Part::Spec => ("spec", "status"),
            Part::Status => ("status", "spec"),
        };
        return Err(format!(
            "is in a {here}, and `{}` has a meaning only in a {there}: take it out, or take one of {}",
            word.word,
            known.join(", ")
        ));
    }
    let type_ = node.get("type").and_then(Value::as_str);
    if let (Some((types, wanted)), Some(type_)) = (word.fits.types(), type_)
        && !types.contains(&type_)
    {
        return Err(format!(
            "is of the type {type_}, and `{}` stands on {wanted}: take it out",
            word.word
        ));
    }
    let values = match word.takes {
        Takes::Values => choices(said, node)?,
        Takes::Dependency => match said.values.as_slice() {
            [name, value] => vec![beside(path, name), value.clone()],
            other => other.to_vec(),
        },
        _ => said.values.clone(),
    };
    Ok(word.urns(part, &values))
}

/// The values between which a field lets people choose.
fn choices(said: &UiWord, node: &Map<String, Value>) -> Result<Vec<String>, String> {
    let texts = |values: &Vec<Value>| {
        values
            .iter()
            .filter_map(|value| value.as_str().map(str::to_owned))
            .collect()
    };
    let known: Option<Vec<String>> = node.get("enum").and_then(Value::as_array).map(texts);
    let list = |words: &[String]| {
        let words: Vec<String> = words.iter().map(|word| format!("`{word}`")).collect();
        words.join(", ")
    };
    match (said.values.is_empty(), known) {
        (true, Some(known)) => Ok(known),
        (true, None) => Err(
            "has `select` and no values, and is no enum that has them: write them, as in `select(\"a\", \"b\")`".to_owned(),
        ),
        (false, None) => Ok(said.values.clone()),
        (false, Some(known)) => match said.values.iter().find(|value| !known.contains(value)) {
            Some(odd) => Err(format!(
                "has `{odd}` in `select`, and its enum does not; it has {}",
                list(&known)
            )),
            None => Ok(said.values.clone()),
        },
    }
}

/// The path of a field beside another.
fn beside(path: &str, name: &str) -> String {
    // What is behind the last dot or bracket is the field's own name; names with dots are in brackets.
    let own = if path.ends_with(']') && !path.ends_with("[0]") {
        path.rfind("[\"").or_else(|| path.rfind("['"))
    } else {
        path.rfind('.')
    };
    kopr_model::descriptor::member(own.map_or("", |at| &path[..at]), name)
}

/// Looks for the fields that others are shown by, once the schema is whole.
pub(super) fn finish(converter: &mut Converter<'_>, path: &str) {
    // The schema is that of a part, the pointers lead through the whole object.
    let prefix = path.replace('.', "/properties/");
    for control in std::mem::take(&mut converter.controls) {
        let Some((around, _)) = control.pointer.rsplit_once('/') else {
            continue;
        };
        let members = around
            .strip_prefix(prefix.as_str())
            .and_then(|pointer| converter.out.schema.pointer(pointer))
            .and_then(Value::as_object);
        if members.is_some_and(|members| members.contains_key(&control.name)) {
            continue;
        }
        let known: Vec<String> = members
            .into_iter()
            .flatten()
            .map(|(name, _)| format!("`{name}`"))
            .collect();
        let message = format!(
            "is shown by a field `{}`, which is not beside it; there are {}",
            control.name,
            known.join(", ")
        );
        converter.pointer.clone_from(&control.pointer);
        converter.refuse(&control.path, control.source.as_ref(), message);
    }
}
