//! Which namespaces an operator watches is chosen when it is deployed: a list, or its own. Objects there are
//! reconciled, others are not, and the roles are exactly what it takes. All namespaces: see `everywhere`.

use kopr::k8s_openapi::api::apps::v1::Deployment;
use kopr::k8s_openapi::api::core::v1::ConfigMap;
use kopr::prelude::*;
use kopr::testing::Sandbox;
use memcached_operator::api::v1alpha1::Memcached;

use crate::objects::{is_observed, memcached_in, there};

async fn check(manifests: &str, watched: usize, has_cluster_role: bool) -> Result<()> {
    let test = Sandbox::start(memcached_operator::operator(), manifests).await?;
    assert_eq!(test.namespaces().len(), watched);
    let outside = if watched == 1 {
        "default"
    } else {
        test.own_namespace()
    };
    let stranger = format!("outside-{}", test.own_namespace());
    test.create(memcached_in(outside, &stranger)).await?;
    for namespace in test.namespaces() {
        test.create(memcached_in(namespace, "cache")).await?;
    }
    for namespace in test.namespaces() {
        // Every right is used, the cleanup's too.
        wait_in(&test, namespace, "cache").await?;
        test.api_in::<Memcached>(namespace)
            .delete("cache", &Default::default())
            .await?;
    }
    test.wait_gone::<Memcached>("cache").await?;
    let deployments = test.api_in::<Deployment>(outside);
    assert!(deployments.get_opt(&stranger).await?.is_none());
    test.api_in::<Memcached>(outside)
        .delete(&stranger, &Default::default())
        .await?;
    let text = std::fs::read_to_string(format!("{manifests}/operator/rbac.yaml"))?;
    assert_eq!(text.contains("ClusterRole"), has_cluster_role);
    test.finish_without(&[(
        "patch events.events.k8s.io",
        "an event is patched only when it repeats",
    )])
    .await
}

async fn wait_in(test: &Sandbox, namespace: &str, name: &str) -> Result<()> {
    for _ in 0..400 {
        let found = test.api_in::<Memcached>(namespace).get(name).await?;
        if is_observed(&found) {
            let deployment = test.api_in::<Deployment>(namespace).get(name).await?;
            assert!(there(&deployment));
            return Ok(());
        }
        tokio::time::sleep(Duration::from_millis(25)).await;
    }
    Err(kopr::Error::message(format!(
        "`{namespace}/{name}` is not reconciled"
    )))
}

#[tokio::test(flavor = "multi_thread")]
async fn a_list_of_namespaces() -> Result<()> {
    check("tests/scopes/list/deploy", 2, false).await
}

#[tokio::test(flavor = "multi_thread")]
async fn the_operators_own_namespace() -> Result<()> {
    check("tests/scopes/own/deploy", 1, false).await
}

#[tokio::test(flavor = "multi_thread")]
async fn what_is_read_in_one_namespace_does_not_reach_the_other() -> Result<()> {
    let test = Sandbox::start(memcached_operator::operator(), "tests/scopes/list/deploy").await?;
    let [blue, red] = [&test.namespaces()[0], &test.namespaces()[1]];
    for namespace in [blue, red] {
        let mut memcached = memcached_in(namespace, "cache");
        memcached.spec.arguments_from = Some("arguments".to_owned());
        test.create(memcached).await?;
        wait_in(&test, namespace, "cache").await?;
    }
    let arguments = ConfigMap {
        metadata: ObjectMeta {
            name: Some("arguments".to_owned()),
            namespace: Some(blue.clone()),
            ..ObjectMeta::default()
        },
        data: Some([("args".to_owned(), "-v".to_owned())].into()),
        ..ConfigMap::default()
    };
    test.create(arguments).await?;
    let args = |deployment: &Deployment| {
        let pod = deployment.spec.template.spec.as_ref();
        pod.and_then(|pod| pod.containers[0].args.clone())
    };
    test.wait("cache", |deployment: &Deployment| args(deployment).is_some())
        .await?;
    let other = test.api_in::<Deployment>(red).get("cache").await?;
    assert_eq!(args(&other), None);
    test.discard().await
}
