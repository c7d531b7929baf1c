//! Apply of children that labels tie to their owner.

use std::sync::Arc;

use kopr_model::KindRef;
use serde_json::{Value, json};

use super::{complete, has_drifted, hash, key, send, take_over};
use crate::error::{Error, Result};
use crate::runtime::class;
use crate::runtime::core::Core;
use crate::runtime::link;
use crate::runtime::own_write::OwnWrite;
use crate::runtime::raw::Raw;

/// Makes the linked child of `owner` what it should be. What is as it should be already is not sent.
pub(crate) async fn linked(
    core: &Core,
    index: usize,
    owner: &Raw,
    kind: &KindRef,
    mut child: Value,
) -> Result<Arc<Raw>> {
    let controller = core.running(index)?;
    complete(kind, &mut child);
    class::pass_on(core, kind, &mut child);
    core.ours.links.put_on(&mut child, &controller.kind, owner);
    let hash = hash(&child);
    child["metadata"]["annotations"][core.ours.applied.as_str()] = json!(hash);
    let key = key(kind, &child)?;
    let mut changes = true;
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
            if !has_drifted(controller, &child, &live)? {
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
    write.end(&raw);
    Ok(raw)
}
