//! Which primaries are this copy's: those with its class in a label.
//!
//! The primaries of a classed copy are watched with a selector, so that it never hears of others. One that
//! loses the label is let go as it is, without a cleanup: it is another copy's now. Whatever else is watched or
//! read is not narrowed.

use std::sync::Arc;

use kopr_model::{KindRef, Relation, Watch};
use serde_json::{Value, json};

use super::core::{Core, Running};
use super::raw::{Key, Raw};
use crate::error::{Error, Result};

/// The label that a copy's primaries carry, and its value.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Class {
    label: String,
    value: String,
}

impl Class {
    /// The class of an operator of that domain.
    ///
    /// # Errors
    /// What cannot be the value of a label.
    pub(crate) fn new(domain: &str, value: &str) -> Result<Self> {
        let ends = |byte: Option<u8>| byte.is_some_and(|byte| byte.is_ascii_alphanumeric());
        let within = |byte: u8| byte.is_ascii_alphanumeric() || matches!(byte, b'-' | b'_' | b'.');
        let fits = value.len() <= kopr_model::names::LABEL_MAX
            && ends(value.bytes().next())
            && ends(value.bytes().last())
            && value.bytes().all(within);
        if !fits {
            return Err(Error::message(format!(
                "{} is `{value}`, which cannot be the value of a label: up to 63 letters, digits, `-`, `_` and \
                 `.`, with a letter or digit at each end",
                kopr_model::env::CLASS
            )));
        }
        Ok(Self {
            label: kopr_model::leader::class_label(domain),
            value: value.to_owned(),
        })
    }

    fn selector(&self) -> String {
        format!("{}={}", self.label, self.value)
    }
}

impl std::fmt::Display for Class {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.selector())
    }
}

/// The watches of a controller, that of its primary narrowed to the class.
pub(crate) fn narrowed(mut watches: Vec<Watch>, class: Option<&Class>) -> Vec<Watch> {
    if let Some(class) = class {
        for watch in &mut watches {
            if watch.relation == Relation::Primary {
                let own = class.selector();
                watch.selector = Some(match watch.selector.take() {
                    Some(selector) => format!("{selector},{own}"),
                    None => own,
                });
            }
        }
    }
    watches
}

/// Whether an object is among those that a selector asks for. Only for selectors of equalities, which are all
/// that there are here.
pub(crate) fn selects(selector: Option<&str>, object: &Raw) -> bool {
    let Some(selector) = selector else { return true };
    let labels = labels(object);
    selector.split(',').all(|term| {
        term.split_once('=')
            .is_some_and(|(label, value)| labels[label] == json!(value))
    })
}

fn labels(object: &Raw) -> Value {
    #[derive(serde::Deserialize)]
    struct Head {
        metadata: Metadata,
    }
    #[derive(serde::Deserialize)]
    struct Metadata {
        #[serde(default)]
        labels: Value,
    }
    let head = object
        .json()
        .ok()
        .and_then(|json| serde_json::from_str::<Head>(&json).ok());
    head.map(|head| head.metadata.labels).unwrap_or_default()
}

/// The object of a controller by that name, if it is this copy's.
pub(crate) fn primary(core: &Core, index: usize, controller: &Running, key: &Key) -> Option<Arc<Raw>> {
    let ids = controller
        .watches
        .iter()
        .filter(|id| id.kind == controller.kind && (id.namespace.is_none() || id.namespace == key.namespace));
    ids.filter_map(|id| core.watches.get(id))
        .filter(|entry| entry.subscribers.contains(&(index, Relation::Primary)))
        .find_map(|entry| entry.store.get(key))
}

/// Gives the class to a child that this operator reconciles too, unless its owner has given it one: else no copy
/// would work on it, or another would.
pub(crate) fn pass_on(core: &Core, kind: &KindRef, child: &mut Value) {
    let Some(class) = &core.class else { return };
    let reconciled = core
        .controllers
        .iter()
        .any(|controller| controller.kind.group == kind.group && controller.kind.kind == kind.kind);
    if reconciled {
        let label = &mut child["metadata"]["labels"][class.label.as_str()];
        if label.is_null() {
            *label = json!(class.value);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::raw::Ours;
    use super::*;

    #[test]
    fn what_can_be_a_class() {
        for (value, expected) in [
            ("blue", true),
            ("Blue_1.x", true),
            ("-blue", false),
            ("blue.", false),
            ("b,a=c", false),
            ("ü", false),
            (&"x".repeat(63), true),
            (&"x".repeat(64), false),
        ] {
            assert_eq!(Class::new("d.example", value).is_ok(), expected, "{value}");
        }
    }

    #[test]
    fn what_a_selector_selects() {
        let raw = |labels: &str| {
            let json = format!(r#"{{"metadata":{{"name":"a","uid":"u"{labels}}}}}"#);
            Raw::parse(&json, &Ours::default()).unwrap()
        };
        let blue = raw(r#","labels":{"d/class":"blue","x":"y"}"#);
        for (selector, object, expected) in [
            (None, &raw(""), true),
            (Some("d/class=blue"), &blue, true),
            (Some("x=y,d/class=blue"), &blue, true),
            (Some("x=z,d/class=blue"), &blue, false),
            (Some("d/class=red"), &blue, false),
            (Some("d/class=blue"), &raw(""), false),
            (Some("d/class=blue"), &raw(r#","labels":null"#), false),
        ] {
            assert_eq!(selects(selector, object), expected, "{selector:?}");
        }
    }
}
