//! What the operator needs, applied.

use std::time::Duration;

use kube::Client;
use kube::api::{Api, DynamicObject, Patch, PatchParams};
use kube::core::{ApiResource, GroupVersionKind};
use serde_json::Value;

use super::error::RunError;

/// Field manager of what `kopr run` applies.
const MANAGER: &str = "kopr";
/// How long a CRD may take to be served.
const SERVED: Duration = Duration::from_secs(15);

/// The kinds that an operator's own artefacts are of, with their plurals and whether they are namespaced:
/// known, so that nothing has to be discovered.
const KINDS: [(&str, &str, bool); 7] = [
    ("ClusterRole", "clusterroles", false),
    ("ClusterRoleBinding", "clusterrolebindings", false),
    ("CustomResourceDefinition", "customresourcedefinitions", false),
    ("Namespace", "namespaces", false),
    ("Role", "roles", true),
    ("RoleBinding", "rolebindings", true),
    ("ServiceAccount", "serviceaccounts", true),
];

/// Order of application: what others live in or refer to comes first.
fn rank(object: &Value) -> usize {
    const FIRST: [&str; 3] = ["Namespace", "CustomResourceDefinition", "ServiceAccount"];
    FIRST
        .iter()
        .position(|kind| object["kind"] == **kind)
        .unwrap_or(FIRST.len())
}

/// Applies the objects and waits until their CRDs are served.
pub(super) async fn apply(client: &Client, objects: &[Value]) -> Result<(), RunError> {
    let mut ordered: Vec<&Value> = objects.iter().collect();
    ordered.sort_by_key(|object| rank(object));
    for object in ordered {
        let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
        let (kind, name) = (text(&object["kind"]), text(&object["metadata"]["name"]));
        let api = api(client, object);
        let params = PatchParams::apply(MANAGER).force();
        api.patch(&name, &params, &Patch::Apply(object))
            .await
            .map_err(|source| RunError::Apply {
                what: format!("{kind} `{name}`"),
                source: Box::new(source),
            })?;
        if kind == "CustomResourceDefinition" {
            served(&api, &name).await?;
        }
    }
    Ok(())
}

fn api(client: &Client, object: &Value) -> Api<DynamicObject> {
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let kind = text(&object["kind"]);
    let api_version = text(&object["apiVersion"]);
    let (group, version) = api_version.split_once('/').unwrap_or(("", &api_version));
    let known = KINDS.iter().find(|(known, ..)| *known == kind);
    let plural = known.map_or_else(
        || kopr_model::names::plural(&kind),
        |(_, plural, _)| (*plural).to_owned(),
    );
    let resource = ApiResource::from_gvk_with_plural(&GroupVersionKind::gvk(group, version, &kind), &plural);
    match (
        known.is_some_and(|(.., namespaced)| *namespaced),
        object["metadata"]["namespace"].as_str(),
    ) {
        (true, Some(namespace)) => Api::namespaced_with(client.clone(), namespace, &resource),
        _ => Api::all_with(client.clone(), &resource),
    }
}

/// Waits until the API server says that it serves the CRD.
async fn served(api: &Api<DynamicObject>, name: &str) -> Result<(), RunError> {
    let established = async {
        loop {
            if let Ok(crd) = api.get(name).await {
                let conditions = crd.data["status"]["conditions"]
                    .as_array()
                    .cloned()
                    .unwrap_or_default();
                if conditions
                    .iter()
                    .any(|one| one["type"] == "Established" && one["status"] == "True")
                {
                    return;
                }
            }
            tokio::time::sleep(Duration::from_millis(50)).await;
        }
    };
    tokio::time::timeout(SERVED, established)
        .await
        .map_err(|_| RunError::NotServed {
            name: name.to_owned(),
        })
}
