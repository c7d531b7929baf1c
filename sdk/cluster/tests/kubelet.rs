//! The fake kubelet on real control planes: pods and workloads become ready, and pods end.
#![allow(
    clippy::unwrap_used,
    reason = "a panic is how a test fails, also in its helpers"
)]

use std::time::{Duration, Instant};

use k8s_openapi::api::apps::v1::{DaemonSet, Deployment, ReplicaSet, StatefulSet};
use k8s_openapi::api::core::v1::{Namespace, Pod};
use kopr_cluster::kubelet::{self, Kubelet};
use kopr_cluster::{Cluster, Options};
use kube::Resource;
use kube::api::{Api, DeleteParams, ListParams, Patch, PatchParams, PostParams};
use kube::core::NamespaceResourceScope;
use serde::Serialize;
use serde::de::DeserializeOwned;
use serde_json::{Value, json};

/// For what does come, also on a busy machine.
const SOON: Duration = Duration::from_mins(1);

fn from<T: DeserializeOwned>(value: Value) -> T {
    serde_json::from_value(value).unwrap()
}

async fn namespace(cluster: &Cluster, name: &str) -> String {
    let name = format!("{name}-{}", std::process::id());
    let api: Api<Namespace> = Api::all(cluster.client().await.unwrap());
    let namespace = from(json!({ "metadata": { "name": name } }));
    api.create(&PostParams::default(), &namespace).await.unwrap();
    name
}

async fn api<K>(cluster: &Cluster, namespace: &str) -> Api<K>
where
    K: Resource<Scope = NamespaceResourceScope, DynamicType = ()>,
{
    Api::namespaced(cluster.client().await.unwrap(), namespace)
}

/// Waits until an object, as JSON, is as it should be.
async fn until<K>(api: &Api<K>, name: &str, fits: impl Fn(&Value) -> bool) -> Value
where
    K: Clone + std::fmt::Debug + DeserializeOwned + Serialize,
{
    let deadline = Instant::now() + SOON;
    loop {
        let object = serde_json::to_value(api.get_opt(name).await.unwrap()).unwrap();
        if fits(&object) {
            return object;
        }
        assert!(Instant::now() < deadline, "{name}: {object:#}");
        tokio::time::sleep(Duration::from_millis(25)).await;
    }
}

fn pod(name: &str, restart: &str) -> Pod {
    from(json!({
        "metadata": { "name": name },
        "spec": {
            "restartPolicy": restart,
            "initContainers": [{ "name": "first", "image": "i" }],
            "containers": [{ "name": "main", "image": "i" }],
        },
    }))
}

fn template(name: &str) -> Value {
    json!({
        "metadata": { "labels": { "app": name } },
        "spec": { "containers": [{ "name": "main", "image": "i" }] },
    })
}

fn condition<'a>(object: &'a Value, kind: &str) -> &'a str {
    let conditions = object["status"]["conditions"].as_array();
    let found = conditions.and_then(|list| list.iter().find(|one| one["type"] == kind));
    found.and_then(|one| one["status"].as_str()).unwrap_or("absent")
}

#[tokio::test(flavor = "multi_thread")]
async fn pods_run_until_they_are_deleted() {
    let cluster = kopr_cluster::shared(&Options::default()).await.unwrap();
    let (ours, other) = (
        namespace(&cluster, "pods").await,
        namespace(&cluster, "others").await,
    );
    let wait = Duration::from_millis(300);
    let options = kubelet::Options::in_namespace(&ours)
        .start_after(wait)
        .stop_after(wait);
    let kubelet = Kubelet::start(&cluster, options).await.unwrap();
    let pods: Api<Pod> = api(&cluster, &ours).await;
    let elsewhere: Api<Pod> = api(&cluster, &other).await;
    elsewhere
        .create(&PostParams::default(), &pod("alone", "Always"))
        .await
        .unwrap();

    let begun = Instant::now();
    pods.create(&PostParams::default(), &pod("serves", "Always"))
        .await
        .unwrap();
    let runs = until(&pods, "serves", |pod| condition(pod, "Ready") == "True").await;
    assert!(begun.elapsed() >= wait, "{:?}", begun.elapsed());
    assert_eq!(runs["status"]["phase"], "Running");
    assert_eq!(runs["status"]["containerStatuses"][0]["ready"], true);
    assert!(runs["status"]["podIP"].as_str().unwrap().starts_with("10."));

    // One that is to end has ended well.
    pods.create(&PostParams::default(), &pod("works", "Never"))
        .await
        .unwrap();
    let done = until(&pods, "works", |pod| pod["status"]["phase"] == "Succeeded").await;
    assert_eq!(condition(&done, "Ready"), "False");
    assert_eq!(
        done["status"]["containerStatuses"][0]["state"]["terminated"]["exitCode"],
        0
    );

    // Deleted, it ends after its time; another of its name runs again.
    let begun = Instant::now();
    pods.delete("serves", &DeleteParams::default()).await.unwrap();
    until(&pods, "serves", Value::is_null).await;
    assert!(begun.elapsed() >= wait, "{:?}", begun.elapsed());
    pods.create(&PostParams::default(), &pod("serves", "Always"))
        .await
        .unwrap();
    until(&pods, "serves", |pod| condition(pod, "Ready") == "True").await;

    // A finalizer holds one that has ended.
    let held = Patch::Merge(json!({ "metadata": { "finalizers": ["test.example.com/held"] } }));
    pods.patch("works", &PatchParams::default(), &held).await.unwrap();
    pods.delete("works", &DeleteParams::default()).await.unwrap();
    until(&pods, "works", |pod| {
        pod["metadata"]["deletionGracePeriodSeconds"] == 0
    })
    .await;
    let free = Patch::Merge(json!({ "metadata": { "finalizers": null } }));
    pods.patch("works", &PatchParams::default(), &free).await.unwrap();
    until(&pods, "works", Value::is_null).await;

    let alone = until(&elsewhere, "alone", |_| true).await;
    assert_eq!(
        alone["spec"]["nodeName"],
        Value::Null,
        "it is not in our namespace"
    );
    drop(kubelet);
    pods.create(&PostParams::default(), &pod("late", "Always"))
        .await
        .unwrap();
    tokio::time::sleep(wait * 3).await;
    let late = until(&pods, "late", |_| true).await;
    assert_eq!(
        late["spec"]["nodeName"],
        Value::Null,
        "there is no kubelet any more"
    );
    let namespaces: Api<Namespace> = Api::all(cluster.client().await.unwrap());
    for name in [ours, other] {
        namespaces.delete(&name, &DeleteParams::default()).await.unwrap();
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn workloads_are_ready_without_their_controllers() {
    // The shared one may have kube-controller-manager, for other tests.
    let cluster = kopr_cluster::start(&Options::ephemeral()).await.unwrap();
    let kubelet = Kubelet::start(&cluster, kubelet::Options::in_namespace("default"))
        .await
        .unwrap();
    let workload = |name: &str| {
        json!({
            "metadata": { "name": name },
            "spec": {
                "replicas": 3, "serviceName": name, "selector": { "matchLabels": { "app": name } },
                "template": template(name),
            },
        })
    };
    let deployments: Api<Deployment> = api(&cluster, "default").await;
    let deployment: Deployment = from(workload("web"));
    deployments
        .create(&PostParams::default(), &deployment)
        .await
        .unwrap();
    let web = until(&deployments, "web", |web| web["status"]["readyReplicas"] == 3).await;
    assert_eq!(web["status"]["observedGeneration"], 1);
    assert_eq!(condition(&web, "Available"), "True");
    let sizes = [(5, json!(5)), (0, Value::Null)];
    for (size, ready) in sizes {
        let resize = Patch::Merge(json!({ "spec": { "replicas": size } }));
        deployments
            .patch("web", &PatchParams::default(), &resize)
            .await
            .unwrap();
        until(&deployments, "web", |web| {
            let status = &web["status"];
            status["readyReplicas"] == ready && status["observedGeneration"] == web["metadata"]["generation"]
        })
        .await;
    }

    let sets: Api<StatefulSet> = api(&cluster, "default").await;
    let set: StatefulSet = from(workload("db"));
    sets.create(&PostParams::default(), &set).await.unwrap();
    until(&sets, "db", |db| db["status"]["readyReplicas"] == 3).await;
    let sets: Api<ReplicaSet> = api(&cluster, "default").await;
    let set: ReplicaSet = from(workload("rs"));
    sets.create(&PostParams::default(), &set).await.unwrap();
    until(&sets, "rs", |rs| rs["status"]["availableReplicas"] == 3).await;
    let sets: Api<DaemonSet> = api(&cluster, "default").await;
    let set: DaemonSet = from(workload("agent"));
    sets.create(&PostParams::default(), &set).await.unwrap();
    until(&sets, "agent", |agent| agent["status"]["numberReady"] == 1).await;

    // At rest it writes nothing more.
    tokio::time::sleep(Duration::from_millis(500)).await;
    let version = |web: &Value| web["metadata"]["resourceVersion"].clone();
    let before = version(&until(&deployments, "web", |_| true).await);
    tokio::time::sleep(Duration::from_secs(1)).await;
    assert_eq!(version(&until(&deployments, "web", |_| true).await), before);
    drop(kubelet);
}

#[tokio::test(flavor = "multi_thread")]
async fn with_kube_controller_manager_deployments_have_pods() {
    let options = Options::ephemeral().with_controller_manager();
    let cluster = kopr_cluster::start(&options).await.unwrap();
    let kubelet = Kubelet::start(&cluster, kubelet::Options::default())
        .await
        .unwrap();
    let deployments: Api<Deployment> = api(&cluster, "default").await;
    let deployment: Deployment = from(json!({
        "metadata": { "name": "web" },
        "spec": { "replicas": 2, "selector": { "matchLabels": { "app": "web" } }, "template": template("web") },
    }));
    deployments
        .create(&PostParams::default(), &deployment)
        .await
        .unwrap();
    until(&deployments, "web", |web| web["status"]["readyReplicas"] == 2).await;
    let pods: Api<Pod> = api(&cluster, "default").await;
    let list = pods.list(&ListParams::default()).await.unwrap();
    assert_eq!(list.items.len(), 2);
    // One is deleted, another comes in its place.
    let first = list.items[0].metadata.name.clone().unwrap();
    pods.delete(&first, &DeleteParams::default()).await.unwrap();
    until(&pods, &first, Value::is_null).await;
    until(&deployments, "web", |web| web["status"]["readyReplicas"] == 2).await;
    // All go with their owner.
    deployments
        .delete("web", &DeleteParams::background())
        .await
        .unwrap();
    let deadline = Instant::now() + SOON;
    while !pods.list(&ListParams::default()).await.unwrap().items.is_empty() {
        assert!(Instant::now() < deadline, "pods are left");
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    drop(kubelet);
}
