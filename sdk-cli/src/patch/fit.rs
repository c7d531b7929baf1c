//! Whether each patch fits the objects that are made, and what it does to them.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;

use super::merge::merged;
use super::{Patch, Patches, title};
use crate::objects::rbac::rights;
use crate::suggest;

/// What is to be said about a patch.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Fit {
    /// It is about nothing that is made.
    Nothing {
        /// What there is.
        help: String,
    },
    /// It is about several objects.
    Several {
        /// Their namespaces.
        namespaces: Vec<String>,
    },
    /// It cannot be merged, or would make another object of it.
    Refused {
        /// What is wrong.
        message: String,
        /// The way out.
        help: String,
    },
    /// It changes nothing.
    Idle,
    /// It changes who may do what.
    Rights {
        /// What is granted and taken, a line each.
        changes: Vec<String>,
    },
}

/// Each patch that something is to be said about. `objects` are all that are made, before any patch.
pub fn fits<'p>(objects: &[Value], patches: &'p Patches) -> Vec<(&'p Patch, Fit)> {
    // An object may stand in several files; it is one.
    let mut made: BTreeMap<[String; 4], Value> = objects
        .iter()
        .map(|object| (identity(object), object.clone()))
        .collect();
    let mut found = Vec::new();
    for patch in patches.iter() {
        let about: Vec<[String; 4]> = made
            .iter()
            .filter(|(_, object)| patch.is_about(object))
            .map(|(identity, _)| identity.clone())
            .collect();
        let fit = match about.as_slice() {
            [] => Some(Fit::Nothing {
                help: near(patch, &made.values().collect::<Vec<_>>()),
            }),
            [one] => made.get_mut(one).and_then(|object| lay(patch, object)),
            several => Some(Fit::Several {
                namespaces: several
                    .iter()
                    .map(|[_, _, namespace, _]| namespace.clone())
                    .collect(),
            }),
        };
        found.extend(fit.map(|fit| (patch, fit)));
    }
    found
}

/// Lays the patch on; later ones see what it did.
fn lay(patch: &Patch, object: &mut Value) -> Option<Fit> {
    let new = match merged(object, &patch.value) {
        Ok(new) => new,
        Err(refusal) => {
            return Some(Fit::Refused {
                message: refusal.message,
                help: refusal.help.to_owned(),
            });
        }
    };
    if identity(&new) != identity(object) {
        return Some(Fit::Refused {
            message: format!("the patch would make {} of it", title(&new)),
            help: "a patch cannot change what an object is called; `operator.instance` and `deploy.namespace` in kopr.toml do"
                .to_owned(),
        });
    }
    if new == *object {
        return Some(Fit::Idle);
    }
    let (before, after) = (rights::granted(object), rights::granted(&new));
    *object = new;
    let signs =
        |sign: char, these: BTreeSet<String>| these.into_iter().map(move |right| format!("{sign} {right}"));
    let changes: Vec<String> = signs('+', &after - &before)
        .chain(signs('-', &before - &after))
        .collect();
    (!changes.is_empty()).then_some(Fit::Rights { changes })
}

fn identity(object: &Value) -> [String; 4] {
    ["/apiVersion", "/kind", "/metadata/namespace", "/metadata/name"].map(|pointer| {
        object
            .pointer(pointer)
            .and_then(Value::as_str)
            .unwrap_or_default()
            .to_owned()
    })
}

/// What the patch most likely meant.
fn near(patch: &Patch, objects: &[&Value]) -> String {
    let objects: Vec<&Value> = objects
        .iter()
        .copied()
        .filter(|object| object["metadata"]["name"].is_string())
        .collect();
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let wanted = &patch.value;
    let of_kind: Vec<&&Value> = objects
        .iter()
        .filter(|object| object["kind"] == wanted["kind"])
        .collect();
    if let Some(object) = of_kind
        .iter()
        .find(|object| object["metadata"]["name"] == wanted["metadata"]["name"])
    {
        return if object["apiVersion"] == wanted["apiVersion"] {
            let namespace = object["metadata"]["namespace"].as_str();
            namespace.map_or_else(
                || "it is in no namespace: leave `metadata.namespace` out".to_owned(),
                |namespace| format!("it is in the namespace `{namespace}`"),
            )
        } else {
            format!("its `apiVersion` is `{}`", text(&object["apiVersion"]))
        };
    }
    let list = |words: BTreeSet<String>, word: String| {
        let words: Vec<&str> = words.iter().map(String::as_str).collect();
        suggest::help(&word, &words)
    };
    if of_kind.is_empty() {
        let kinds = objects.iter().map(|object| text(&object["kind"])).collect();
        format!("of kinds, {}", list(kinds, text(&wanted["kind"])))
    } else {
        let names = of_kind
            .iter()
            .map(|object| text(&object["metadata"]["name"]))
            .collect();
        list(names, text(&wanted["metadata"]["name"]))
    }
}
