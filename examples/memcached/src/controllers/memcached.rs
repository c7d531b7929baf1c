//! Makes a Deployment of each Memcached.

use std::collections::BTreeMap;

use kopr::k8s_openapi::api::apps::v1::{Deployment, DeploymentSpec};
use kopr::k8s_openapi::api::core::v1::{ConfigMap, Container, ContainerPort, PodSpec, PodTemplateSpec};
use kopr::k8s_openapi::apimachinery::pkg::apis::meta::v1::LabelSelector;
use kopr::prelude::*;

use crate::api::v1alpha1::Memcached;

/// Makes the world match a Memcached.
pub async fn reconcile(
    memcached: Arc<Memcached>,
    deployments: Owned<Deployment>,
    configs: Read<ConfigMap>,
    status: Status<Memcached>,
) -> Result<Action> {
    let arguments = match &memcached.spec.arguments_from {
        Some(name) => arguments(configs.get(name).await?.as_deref()),
        None => Vec::new(),
    };
    let deployment = deployments.apply(desired(&memcached, arguments)).await?;
    status
        .update(|status| {
            status.ready = ready(&deployment);
            let all = status.ready >= memcached.spec.size;
            let (reason, message) = if all {
                ("AllReady", "")
            } else {
                ("Waiting", "not all pods are ready")
            };
            status.conditions.set("Ready", all, reason, message);
        })
        .await?;
    Ok(Action::await_change())
}

/// Says goodbye: the Deployment goes with its owner, so only the event is left to do.
pub async fn cleanup(memcached: Arc<Memcached>, events: Events) -> Result<Action> {
    events
        .normal("Removed", format!("{} is being removed", memcached.name_any()))
        .await?;
    Ok(Action::await_change())
}

/// The Deployment that a Memcached wants.
pub fn desired(memcached: &Memcached, arguments: Vec<String>) -> Deployment {
    let name = memcached.name_any();
    let labels = BTreeMap::from([("app.kubernetes.io/name".to_owned(), name.clone())]);
    Deployment {
        metadata: ObjectMeta {
            name: Some(name),
            labels: Some(labels.clone()),
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
                        name: "memcached".to_owned(),
                        image: Some(memcached.spec.image.clone()),
                        args: (!arguments.is_empty()).then_some(arguments),
                        ports: Some(vec![ContainerPort {
                            container_port: 11211,
                            name: Some("memcached".to_owned()),
                            protocol: Some("TCP".to_owned()),
                            ..ContainerPort::default()
                        }]),
                        ..Container::default()
                    }],
                    ..PodSpec::default()
                }),
            },
            ..DeploymentSpec::default()
        },
        ..Deployment::default()
    }
}

fn arguments(config: Option<&ConfigMap>) -> Vec<String> {
    let text = config
        .and_then(|config| config.data.as_ref()?.get("args"))
        .map_or("", String::as_str);
    text.split_whitespace().map(str::to_owned).collect()
}

fn ready(deployment: &Deployment) -> i32 {
    deployment
        .status
        .as_ref()
        .and_then(|status| status.ready_replicas)
        .unwrap_or_default()
}
