//! The status of one run: gathered while the handler runs, written once, if it differs.

use std::sync::Arc;

use kube::api::{Patch, PatchParams};
use serde_json::{Map, Value, json};

use super::api;
use super::core::Core;
use super::kept::Said;
use super::notes::Notes;
use super::own_write::OwnWrite;
use super::raw::Raw;
use crate::error::{Error, Result};

/// The status as the handler left it, and as it was.
#[derive(Clone)]
pub(crate) struct Pending {
    pub(crate) before: Value,
    pub(crate) after: Value,
}

/// The status as it is stored.
///
/// # Errors
/// An object that is no JSON.
pub(crate) fn stored(object: &Raw) -> Result<Value> {
    #[derive(serde::Deserialize)]
    struct Head {
        #[serde(default)]
        status: Value,
    }
    let head: Head = serde_json::from_str(&object.json()?)?;
    Ok(head.status)
}

/// Writes the status if it differs, with what the run says of the object.
pub(crate) async fn flush(
    core: &Core,
    index: usize,
    object: &Raw,
    pending: Option<Pending>,
    said: Option<Said<'_>>,
    notes: &Notes,
) -> Result<()> {
    let controller = core.running(index)?;
    let said = said.filter(|_| controller.kept.is_something());
    let mut pending = match (pending, said) {
        (Some(pending), _) => pending,
        (None, None) => return Ok(()),
        (None, Some(_)) => {
            let before = stored(object)?;
            let after = before.clone();
            Pending { before, after }
        }
    };
    if let Some(said) = said {
        controller.kept.put(&mut pending.after, said, object.generation);
    }
    let Some(changes) = difference(&pending.before, &pending.after) else {
        return Ok(());
    };
    let place = (object.key.namespace.as_deref(), &*object.key.name);
    let body = json!({ "status": changes });
    let params = PatchParams {
        field_manager: Some(controller.manager.clone()),
        ..PatchParams::default()
    };
    let writer = (index, object.key.clone());
    let write = OwnWrite::begin_status(core, &controller.kind, &object.key, writer);
    let sent = api::patch(
        &core.client,
        &controller.kind,
        place,
        Some("status"),
        &params,
        &Patch::Merge(&body),
    )
    .await;
    let text = match sent {
        Ok(text) => text,
        // The object went while its handler ran: there is no status left to be wrong.
        Err(kube::Error::Api(status)) if status.code == 404 => return Ok(()),
        Err(error) => {
            let doing = format!(
                "the status of the {} `{}` cannot be written",
                controller.kind.kind, object.key
            );
            return Err(Error::of_request(error, doing));
        }
    };
    core.metrics.write(&controller.name, "status");
    notes.wrote(|| {
        let members = body["status"].as_object().into_iter().flatten();
        let names: Vec<String> = members.map(|(name, _)| format!("`{name}`")).collect();
        format!("the status ({})", names.join(", "))
    });
    let answer = Raw::parse(&text, &core.ours)?;
    write.end(&Arc::new(answer.packed(&controller.kind.kind, &core.ours)));
    Ok(())
}

/// The merge patch that makes `after` of `before`; `None` if they are equal.
fn difference(before: &Value, after: &Value) -> Option<Value> {
    match (before, after) {
        (Value::Object(before), Value::Object(after)) => {
            let mut changes = Map::new();
            for (name, value) in after {
                match before.get(name) {
                    Some(known) => {
                        if let Some(change) = difference(known, value) {
                            changes.insert(name.clone(), change);
                        }
                    }
                    None if value.is_null() => {}
                    None => {
                        changes.insert(name.clone(), value.clone());
                    }
                }
            }
            for name in before.keys().filter(|name| !after.contains_key(*name)) {
                changes.insert(name.clone(), Value::Null);
            }
            (!changes.is_empty()).then_some(Value::Object(changes))
        }
        _ => (before != after).then(|| after.clone()),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_differs() {
        for (before, after, expected) in [
            (json!({ "a": 1 }), json!({ "a": 1 }), None),
            (json!(null), json!({ "a": 1 }), Some(json!({ "a": 1 }))),
            (
                json!({ "a": 1, "b": 2 }),
                json!({ "a": 1 }),
                Some(json!({ "b": null })),
            ),
            (
                json!({ "a": { "x": 1, "y": 1 } }),
                json!({ "a": { "x": 2, "y": 1 } }),
                Some(json!({ "a": { "x": 2 } })),
            ),
            (
                json!({ "l": [1] }),
                json!({ "l": [1, 2] }),
                Some(json!({ "l": [1, 2] })),
            ),
            (json!({}), json!({ "a": null }), None),
        ] {
            assert_eq!(difference(&before, &after), expected, "{before} -> {after}");
        }
    }
}
