//! Sandboxes behind a fault proxy, and what they have in common.

use std::collections::BTreeMap;
use std::ops::Range;
use std::time::Instant;

use kopr::k8s_openapi::api::apps::v1::Deployment;
use kopr::kube::api::ListParams;
use kopr::prelude::*;
use kopr::testing::proxy::{Filter, Proxy};
use kopr::testing::{Sandbox, cluster};
use memcached_operator::api::v1alpha1::Memcached;

use crate::objects::{is_observed, memcached};

pub const KIND: &str = "memcacheds.cache.example.com";
pub const CHILD: &str = "deployments.apps";

/// A sandbox on the shared control plane, through a proxy of its own.
pub async fn behind_proxy(patience: Duration) -> Result<(Proxy, Sandbox)> {
    let cluster = cluster::shared(&cluster::Options::default()).await?;
    let proxy = Proxy::start(&cluster).await?;
    let test = Sandbox::builder(memcached_operator::operator(), "deploy")
        .through(&proxy)
        .patience(patience)
        .start()
        .await?;
    Ok((proxy, test))
}

/// Writes of the operator, without those that keep its lease.
pub fn writes() -> Filter {
    Filter::all().writes().path("/apis/cache.example.com/")
}

/// Writes of its children.
pub fn applies() -> Filter {
    Filter::all().writes().resource(CHILD)
}

pub fn lists(resource: &str) -> Filter {
    Filter::all().verb("list").resource(resource)
}

pub fn watches(resource: &str) -> Filter {
    Filter::all().verb("watch").resource(resource)
}

pub fn name(number: i32) -> String {
    format!("cache-{number}")
}

pub async fn make(test: &Sandbox, numbers: Range<i32>) -> Result<()> {
    for number in numbers {
        test.create(memcached(&name(number), 1)).await?;
    }
    Ok(())
}

pub async fn observed(test: &Sandbox, numbers: Range<i32>) -> Result<()> {
    for number in numbers {
        test.wait(&name(number), is_observed).await?;
    }
    Ok(())
}

/// Waits until each Memcached has its Deployment of the right size, owned by it, and no Deployment is left over.
/// Asks for lists, since there may be many.
pub async fn converged(test: &Sandbox, within: Duration) -> Result<usize> {
    let until = Instant::now() + within;
    loop {
        let memcacheds = test.api::<Memcached>().list(&ListParams::default()).await?.items;
        let deployments = test.api::<Deployment>().list(&ListParams::default()).await?.items;
        let mut left: BTreeMap<String, &Deployment> = deployments
            .iter()
            .map(|deployment| (deployment.name_any(), deployment))
            .collect();
        let mut wrong = Vec::new();
        for memcached in &memcacheds {
            let name = memcached.name_any();
            let right = left.get(&name).is_some_and(|deployment| {
                let owners = deployment.metadata.owner_references.iter().flatten();
                let owned = owners.filter(|owner| Some(&owner.uid) == memcached.metadata.uid.as_ref());
                deployment.spec.replicas == Some(memcached.spec.size) && owned.count() == 1
            });
            if !right || !is_observed(memcached) || memcached.metadata.deletion_timestamp.is_some() {
                let status = memcached.status.as_ref().map(|status| status.observed_generation);
                let replicas = left.get(&name).map(|deployment| deployment.spec.replicas);
                let (size, generation) = (memcached.spec.size, memcached.metadata.generation);
                wrong.push(format!(
                    "{name} (size {size}, generation {generation:?}, observed {status:?}, child {replicas:?})"
                ));
            }
        }
        for memcached in &memcacheds {
            left.remove(&memcached.name_any());
        }
        let orphans: Vec<&String> = left.keys().collect();
        if wrong.is_empty() && orphans.is_empty() {
            return Ok(memcacheds.len());
        }
        if Instant::now() > until {
            let log = test.log("");
            return Err(kopr::Error::message(format!(
                "not converged after {within:?}: {} of {} are not right: {:?}; Deployments without an owner: {orphans:?}\n{}",
                wrong.len(),
                memcacheds.len(),
                &wrong[..wrong.len().min(10)],
                log[log.len().saturating_sub(40)..].join("\n"),
            )));
        }
        tokio::time::sleep(Duration::from_millis(200)).await;
    }
}
