//! Requests on kinds that are values, with answers as text.

use std::time::Duration;

use kopr_model::{KindRef, Scope};
use kube::Client;
use kube::api::{DeleteParams, GetParams, LogParams, Patch, PatchParams, PostParams, Preconditions};
use kube::core::{ApiResource, Request};
use serde_json::Value;
use tokio::time::timeout;

/// The API server gives up after a minute. A request that was lost on its way would be waited for much longer, and
/// its object would stand still.
const ANSWER: Duration = Duration::from_secs(65);

/// The kind as kube names it.
pub(crate) fn resource(kind: &KindRef) -> ApiResource {
    ApiResource {
        group: kind.group.clone(),
        version: kind.version.clone(),
        api_version: kind.api_version(),
        kind: kind.kind.clone(),
        plural: kind.plural.clone(),
    }
}

/// Path of the objects of a kind in a namespace, or in the cluster.
fn path(kind: &KindRef, namespace: Option<&str>) -> String {
    let root = if kind.group.is_empty() { "/api" } else { "/apis" };
    let api_version = kind.api_version();
    match (kind.scope, namespace) {
        (Scope::Namespaced, Some(namespace)) => {
            format!("{root}/{api_version}/namespaces/{namespace}/{}", kind.plural)
        }
        _ => format!("{root}/{api_version}/{}", kind.plural),
    }
}

/// Sends a request, and waits for its answer no longer than one can come.
async fn ask(client: &Client, request: hyper::Request<Vec<u8>>) -> Result<String, kube::Error> {
    match timeout(ANSWER, client.request_text(request)).await {
        Ok(answer) => answer,
        Err(_) => Err(kube::Error::Service(
            format!("the API server did not answer within {ANSWER:?}").into(),
        )),
    }
}

/// Patches an object, or a subresource of it, and gives the object's text.
pub(crate) async fn patch(
    client: &Client,
    kind: &KindRef,
    (namespace, name): (Option<&str>, &str),
    subresource: Option<&str>,
    params: &PatchParams,
    patch: &Patch<&Value>,
) -> Result<String, kube::Error> {
    let request = Request::new(path(kind, namespace));
    let request = match subresource {
        Some(subresource) => request.patch_subresource(subresource, name, params, patch),
        None => request.patch(name, params, patch),
    };
    ask(client, request.map_err(kube::Error::BuildRequest)?).await
}

/// Makes an object.
pub(crate) async fn create(
    client: &Client,
    kind: &KindRef,
    namespace: Option<&str>,
    object: &Value,
) -> Result<String, kube::Error> {
    let body = serde_json::to_vec(object).map_err(kube::Error::SerdeError)?;
    let request = Request::new(path(kind, namespace)).create(&PostParams::default(), body);
    ask(client, request.map_err(kube::Error::BuildRequest)?).await
}

/// Deletes an object, with `uid` only the one of that uid; its children go in the background. One that is
/// not there is fine.
pub(crate) async fn delete(
    client: &Client,
    kind: &KindRef,
    (namespace, name): (Option<&str>, &str),
    uid: Option<&str>,
) -> Result<(), kube::Error> {
    let mut params = DeleteParams::background();
    params.preconditions = uid.map(|uid| Preconditions {
        uid: Some(uid.to_owned()),
        resource_version: None,
    });
    let request = Request::new(path(kind, namespace)).delete(name, &params);
    match ask(client, request.map_err(kube::Error::BuildRequest)?).await {
        Ok(_) => Ok(()),
        Err(kube::Error::Api(status)) if status.code == 404 => Ok(()),
        Err(error) => Err(error),
    }
}

/// The text of an object, or of a subresource of it.
pub(crate) async fn get(
    client: &Client,
    kind: &KindRef,
    (namespace, name): (Option<&str>, &str),
    subresource: Option<&str>,
) -> Result<String, kube::Error> {
    let request = Request::new(path(kind, namespace));
    let request = match subresource {
        Some(subresource) => request.get_subresource(subresource, name),
        None => request.get(name, &GetParams::default()),
    };
    client
        .request_text(request.map_err(kube::Error::BuildRequest)?)
        .await
}

/// Posts to a subresource of an object.
pub(crate) async fn post(
    client: &Client,
    kind: &KindRef,
    (namespace, name): (Option<&str>, &str),
    subresource: &str,
    body: &Value,
) -> Result<String, kube::Error> {
    let body = body.to_string().into_bytes();
    let request = Request::new(path(kind, namespace));
    let request = request.create_subresource(subresource, name, &PostParams::default(), body);
    client
        .request_text(request.map_err(kube::Error::BuildRequest)?)
        .await
}

/// What a pod has written.
pub(crate) async fn log(
    client: &Client,
    kind: &KindRef,
    (namespace, name): (Option<&str>, &str),
    params: &LogParams,
) -> Result<String, kube::Error> {
    let request = Request::new(path(kind, namespace)).logs(name, params);
    client
        .request_text(request.map_err(kube::Error::BuildRequest)?)
        .await
}
