//! Leader election: of several copies of one name in one namespace, one works.
//!
//! | part | what it does |
//! | --- | --- |
//! | `election` | what to do about a lease that was seen; pure |
//! | `lease` | the few requests |
//! | `campaign` | seeks the lease, holds it, lets it go |
//!
//! The rules are Kubernetes' own. A copy that stands by watches and answers its probes, but no worker of it
//! runs. The one that leads and cannot renew the lease in time stops before others may take it.

mod campaign;
mod election;
mod lease;

use std::hash::{BuildHasher as _, Hasher as _};
use std::sync::Arc;
use std::time::Duration;

use tokio::sync::{oneshot, watch};
use tokio::task::JoinHandle;

use self::campaign::{Campaign, Lost};
use self::election::Election;
use self::lease::ApiLeases;
use super::core::Core;
use crate::env::Environment;
use crate::error::{Error, Result};

/// How long a lease holds, and how it is kept.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Times {
    /// How long others wait for a leader that they hear nothing of.
    pub(crate) lease: Duration,
    /// How long the leader works on without having renewed. Shorter than the lease, so that it has stopped
    /// by the time that others may begin.
    pub(crate) deadline: Duration,
    /// Pause between two tries.
    pub(crate) retry: Duration,
}

impl Default for Times {
    /// Those of Kubernetes' own components.
    fn default() -> Self {
        Self {
            lease: Duration::from_secs(15),
            deadline: Duration::from_secs(10),
            retry: Duration::from_secs(2),
        }
    }
}

/// Whether this copy leads, and whether it may.
pub(crate) struct Leadership {
    eligible: watch::Sender<bool>,
    leads: watch::Sender<bool>,
}

impl Leadership {
    /// `elected`: this copy has to be elected before it leads.
    pub(crate) fn new(elected: bool) -> Self {
        Self {
            eligible: watch::Sender::new(false),
            leads: watch::Sender::new(!elected),
        }
    }

    /// A controller has the rights that it needs: it is worth being elected.
    pub(crate) fn make_eligible(&self) {
        self.eligible.send_replace(true);
    }

    /// Waits until this copy leads.
    pub(crate) async fn leads(&self) {
        // The senders live as long as this value, so that the wait ends only when it is true.
        let _ = self.leads.subscribe().wait_for(|leads| *leads).await;
    }

    async fn eligible(&self) {
        let _ = self.eligible.subscribe().wait_for(|eligible| *eligible).await;
    }
}

/// Name and namespace of the lease that is sought; `None` where nobody is elected.
///
/// # Errors
/// A word in the environment that is neither `on` nor `off`.
pub(crate) fn lease(environment: &Environment, instance: &str) -> Result<Option<(String, String)>> {
    match (environment.leader_election.as_deref(), &environment.pod_namespace) {
        (Some("off"), _) => Ok(None),
        (None | Some("on"), namespace) => Ok(namespace
            .clone()
            .map(|namespace| (instance.to_owned(), namespace))),
        (Some(other), _) => Err(Error::message(format!(
            "{} is `{other}`, which is neither `on` nor `off`",
            kopr_model::env::LEADER_ELECTION
        ))),
    }
}

/// The election as the program sees it.
pub(crate) struct Elected {
    task: Option<JoinHandle<Result<(), Lost>>>,
    release: Option<oneshot::Sender<()>>,
}

/// Starts the election, or says why there is none.
pub(crate) fn start(
    core: &Arc<Core>,
    environment: &Environment,
    instance: &str,
    times: Times,
) -> Result<Elected> {
    let Some((name, namespace)) = lease(environment, instance)? else {
        if environment.leader_election.is_none() {
            tracing::warn!(
                "{} is not set, so no leader is elected: make sure that no other copy runs",
                kopr_model::env::POD_NAMESPACE
            );
        } else {
            tracing::info!(
                "no leader is elected: {} is off",
                kopr_model::env::LEADER_ELECTION
            );
        }
        return Ok(Elected {
            task: None,
            release: None,
        });
    };
    core.metrics.leader(&name, false);
    let identity = identity(environment.pod_name.as_deref().unwrap_or(instance));
    let leases = ApiLeases::new(core.client.clone(), &namespace, &name);
    let (release, released) = oneshot::channel();
    let shared = Arc::clone(core);
    let task = tokio::spawn(async move {
        let mut released = released;
        tokio::select! {
            () = shared.leadership.eligible() => {}
            _ = &mut released => return Ok(()),
        }
        let election = Election::new(identity, times.lease);
        let told = |leads: bool| {
            shared.metrics.leader(&name, leads);
            if leads {
                shared.leadership.leads.send_replace(true);
            }
        };
        let ended = Campaign::new(leases, election, times).run(told, released).await;
        shared.metrics.leader(&name, false);
        ended
    });
    Ok(Elected {
        task: Some(task),
        release: Some(release),
    })
}

impl Elected {
    /// Ends when this copy has led and may not any more; never where nobody is elected.
    pub(crate) async fn lost(&mut self) -> Error {
        let Some(task) = &mut self.task else {
            return std::future::pending().await;
        };
        let ended = task.await;
        self.task = None;
        Error::message(match ended {
            Ok(Err(lost)) => format!("{lost}; the program ends, and has to be elected again"),
            Ok(Ok(())) => "the election has ended".to_owned(),
            Err(error) => format!("the election has ended: {error}"),
        })
    }

    /// Lets the lease go, so that another copy need not wait for its end. For when all work has stopped.
    pub(crate) async fn release(mut self) {
        if let Some(release) = self.release.take() {
            let _ = release.send(());
        }
        if let Some(task) = self.task.take()
            && let Ok(Err(lost)) = task.await
        {
            tracing::warn!("{lost}");
        }
    }

    /// Ends the election without letting the lease go: something may still run.
    pub(crate) fn keep(mut self) {
        if let Some(task) = self.task.take() {
            tracing::warn!("the lease is not let go, since something still runs: others wait for its end");
            task.abort();
        }
    }
}

/// The pod, and what tells this process from all others: a pod's container may be started anew.
fn identity(pod: &str) -> String {
    // Seeded by the operating system, each time it is made.
    let random = std::hash::RandomState::new().build_hasher().finish();
    format!("{pod}_{random:016x}")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn where_a_leader_is_elected() {
        let environment = |word: Option<&str>, namespace: Option<&str>| Environment {
            leader_election: word.map(str::to_owned),
            pod_namespace: namespace.map(str::to_owned),
            ..Environment::default()
        };
        let here = Some(("op".to_owned(), "ns".to_owned()));
        for (word, namespace, expected) in [
            (None, Some("ns"), here.clone()),
            (Some("on"), Some("ns"), here),
            (Some("off"), Some("ns"), None),
            (None, None, None),
        ] {
            let found = lease(&environment(word, namespace), "op").unwrap();
            assert_eq!(found, expected, "{word:?} {namespace:?}");
        }
        let error = lease(&environment(Some("no"), Some("ns")), "op").unwrap_err();
        assert_eq!(
            error.to_string(),
            "KOPR_LEADER_ELECTION is `no`, which is neither `on` nor `off`"
        );
    }

    #[test]
    fn no_two_identities_are_the_same() {
        assert_ne!(identity("pod"), identity("pod"));
        assert!(identity("pod").starts_with("pod_"));
    }
}
