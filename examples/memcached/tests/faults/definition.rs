//! The CRD is deleted, with all objects, and made again.

use kopr::k8s_openapi::apiextensions_apiserver::pkg::apis::apiextensions::v1::CustomResourceDefinition;
use kopr::kube::api::{Api, DeleteParams, ListParams};
use kopr::prelude::*;
use kopr::testing::Sandbox;
use kopr::testing::cluster::{Options, start};
use kopr::testing::proxy::Proxy;

use crate::pods::{KIND, lists, make, observed, watches};

#[tokio::test(flavor = "multi_thread")]
async fn a_crd_is_deleted_and_made_again() -> Result<()> {
    let cluster = start(&Options::ephemeral()).await?;
    let proxy = Proxy::start(&cluster).await?;
    let test = Sandbox::builder(memcached_operator::operator(), "deploy")
        .through(&proxy)
        .patience(Duration::from_secs(90))
        .start()
        .await?;
    make(&test, 0..3).await?;
    observed(&test, 0..3).await?;
    let crds: Api<CustomResourceDefinition> = Api::all(test.client().clone());
    crds.delete(KIND, &DeleteParams::default()).await?;
    // Its objects go first, and each with its cleanup.
    for _ in 0..600 {
        if crds.get_opt(KIND).await?.is_none() {
            break;
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    assert!(crds.get_opt(KIND).await?.is_none(), "{}", test.log("").join("\n"));
    let mark = proxy.seen();
    tokio::time::sleep(Duration::from_secs(10)).await;
    let asked = proxy.count_since(mark, &lists(KIND)) + proxy.count_since(mark, &watches(KIND));
    eprintln!("asked {asked} times within 10 s for a kind that is not there");
    assert!((1..=10).contains(&asked), "{asked}");
    assert!(!test.log("is its CRD there?").is_empty());
    test.restore_manifests().await?;
    make(&test, 3..5).await?;
    observed(&test, 3..5).await?;
    assert_eq!(
        test.api::<memcached_operator::api::v1alpha1::Memcached>()
            .list(&ListParams::default())
            .await?
            .items
            .len(),
        2
    );
    test.discard().await
}
