//! A control plane, an operator that runs on it, and a namespace to try it in.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use std::time::Duration;

use k8s_openapi::api::core::v1::Namespace;
use k8s_openapi::api::events::v1::Event;
use kopr_cluster::Cluster;
use kopr_cluster::kubelet::{self, Kubelet};
use kopr_cluster::proxy::Proxy;
use kopr_model::record::{FORMAT, Record as UsedRights};
use kopr_model::{Operator as Model, Scope};
use kube::api::{Api, ApiResource, DeleteParams, DynamicObject, ListParams, Patch, PatchParams, PostParams};
use kube::{Client, ResourceExt};
use serde_json::{Value, json};
use tokio::sync::oneshot;
use tokio::task::{JoinError, JoinHandle};

use super::access::{self, Access, Use};
use super::account::Account;
use super::audit::WriteSeen;
use super::builder::{Builder, Manifests};
use super::record::Record;
use super::{audit, install, log};
use crate::env::{self, Environment};
use crate::error::{Error, Result};
use crate::kind::{Kind, ScopeKind};
use crate::operator::Operator;
use crate::runtime::{Clock, Times};

/// How often a wait looks.
const LOOK: Duration = Duration::from_millis(25);

/// A control plane, an operator that runs on it as its `ServiceAccount`, and a namespace to try it in.
pub struct Sandbox {
    pub(super) client: Client,
    pub(super) cluster: Cluster,
    /// Where the operator reaches the API server.
    pub(super) url: String,
    /// It ends with the sandbox at the earliest.
    pub(super) _proxy: Option<Proxy>,
    /// Namespaces that are watched, or the one to work in.
    pub(super) namespaces: Vec<String>,
    /// Namespaces that were made for this sandbox.
    pub(super) made: BTreeSet<String>,
    pub(super) model: Model,
    pub(super) account: Account,
    pub(super) environment: Environment,
    pub(super) manifests: Vec<Value>,
    pub(super) record: Record,
    pub(super) log_start: usize,
    pub(super) patience: Duration,
    pub(super) lease: Times,
    /// The clock of every operator that runs here.
    pub(super) clock: Clock,
    /// Cluster-scoped objects that the test has made: they go with no namespace.
    pub(super) in_cluster: Mutex<Vec<(ApiResource, String)>>,
    pub(super) running: Option<Replica>,
}

/// One pod's worth of an operator: it runs until it is stopped.
pub struct Replica {
    stop: oneshot::Sender<()>,
    running: JoinHandle<Result<()>>,
}

impl Replica {
    /// Stops it.
    ///
    /// # Errors
    /// What the operator itself ended with.
    pub async fn stop(self) -> Result<()> {
        let _ = self.stop.send(());
        ended(self.running.await)
    }
}

fn ended(joined: std::result::Result<Result<()>, JoinError>) -> Result<()> {
    joined.map_err(|error| Error::message(format!("the operator panicked: {error}")))?
}

impl Sandbox {
    /// Starts the operator with its manifests from the folder that `kopr gen manifests` writes (`deploy`,
    /// relative to the package). Namespaces, `ServiceAccount` and roles get names of their own, and it watches
    /// one new namespace, so that tests do not meet, unless its kinds or its rules reach into the cluster, or
    /// the manifests name the namespaces.
    ///
    /// # Errors
    /// No control plane to be had; manifests that the API server refuses; a description that is not right.
    pub async fn start(operator: Operator, manifests: impl AsRef<Path>) -> Result<Self> {
        Self::builder(operator, manifests).start().await
    }

    /// The same, step by step.
    pub fn builder(operator: Operator, manifests: impl AsRef<Path>) -> Builder {
        Builder::new(operator, Manifests::Folder(manifests.as_ref().to_owned()))
    }

    /// An operator that has no manifests, such as one that a test makes for itself: CRDs and roles are made
    /// from its description.
    pub fn of(operator: Operator) -> Builder {
        Builder::new(operator, Manifests::Described)
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
        self.namespaces.first().map_or("default", String::as_str)
    }

    /// Namespaces that are watched, where the manifests name them.
    pub fn namespaces(&self) -> &[String] {
        &self.namespaces
    }

    /// The operator's own namespace.
    pub fn own_namespace(&self) -> &str {
        &self.account.namespace
    }

    /// A kubeconfig that is the operator's `ServiceAccount`, for a program that is run beside the test.
    ///
    /// # Errors
    /// A file that cannot be written.
    pub fn kubeconfig(&self) -> Result<PathBuf> {
        self.account.kubeconfig(&self.cluster, &self.url)
    }

    /// The same, through that fault proxy: each pod of a test may have a network of its own.
    ///
    /// # Errors
    /// A file that cannot be written.
    pub fn kubeconfig_through(&self, proxy: &Proxy) -> Result<PathBuf> {
        self.account.kubeconfig(&self.cluster, proxy.url())
    }

    /// Starts a fake kubelet in the namespaces of this sandbox: pods and workloads become ready there until it is
    /// dropped.
    ///
    /// # Errors
    /// The API server's answer.
    pub async fn kubelet(&self) -> Result<Kubelet> {
        let mut options = kubelet::Options::default();
        options.namespaces.clone_from(&self.namespaces);
        Ok(Kubelet::start(&self.cluster, options).await?)
    }

    /// Applies the manifests as they are, without what [`Builder::edit`] did to them.
    ///
    /// # Errors
    /// The API server's answer.
    pub async fn restore_manifests(&self) -> Result<()> {
        install::apply(&self.client, &self.manifests).await
    }

    /// Requests on a kind: in the sandbox's namespace, or in the cluster.
    pub fn api<K: Kind>(&self) -> Api<K> {
        self.api_in(self.namespace())
    }

    /// Requests on a kind: in that namespace, or in the cluster.
    pub fn api_in<K: Kind>(&self, namespace: &str) -> Api<K> {
        <K::Scope as ScopeKind>::api(self.client.clone(), namespace)
    }

    /// Makes an object, in the sandbox's namespace unless it names one. One that lives in the cluster is
    /// removed when the sandbox ends; its name should be the test's own (such as [`namespace`](Self::namespace)),
    /// since tests meet there.
    ///
    /// # Errors
    /// The API server's answer.
    pub async fn create<K: Kind>(&self, object: K) -> Result<K> {
        let namespace = object
            .meta()
            .namespace
            .clone()
            .unwrap_or_else(|| self.namespace().to_owned());
        let made = self
            .api_in::<K>(&namespace)
            .create(&PostParams::default(), &object)
            .await?;
        if K::kind_ref().scope == Scope::Cluster {
            let mut in_cluster = self.in_cluster.lock().unwrap_or_else(PoisonError::into_inner);
            in_cluster.push((ApiResource::erase::<K>(&()), made.name_any()));
        }
        Ok(made)
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
        self.wait_in(self.namespace(), name, condition).await
    }

    /// Waits until this object, as it is now, is as it should be.
    ///
    /// # Errors
    /// As [`wait`](Self::wait).
    pub async fn until<K: Kind>(&self, object: &K, condition: impl Fn(&K) -> bool) -> Result<K> {
        let namespace = object.namespace().unwrap_or_default();
        self.wait_in(&namespace, &object.name_any(), condition).await
    }

    /// The same as [`wait`](Self::wait), in another namespace.
    ///
    /// # Errors
    /// As [`wait`](Self::wait).
    pub async fn wait_in<K: Kind>(
        &self,
        namespace: &str,
        name: &str,
        condition: impl Fn(&K) -> bool,
    ) -> Result<K> {
        let api = self.api_in::<K>(namespace);
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
        self.wait_gone_in::<K>(self.namespace(), name).await
    }

    /// The same in another namespace.
    ///
    /// # Errors
    /// As [`wait`](Self::wait).
    pub async fn wait_gone_in<K: Kind>(&self, namespace: &str, name: &str) -> Result<()> {
        let api = self.api_in::<K>(namespace);
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
            if !log::with(text).is_empty() {
                return Ok(());
            }
            tokio::time::sleep(LOOK).await;
        }
        Err(Error::message(format!(
            "the log has no line with `{text}`:\n{}",
            log::last(40).join("\n")
        )))
    }

    /// Lines of the operator's log with that text, oldest first. Tests of one program share its log.
    pub fn log(&self, text: &str) -> Vec<String> {
        log::with(text)
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
        let api: Api<Event> = Api::namespaced(self.client.clone(), self.namespace());
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

    /// What was granted against what was used so far: by the operator's own client, and by every client
    /// that used its `ServiceAccount` since the sandbox was started, as the audit log tells.
    ///
    /// # Errors
    /// An audit log that cannot be read.
    pub fn access(&self) -> Result<Access> {
        let (used, denied) = self.seen()?;
        let account = (self.account.namespace.as_str(), self.account.name.as_str());
        let granted = access::granted(&self.manifests, account);
        Ok(Access::compare(&self.model, &granted, &used, denied))
    }

    /// What was used and what was refused so far.
    fn seen(&self) -> Result<(BTreeSet<Use>, BTreeSet<Use>)> {
        let (mut used, mut denied) = self.record.seen();
        if let Some(path) = self.cluster.audit_log_path() {
            let (also_used, also_denied) = audit::seen(&path, self.log_start, &self.account.user())?;
            used.extend(also_used);
            denied.extend(also_denied);
        }
        Ok((used, denied))
    }

    /// Writes what rights were used so far into a file, for `kopr lint --recorded`. With the environment variable
    /// `KOPR_TEST_RECORD`, each sandbox does so when it ends, into a file of its own in that folder.
    ///
    /// # Errors
    /// An audit log that cannot be read, a file that cannot be written.
    pub fn save_record(&self, path: impl AsRef<Path>) -> Result<()> {
        let (used, denied) = self.seen()?;
        let rights = |uses: BTreeSet<Use>| uses.into_iter().map(Use::into_right).collect();
        let record = UsedRights {
            format: FORMAT,
            operator: self.model.name.clone(),
            used: rights(used),
            denied: rights(denied),
        };
        if let Some(folder) = path.as_ref().parent() {
            std::fs::create_dir_all(folder)?;
        }
        let text = serde_json::to_string_pretty(&record)? + "\n";
        std::io::Write::write_all(&mut std::fs::File::create(path)?, text.as_bytes())?;
        Ok(())
    }

    /// Writes the record where the environment asks for it.
    fn save_record_if_asked(&self) -> Result<()> {
        match env::test_record() {
            // The namespace is this sandbox's own.
            Some(folder) => self.save_record(folder.join(format!("{}.json", self.account.namespace))),
            None => Ok(()),
        }
    }

    /// Writes of the operator so far that were answered well, in their order, as the audit log tells; without
    /// those of its lease, which is renewed all the time.
    ///
    /// # Errors
    /// An audit log that cannot be read; a control plane without one.
    pub fn writes(&self) -> Result<Vec<WriteSeen>> {
        let Some(path) = self.cluster.audit_log_path() else {
            return Err(Error::message("this control plane writes no audit log"));
        };
        let mut writes = audit::writes(&path, self.log_start, &self.account.user())?;
        let leases = format!("/apis/{}/", kopr_model::leader::GROUP);
        writes.retain(|write| !write.path.starts_with(&leases));
        Ok(writes)
    }

    /// Waits until the operator ends by itself.
    ///
    /// # Errors
    /// What it ended with; that it runs still.
    pub async fn wait_ended(&mut self) -> Result<()> {
        let Some(replica) = &mut self.running else {
            return Ok(());
        };
        let joined = tokio::time::timeout(self.patience, &mut replica.running).await;
        let joined =
            joined.map_err(|_| Error::message(format!("it runs still after {:?}", self.patience)))?;
        self.running = None;
        ended(joined)
    }

    /// Starts the operator, after [`stop`](Self::stop) or [`Builder::install`].
    ///
    /// # Errors
    /// What the one that runs ended with.
    pub async fn start_again(&mut self, operator: Operator) -> Result<()> {
        self.stop().await?;
        self.running = Some(self.start_beside(operator, "pod").await?);
        Ok(())
    }

    /// Puts the clock of the operator forward, for all its pods: objects that have asked to come back by then, or are
    /// tried again by then, run at once, and handlers see the time in [`Clock`](crate::extract::Clock). The API server
    /// and leader election do not come along, and what the API server writes has its own time.
    ///
    /// What is running ends first, since a run asks to come back so long after its end.
    ///
    /// # Errors
    /// A handler that does not end.
    pub async fn advance(&self, by: Duration) -> Result<()> {
        let until = tokio::time::Instant::now() + self.patience;
        let mut quiet = 0;
        // More than one look: what has just come into a queue is about to run.
        while quiet < 3 {
            if tokio::time::Instant::now() > until {
                let text = format!("a handler runs still after {:?}", self.patience);
                return Err(Error::message(text));
            }
            quiet = if self.clock.is_quiet() { quiet + 1 } else { 0 };
            tokio::time::sleep(Duration::from_millis(5)).await;
        }
        self.clock.put_forward(by);
        Ok(())
    }

    /// Starts the operator once more, as another pod of the same Deployment.
    ///
    /// # Errors
    /// A client that cannot be made.
    pub async fn start_beside(&self, mut operator: Operator, pod: &str) -> Result<Replica> {
        operator.lease = self.lease;
        operator.clock = self.clock.clone();
        let client = self
            .account
            .client(&self.cluster, &self.url, &self.record)
            .await?;
        let environment = Environment {
            pod_name: Some(pod.to_owned()),
            ..self.environment.clone()
        };
        let (stop, stopped) = oneshot::channel();
        let running = tokio::spawn(async move {
            let stopped = async {
                let _ = stopped.await;
            };
            operator.run_until(environment, client, stopped).await
        });
        Ok(Replica { stop, running })
    }

    /// Stops the operator.
    ///
    /// # Errors
    /// What the operator itself ended with.
    pub async fn stop(&mut self) -> Result<()> {
        match self.running.take() {
            Some(replica) => replica.stop().await,
            None => Ok(()),
        }
    }

    /// Stops the operator and removes what was made for this sandbox, whatever was used of its rights.
    ///
    /// # Errors
    /// What the operator itself ended with; the API server's answer.
    pub async fn discard(mut self) -> Result<()> {
        self.stop().await?;
        self.save_record_if_asked()?;
        self.clear().await
    }

    /// Stops the operator and fails unless exactly the granted rights were used and none was refused.
    ///
    /// # Errors
    /// The difference.
    pub async fn finish(self) -> Result<()> {
        self.finish_without(&[]).await
    }

    /// As [`finish`](Self::finish), but for rights that this test cannot use, each with the
    /// reason: `("patch events.events.k8s.io", "no event repeats here")`. The list has to fit exactly, so
    /// that it does not outlive its reasons.
    ///
    /// # Errors
    /// The difference.
    pub async fn finish_without(mut self, unexercised: &[(&str, &str)]) -> Result<()> {
        self.stop().await?;
        self.save_record_if_asked()?;
        let mut access = self.access()?;
        for (right, reason) in unexercised {
            let count = access.unexercised.len();
            access.unexercised.retain(|one| one.to_string() != *right);
            if access.unexercised.len() == count {
                return Err(Error::message(format!(
                    "`{right}` is said to be unexercised ({reason}), but it is used, or not granted"
                )));
            }
        }
        self.clear().await?;
        if access.is_exact() {
            Ok(())
        } else {
            Err(Error::message(access.to_string()))
        }
    }

    /// Removes what was made for this sandbox alone. CRDs are shared.
    async fn clear(&self) -> Result<()> {
        self.account.remove_kubeconfigs();
        for kind in ["ClusterRoleBinding", "ClusterRole"] {
            for object in self.manifests.iter().filter(|object| object["kind"] == kind) {
                install::remove_one(&self.client, object).await?;
            }
        }
        let in_cluster = std::mem::take(&mut *self.in_cluster.lock().unwrap_or_else(PoisonError::into_inner));
        for (resource, name) in in_cluster {
            let api: Api<DynamicObject> = Api::all_with(self.client.clone(), &resource);
            // Nobody is left to take a finalizer off.
            let bare = Patch::Merge(json!({ "metadata": { "finalizers": null } }));
            let _ = api.patch(&name, &PatchParams::default(), &bare).await;
            match api.delete(&name, &DeleteParams::background()).await {
                // The test has deleted it itself.
                Err(kube::Error::Api(status)) if status.code == 404 => {}
                deleted => drop(deleted?),
            }
        }
        let api: Api<Namespace> = Api::all(self.client.clone());
        for namespace in &self.made {
            match api.delete(namespace, &DeleteParams::background()).await {
                // The test has deleted it itself.
                Err(kube::Error::Api(status)) if status.code == 404 => {}
                deleted => drop(deleted?),
            }
        }
        Ok(())
    }
}
