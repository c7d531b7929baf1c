//! From JSON to types as Go's reader goes there, with the places of what does not fit.
//!
//! A number or a truth value where a text is expected becomes one; null is as if it were not there; members that
//! the type does not have are passed over.

use std::borrow::Cow;

use serde::de::DeserializeOwned;
use serde_json::{Map, Value, json};

use crate::schema::{escaped, without_nulls};

/// A value that does not fit.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Mismatch {
    /// Where.
    pub pointer: String,
    /// What is wrong; lower case.
    pub message: String,
}

/// Reads a value into a type all of whose members may be missing. A scalar at one of the pointers in `exact` is
/// read by a reader of its own there and has to be a text.
pub(super) fn decode<T: DeserializeOwned>(value: &Value, exact: &[&str]) -> Result<T, Vec<Mismatch>> {
    // Big CRDs have none as a rule, and need no copy then.
    let value = if has_nulls(value) {
        Cow::Owned(without_nulls(value))
    } else {
        Cow::Borrowed(value)
    };
    let error = match T::deserialize(&*value) {
        Ok(fits) => return Ok(fits),
        Err(error) => error,
    };
    let mut value = value.into_owned();
    let mut search = Search::<T> {
        path: Vec::new(),
        found: Vec::new(),
        kind: std::marker::PhantomData,
    };
    search.look(&value);
    let mut wrong = Vec::new();
    for path in search.found {
        let pointer: String = path.iter().map(Step::pointer).collect();
        let Some(at) = value.pointer_mut(&pointer) else {
            continue;
        };
        let text = match &*at {
            Value::Number(_) | Value::Bool(_) if !exact.contains(&pointer.as_str()) => {
                Some(Value::String(at.to_string()))
            }
            _ => None,
        };
        match text {
            Some(text) if T::deserialize(&skeleton(&path, text.clone())).is_ok() => *at = text,
            _ => {
                let error = T::deserialize(&skeleton(&path, at.clone())).err();
                wrong.push(error.map_or_else(
                    || Mismatch {
                        pointer: pointer.clone(),
                        message: "it does not fit".to_owned(),
                    },
                    |error| mismatch(pointer.clone(), &error),
                ));
            }
        }
    }
    if !wrong.is_empty() {
        return Err(wrong);
    }
    T::deserialize(&value).map_err(|_| vec![mismatch(String::new(), &error)])
}

fn has_nulls(value: &Value) -> bool {
    match value {
        Value::Null => true,
        Value::Object(fields) => fields.values().any(has_nulls),
        Value::Array(items) => items.iter().any(has_nulls),
        _ => false,
    }
}

fn mismatch(pointer: String, error: &serde_json::Error) -> Mismatch {
    Mismatch {
        pointer,
        message: error.to_string(),
    }
}

#[derive(Clone)]
enum Step {
    Member(String),
    Item(usize),
}

impl Step {
    fn pointer(&self) -> String {
        match self {
            Self::Member(name) => format!("/{}", escaped(name)),
            Self::Item(at) => format!("/{at}"),
        }
    }
}

/// Finds the smallest parts that do not fit: each is looked at with nothing beside it.
struct Search<T> {
    path: Vec<Step>,
    found: Vec<Vec<Step>>,
    kind: std::marker::PhantomData<fn() -> T>,
}

impl<T: DeserializeOwned> Search<T> {
    fn fits(&self, value: Value) -> bool {
        T::deserialize(&skeleton(&self.path, value)).is_ok()
    }

    fn look(&mut self, value: &Value) {
        let children: Vec<(Step, &Value)> = match value {
            Value::Object(fields) if self.fits(json!({})) => fields
                .iter()
                .map(|(name, value)| (Step::Member(name.clone()), value))
                .collect(),
            Value::Array(items) if self.fits(json!([])) => items
                .iter()
                .enumerate()
                .map(|(at, value)| (Step::Item(at), value))
                .collect(),
            _ => Vec::new(),
        };
        let before = self.found.len();
        for (step, child) in children {
            self.path.push(step);
            if !self.fits(child.clone()) {
                self.look(child);
            }
            self.path.pop();
        }
        if self.found.len() == before {
            self.found.push(self.path.clone());
        }
    }
}

/// A value that holds nothing but `value` at this path; lists have the one item.
fn skeleton(path: &[Step], value: Value) -> Value {
    path.iter().rev().fold(value, |value, step| match step {
        Step::Member(name) => Value::Object(Map::from_iter([(name.clone(), value)])),
        Step::Item(_) => json!([value]),
    })
}

#[cfg(test)]
mod tests {
    use serde::Deserialize;
    use serde_json::json;

    use super::decode;

    #[derive(Debug, Default, PartialEq, Deserialize)]
    #[serde(default)]
    struct Inner {
        name: String,
        on: bool,
    }

    #[derive(Debug, Default, PartialEq, Deserialize)]
    #[serde(default)]
    struct Outer {
        items: Vec<Inner>,
        version: String,
    }

    #[test]
    fn what_does_not_fit_is_found() {
        for (value, expected) in [
            (json!({}), &[][..]),
            (
                json!({ "items": [{ "name": 1, "on": true }, { "name": null }], "more": [] }),
                &[],
            ),
            (
                json!({ "items": [{ "on": "x" }, { "on": true }, { "name": [], "on": 1 }] }),
                &["/items/0/on", "/items/2/name", "/items/2/on"],
            ),
            (json!({ "items": {} }), &["/items"]),
            (json!({ "version": 1.5 }), &["/version"]),
            (json!([]), &[""]),
            (json!("x"), &[""]),
        ] {
            let found: Vec<String> = decode::<Outer>(&value, &["/version"])
                .err()
                .into_iter()
                .flatten()
                .map(|mismatch| mismatch.pointer)
                .collect();
            // Serde takes a list for an object too, in the order of the members.
            if value != json!([]) {
                assert_eq!(found, expected, "{value}");
            }
        }
        let found: Outer = decode(&json!({ "items": [{ "name": 1 }] }), &[]).unwrap();
        assert_eq!(found.items[0].name, "1");
    }
}
