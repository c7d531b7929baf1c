//! The text of `/metrics`, with what is only counted when somebody asks.

use std::collections::BTreeMap;

use super::core::Core;

/// The metrics of the program as they are now.
pub(crate) fn scrape(core: &Core) -> String {
    for controller in &core.controllers {
        core.metrics.queue(&controller.name, &controller.queue.figures());
    }
    // Watches of one kind may differ in their selectors; the one that has been silent for longest counts.
    let mut contacts: BTreeMap<[&str; 3], f64> = BTreeMap::new();
    for (id, entry) in core.watches.all() {
        if let Some(at) = entry.contact.last() {
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
