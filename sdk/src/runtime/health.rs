//! Whether the program is ready, or stuck, and why.
//!
//! Ready is who knows what is in the cluster: a copy that stands by as well as one that works. Stuck is what only
//! a new process helps against; an API server that is away is no such thing.

use std::time::Duration;

use super::core::{Core, Phase, Running};
use super::watches::{Entry, WatchId};

/// Age of the youngest run after which a controller whose workers are all taken is stuck.
const STUCK: Duration = Duration::from_mins(30);

/// Why the program is not ready, a line each; nothing if it is.
pub(crate) fn unready(core: &Core) -> Vec<String> {
    core.controllers
        .iter()
        .flat_map(|controller| {
            let name = &controller.name;
            let lines = match controller.phase() {
                Phase::Permissions => vec!["waits for its permissions: see the log".to_owned()],
                Phase::Stores | Phase::Ready => watches(core, controller),
            };
            lines
                .into_iter()
                .map(move |line| format!("the controller `{name}` {line}"))
        })
        .collect()
}

fn watches(core: &Core, controller: &Running) -> Vec<String> {
    let entries = controller.watches.iter();
    entries
        .filter_map(|id| unheard(id, core.watches.get(id)?, core.limits.stale()))
        .collect()
}

fn unheard(id: &WatchId, entry: &Entry, stale: Duration) -> Option<String> {
    if !entry.store.is_ready() {
        return Some(format!("waits for the first list of {id}"));
    }
    let silent = entry.contact.age().filter(|age| *age > stale)?;
    let seconds = silent.as_secs();
    Some(format!("has heard nothing for {seconds} s on the watch of {id}"))
}

/// Why the program is stuck, a line each; nothing if it is not.
pub(crate) fn stuck(core: &Core) -> Vec<String> {
    let broken = core
        .broken()
        .into_iter()
        .map(|name| format!("{name} has panicked"));
    let taken = core.controllers.iter().filter_map(|controller| {
        let age = controller.queue.stuck(controller.limits.concurrency)?;
        (age > STUCK).then(|| {
            format!(
                "all workers of the controller `{}` have been in one run each for {} s, and objects wait",
                controller.name,
                age.as_secs()
            )
        })
    });
    broken.chain(taken).collect()
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::super::list_watch::Limits;
    use super::*;

    #[tokio::test(start_paused = true)]
    async fn a_watch_is_known_to_be_stale_by_its_silence() {
        let (id, entry) = (WatchId::default(), Entry::default());
        let line = || unheard(&id, &entry, Limits::default().stale()).unwrap_or_default();
        assert!(line().starts_with("waits for the first list"), "{}", line());
        entry.store.begin_list();
        entry.store.end_list(&BTreeSet::new());
        for (seconds, expected) in [
            (0, ""),
            (119, ""),
            (121, "has heard nothing for 121 s on the watch of"),
            (600, "has heard nothing for 600 s on the watch of"),
        ] {
            entry.contact.touch();
            tokio::time::advance(Duration::from_secs(seconds)).await;
            assert!(
                line().starts_with(expected) && line().is_empty() == expected.is_empty(),
                "{seconds}: {}",
                line()
            );
        }
        entry.contact.touch();
        assert_eq!(line(), "", "it is over once something is heard");
    }
}
