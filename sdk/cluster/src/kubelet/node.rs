//! The node that pods are bound to.

use std::sync::Arc;
use std::time::Duration;

use kube::Client;
use kube::api::{Api, DynamicObject, Patch, PatchParams, PostParams};
use serde_json::{Value, json};

use super::Context;
use super::follow::resource;

/// Its name.
pub(super) const NODE: &str = "kopr-fake";
/// Its address, which leads nowhere (TEST-NET-1).
pub(super) const ADDRESS: &str = "192.0.2.1";
/// How often it says that it lives. kube-controller-manager gives a node up after 50 seconds.
const BEAT: Duration = Duration::from_secs(10);

fn api(client: &Client) -> Api<DynamicObject> {
    Api::all_with(client.clone(), &resource("", "Node", "nodes"))
}

/// Makes the node unless another kubelet has made it. Without it, kube-controller-manager would remove its pods.
pub(super) async fn ensure(client: &Client) -> kube::Result<()> {
    let node = json!({
        "apiVersion": "v1", "kind": "Node",
        "metadata": { "name": NODE, "labels": { "kubernetes.io/hostname": NODE, "kubernetes.io/os": "linux" } },
    });
    let node = serde_json::from_value(node).map_err(kube::Error::SerdeError)?;
    match api(client).create(&PostParams::default(), &node).await {
        Err(kube::Error::Api(status)) if status.code == 409 => {}
        made => drop(made?),
    }
    beat(client).await
}

/// Says for ever that the node lives.
pub(super) async fn keep(context: Arc<Context>) {
    loop {
        tokio::time::sleep(BEAT).await;
        if let Err(error) = beat(&context.client).await {
            tracing::debug!("the fake kubelet cannot report its node: {error}");
        }
    }
}

async fn beat(client: &Client) -> kube::Result<()> {
    let now = now();
    let resources = json!({ "cpu": "1000", "memory": "1Ti", "pods": "100000" });
    let status = json!({ "status": {
        "capacity": resources, "allocatable": resources,
        "addresses": [{ "type": "InternalIP", "address": ADDRESS }],
        "conditions": [{
            "type": "Ready", "status": "True", "reason": "KubeletReady", "message": "it only makes as if",
            "lastHeartbeatTime": now, "lastTransitionTime": now,
        }],
    }});
    let patch = Patch::Merge(status);
    api(client)
        .patch_status(NODE, &PatchParams::default(), &patch)
        .await?;
    Ok(())
}

/// The time, as Kubernetes writes it.
pub(super) fn now() -> Value {
    json!(jiff::Timestamp::now().strftime("%Y-%m-%dT%H:%M:%SZ").to_string())
}
