//! An operator on kube-rs alone, as large as the scaffold of `kopr new`: what a first build is compared with.

use std::collections::BTreeMap;
use std::sync::Arc;

use futures::StreamExt;
use k8s_openapi::api::apps::v1::{Deployment, DeploymentSpec};
use k8s_openapi::api::core::v1::{Container, PodSpec, PodTemplateSpec};
use k8s_openapi::apimachinery::pkg::apis::meta::v1::{LabelSelector, ObjectMeta};
use kube::api::{Patch, PatchParams};
use kube::runtime::controller::Action;
use kube::runtime::{Controller, watcher};
use kube::{Api, Client, CustomResource, CustomResourceExt, Resource, ResourceExt};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// Runs some pods of one image.
#[derive(CustomResource, Serialize, Deserialize, Clone, Debug, JsonSchema)]
#[kube(
    group = "cache.example.com",
    version = "v1alpha1",
    kind = "Memcached",
    namespaced,
    status = "MemcachedStatus"
)]
#[serde(rename_all = "camelCase")]
struct MemcachedSpec {
    #[schemars(range(min = 0, max = 9))]
    size: i32,
    image: String,
}

#[derive(Serialize, Deserialize, Clone, Debug, Default, JsonSchema)]
#[serde(rename_all = "camelCase", default)]
struct MemcachedStatus {
    ready: i32,
}

#[derive(Debug, thiserror::Error)]
enum Error {
    #[error(transparent)]
    Kube(#[from] kube::Error),
    #[error("{0} has no owner reference")]
    NoOwner(String),
}

async fn reconcile(memcached: Arc<Memcached>, client: Arc<Client>) -> Result<Action, Error> {
    let name = memcached.name_any();
    let namespace = memcached.namespace().unwrap_or_default();
    let owner = memcached
        .controller_owner_ref(&())
        .ok_or_else(|| Error::NoOwner(name.clone()))?;
    let labels = BTreeMap::from([("app.kubernetes.io/instance".to_owned(), name.clone())]);
    let deployment = Deployment {
        metadata: ObjectMeta {
            name: Some(name.clone()),
            owner_references: Some(vec![owner]),
            ..ObjectMeta::default()
        },
        spec: DeploymentSpec {
            replicas: Some(memcached.spec.size),
            selector: LabelSelector {
                match_labels: Some(labels.clone()),
                ..LabelSelector::default()
            },
            template: PodTemplateSpec {
                metadata: Some(ObjectMeta {
                    labels: Some(labels),
                    ..ObjectMeta::default()
                }),
                spec: Some(PodSpec {
                    containers: vec![Container {
                        name: "main".to_owned(),
                        image: Some(memcached.spec.image.clone()),
                        ..Container::default()
                    }],
                    ..PodSpec::default()
                }),
            },
            ..DeploymentSpec::default()
        },
        ..Deployment::default()
    };
    let params = PatchParams::apply("bare").force();
    let deployments: Api<Deployment> = Api::namespaced((*client).clone(), &namespace);
    let applied = deployments
        .patch(&name, &params, &Patch::Apply(&deployment))
        .await?;
    let ready = applied
        .status
        .and_then(|status| status.ready_replicas)
        .unwrap_or(0);
    let objects: Api<Memcached> = Api::namespaced((*client).clone(), &namespace);
    let status = serde_json::json!({ "status": { "ready": ready } });
    objects
        .patch_status(&name, &PatchParams::default(), &Patch::Merge(&status))
        .await?;
    Ok(Action::await_change())
}

fn retry(_: Arc<Memcached>, error: &Error, _: Arc<Client>) -> Action {
    tracing::warn!("{error}");
    Action::requeue(std::time::Duration::from_secs(5))
}

#[tokio::main]
async fn main() -> Result<(), Error> {
    tracing_subscriber::fmt().json().init();
    tracing::info!("{}", Memcached::crd_name());
    let client = Client::try_default().await?;
    Controller::new(Api::<Memcached>::all(client.clone()), watcher::Config::default())
        .owns(Api::<Deployment>::all(client.clone()), watcher::Config::default())
        .shutdown_on_signal()
        .run(reconcile, retry, Arc::new(client))
        .for_each(|_| std::future::ready(()))
        .await;
    Ok(())
}
