//! A program of a cluster that was killed, until it is started again.

use std::time::Duration;

use crate::cluster::client_of;
use crate::lock::Lock;
use crate::ready::{self, API_SERVER};
use crate::state::{Layout, Record};
use crate::{Program, Result, process};

/// How long the program may take to be ready again.
const PATIENCE: Duration = Duration::from_mins(2);

/// The time in which one program of a cluster does not run. Whoever looks for the cluster meanwhile waits: it would
/// pass for one that has died.
#[must_use = "the program stays away until `over`"]
#[derive(Debug)]
pub struct Outage {
    layout: Layout,
    record: Record,
    program: Program,
    _lock: Lock,
}

impl Outage {
    /// Kills the program (SIGKILL).
    pub(crate) async fn begin(layout: Layout, record: Record, program: Program, lock: Lock) -> Result<Self> {
        let at = layout.clone();
        tokio::task::spawn_blocking(move || process::kill(&at, program)).await??;
        Ok(Self {
            layout,
            record,
            program,
            _lock: lock,
        })
    }

    /// Starts the program again as it was, on the same data, and waits until the API server is ready.
    pub async fn over(self) -> Result<()> {
        process::start_again(
            &self.layout,
            &crate::Assets::in_folder(self.record.assets.clone()),
            self.program,
        )?;
        let client = client_of(&self.layout).await?;
        ready::wait(
            &self.layout,
            &client,
            &self.record.programs(),
            &API_SERVER,
            PATIENCE,
        )
        .await
    }
}
