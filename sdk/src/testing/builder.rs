//! How a sandbox is started.

use std::collections::BTreeSet;
use std::path::PathBuf;
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use kopr_cluster::proxy::Proxy;
use kopr_cluster::{Cluster, Options};
use kopr_model::{AccessScope, Operator as Model, Scope};
use serde_json::Value;

use super::account::Account;
use super::record::Record;
use super::sandbox::Sandbox;
use super::{apart, audit, install, log, manifests};
use crate::env::Environment;
use crate::error::{Error, Result};
use crate::operator::Operator;
use crate::runtime::{Clock, Times};

/// How long a wait goes on unless the builder says otherwise.
const PATIENCE: Duration = Duration::from_secs(30);

/// Where the manifests come from.
pub(crate) enum Manifests {
    /// From the folder that `kopr gen manifests` writes.
    Folder(PathBuf),
    /// From the description.
    Described,
}

/// What changes one object of the manifests.
type Edit = Box<dyn Fn(&mut Value) + Send>;

/// How a [`Sandbox`] is started.
#[must_use = "nothing is started until `start` or `install`"]
pub struct Builder {
    operator: Operator,
    manifests: Manifests,
    cluster: Option<Cluster>,
    proxy: Option<Proxy>,
    edit: Vec<Edit>,
    patience: Duration,
    as_deployed: bool,
    lease: Times,
    instance: Option<String>,
    class: Option<String>,
}

impl Builder {
    pub(super) fn new(operator: Operator, manifests: Manifests) -> Self {
        Self {
            operator,
            manifests,
            cluster: None,
            proxy: None,
            edit: Vec::new(),
            patience: PATIENCE,
            as_deployed: false,
            lease: Times::default(),
            instance: None,
            class: None,
        }
    }

    /// Runs on that control plane instead of the one that all tests share.
    pub fn cluster(mut self, cluster: Cluster) -> Self {
        self.cluster = Some(cluster);
        self
    }

    /// The operator reaches the control plane through that fault proxy, and the test does not. The sandbox is on the
    /// control plane behind it.
    pub fn through(mut self, proxy: &Proxy) -> Self {
        self.cluster = Some(proxy.cluster().clone());
        self.proxy = Some(proxy.clone());
        self
    }

    /// Changes the manifests before they are applied, each object in turn: a role with one right less.
    pub fn edit(mut self, edit: impl Fn(&mut Value) + Send + 'static) -> Self {
        self.edit.push(Box::new(edit));
        self
    }

    /// How long waits go on.
    pub fn patience(mut self, patience: Duration) -> Self {
        self.patience = patience;
        self
    }

    /// Watches what the manifests say, all namespaces too. On a control plane of its own, since it meets
    /// the objects of other tests.
    pub fn as_deployed(mut self) -> Self {
        self.as_deployed = true;
        self
    }

    /// How long the lease of leader election holds (in whole seconds), how long the leader works on without having
    /// renewed it, and how often it tries: 15, 10 and 2 seconds unless a test cannot wait for that.
    pub fn lease(mut self, lease: Duration, deadline: Duration, retry: Duration) -> Self {
        self.lease = Times {
            lease,
            deadline,
            retry,
        };
        self
    }

    /// Installs and runs it as a copy of that name, as the setting `operator.instance` does.
    pub fn instance(mut self, name: impl Into<String>) -> Self {
        self.instance = Some(name.into());
        self
    }

    /// Runs it as a copy that works on primaries of that class, as the setting `deploy.class` does.
    pub fn class(mut self, class: impl Into<String>) -> Self {
        self.class = Some(class.into());
        self
    }

    /// Starts it.
    ///
    /// # Errors
    /// As [`Sandbox::start`].
    pub async fn start(self) -> Result<Sandbox> {
        let (mut sandbox, operator) = self.prepare().await?;
        sandbox.start_again(operator).await?;
        Ok(sandbox)
    }

    /// Installs the manifests and starts nothing, for a test that runs the operator's program itself.
    ///
    /// # Errors
    /// As [`Sandbox::start`].
    pub async fn install(self) -> Result<Sandbox> {
        Ok(self.prepare().await?.0)
    }

    async fn prepare(self) -> Result<(Sandbox, Operator)> {
        static COUNT: AtomicU32 = AtomicU32::new(0);
        log::keep();
        let number = COUNT.fetch_add(1, Ordering::Relaxed);
        let suffix = format!("-{}-{number}", std::process::id());
        let model = self.operator.describe().map_err(|failure| {
            let offences = failure.offences.iter().map(|one| format!("\n  {}", one.message));
            Error::message(format!("{}{}", failure.message, offences.collect::<String>()))
        })?;
        let mut manifests = match &self.manifests {
            Manifests::Folder(folder) => install::read(folder)?,
            Manifests::Described => manifests::of(&model),
        };
        apart::set_apart(&mut manifests, &suffix);
        if let Some(instance) = &self.instance {
            apart::name_lease(&mut manifests, instance);
        }
        let mut edited = manifests.clone();
        for object in &mut edited {
            self.edit.iter().for_each(|edit| edit(object));
        }
        let cluster = match self.cluster {
            Some(cluster) => cluster,
            None => kopr_cluster::shared(&Options::default()).await?,
        };
        let admin = cluster.client().await?;
        let mut environment = environment(&manifests);
        environment.instance = self.instance.or(environment.instance);
        environment.class = self.class.or(environment.class);
        let mut namespaces = environment.watch_namespaces.clone();
        if namespaces.is_empty() {
            namespaces.push(format!("test{suffix}"));
            if !self.as_deployed && !reaches_into_the_cluster(&model) {
                environment.watch_namespaces.clone_from(&namespaces);
            }
        }
        let made: BTreeSet<String> = manifests
            .iter()
            .filter_map(|object| object["metadata"]["namespace"].as_str())
            .chain(namespaces.iter().map(String::as_str))
            .map(str::to_owned)
            .collect();
        for namespace in &made {
            install::ensure_namespace(&admin, namespace).await?;
        }
        let log_start = cluster.audit_log_path().map_or(0, |path| audit::end(&path));
        install::apply(&admin, &edited).await?;
        let account = Account::of(&manifests, &admin).await?;
        environment.pod_namespace = Some(account.namespace.clone());
        let sandbox = Sandbox {
            client: admin,
            url: self
                .proxy
                .as_ref()
                .map_or_else(|| cluster.url(), Proxy::url)
                .to_owned(),
            cluster,
            _proxy: self.proxy,
            namespaces,
            made,
            model,
            account,
            environment,
            manifests,
            record: Record::default(),
            log_start,
            patience: self.patience,
            lease: self.lease,
            clock: Clock::default(),
            in_cluster: std::sync::Mutex::default(),
            running: None,
        };
        Ok((sandbox, self.operator))
    }
}

fn reaches_into_the_cluster(model: &Model) -> bool {
    model.controllers.iter().any(|controller| {
        controller.primary.scope == Scope::Cluster
            || controller
                .rules()
                .any(|rule| rule.scope == AccessScope::Everywhere)
    })
}

/// What the Deployment in the manifests gives the program.
fn environment(manifests: &[Value]) -> Environment {
    let deployment = manifests.iter().find(|object| object["kind"] == "Deployment");
    let own = deployment.and_then(|deployment| deployment["metadata"]["namespace"].as_str());
    let variables = deployment
        .and_then(|deployment| deployment["spec"]["template"]["spec"]["containers"][0]["env"].as_array())
        .cloned()
        .unwrap_or_default();
    let value = |name: &str| {
        let variable = variables.iter().find(|variable| variable["name"] == name)?;
        if variable["valueFrom"]["fieldRef"]["fieldPath"] == "metadata.namespace" {
            return own.map(str::to_owned);
        }
        variable["value"].as_str().map(str::to_owned)
    };
    Environment {
        instance: value(kopr_model::env::INSTANCE),
        class: value(kopr_model::env::CLASS),
        leader_election: value(kopr_model::env::LEADER_ELECTION),
        watch_namespaces: crate::env::namespaces(
            &value(kopr_model::env::WATCH_NAMESPACE).unwrap_or_default(),
        ),
        metrics_address: Some("off".to_owned()),
        health_address: Some("off".to_owned()),
        ..Environment::default()
    }
}
