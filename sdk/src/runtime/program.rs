//! The program around the controllers: settings, client, signals, exit code.

use std::process::ExitCode;
use std::sync::Arc;

use futures::future::join_all;

use super::controller::{Core, run_controller};
use super::logging;
use crate::describe::{self, IntoOperator};
use crate::env::Environment;
use crate::error::{Error, Result};
use crate::operator::Operator;

/// Runs the operator until it is told to stop.
pub(crate) fn main<O: IntoOperator>(operator: impl FnOnce() -> O, environment: Environment) -> ExitCode {
    logging::init(&environment);
    let run = || -> Result<()> {
        let operator = operator().into_operator()?;
        let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
        runtime.block_on(operator.run_in(environment))
    };
    match run() {
        Ok(()) => ExitCode::SUCCESS,
        Err(error) => {
            tracing::error!("{error}");
            ExitCode::FAILURE
        }
    }
}

impl Operator {
    /// Runs the controllers until the program is told to stop (SIGTERM or Ctrl-C).
    ///
    /// # Errors
    /// A description that is not right, no way to reach a cluster.
    pub async fn run(self) -> Result<()> {
        self.run_in(Environment::read()).await
    }

    pub(crate) async fn run_in(self, environment: Environment) -> Result<()> {
        let model = self.describe().map_err(|failure| {
            let places = failure
                .offences
                .iter()
                .map(|o| format!("\n  {}: {}", o.source, o.message));
            Error::message(format!("{}{}", failure.message, places.collect::<String>()))
        })?;
        let client = kube::Client::try_default().await?;
        let core = Arc::new(Core {
            client,
            operator: model.name.clone(),
            own_namespace: environment.pod_namespace.clone(),
            pod: environment.pod_name.clone(),
            finalizer: format!("{}/{}", model.domain, model.name),
            watched: environment.watch_namespaces.clone(),
            states: self.states.clone(),
        });
        let controllers = self.controllers.iter().map(|controller| {
            let name = describe::controller_name(controller);
            tokio::spawn(run_controller(Arc::clone(&core), name, controller.clone()))
        });
        tracing::info!(operator = model.name, "started");
        tokio::select! {
            _ = join_all(controllers) => {}
            () = stop_signal() => tracing::info!("stopped"),
        }
        Ok(())
    }
}

async fn stop_signal() {
    use tokio::signal::unix::{SignalKind, signal};
    let interrupted = tokio::signal::ctrl_c();
    match signal(SignalKind::terminate()) {
        Ok(mut terminated) => {
            tokio::select! {
                _ = interrupted => {}
                _ = terminated.recv() => {}
            }
        }
        Err(_) => {
            let _ = interrupted.await;
        }
    }
}
