//! Merging a part of an object into the whole.

use serde_json::{Map, Value};

use super::keys::{self, List};

/// Words of a strategic merge.
const PATCH: &str = "$patch";
const RETAIN: &str = "$retainKeys";
const DELETE_ITEMS: &str = "$deleteFromPrimitiveList/";
const ORDER: &str = "$setElementOrder/";

/// Why a patch cannot be merged.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Refusal {
    /// What is wrong, with its place in the patch.
    pub(super) message: String,
    /// The way out.
    pub(super) help: &'static str,
}

/// The object with the patch laid over it.
pub(super) fn merged(object: &Value, patch: &Value) -> Result<Value, Refusal> {
    let text = |key: &str| object[key].as_str().unwrap_or_default();
    let merge = Merge {
        api_version: text("apiVersion"),
        kind: text("kind"),
        strategic: keys::is_known(text("apiVersion"), text("kind")),
    };
    if patch.get(PATCH).is_some() {
        return Err(Refusal {
            message: "a patch changes parts of an object, not the whole of it".to_owned(),
            help: "kopr.toml says which objects are made; `$patch` may stand on a part",
        });
    }
    merge.value(object, patch, &mut Vec::new())
}

struct Merge<'a> {
    api_version: &'a str,
    kind: &'a str,
    /// Lists have keys, and `$` begins a word.
    strategic: bool,
}

type Path<'a> = Vec<&'a str>;

impl Merge<'_> {
    fn value<'p>(&self, old: &Value, patch: &'p Value, trail: &mut Path<'p>) -> Result<Value, Refusal> {
        match (old, patch) {
            (Value::Object(old), Value::Object(patch)) => self.fields(old, patch, trail),
            (_, Value::Object(patch)) => self.fields(&Map::new(), patch, trail),
            (old, Value::Array(items)) => self.items(old.as_array().map_or(&[], Vec::as_slice), items, trail),
            (_, patch) => Ok(patch.clone()),
        }
    }

    fn fields<'p>(
        &self,
        old: &Map<String, Value>,
        patch: &'p Map<String, Value>,
        trail: &mut Path<'p>,
    ) -> Result<Value, Refusal> {
        let mut new = match self.word(patch, trail)? {
            Some("replace") => Map::new(),
            // The one around it takes this away.
            Some("delete") => return Ok(Value::Null),
            _ => old.clone(),
        };
        for (key, value) in patch.iter().filter(|(key, _)| *key != PATCH) {
            if self.strategic && key.starts_with('$') {
                Self::directive(&mut new, key, value, trail)?;
                continue;
            }
            trail.push(key);
            let before = new.get(key).unwrap_or(&Value::Null);
            let after = self.value(before, value, trail)?;
            trail.pop();
            if after.is_null() {
                new.remove(key);
            } else {
                new.insert(key.clone(), after);
            }
        }
        // Last, so that keys of the patch itself count.
        if let Some(keys) = patch
            .get(RETAIN)
            .filter(|_| self.strategic)
            .and_then(Value::as_array)
        {
            new.retain(|key, _| keys.iter().any(|kept| kept == key));
        }
        Ok(Value::Object(new))
    }

    /// What `$patch` says.
    fn word<'p>(&self, patch: &'p Map<String, Value>, trail: &Path<'_>) -> Result<Option<&'p str>, Refusal> {
        let Some(word) = patch.get(PATCH) else {
            return Ok(None);
        };
        if !self.strategic {
            let message = format!(
                "`$patch` at `{}` means nothing to the kind {}",
                trail.join("."),
                self.kind
            );
            return Err(Refusal {
                message,
                help: "into kinds that are not Kubernetes' own, patches are merged by RFC 7386: null removes a key, and a list is replaced",
            });
        }
        match word.as_str() {
            Some(word @ ("replace" | "delete" | "merge")) => Ok(Some(word)),
            _ => Err(Refusal {
                message: format!("`$patch` at `{}` is {word}", trail.join(".")),
                help: "`$patch` takes `delete`, `replace` or `merge`",
            }),
        }
    }

    fn directive(
        new: &mut Map<String, Value>,
        word: &str,
        value: &Value,
        trail: &Path<'_>,
    ) -> Result<(), Refusal> {
        let list = value.as_array();
        if let (Some(key), Some(gone)) = (word.strip_prefix(DELETE_ITEMS), list) {
            if let Some(items) = new.get_mut(key).and_then(Value::as_array_mut) {
                items.retain(|item| !gone.contains(item));
            }
            return Ok(());
        }
        if word == RETAIN && list.is_some() {
            return Ok(());
        }
        let help = if word.starts_with(ORDER) {
            "the order of items follows from the code and the patches; leave it out"
        } else {
            "patches take `$patch`, `$retainKeys: [..]` and `$deleteFromPrimitiveList/<list>: [..]`"
        };
        Err(Refusal {
            message: format!("`{word}` at `{}` is no word of patches here", trail.join(".")),
            help,
        })
    }

    fn items<'p>(&self, old: &[Value], patch: &'p [Value], trail: &mut Path<'p>) -> Result<Value, Refusal> {
        let list = keys::list(self.api_version, self.kind, trail).filter(|_| self.strategic);
        match list {
            Some(List::By(key)) => self.keyed(old, patch, key, trail),
            Some(List::Set) => {
                let mut new = old.to_vec();
                for item in patch {
                    if !new.contains(item) {
                        new.push(item.clone());
                    }
                }
                Ok(Value::Array(in_order(new, old, patch, |item| Some(item))))
            }
            None => Ok(Value::Array(patch.to_vec())),
        }
    }

    /// Items with the same value under the key are merged.
    fn keyed<'p>(
        &self,
        old: &[Value],
        patch: &'p [Value],
        key: &str,
        trail: &mut Path<'p>,
    ) -> Result<Value, Refusal> {
        // An item that is nothing but the word is about the list.
        let replaces = patch
            .iter()
            .any(|item| item[PATCH] == "replace" && item.get(key).is_none());
        let mut new = if replaces { Vec::new() } else { old.to_vec() };
        for item in patch {
            if replaces && item[PATCH] == "replace" && item.get(key).is_none() {
                continue;
            }
            let Some(name) = item.get(key) else {
                return Err(Refusal {
                    message: format!("an item of `{}` has no `{key}`", trail.join(".")),
                    help: "items of this list are told apart by it; give each its own",
                });
            };
            let at = new.iter().position(|other| other.get(key) == Some(name));
            let before = at.map_or(Value::Null, |at| new[at].clone());
            let after = self.value(&before, item, trail)?;
            match (at, after) {
                (Some(at), Value::Null) => {
                    new.remove(at);
                }
                (None, Value::Null) => {}
                (Some(at), after) => new[at] = after,
                (None, after) => new.push(after),
            }
        }
        Ok(Value::Array(in_order(new, old, patch, |item| item.get(key))))
    }
}

/// The order that Kubernetes gives: items of the patch in its order, the others in theirs, and one of the others
/// before one of the patch only where it stood before it already. So what is new comes first.
fn in_order(
    new: Vec<Value>,
    old: &[Value],
    patch: &[Value],
    name: impl Fn(&Value) -> Option<&Value>,
) -> Vec<Value> {
    let place = |list: &[Value], item: &Value| list.iter().position(|other| name(other) == name(item));
    let (mut named, rest): (Vec<Value>, Vec<Value>) =
        new.into_iter().partition(|item| place(patch, item).is_some());
    named.sort_by_key(|item| place(patch, item));
    let mut ordered = Vec::new();
    let mut named = named.into_iter().peekable();
    for other in rest {
        let stands = place(old, &other);
        while let Some(item) =
            named.next_if(|item| place(old, item).is_none_or(|at| stands.is_some_and(|stands| at < stands)))
        {
            ordered.push(item);
        }
        ordered.push(other);
    }
    ordered.extend(named);
    ordered
}
