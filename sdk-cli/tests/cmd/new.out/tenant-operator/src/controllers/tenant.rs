//! What happens when a `Tenant` changes.

use std::collections::BTreeMap;

use kopr::k8s_openapi::api::apps::v1::{Deployment, DeploymentSpec};
use kopr::k8s_openapi::api::core::v1::{Container, PodSpec, PodTemplateSpec};
use kopr::k8s_openapi::apimachinery::pkg::apis::meta::v1::LabelSelector;
use kopr::prelude::*;

use crate::api::one::Tenant;

/// Makes the cluster match one object. The arguments are all that it may touch: the role that
/// `kopr gen` writes grants exactly what they need.
pub async fn reconcile(
    // The object. A change of its spec, labels or annotations comes here.
    tenant: Arc<Tenant>,
    // Its children. A change of one of them comes here too.
    deployments: Owned<Deployment>,
    // Its `status`.
    status: Status<Tenant>,
) -> Result<Action> {
    let deployment = deployments.apply(desired(&tenant)).await?;
    status
        .update(|seen| {
            seen.ready = ready(&deployment);
            let all = seen.ready >= tenant.spec.size;
            let reason = if all { "AllReady" } else { "Waiting" };
            let message = format!("{} pods are ready", seen.ready);
            seen.conditions.set("Ready", all, reason, message);
        })
        .await?;
    Ok(Action::await_change())
}

/// The Deployment that an object asks for. Its owner is set when it is applied.
pub fn desired(tenant: &Tenant) -> Deployment {
    let spec = &tenant.spec;
    let name = tenant.name_any();
    let app = "tenant".to_owned();
    let labels = BTreeMap::from([
        ("app.kubernetes.io/name".to_owned(), app),
        ("app.kubernetes.io/instance".to_owned(), name.clone()),
    ]);
    Deployment {
        metadata: ObjectMeta {
            name: Some(name),
            namespace: Some(spec.namespace.clone()),
            labels: Some(labels.clone()),
            ..ObjectMeta::default()
        },
        spec: DeploymentSpec {
            replicas: Some(spec.size),
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
                        image: Some(spec.image.clone()),
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

fn ready(deployment: &Deployment) -> i32 {
    let status = deployment.status.as_ref();
    status.and_then(|seen| seen.ready_replicas).unwrap_or(0)
}
