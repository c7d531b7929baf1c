//! Seeks the lease, holds it, lets it go.

use std::time::Duration;

use jiff::Timestamp;
use k8s_openapi::api::coordination::v1::Lease;
use tokio::sync::oneshot::{self, error::TryRecvError};
use tokio::time::{Instant, sleep, timeout, timeout_at};

use super::Times;
use super::election::{Election, Record, Step};
use super::lease::Leases;
use crate::error::Error;

/// How long letting the lease go may take; if it cannot be, others wait for its end.
const RELEASE: Duration = Duration::from_secs(2);

/// Why a copy that led may not any more.
#[derive(Debug, thiserror::Error)]
pub(super) enum Lost {
    #[error("`{holder}` has taken the lease `{lease}`")]
    Taken { lease: String, holder: String },
    #[error("the lease `{lease}` could not be renewed for {after:?}: {reason}")]
    NotRenewed {
        lease: String,
        after: Duration,
        reason: String,
    },
}

/// Why a try came to nothing.
enum Failure {
    /// Somebody else has the lease.
    Held,
    /// A request went wrong.
    Request(String),
}

/// A copy that seeks the lease.
pub(super) struct Campaign<L> {
    leases: L,
    election: Election,
    times: Times,
    /// The lease as we wrote it last: it can be renewed without being read first.
    written: Option<Lease>,
    tries: u32,
}

impl<L: Leases> Campaign<L> {
    pub(super) fn new(leases: L, election: Election, times: Times) -> Self {
        Self {
            leases,
            election,
            times,
            written: None,
            tries: 0,
        }
    }

    /// Until it is told to let go. `told` hears once that this copy leads.
    ///
    /// # Errors
    /// The lease was lost: it was taken, or could not be renewed in time.
    pub(super) async fn run(
        mut self,
        told: impl Fn(bool),
        mut release: oneshot::Receiver<()>,
    ) -> Result<(), Lost> {
        let Some(renewed) = self.seek(&mut release).await else {
            return Ok(());
        };
        tracing::info!(
            lease = self.leases.name(),
            identity = self.election.identity(),
            "leads"
        );
        told(true);
        self.hold(renewed, &mut release).await?;
        if timeout(RELEASE, self.let_go()).await.is_err() {
            tracing::warn!("the lease could not be let go within {RELEASE:?}: others wait for its end");
        }
        Ok(())
    }

    /// Tries until the lease is ours; gives the time from which on it is. `None` if told to let go before.
    async fn seek(&mut self, release: &mut oneshot::Receiver<()>) -> Option<Instant> {
        let mut holder = String::new();
        let mut said = String::new();
        loop {
            // A try is not cut short by the end of the program: it might leave a lease behind that nobody holds.
            let begun = Instant::now();
            match timeout(self.times.deadline, self.attempt()).await {
                Ok(Ok(())) => return Some(begun),
                Ok(Err(Failure::Held)) => {
                    if holder != self.election.holder() {
                        self.election.holder().clone_into(&mut holder);
                        tracing::info!(lease = self.leases.name(), "stands by: `{holder}` leads");
                    }
                    said.clear();
                }
                Ok(Err(Failure::Request(text))) => self.complain(text, &mut said),
                Err(_) => self.complain("no answer".to_owned(), &mut said),
            }
            let pause = self.spread();
            if wait(pause, release).await {
                return None;
            }
        }
    }

    /// Says what is wrong, once.
    fn complain(&self, text: String, said: &mut String) {
        if *said == text {
            tracing::debug!(lease = self.leases.name(), "not elected: {text}");
        } else {
            tracing::warn!(lease = self.leases.name(), "not elected, tried again: {text}");
            *said = text;
        }
    }

    /// Renews until told to let go.
    async fn hold(&mut self, mut renewed: Instant, release: &mut oneshot::Receiver<()>) -> Result<(), Lost> {
        let mut reason = String::from("no answer");
        loop {
            let deadline = renewed + self.times.deadline;
            let pause = self.times.retry.min(deadline.duration_since(Instant::now()));
            if wait(pause, release).await {
                return Ok(());
            }
            let begun = Instant::now();
            if begun < deadline {
                match timeout_at(deadline, self.attempt()).await {
                    Ok(Ok(())) => {
                        // From when it was sent: that is the earliest that it counts for others.
                        renewed = begun;
                        continue;
                    }
                    Ok(Err(Failure::Held)) => {
                        return Err(Lost::Taken {
                            lease: self.leases.name(),
                            holder: self.election.holder().to_owned(),
                        });
                    }
                    Ok(Err(Failure::Request(text))) => {
                        tracing::warn!(lease = self.leases.name(), "not renewed, tried again: {text}");
                        reason = text;
                    }
                    Err(_) => "no answer".clone_into(&mut reason),
                }
            }
            if Instant::now() >= deadline {
                return Err(Lost::NotRenewed {
                    lease: self.leases.name(),
                    after: self.times.deadline,
                    reason,
                });
            }
        }
    }

    /// Takes the lease, or renews it.
    async fn attempt(&mut self) -> Result<(), Failure> {
        // Taken out, so that a try that is cut off reads the lease the next time.
        if let Some(mut lease) = self.written.take() {
            let record = self.election.held(Timestamp::now());
            record.write(lease.spec.get_or_insert_default());
            match self.within(self.leases.update(lease)).await {
                Ok(lease) => return self.take(lease),
                // It is another version, or gone.
                Err(Failed::Status(404 | 409, _)) => {}
                Err(error) => return Err(Failure::Request(error.to_string())),
            }
        }
        let found = self.within(self.leases.get()).await?;
        let record = found.as_ref().map(|lease| Record::of(lease.spec.as_ref()));
        let mut lease = found.unwrap_or_default();
        let written = match self.election.step(record, Instant::now(), Timestamp::now()) {
            Step::StandBy => return Err(Failure::Held),
            Step::Create(record) => {
                record.write(lease.spec.get_or_insert_default());
                self.within(self.leases.create(lease)).await
            }
            Step::Update(record) => {
                record.write(lease.spec.get_or_insert_default());
                self.within(self.leases.update(lease)).await
            }
        };
        self.take(written?)
    }

    /// The API server has taken the lease as we wrote it.
    fn take(&mut self, lease: Lease) -> Result<(), Failure> {
        self.election.see(Record::of(lease.spec.as_ref()), Instant::now());
        if !self.election.is_ours() {
            // Something between us and the API server has changed it.
            return Err(Failure::Held);
        }
        self.written = Some(lease);
        Ok(())
    }

    async fn let_go(&mut self) {
        // Once more where it is another version than we know.
        for _ in 0..2 {
            let lease = match self.written.take() {
                Some(lease) => Ok(Some(lease)),
                None => self.leases.get().await,
            };
            let mut lease = match lease {
                Ok(Some(lease)) => lease,
                Ok(None) => return,
                Err(error) => {
                    tracing::warn!("the lease could not be let go: {}", Error::from(error));
                    return;
                }
            };
            self.election.see(Record::of(lease.spec.as_ref()), Instant::now());
            let Some(record) = self.election.released(Timestamp::now()) else {
                return;
            };
            record.write(lease.spec.get_or_insert_default());
            match self.leases.update(lease).await {
                Ok(_) => {
                    tracing::info!(lease = self.leases.name(), "the lease is let go");
                    return;
                }
                Err(kube::Error::Api(status)) if status.code == 409 => {}
                Err(error) => {
                    tracing::warn!("the lease could not be let go: {}", Error::from(error));
                    return;
                }
            }
        }
    }

    /// A request that hangs must leave time for another: a connection may be dead without anybody saying so.
    async fn within<T>(&self, request: impl Future<Output = Result<T, kube::Error>>) -> Result<T, Failed> {
        match timeout(self.times.deadline / 2, request).await {
            Ok(Ok(answer)) => Ok(answer),
            Ok(Err(kube::Error::Api(status))) => {
                let code = status.code;
                Err(Failed::Status(
                    code,
                    Error::from(kube::Error::Api(status)).to_string(),
                ))
            }
            Ok(Err(error)) => Err(Failed::Other(Error::from(error).to_string())),
            Err(_) => Err(Failed::Other("no answer".to_owned())),
        }
    }

    /// The pause before the next try, longer by up to a fifth: copies that started together shall not ask
    /// together. It follows from identity and count, so that no randomness is needed.
    fn spread(&mut self) -> Duration {
        self.tries = self.tries.wrapping_add(1);
        let identity = self.election.identity().bytes();
        let hash = identity.fold(0x811c_9dc5_u32 ^ self.tries, |hash, byte| {
            (hash ^ u32::from(byte)).wrapping_mul(0x0100_0193)
        });
        self.times.retry.mul_f64(1.0 + f64::from(hash % 1000) / 5000.0)
    }
}

/// Why a request went wrong.
#[derive(Debug, thiserror::Error)]
enum Failed {
    #[error("{1}")]
    Status(u16, String),
    #[error("{0}")]
    Other(String),
}

impl From<Failed> for Failure {
    fn from(failed: Failed) -> Self {
        Self::Request(failed.to_string())
    }
}

/// Waits; true if told to let go, or if nobody is left who could tell.
async fn wait(pause: Duration, release: &mut oneshot::Receiver<()>) -> bool {
    // Told already: a receiver must not be asked again.
    if !matches!(release.try_recv(), Err(TryRecvError::Empty)) {
        return true;
    }
    tokio::select! {
        () = sleep(pause) => false,
        _ = release => true,
    }
}

#[cfg(test)]
mod tests;
