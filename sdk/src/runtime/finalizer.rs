//! The finalizer of controllers that clean up.

use std::sync::Arc;

use kube::api::{Patch, PatchParams};
use serde_json::json;

use super::api;
use super::core::Core;
use super::own_write::OwnWrite;
use super::raw::Raw;
use crate::error::{Error, Result};

/// Whether the object carries our finalizer.
pub(crate) fn holds(core: &Core, object: &Raw) -> bool {
    object
        .finalizers
        .iter()
        .any(|finalizer| **finalizer == *core.finalizer)
}

/// Puts our finalizer on.
///
/// # Errors
/// The API server's answer; a conflict if the object changed meanwhile.
pub(crate) async fn add(core: &Core, index: usize, object: &Raw) -> Result<Option<Arc<Raw>>> {
    let mut finalizers: Vec<&str> = object.finalizers.iter().map(|finalizer| &**finalizer).collect();
    finalizers.push(&core.finalizer);
    set(core, index, object, &finalizers).await
}

/// Takes our finalizer off. An object that is gone already is fine.
///
/// # Errors
/// As [`add`].
pub(crate) async fn remove(core: &Core, index: usize, object: &Raw) -> Result<()> {
    let rest: Vec<&str> = object
        .finalizers
        .iter()
        .map(|finalizer| &**finalizer)
        .filter(|finalizer| *finalizer != core.finalizer)
        .collect();
    set(core, index, object, &rest).await.map(drop)
}

/// A merge patch replaces the list, so it carries the version that the list was read from.
async fn set(core: &Core, index: usize, object: &Raw, finalizers: &[&str]) -> Result<Option<Arc<Raw>>> {
    let controller = core.running(index)?;
    let body =
        json!({ "metadata": { "finalizers": finalizers, "resourceVersion": object.resource_version } });
    let place = (object.key.namespace.as_deref(), &*object.key.name);
    let params = PatchParams {
        field_manager: Some(controller.manager.clone()),
        ..PatchParams::default()
    };
    let writer = (index, object.key.clone());
    let write = OwnWrite::begin(core, &controller.kind, &object.key, writer, true);
    match api::patch(
        &core.client,
        &controller.kind,
        place,
        None,
        &params,
        &Patch::Merge(&body),
    )
    .await
    {
        Ok(text) => {
            core.metrics.write(&controller.name, "finalizer");
            let raw = Raw::parse(&text, &core.ours)?.packed(&controller.kind.kind, &core.ours);
            let raw = Arc::new(raw);
            write.end(&raw);
            Ok(Some(raw))
        }
        Err(kube::Error::Api(status)) if status.code == 404 => Ok(None),
        Err(error) => {
            let doing = format!(
                "the finalizer of the {} `{}` cannot be set",
                controller.kind.kind, object.key
            );
            Err(Error::of_request(error, doing))
        }
    }
}
