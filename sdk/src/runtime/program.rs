//! The process around the controllers: settings, client, signals, exit code.

use std::process::ExitCode;
use std::sync::Arc;
use std::time::Duration;

use kopr_model::{Package, names};

use super::class::Class;
use super::core::{Core, Identity};
use super::http::{self, Site};
use super::tls::Tls;
use super::watches::Namespaces;
use super::{controller, impersonate, leader, list_watch, logging, stop};
use crate::describe::IntoOperator;
use crate::env::Environment;
use crate::error::{Error, Result};
use crate::operator::Operator;

/// Runs the operator until it is told to stop.
pub(crate) fn main<O: IntoOperator>(
    package: Package,
    operator: impl FnOnce() -> O,
    environment: Environment,
) -> ExitCode {
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build();
    let traces = {
        // Traces are sent from it.
        let _entered = runtime.as_ref().ok().map(tokio::runtime::Runtime::enter);
        logging::init(&environment, &package)
    };
    let run = || -> Result<()> {
        let mut operator = operator().into_operator()?;
        operator.package = Some(package);
        let runtime = runtime?;
        let outcome = runtime.block_on(operator.run_in(environment));
        traces.end();
        // A blocked thread of the operator's own must not keep a stopped program alive.
        runtime.shutdown_timeout(Duration::from_millis(100));
        outcome
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
    /// A description that is not right, no way to reach a cluster, an address that is in use, a lease that was
    /// lost.
    pub async fn run(self) -> Result<()> {
        self.run_in(Environment::read()).await
    }

    pub(crate) async fn run_in(self, environment: Environment) -> Result<()> {
        // First of all: a signal that nobody listens for kills the program, or, in a container, does nothing.
        let (once, twice) = stop_signals()?;
        let mut config = kube::Config::infer().await.map_err(kube::Error::InferConfig)?;
        // A worker does not wait inside a request: whoever asked tries again, and others have their turn.
        config.default_retry = false;
        let headers = impersonate::headers(&config.auth_info)?;
        if let Some((_, user)) = headers.first() {
            tracing::info!("impersonates {user:?}, as the kubeconfig asks");
        }
        let impersonating =
            tower::util::MapRequestLayer::new(move |request| impersonate::with(&headers, request));
        let client = kube::client::ClientBuilder::try_from(config)?
            .with_layer(&impersonating)
            .build();
        tokio::select! {
            outcome = self.run_until(environment, client, once) => outcome,
            // Whoever says it twice does not want to wait for what runs.
            () = twice => Err(Error::message(
                "told to stop a second time: ended at once, with the lease as it is",
            )),
        }
    }

    /// Runs the controllers with that client until `told` is ready.
    ///
    /// # Errors
    /// As [`run`](Self::run).
    pub(crate) async fn run_until(
        self,
        environment: Environment,
        client: kube::Client,
        told: impl Future<Output = ()>,
    ) -> Result<()> {
        let model = self.describe().map_err(|failure| {
            let places = failure
                .offences
                .iter()
                .map(|o| format!("\n  {}: {}", o.source, o.message));
            Error::message(format!("{}{}", failure.message, places.collect::<String>()))
        })?;
        let namespaces = Namespaces {
            watched: environment.watch_namespaces.clone(),
            own: environment.pod_namespace.clone(),
        };
        needs_own_namespace(&model, &namespaces)?;
        let instance = environment.instance.as_deref().unwrap_or(&model.name);
        names::dns_label(instance).map_err(|refusal| {
            let variable = kopr_model::env::INSTANCE;
            Error::message(format!(
                "{variable} is `{instance}`, which cannot name a copy: {refusal}"
            ))
        })?;
        let class = environment.class.as_deref();
        let class = class.map(|class| Class::new(&model.domain, class)).transpose()?;
        let classed = class.as_ref().map(ToString::to_string);
        let core = Arc::new(Core::new(
            &self,
            &model,
            client,
            namespaces,
            Identity {
                instance,
                pod: environment.pod_name.as_deref(),
                class,
                elected: leader::lease(&environment, instance)?.is_some(),
                limits: list_watch::Limits::with_idle(environment.watch_idle.as_deref())?,
            },
        ));
        serve(&core, Site::Health, environment.health_address.as_deref()).await?;
        let tls = environment.metrics_tls.as_deref().map(Tls::new).transpose();
        let tls = tls.map_err(|error| Error::message(format!("no TLS for `/metrics`: {error}")))?;
        serve(&core, Site::Metrics(tls), environment.metrics_address.as_deref()).await?;
        let watched = match environment.watch_namespaces.as_slice() {
            [] => "all namespaces".to_owned(),
            some => some.join(", "),
        };
        tracing::info!(
            operator = model.name,
            instance = environment.instance,
            version = model.package.version,
            watched,
            class = classed,
            "started"
        );
        let mut elected = leader::start(&core, &environment, instance, self.lease)?;
        let controllers: Vec<_> = (0..core.controllers.len())
            .map(|index| tokio::spawn(controller::run(Arc::clone(&core), index)))
            .collect();
        let lost = tokio::select! {
            () = told => None,
            lost = elected.lost() => Some(lost),
        };
        if let Some(lost) = lost {
            return Err(stop::at_once(&core, controllers, lost).await);
        }
        tracing::info!("stopping");
        stop::gracefully(&core, controllers, elected).await?;
        tracing::info!("stopped");
        Ok(())
    }
}

/// Serves a site until the program ends.
async fn serve(core: &Arc<Core>, site: Site, address: Option<&str>) -> Result<()> {
    let listener = http::listen(&site, address).await.map_err(|error| {
        let at = address.map_or_else(
            || format!("port {}", site.port()),
            |address| format!("`{address}`"),
        );
        Error::message(format!("cannot listen on {at}: {error}"))
    })?;
    if let Some(listener) = listener {
        let shared = Arc::clone(core);
        let answers = move |site: &Site, request: &_| http::answer(&shared, site, request);
        let name = format!("the server of port {}", site.port());
        core.spawn(name, http::serve(listener, site, answers));
    }
    Ok(())
}

fn needs_own_namespace(model: &kopr_model::Operator, namespaces: &Namespaces) -> Result<()> {
    let here = model
        .controllers
        .iter()
        .flat_map(kopr_model::Controller::rules)
        .find(|rule| rule.scope == kopr_model::AccessScope::Here);
    match here {
        Some(rule) if namespaces.own.is_none() => Err(Error::message(format!(
            "`{}` of `{}` looks into the operator's own namespace: set {}",
            rule.origin.argument,
            rule.origin.handler,
            kopr_model::env::POD_NAMESPACE
        ))),
        _ => Ok(()),
    }
}

/// Listens from now on: what is ready with the first signal, and what is with the second.
fn stop_signals() -> std::io::Result<(impl Future<Output = ()>, impl Future<Output = ()>)> {
    use tokio::signal::unix::{SignalKind, signal};
    let mut interrupted = signal(SignalKind::interrupt())?;
    let mut terminated = signal(SignalKind::terminate())?;
    let (told, mut once) = tokio::sync::watch::channel(0_u32);
    let mut twice = told.subscribe();
    tokio::spawn(async move {
        loop {
            tokio::select! {
                _ = interrupted.recv() => {}
                _ = terminated.recv() => {}
            }
            told.send_modify(|times| *times += 1);
        }
    });
    Ok((
        async move {
            let _ = once.wait_for(|times| *times > 0).await;
        },
        async move {
            let _ = twice.wait_for(|times| *times > 1).await;
        },
    ))
}
