//! The operator that kopr is measured with: `Memcached{size, image}` becomes one Deployment and a status.
//!
//! It prints `MARK first-reconcile <ms>` and, once as many objects as `BENCH_N` says were reconciled,
//! `MARK all-checked <ms>`, in milliseconds since the epoch.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Mutex;
use std::time::{SystemTime, UNIX_EPOCH};

use kopr::k8s_openapi::api::apps::v1::{Deployment, DeploymentSpec};
use kopr::k8s_openapi::api::core::v1::{Container, PodSpec, PodTemplateSpec};
use kopr::k8s_openapi::apimachinery::pkg::apis::meta::v1::LabelSelector;
use kopr::prelude::*;

/// A memcached cluster.
#[derive(CustomResource, Serialize, Deserialize, Clone, Debug)]
#[kopr(
    group = "cache.example.com",
    version = "v1",
    kind = "Memcached",
    namespaced,
    status = "MemcachedStatus"
)]
pub struct MemcachedSpec {
    /// How many pods run.
    pub size: i32,
    /// Image that they run.
    pub image: String,
}

/// What was observed.
#[derive(Schema, Serialize, Deserialize, Clone, Debug, Default)]
#[serde(rename_all = "camelCase")]
pub struct MemcachedStatus {
    /// How many pods are ready.
    #[serde(default)]
    pub ready: i32,
    /// Generation that this is about.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub observed_generation: Option<i64>,
}

/// Objects that were reconciled, and how many there are.
struct Checked {
    seen: Mutex<BTreeSet<String>>,
    all: usize,
}

impl Checked {
    fn mark(&self, memcached: &Memcached) {
        let Ok(mut seen) = self.seen.lock() else { return };
        let key = format!(
            "{}/{}",
            memcached.namespace().unwrap_or_default(),
            memcached.name_any()
        );
        if !seen.insert(key) {
            return;
        }
        if seen.len() == 1 {
            mark("first-reconcile");
        }
        if seen.len() == self.all {
            mark("all-checked");
        }
    }
}

#[expect(clippy::print_stderr, reason = "the harness reads marks from there")]
fn mark(name: &str) {
    let now = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    eprintln!("MARK {name} {}", now.as_millis());
}

async fn reconcile(
    memcached: Arc<Memcached>,
    deployments: Owned<Deployment>,
    status: Status<Memcached>,
    checked: State<Checked>,
) -> Result<Action> {
    let deployment = deployments.apply(desired(&memcached)).await?;
    let ready = deployment
        .status
        .as_ref()
        .and_then(|status| status.ready_replicas)
        .unwrap_or_default();
    status.update(|status| status.ready = ready).await?;
    checked.mark(&memcached);
    Ok(Action::await_change())
}

fn desired(memcached: &Memcached) -> Deployment {
    let name = memcached.name_any();
    let labels = BTreeMap::from([("app".to_owned(), name.clone())]);
    Deployment {
        metadata: ObjectMeta {
            name: Some(name),
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

#[expect(
    clippy::disallowed_methods,
    reason = "the harness says how many objects there are"
)]
fn operator() -> Operator {
    let all = std::env::var("BENCH_N")
        .ok()
        .and_then(|n| n.parse().ok())
        .unwrap_or_default();
    Operator::new("memcached-operator")
        .controller(reconcile)
        .state(Checked {
            seen: Mutex::default(),
            all,
        })
}

kopr::main!(operator);
