//! One controller: watches, a queue of keys, one run at a time.

use std::any::TypeId;
use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::Duration;

use futures::stream::{BoxStream, SelectAll, StreamExt};
use k8s_openapi::apimachinery::pkg::apis::meta::v1::ObjectMeta;
use kopr_model::{AccessScope, KindRef, Relation, Watch};
use kube::api::{DynamicObject, Patch, PatchParams};
use kube::runtime::WatchStreamExt;
use kube::runtime::watcher::{self, watcher};
use serde_json::json;

use super::api::{api, api_resource};
use super::run::Run;
use crate::controller::{ErasedController, RegisteredHandler};
use crate::describe;
use crate::error::{Error, Result, Retry};
use crate::operator::Shared;

/// First pause after a failure; it doubles up to [`BACKOFF_MAX`].
const BACKOFF_MIN: Duration = Duration::from_millis(500);
const BACKOFF_MAX: Duration = Duration::from_secs(60);

/// What all controllers of the program share.
pub(crate) struct Core {
    pub(crate) client: kube::Client,
    pub(crate) operator: String,
    pub(crate) own_namespace: Option<String>,
    pub(crate) pod: Option<String>,
    pub(crate) finalizer: String,
    pub(crate) watched: Vec<String>,
    pub(crate) states: BTreeMap<TypeId, Shared>,
}

/// Namespace (none for cluster-scoped objects) and name.
type Key = (Option<String>, String);

/// Runs one controller for as long as its watches go on.
pub(crate) async fn run_controller(core: Arc<Core>, name: String, controller: ErasedController) {
    let mut changes: SelectAll<BoxStream<'static, Key>> = SelectAll::new();
    for watch in describe::watches(&controller) {
        for namespace in namespaces(&core, &watch) {
            changes.push(keys(&core, &watch, namespace.as_deref(), &controller.kind));
        }
    }
    let mut due: BTreeMap<Key, (tokio::time::Instant, u32)> = BTreeMap::new();
    loop {
        let next = due.values().map(|(at, _)| *at).min();
        let wait = async {
            match next {
                Some(at) => tokio::time::sleep_until(at).await,
                None => std::future::pending().await,
            }
        };
        let (key, failures) = tokio::select! {
            Some(key) = changes.next() => {
                let failures = due.remove(&key).map_or(0, |(_, failures)| failures);
                (key, failures)
            }
            () = wait => {
                let Some(key) = due.iter().min_by_key(|(_, (at, _))| *at).map(|(key, _)| key.clone()) else { continue };
                let failures = due.remove(&key).map_or(0, |(_, failures)| failures);
                (key, failures)
            }
        };
        let again = match reconcile(&core, &name, &controller, &key).await {
            Ok(after) => after.map(|after| (after, 0)),
            Err(error) => {
                tracing::warn!(controller = name, object = key.1, namespace = key.0, "{error}");
                match error.retry() {
                    Retry::Never => None,
                    Retry::After(after) => Some((after, failures + 1)),
                    Retry::Backoff => Some((backoff(failures), failures + 1)),
                }
            }
        };
        if let Some((after, failures)) = again {
            due.insert(key, (tokio::time::Instant::now() + after, failures));
        }
    }
}

fn backoff(failures: u32) -> Duration {
    BACKOFF_MIN
        .saturating_mul(2_u32.saturating_pow(failures.min(16)))
        .min(BACKOFF_MAX)
}

/// Namespaces that a watch covers; `None` is the whole cluster.
fn namespaces(core: &Core, watch: &Watch) -> Vec<Option<String>> {
    match watch.scope {
        AccessScope::Watched if !core.watched.is_empty() => core.watched.iter().cloned().map(Some).collect(),
        AccessScope::Here => vec![core.own_namespace.clone()],
        AccessScope::Watched | AccessScope::Everywhere => vec![None],
    }
}

/// Keys of primaries that a watch touches.
fn keys(core: &Core, watch: &Watch, namespace: Option<&str>, primary: &KindRef) -> BoxStream<'static, Key> {
    let relation = watch.relation;
    let primary = primary.clone();
    watcher(
        api(&core.client, &watch.kind, namespace),
        watcher::Config::default(),
    )
    .default_backoff()
    .touched_objects()
    .filter_map(move |object| {
        let key = object
            .ok()
            .and_then(|object| key(relation, &object.metadata, &primary));
        std::future::ready(key)
    })
    .boxed()
}

fn key(relation: Relation, metadata: &ObjectMeta, primary: &KindRef) -> Option<Key> {
    match relation {
        Relation::Primary => Some((metadata.namespace.clone(), metadata.name.clone()?)),
        Relation::Owned => {
            let owner = metadata
                .owner_references
                .as_ref()?
                .iter()
                .find(|owner| owner.kind == primary.kind && owner.api_version == primary.api_version())?;
            let namespace = match primary.scope {
                kopr_model::Scope::Namespaced => metadata.namespace.clone(),
                kopr_model::Scope::Cluster => None,
            };
            Some((namespace, owner.name.clone()))
        }
        Relation::Read => None,
    }
}

/// One run for one object: nothing if it is gone, cleanup if it is going, else reconcile.
async fn reconcile(
    core: &Arc<Core>,
    name: &str,
    controller: &ErasedController,
    (namespace, object): &Key,
) -> Result<Option<Duration>> {
    let run = Run::new(Arc::clone(core), name, controller.kind.clone());
    let Some(live) = run.fetch(&controller.kind, namespace.as_deref(), object).await? else {
        return Ok(None);
    };
    let finalizers = live.metadata.finalizers.clone().unwrap_or_default();
    let held = finalizers.contains(&core.finalizer);
    let going = live.metadata.deletion_timestamp.is_some();
    match (&controller.cleanup, going) {
        (Some(cleanup), true) if held => {
            let action = call(cleanup, run.with(live.clone())).await?;
            let rest: Vec<_> = finalizers
                .into_iter()
                .filter(|finalizer| *finalizer != core.finalizer)
                .collect();
            finalize(core, &controller.kind, &live, &rest).await?;
            Ok(action)
        }
        (_, true) => Ok(None),
        (Some(_), false) if !held => {
            let mut with = finalizers;
            with.push(core.finalizer.clone());
            let live = finalize(core, &controller.kind, &live, &with)
                .await?
                .unwrap_or(live);
            call(&controller.reconcile, run.with(live)).await
        }
        (_, false) => call(&controller.reconcile, run.with(live)).await,
    }
}

async fn call(handler: &RegisteredHandler, run: Run) -> Result<Option<Duration>> {
    let task = tokio::spawn(handler.handler.call(Arc::new(run)));
    match task.await {
        Ok(outcome) => outcome.map(|action| action.after()),
        Err(join) => Err(Error::message(format!("the handler panicked: {join}"))),
    }
}

/// Sets the finalizers; an object that is gone meanwhile is fine.
async fn finalize(
    core: &Core,
    kind: &KindRef,
    live: &DynamicObject,
    finalizers: &[String],
) -> Result<Option<DynamicObject>> {
    let patch = json!({
        "apiVersion": api_resource(kind).api_version,
        "kind": kind.kind,
        "metadata": { "finalizers": finalizers, "resourceVersion": live.metadata.resource_version },
    });
    let api = api(&core.client, kind, live.metadata.namespace.as_deref());
    let name = live.metadata.name.as_deref().unwrap_or_default();
    match api
        .patch(name, &PatchParams::default(), &Patch::Merge(patch))
        .await
    {
        Ok(object) => Ok(Some(object)),
        Err(kube::Error::Api(status)) if status.code == 404 => Ok(None),
        Err(error) => Err(error.into()),
    }
}
