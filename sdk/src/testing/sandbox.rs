//! A control plane, an operator that runs on it, and a namespace to try it in.

use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU32, Ordering};
use std::time::Duration;

use k8s_openapi::api::authentication::v1::{TokenRequest, TokenRequestSpec};
use k8s_openapi::api::core::v1::{Namespace, ServiceAccount};
use k8s_openapi::api::events::v1::Event;
use kopr_cluster::{Cluster, Options};
use kopr_model::{Operator as Model, Scope};
use kube::api::{Api, DeleteParams, ListParams, ObjectMeta, Patch, PatchParams, PostParams};
use kube::client::ClientBuilder;
use kube::config::AuthInfo;
use kube::{Client, Config, ResourceExt};
use serde_json::Value;
use tokio::sync::oneshot;
use tokio::task::JoinHandle;

use super::access::Access;
use super::record::Record;
use super::{audit, install, log};
use crate::env::Environment;
use crate::error::{Error, Result};
use crate::kind::{Kind, ScopeKind};
use crate::operator::Operator;

/// How long a wait goes on unless the builder says otherwise.
const PATIENCE: Duration = Duration::from_secs(30);
/// How often a wait looks.
const LOOK: Duration = Duration::from_millis(25);

/// A control plane, an operator that runs on it as its ServiceAccount, and a namespace to try it in.
pub struct Sandbox {
    client: Client,
    cluster: Cluster,
    namespace: String,
    own_namespace: bool,
    model: Model,
    user: String,
    record: Record,
    log_start: usize,
    patience: Duration,
    running: Option<(oneshot::Sender<()>, JoinHandle<Result<()>>)>,
}

/// How a [`Sandbox`] is started.
pub struct Builder {
    operator: Operator,
    manifests: PathBuf,
    cluster: Option<Cluster>,
    edit: Vec<Box<dyn Fn(&mut Value) + Send>>,
    patience: Duration,
}

impl Sandbox {
    /// Starts the operator with its manifests from the folder that `kopr gen manifests` writes (`deploy`,
    /// relative to the package). It watches one new namespace, so that tests do not meet, unless its kinds
    /// or its rules reach into the cluster, or the manifests name the namespaces.
    ///
    /// # Errors
    /// No control plane to be had; manifests that the API server refuses; a description that is not right.
    pub async fn start(operator: Operator, manifests: impl AsRef<Path>) -> Result<Self> {
        Self::builder(operator, manifests).start().await
    }

    /// The same, step by step.
    pub fn builder(operator: Operator, manifests: impl AsRef<Path>) -> Builder {
        Builder {
            operator,
            manifests: manifests.as_ref().to_owned(),
            cluster: None,
            edit: Vec::new(),
            patience: PATIENCE,
        }
    }

    /// A client that may do everything.
    pub fn client(&self) -> &Client {
        &self.client
    }

    /// The control plane.
    pub fn cluster(&self) -> &Cluster {
        &self.cluster
    }

    /// The namespace to try the operator in.
    pub fn namespace(&self) -> &str {
        &self.namespace
    }

    /// Requests on a kind: in the sandbox's namespace, or in the cluster.
    pub fn api<K: Kind>(&self) -> Api<K> {
        self.api_in(&self.namespace)
    }

    /// Requests on a kind: in that namespace, or in the cluster.
    pub fn api_in<K: Kind>(&self, namespace: &str) -> Api<K> {
        <K::Scope as ScopeKind>::api(self.client.clone(), namespace)
    }

    /// Makes an object, in the sandbox's namespace unless it names one.
    ///
    /// # Errors
    /// The API server's answer.
    pub async fn create<K: Kind>(&self, object: K) -> Result<K> {
        let namespace = object
            .meta()
            .namespace
            .clone()
            .unwrap_or_else(|| self.namespace.clone());
        Ok(self
            .api_in::<K>(&namespace)
            .create(&PostParams::default(), &object)
            .await?)
    }

    /// Changes an object by a merge patch.
    ///
    /// # Errors
    /// The API server's answer.
    pub async fn patch<K: Kind>(&self, name: &str, patch: Value) -> Result<K> {
        Ok(self
            .api::<K>()
            .patch(name, &PatchParams::default(), &Patch::Merge(patch))
            .await?)
    }

    /// Deletes an object.
    ///
    /// # Errors
    /// The API server's answer.
    pub async fn delete<K: Kind>(&self, name: &str) -> Result<()> {
        self.api::<K>().delete(name, &DeleteParams::default()).await?;
        Ok(())
    }

    /// Waits until an object is there and as it should be.
    ///
    /// # Errors
    /// When it takes too long: the object's last state, its events and the operator's log.
    pub async fn wait<K: Kind>(&self, name: &str, condition: impl Fn(&K) -> bool) -> Result<K> {
        let api = self.api::<K>();
        let mut last = None;
        let until = tokio::time::Instant::now() + self.patience;
        while tokio::time::Instant::now() < until {
            last = api.get_opt(name).await?;
            match last.take() {
                Some(object) if condition(&object) => return Ok(object),
                other => last = other,
            }
            tokio::time::sleep(LOOK).await;
        }
        let state = match &last {
            Some(object) => serde_json::to_string_pretty(object)?,
            None => "it does not exist".to_owned(),
        };
        Err(self.report::<K>(name, "is not as it should be", &state).await)
    }

    /// Waits until an object is gone.
    ///
    /// # Errors
    /// As [`wait`](Self::wait).
    pub async fn wait_gone<K: Kind>(&self, name: &str) -> Result<()> {
        let api = self.api::<K>();
        let mut last = None;
        let until = tokio::time::Instant::now() + self.patience;
        while tokio::time::Instant::now() < until {
            last = api.get_opt(name).await?;
            if last.is_none() {
                return Ok(());
            }
            tokio::time::sleep(LOOK).await;
        }
        let state = serde_json::to_string_pretty(&last)?;
        Err(self.report::<K>(name, "is still there", &state).await)
    }

    /// Waits until the operator's log has a line with that text.
    ///
    /// # Errors
    /// When it takes too long: the last lines of the log.
    pub async fn wait_log(&self, text: &str) -> Result<()> {
        let until = tokio::time::Instant::now() + self.patience;
        while tokio::time::Instant::now() < until {
            if log::contains(text) {
                return Ok(());
            }
            tokio::time::sleep(LOOK).await;
        }
        Err(Error::message(format!(
            "the log has no line with `{text}`:\n{}",
            log::last(40).join("\n")
        )))
    }

    async fn report<K: Kind>(&self, name: &str, what: &str, state: &str) -> Error {
        let kind = K::kind_ref().kind;
        let events = self.events(name).await;
        Error::message(format!(
            "the {kind} `{name}` {what} after {:?}\n\nlast state:\n{state}\n\nevents:\n{}\n\nlog:\n{}",
            self.patience,
            events.join("\n"),
            log::last(40).join("\n"),
        ))
    }

    async fn events(&self, name: &str) -> Vec<String> {
        let api: Api<Event> = Api::namespaced(self.client.clone(), &self.namespace);
        let Ok(list) = api.list(&ListParams::default()).await else {
            return Vec::new();
        };
        let about = |event: &Event| {
            event
                .regarding
                .as_ref()
                .is_some_and(|object| object.name.as_deref() == Some(name))
        };
        list.items
            .iter()
            .filter(|event| about(event))
            .map(|event| {
                let text = |text: &Option<String>| text.clone().unwrap_or_default();
                format!(
                    "{} {}: {}",
                    text(&event.type_),
                    text(&event.reason),
                    text(&event.note)
                )
            })
            .collect()
    }

    /// What was declared against what was used so far: by the operator's own client, and by every client
    /// that used its ServiceAccount since the sandbox was started, as the audit log tells.
    ///
    /// # Errors
    /// An audit log that cannot be read.
    pub fn access(&self) -> Result<Access> {
        let (mut used, mut denied) = self.record.seen();
        if let Some(path) = self.cluster.audit_log_path() {
            let (also_used, also_denied) = audit::seen(&path, self.log_start, &self.user)?;
            used.extend(also_used);
            denied.extend(also_denied);
        }
        Ok(Access::compare(&self.model, &used, denied))
    }

    /// Stops the operator.
    ///
    /// # Errors
    /// What the operator itself ended with.
    pub async fn stop(&mut self) -> Result<()> {
        let Some((stop, running)) = self.running.take() else {
            return Ok(());
        };
        let _ = stop.send(());
        running
            .await
            .map_err(|error| Error::message(format!("the operator panicked: {error}")))?
    }

    /// Stops the operator and fails unless exactly the declared rights were used and none was refused.
    ///
    /// # Errors
    /// The difference.
    pub async fn finish(self) -> Result<()> {
        self.finish_without(&[]).await
    }

    /// As [`finish`](Self::finish), but for declared rights that this test cannot use, each with the
    /// reason: `("patch events.events.k8s.io", "no event repeats here")`. The list has to fit exactly, so
    /// that it does not outlive its reasons.
    ///
    /// # Errors
    /// The difference.
    pub async fn finish_without(mut self, unexercised: &[(&str, &str)]) -> Result<()> {
        self.stop().await?;
        let mut access = self.access()?;
        for (right, reason) in unexercised {
            let count = access.unexercised.len();
            access.unexercised.retain(|one| one.to_string() != *right);
            if access.unexercised.len() == count {
                return Err(Error::message(format!(
                    "`{right}` is said to be unexercised ({reason}), but it is used, or not declared"
                )));
            }
        }
        self.remove_namespace().await?;
        if access.is_exact() {
            Ok(())
        } else {
            Err(Error::message(access.to_string()))
        }
    }

    async fn remove_namespace(&self) -> Result<()> {
        if self.own_namespace {
            let api: Api<Namespace> = Api::all(self.client.clone());
            api.delete(&self.namespace, &DeleteParams::background()).await?;
        }
        Ok(())
    }
}

impl Builder {
    /// Runs on that control plane instead of the one that all tests share.
    #[must_use]
    pub fn cluster(mut self, cluster: Cluster) -> Self {
        self.cluster = Some(cluster);
        self
    }

    /// Changes the manifests before they are applied, each object in turn: a role with one right less.
    #[must_use]
    pub fn edit(mut self, edit: impl Fn(&mut Value) + Send + 'static) -> Self {
        self.edit.push(Box::new(edit));
        self
    }

    /// How long waits go on.
    #[must_use]
    pub fn patience(mut self, patience: Duration) -> Self {
        self.patience = patience;
        self
    }

    /// Starts it.
    ///
    /// # Errors
    /// As [`Sandbox::start`].
    pub async fn start(self) -> Result<Sandbox> {
        log::keep();
        let mut objects = install::read(&self.manifests)?;
        for object in &mut objects {
            self.edit.iter().for_each(|edit| edit(object));
        }
        let model = self
            .operator
            .describe()
            .map_err(|failure| Error::message(failure.message))?;
        let cluster = match self.cluster {
            Some(cluster) => cluster,
            None => kopr_cluster::shared(&Options::default()).await?,
        };
        let admin = cluster.client().await?;
        install::apply(&admin, &objects).await?;
        let (here, account) = account(&objects)?;
        let mut environment = environment(&objects, &here);
        let (namespace, own_namespace) = namespace(&admin, &model, &here, &mut environment).await?;
        let log_start = cluster.audit_log_path().map_or(0, |path| audit::end(&path));
        let record = Record::default();
        let client = as_account(&cluster, &admin, &here, &account, &record).await?;
        let (stop, stopped) = oneshot::channel();
        let running = tokio::spawn(async move {
            let stopped = async {
                let _ = stopped.await;
            };
            self.operator.run_until(environment, client, stopped).await
        });
        Ok(Sandbox {
            client: admin,
            cluster,
            namespace,
            own_namespace,
            model,
            user: format!("system:serviceaccount:{here}:{account}"),
            record,
            log_start,
            patience: self.patience,
            running: Some((stop, running)),
        })
    }
}

/// Namespace and name of the ServiceAccount in the manifests.
fn account(objects: &[Value]) -> Result<(String, String)> {
    let text = |value: &Value| value.as_str().map(str::to_owned);
    objects
        .iter()
        .find(|object| object["kind"] == "ServiceAccount")
        .and_then(|account| {
            Some((
                text(&account["metadata"]["namespace"])?,
                text(&account["metadata"]["name"])?,
            ))
        })
        .ok_or_else(|| Error::message("the manifests have no ServiceAccount with a namespace"))
}

/// What the Deployment in the manifests gives the program.
fn environment(objects: &[Value], here: &str) -> Environment {
    let variables = objects
        .iter()
        .find(|object| object["kind"] == "Deployment")
        .and_then(|deployment| deployment["spec"]["template"]["spec"]["containers"][0]["env"].as_array())
        .cloned()
        .unwrap_or_default();
    let value = |name: &str| {
        let variable = variables.iter().find(|variable| variable["name"] == name)?;
        if variable["valueFrom"]["fieldRef"]["fieldPath"] == "metadata.namespace" {
            return Some(here.to_owned());
        }
        variable["value"].as_str().map(str::to_owned)
    };
    Environment {
        watch_namespaces: crate::env::namespaces(
            &value(kopr_model::env::WATCH_NAMESPACE).unwrap_or_default(),
        ),
        pod_namespace: Some(here.to_owned()),
        metrics_address: Some("off".to_owned()),
        health_address: Some("off".to_owned()),
        ..Environment::default()
    }
}

/// The namespace to try the operator in, and whether it was made for that.
async fn namespace(
    admin: &Client,
    model: &Model,
    here: &str,
    environment: &mut Environment,
) -> Result<(String, bool)> {
    static COUNT: AtomicU32 = AtomicU32::new(0);
    for namespace in &environment.watch_namespaces {
        ensure(admin, namespace).await?;
    }
    if let Some(first) = environment.watch_namespaces.first() {
        return Ok((first.clone(), false));
    }
    let number = COUNT.fetch_add(1, Ordering::Relaxed);
    let namespace = format!("test-{}-{number}", std::process::id());
    ensure(admin, &namespace).await?;
    let in_cluster = model.controllers.iter().any(|controller| {
        controller.primary.scope == Scope::Cluster
            || controller
                .rules()
                .any(|rule| rule.scope == kopr_model::AccessScope::Everywhere)
    });
    if !in_cluster {
        environment.watch_namespaces = vec![namespace.clone()];
    }
    debug_assert_ne!(namespace, here);
    Ok((namespace, true))
}

async fn ensure(admin: &Client, name: &str) -> Result<()> {
    let namespace = Namespace {
        metadata: ObjectMeta {
            name: Some(name.to_owned()),
            ..ObjectMeta::default()
        },
        ..Namespace::default()
    };
    let api: Api<Namespace> = Api::all(admin.clone());
    api.patch(
        &namespace.name_any(),
        &PatchParams::apply(install::MANAGER).force(),
        &Patch::Apply(&namespace),
    )
    .await?;
    Ok(())
}

/// A client that is the ServiceAccount, with every request recorded.
async fn as_account(
    cluster: &Cluster,
    admin: &Client,
    namespace: &str,
    name: &str,
    record: &Record,
) -> Result<Client> {
    let api: Api<ServiceAccount> = Api::namespaced(admin.clone(), namespace);
    let request = TokenRequest {
        spec: Some(TokenRequestSpec {
            expiration_seconds: Some(3600),
            ..TokenRequestSpec::default()
        }),
        ..TokenRequest::default()
    };
    let answer = api
        .create_token_request(name, &PostParams::default(), &request)
        .await?;
    let token = answer.status.and_then(|status| status.token).unwrap_or_default();
    let mut config: Config = cluster.config().await?;
    config.auth_info = AuthInfo {
        token: Some(token.into()),
        ..AuthInfo::default()
    };
    Ok(ClientBuilder::try_from(config)?.with_layer(record).build())
}
