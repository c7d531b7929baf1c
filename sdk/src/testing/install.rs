//! The operator's own manifests, installed.

use std::path::{Path, PathBuf};
use std::time::Duration;

use k8s_openapi::api::core::v1::Namespace;
use kube::api::{Api, DeleteParams, DynamicObject, Patch, PatchParams};
use kube::core::GroupVersionKind;
use kube::discovery::{Scope, oneshot};
use kube::{Client, ResourceExt};
use serde_json::{Value, json};

use crate::error::{Error, Result};

/// Folders of `deploy/` that make the operator; monitoring and samples are apart.
const FOLDERS: [&str; 2] = ["crds", "operator"];
/// Kinds in the order in which they have to be there; all others come after.
const FIRST: [&str; 3] = ["Namespace", "CustomResourceDefinition", "ServiceAccount"];
/// Field manager of what tests install.
const MANAGER: &str = "kopr-testing";
/// How long a CRD may take to be served.
const SERVED: Duration = Duration::from_secs(10);

/// All objects of the manifests, in the order in which they are applied.
///
/// # Errors
/// A folder without manifests; a file that cannot be read, or is not YAML.
pub(crate) fn read(manifests: &Path) -> Result<Vec<Value>> {
    let mut objects = Vec::new();
    for folder in FOLDERS {
        for file in files(&manifests.join(folder))? {
            let text = std::fs::read_to_string(&file)
                .map_err(|error| Error::message(format!("cannot read `{}`: {error}", file.display())))?;
            let documents: Vec<Value> = serde_saphyr::from_multiple(&text)
                .map_err(|error| Error::message(format!("`{}`: {error}", file.display())))?;
            objects.extend(documents.into_iter().filter(Value::is_object));
        }
    }
    if objects.is_empty() {
        return Err(Error::message(format!(
            "there are no manifests in `{}`: run `kopr gen manifests`",
            manifests.display()
        )));
    }
    objects.sort_by_key(|object| {
        FIRST
            .iter()
            .position(|kind| object["kind"] == **kind)
            .unwrap_or(FIRST.len())
    });
    Ok(objects)
}

fn files(folder: &Path) -> Result<Vec<PathBuf>> {
    let entries = match std::fs::read_dir(folder) {
        Ok(entries) => entries,
        Err(error) if error.kind() == std::io::ErrorKind::NotFound => return Ok(Vec::new()),
        Err(error) => {
            return Err(Error::message(format!(
                "cannot read `{}`: {error}",
                folder.display()
            )));
        }
    };
    let mut files: Vec<PathBuf> = entries
        .filter_map(|entry| Some(entry.ok()?.path()))
        .filter(|path| path.extension().is_some_and(|extension| extension == "yaml"))
        .filter(|path| path.file_name().is_some_and(|name| name != "kustomization.yaml"))
        .collect();
    files.sort();
    Ok(files)
}

/// Applies objects and waits until their CRDs are served.
///
/// # Errors
/// The API server's answer, with the object that it is about.
pub(crate) async fn apply(client: &Client, objects: &[Value]) -> Result<()> {
    for object in objects {
        apply_one(client, object).await?;
    }
    Ok(())
}

/// Applies one object.
///
/// # Errors
/// As [`apply`].
pub(crate) async fn apply_one(client: &Client, object: &Value) -> Result<DynamicObject> {
    let typed: DynamicObject = serde_json::from_value(object.clone())?;
    let name = typed.name_any();
    let gvk = typed
        .types
        .as_ref()
        .and_then(|types| GroupVersionKind::try_from(types).ok())
        .ok_or_else(|| Error::message(format!("the object `{name}` has no apiVersion and kind")))?;
    let about = |error: kube::Error| Error::message(format!("{} `{name}`: {error}", gvk.kind));
    let (resource, capabilities) = oneshot::pinned_kind(client, &gvk).await.map_err(about)?;
    let api: Api<DynamicObject> = match (capabilities.scope, typed.namespace()) {
        (Scope::Namespaced, Some(namespace)) => Api::namespaced_with(client.clone(), &namespace, &resource),
        (Scope::Namespaced, None) => Api::default_namespaced_with(client.clone(), &resource),
        (Scope::Cluster, _) => Api::all_with(client.clone(), &resource),
    };
    let params = PatchParams::apply(MANAGER).force();
    let applied = api
        .patch(&name, &params, &Patch::Apply(object))
        .await
        .map_err(about)?;
    if gvk.kind == "CustomResourceDefinition" {
        served(client, object).await?;
    }
    Ok(applied)
}

/// Deletes one object of the manifests. One that is not there is fine.
///
/// # Errors
/// The API server's answer.
pub(crate) async fn remove_one(client: &Client, object: &Value) -> Result<()> {
    let typed: DynamicObject = serde_json::from_value(object.clone())?;
    let kind = typed
        .types
        .as_ref()
        .ok_or_else(|| Error::message("an object without a kind"))?;
    let (resource, _) = oneshot::pinned_kind(client, &GroupVersionKind::try_from(kind)?).await?;
    let api: Api<DynamicObject> = Api::all_with(client.clone(), &resource);
    match api.delete(&typed.name_any(), &DeleteParams::default()).await {
        Err(kube::Error::Api(status)) if status.code != 404 => Err(kube::Error::Api(status).into()),
        _ => Ok(()),
    }
}

/// Makes a namespace unless it is there.
///
/// # Errors
/// The API server's answer.
pub(crate) async fn ensure_namespace(client: &Client, name: &str) -> Result<()> {
    let namespace = json!({ "apiVersion": "v1", "kind": "Namespace", "metadata": { "name": name } });
    let api: Api<Namespace> = Api::all(client.clone());
    let params = PatchParams::apply(MANAGER).force();
    api.patch(name, &params, &Patch::Apply(&namespace)).await?;
    Ok(())
}

/// Waits until every version of a CRD can be asked for.
async fn served(client: &Client, crd: &Value) -> Result<()> {
    let spec = &crd["spec"];
    let text = |value: &Value| value.as_str().unwrap_or_default().to_owned();
    let versions = spec["versions"]
        .as_array()
        .into_iter()
        .flatten()
        .filter(|version| version["served"] == true);
    for version in versions {
        let gvk = GroupVersionKind {
            group: text(&spec["group"]),
            version: text(&version["name"]),
            kind: text(&spec["names"]["kind"]),
        };
        let served = async {
            while oneshot::pinned_kind(client, &gvk).await.is_err() {
                tokio::time::sleep(Duration::from_millis(50)).await;
            }
        };
        if tokio::time::timeout(SERVED, served).await.is_err() {
            return Err(Error::message(format!(
                "{}/{} {} is not served",
                gvk.group, gvk.version, gvk.kind
            )));
        }
    }
    Ok(())
}
