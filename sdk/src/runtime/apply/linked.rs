//! Apply of children that labels tie to their owner.

use std::sync::Arc;

use kopr_model::KindRef;
use serde_json::{Value, json};

use super::{complete, drift_of, hash, key, note, send};
use crate::error::{Error, Result};
use crate::runtime::class;
use crate::runtime::core::Core;
use crate::runtime::link;
use crate::runtime::notes::Notes;
use crate::runtime::own_write::OwnWrite;
use crate::runtime::raw::Raw;

/// Makes the linked child of `owner` what it should be. What is as it should be already is not sent.
pub(crate) async fn linked(
    core: &Core,
    index: usize,
    owner: &Raw,
    kind: &KindRef,
    mut child: Value,
    notes: &Notes,
) -> Result<Arc<Raw>> {
    let controller = core.running(index)?;
    complete(kind, &mut child);
    class::pass_on(core, kind, &mut child);
    core.ours.links.put_on(&mut child, &controller.kind, owner);
    let hash = hash(&child);
    child["metadata"]["annotations"][core.ours.applied.as_str()] = json!(hash);
    let key = key(kind, &child)?;
    let (mut changes, mut drift) = (true, None);
    if let Some(live) = link::known(core, kind, &key) {
        if let Some(other) = &live.link
            && !other.is_of(&controller.kind, owner)
        {
            return Err(Error::message(format!(
                "the {} `{key}` is linked to `{}` already",
                kind.kind, other.target
            )));
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
    let raw = send(core, controller, kind, &key, &child).await?;
    note(notes, kind, &key, drift);
    write.end(&raw);
    Ok(raw)
}
