//! A child stays as the handler wants it: an edit by hand is put right, also one from when the operator was
//! away; the server's normal form and what others add are left alone.

use std::collections::BTreeMap;

use kopr::k8s_openapi::api::apps::v1::{Deployment, DeploymentSpec};
use kopr::k8s_openapi::api::core::v1::{Container, EnvVar, PodSpec, PodTemplateSpec, ResourceRequirements};
use kopr::k8s_openapi::apimachinery::pkg::api::resource::Quantity;
use kopr::k8s_openapi::apimachinery::pkg::apis::meta::v1::LabelSelector;
use kopr::kube::api::{Patch, PatchParams};
use kopr::prelude::*;
use kopr::testing::Sandbox;
use serde_json::{Value, json};

/// A web site.
#[derive(CustomResource, Serialize, Deserialize, Clone, Debug)]
#[kopr(group = "drift.example.com", version = "v1", kind = "Site", namespaced)]
pub struct SiteSpec {
    size: i32,
}

fn operator() -> Operator {
    Operator::new("drift").controller(reconcile)
}

async fn reconcile(site: Arc<Site>, deployments: Owned<Deployment>) -> Result<()> {
    deployments.apply(desired(&site)).await?;
    Ok(())
}

/// Full of what the server stores in another form, or not at all.
fn desired(site: &Site) -> Deployment {
    let labels = BTreeMap::from([("site".to_owned(), site.name_any())]);
    let amounts = [("cpu", "1000m"), ("memory", "1024Mi")];
    let amounts = amounts.map(|(name, amount)| (name.to_owned(), Quantity(amount.to_owned())));
    let variable = |name: &str, value: &str| EnvVar {
        name: name.to_owned(),
        value: Some(value.to_owned()),
        ..EnvVar::default()
    };
    Deployment {
        metadata: ObjectMeta {
            name: site.metadata.name.clone(),
            labels: Some(labels.clone()),
            annotations: Some(BTreeMap::new()),
            ..ObjectMeta::default()
        },
        spec: DeploymentSpec {
            replicas: Some(site.spec.size),
            paused: Some(false),
            selector: LabelSelector {
                match_labels: Some(labels.clone()),
                match_expressions: Some(Vec::new()),
            },
            template: PodTemplateSpec {
                metadata: Some(ObjectMeta {
                    labels: Some(labels),
                    ..ObjectMeta::default()
                }),
                spec: Some(PodSpec {
                    host_network: Some(false),
                    service_account_name: Some(String::new()),
                    node_selector: Some(BTreeMap::new()),
                    containers: vec![Container {
                        name: "web".to_owned(),
                        image: Some("web:1".to_owned()),
                        env: Some(vec![variable("EMPTY", ""), variable("FULL", "yes")]),
                        resources: Some(ResourceRequirements {
                            requests: Some(amounts.into()),
                            ..ResourceRequirements::default()
                        }),
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

fn container(deployment: &Deployment) -> Option<&Container> {
    let containers = &deployment.spec.template.spec.as_ref()?.containers;
    containers.iter().find(|container| container.name == "web")
}

fn is_right(deployment: &Deployment) -> bool {
    let variables = container(deployment).and_then(|container| container.env.as_ref());
    deployment.spec.replicas == Some(2)
        && container(deployment).is_some_and(|container| container.image.as_deref() == Some("web:1"))
        && variables.is_some_and(|variables| variables.iter().any(|variable| variable.name == "FULL"))
}

async fn by_hand(test: &Sandbox, patch: Value) -> Result<()> {
    // As `kubectl edit` and `kubectl set` do.
    test.api::<Deployment>()
        .patch("site", &PatchParams::default(), &Patch::Strategic(patch))
        .await?;
    Ok(())
}

#[tokio::test(flavor = "multi_thread")]
async fn a_child_stays_as_it_should_be() -> Result<()> {
    let mut test = Sandbox::of(operator()).start().await?;
    test.create(Site::new("site", SiteSpec { size: 2 })).await?;
    test.wait("site", is_right).await?;

    let edits = [
        ("another value", json!({ "spec": { "replicas": 7 } })),
        (
            "another image",
            json!({ "spec": { "template": { "spec": { "containers": [{ "name": "web", "image": "web:2" }] } } } }),
        ),
        (
            "a variable removed",
            json!({ "spec": { "template": { "spec": { "containers": [
                { "name": "web", "env": [{ "name": "FULL", "$patch": "delete" }] }] } } } }),
        ),
    ];
    for (what, edit) in &edits {
        let writes = test.writes()?.len();
        by_hand(&test, edit.clone()).await?;
        test.wait("site", is_right).await?;
        assert_eq!(test.writes()?.len(), writes + 1, "{what}");
    }

    // What others add is theirs, and the server's normal form is no edit: nothing is written, now or after
    // a restart.
    let writes = test.writes()?.len();
    by_hand(
        &test,
        json!({
            "metadata": { "labels": { "team": "blue" } },
            "spec": { "minReadySeconds": 5, "template": { "spec": { "containers": [
                { "name": "sidecar", "image": "sidecar:1" }] } } },
        }),
    )
    .await?;
    test.start_again(operator()).await?;
    tokio::time::sleep(Duration::from_secs(1)).await;
    assert_eq!(test.writes()?[writes..], []);
    let deployment = test.wait("site", is_right).await?;
    assert_eq!(deployment.labels()["team"], "blue");
    assert_eq!(deployment.spec.min_ready_seconds, Some(5));
    let amounts = container(&deployment).and_then(|container| container.resources.clone()?.requests);
    assert_eq!(amounts.unwrap_or_default()["cpu"].0, "1");

    // Edits from when the operator was away.
    for (what, edit) in edits {
        test.stop().await?;
        by_hand(&test, edit).await?;
        let writes = test.writes()?.len();
        test.start_again(operator()).await?;
        test.wait("site", is_right).await?;
        assert_eq!(test.writes()?.len(), writes + 1, "{what}, while away");
    }
    test.finish().await
}
