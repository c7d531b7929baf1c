//! The text of `/metrics`, with what is only counted when somebody asks.

use std::collections::BTreeMap;
use std::time::{SystemTime, UNIX_EPOCH};

use super::core::Core;

/// The metrics of the program as they are now.
pub(crate) fn scrape(core: &Core) -> String {
    for controller in &core.controllers {
        core.metrics.queue(&controller.name, &controller.queue.figures());
    }
    // Watches of one kind may differ in their selectors; the one that has been silent for longest counts.
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    let mut contacts: BTreeMap<[&str; 3], f64> = BTreeMap::new();
    for (id, entry) in core.watches.all() {
        if let Some(age) = entry.contact.age() {
            // In whole milliseconds: finer ones would only be those of the subtraction.
            let at = (now.saturating_sub(age).as_secs_f64() * 1000.0).round() / 1000.0;
            contacts
                .entry(id.labels())
                .and_modify(|known| *known = known.min(at))
                .or_insert(at);
        }
    }
    for (watch, at) in contacts {
        core.metrics.contact(watch, at);
    }
    core.metrics.text()
}
