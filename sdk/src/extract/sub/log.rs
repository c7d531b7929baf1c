//! `Log`: what pods have written.

use k8s_openapi::api::core::v1::Pod;
use kopr_model::Verb;
use kube::api::LogParams;

use super::{AccessScopeKind, Names, Sub, Subresource};
use crate::error::{Error, Result};

/// Marker: what pods have written is read.
pub struct Log;

impl Subresource<Pod> for Log {
    const NAME: &'static str = "log";
    const VERBS: &'static [Verb] = &[Verb::Get];
}

impl<N: Names, W: AccessScopeKind> Sub<Pod, Log, N, W> {
    /// The last lines that the pod of that name has written, if it has one container.
    ///
    /// # Errors
    /// The API server's answer: there is no such pod, or none that has begun to write.
    pub async fn log(&self, name: &str, lines: u32) -> Result<String> {
        let params = LogParams {
            tail_lines: Some(i64::from(lines)),
            ..LogParams::default()
        };
        self.log_with(name, &params).await
    }

    /// What the pod of that name has written, as the parameters ask for it: of a container, since a time, before its
    /// last start.
    ///
    /// # Errors
    /// As [`log`](Self::log); a log that is to be followed, which has no end.
    pub async fn log_with(&self, name: &str, params: &LogParams) -> Result<String> {
        if params.follow {
            return Err(Error::message(format!(
                "the log of the pod `{name}` cannot be followed: a run would not end"
            )));
        }
        let place = self.place(name)?;
        self.run.log_of(&place, params).await
    }
}
