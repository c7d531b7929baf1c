//! Server-side apply, and when it need not be sent.

mod linked;

use std::sync::Arc;

use kopr_model::{KindRef, Scope};
use kube::api::{Patch, PatchParams};
use serde_json::{Value, json};
use sha2::{Digest, Sha256};

use super::api;
use super::class;
use super::core::{Core, Running};
use super::drift::drifted;
use super::notes::Notes;
use super::own_write::OwnWrite;
use super::raw::{Key, Owner, Raw};
use crate::error::{Error, Result};

pub(crate) use linked::linked;

/// Makes the child of `owner` what it should be. What is as it should be already is not sent.
pub(crate) async fn owned(
    core: &Core,
    index: usize,
    owner: &Raw,
    kind: &KindRef,
    mut child: Value,
    notes: &Notes,
) -> Result<Arc<Raw>> {
    let controller = core.running(index)?;
    complete(kind, &mut child);
    beside(controller, owner, kind, &mut child)?;
    class::pass_on(core, kind, &mut child);
    child["metadata"]["ownerReferences"] = json!([{
        "apiVersion": controller.kind.api_version(),
        "kind": controller.kind.kind,
        "name": &*owner.key.name,
        "uid": &*owner.uid,
        "controller": true,
    }]);
    let hash = hash(&child);
    child["metadata"]["annotations"][core.ours.applied.as_str()] = json!(hash);
    let key = key(kind, &child)?;
    let live = core
        .watches
        .covering(kind, key.namespace.as_deref())
        .and_then(|(_, entry)| entry.store.get(&key));
    // A new hash changes the object for sure.
    let (mut changes, mut drift) = (true, None);
    if let Some(live) = live {
        if let Some(other) = live.owner.as_ref().filter(|other| other.uid != owner.uid) {
            return Err(taken(controller, owner, kind, &key, other));
        }
        if live.applied.as_deref() == Some(hash.as_str()) {
            drift = drift_of(controller, &child, &live)?;
            if drift.is_none() {
                return Ok(live);
            }
            changes = false;
        }
    }
    let writer = (index, owner.key.clone());
    let write = OwnWrite::begin(core, kind, &key, writer, changes);
    let mut raw = send(core, controller, kind, &key, &child).await?;
    if changes {
        raw = take_over(core, controller, kind, raw).await;
    }
    note(notes, kind, &key, drift);
    write.end(&raw);
    Ok(raw)
}

/// What is said of a child that was sent.
fn note(notes: &Notes, kind: &KindRef, key: &Key, drift: Option<String>) {
    notes.wrote(|| match drift {
        Some(path) => format!("the {} `{key}`, where others had changed `{path}`", kind.kind),
        None => format!("the {} `{key}`, which the handler made different", kind.kind),
    });
}

/// Ends what other copies of this operator own of an object that is ours now: it has changed hands, or we have
/// another name. Else what they once set would stay for ever, since no apply of ours takes it away. Only with
/// a change of ours, so that two copies that are both at work on an object by mistake do not chase each other.
async fn take_over(core: &Core, controller: &Running, kind: &KindRef, mut raw: Arc<Raw>) -> Arc<Raw> {
    let managers = raw.copies.clone();
    // One of the same controller, whatever the copy is called.
    let of_controller = |manager: &str| {
        manager
            .rsplit_once('/')
            .is_some_and(|(_, name)| name == controller.name)
    };
    for copy in managers.iter().filter(|copy| of_controller(copy)) {
        // An apply of nothing gives up everything.
        let nothing = json!({
            "apiVersion": kind.api_version(),
            "kind": kind.kind,
            "metadata": { "name": &*raw.key.name, "uid": &*raw.uid },
        });
        let place = (raw.key.namespace.as_deref(), &*raw.key.name);
        let params = PatchParams::apply(copy);
        let sent = api::patch(&core.client, kind, place, None, &params, &Patch::Apply(&nothing)).await;
        match sent
            .map_err(Error::from)
            .and_then(|text| Raw::parse(&text, &core.ours))
        {
            Ok(after) => {
                core.metrics.write(&controller.name, "apply");
                tracing::info!("took the {} `{}` over from `{copy}`", kind.kind, raw.key);
                raw = Arc::new(after.packed(&kind.kind, &core.ours));
            }
            // What it has set and we have not may be left; the next change tries again.
            Err(error) => tracing::warn!(
                "the {} `{}` could not be taken over from `{copy}`: {error}",
                kind.kind,
                raw.key
            ),
        }
    }
    raw
}

fn taken(controller: &Running, owner: &Raw, kind: &KindRef, key: &Key, other: &Owner) -> Error {
    let kind = &kind.kind;
    if *other.kind == controller.kind.kind && other.name == owner.key.name {
        return Error::message(format!(
            "the {kind} `{key}` belongs to an earlier {} `{}`, which was deleted, and goes with it",
            other.kind, other.name
        ));
    }
    Error::message(format!(
        "the {kind} `{key}` belongs to the {} `{}` already",
        other.kind, other.name
    ))
}

/// Makes an object what it should be; it is sent every time, since nobody watches it.
pub(crate) async fn plain(
    core: &Core,
    controller: &Running,
    kind: &KindRef,
    mut object: Value,
    notes: &Notes,
) -> Result<Arc<Raw>> {
    complete(kind, &mut object);
    let key = key(kind, &object)?;
    let raw = send(core, controller, kind, &key, &object).await?;
    notes.wrote(|| format!("the {} `{key}`", kind.kind));
    Ok(raw)
}

async fn send(
    core: &Core,
    controller: &Running,
    kind: &KindRef,
    key: &Key,
    object: &Value,
) -> Result<Arc<Raw>> {
    let params = PatchParams::apply(&controller.manager).force();
    let place = (key.namespace.as_deref(), &*key.name);
    let sent = api::patch(&core.client, kind, place, None, &params, &Patch::Apply(object)).await;
    let text = sent
        .map_err(|error| Error::of_request(error, format!("the {} `{key}` cannot be applied", kind.kind)))?;
    core.metrics.write(&controller.name, "apply");
    Ok(Arc::new(
        Raw::parse(&text, &core.ours)?.packed(&kind.kind, &core.ours),
    ))
}

/// The path of the first field that has drifted, if one has.
fn drift_of(controller: &Running, child: &Value, live: &Raw) -> Result<Option<String>> {
    let managed = live
        .managed
        .iter()
        .find(|(manager, _)| **manager == *controller.manager);
    let managed: Option<Value> = managed
        .map(|(_, fields)| {
            fields
                .read()
                .and_then(|fields| Ok(serde_json::from_str(&fields)?))
        })
        .transpose()?;
    let live: Value = serde_json::from_str(&live.json()?)?;
    Ok(drifted(child, &live, managed.as_ref()))
}

/// Type and empty members: a `k8s_openapi` value serialises neither in a fixed way.
fn complete(kind: &KindRef, object: &mut Value) {
    object["apiVersion"] = json!(kind.api_version());
    object["kind"] = json!(kind.kind);
    if let Some(metadata) = object.get_mut("metadata").and_then(Value::as_object_mut) {
        metadata.remove("managedFields");
        metadata.remove("resourceVersion");
    }
}

/// A child lives where its owner lives; ownership across namespaces is refused before the request.
fn beside(controller: &Running, owner: &Raw, kind: &KindRef, child: &mut Value) -> Result<()> {
    let given = child["metadata"]["namespace"].as_str().map(str::to_owned);
    match (kind.scope, owner.key.namespace.as_deref(), given) {
        (Scope::Cluster, ..) | (Scope::Namespaced, None, Some(_)) => Ok(()),
        (Scope::Namespaced, Some(own), None) => {
            child["metadata"]["namespace"] = json!(own);
            Ok(())
        }
        (Scope::Namespaced, Some(own), Some(given)) if own == given => Ok(()),
        (Scope::Namespaced, Some(own), Some(given)) => Err(Error::message(format!(
            "a {} in the namespace `{given}` cannot be owned by a {} in `{own}`: Kubernetes would delete it",
            kind.kind, controller.kind.kind
        ))),
        (Scope::Namespaced, None, None) => Err(Error::message(format!(
            "a {} needs a namespace: its owner, a {}, lives in the cluster",
            kind.kind, controller.kind.kind
        ))),
    }
}

fn key(kind: &KindRef, object: &Value) -> Result<Key> {
    let name = object["metadata"]["name"]
        .as_str()
        .ok_or_else(|| Error::message(format!("a {} without a name cannot be applied", kind.kind)))?;
    Ok(Key::new(object["metadata"]["namespace"].as_str(), name))
}

/// Hash of what is applied: 128 bits as hexadecimal digits. Maps are sorted, so equal data is equal text.
fn hash(object: &Value) -> String {
    let digest = Sha256::digest(object.to_string().as_bytes());
    digest
        .iter()
        .take(16)
        .fold(String::with_capacity(32), |mut text, byte| {
            use std::fmt::Write as _;
            // Writing to a string does not fail.
            let _ = write!(text, "{byte:02x}");
            text
        })
}
