//! Asking a real API server.

use kopr::kube::Client;
use kopr::kube::client::Body;
use kopr_cluster::Options;
use serde_json::{Value, json};

/// A client of the control plane that the tests of this machine share.
pub(crate) async fn client() -> Client {
    let cluster = kopr_cluster::shared(&Options::default())
        .await
        .expect("a control plane starts");
    cluster.client().await.expect("it has a client")
}

/// What it says to a new object: warnings, or why it does not take it.
pub(crate) async fn create(client: &Client, path: &str, object: &Value) -> Result<Vec<String>, String> {
    let body = serde_json::to_vec(object).expect("a JSON value is serialisable");
    let request = http::Request::post(path)
        .header("content-type", "application/json")
        .body(Body::from(body))
        .expect("the path is one");
    let response = client.send(request).await.map_err(|error| error.to_string())?;
    let warnings = response
        .headers()
        .get_all("warning")
        .iter()
        .map(|warning| String::from_utf8_lossy(warning.as_bytes()).into_owned())
        .collect();
    if response.status().is_success() {
        return Ok(warnings);
    }
    let body = response.into_body().collect_bytes().await;
    let body = body.map_err(|error| error.to_string())?;
    Err(String::from_utf8_lossy(&body).into_owned())
}

/// A CRD whose spec has that schema.
pub(crate) fn crd(kind: &str, spec: &Value) -> Value {
    let singular = kind.to_lowercase();
    let plural = format!("{singular}s");
    json!({
        "apiVersion": "apiextensions.k8s.io/v1",
        "kind": "CustomResourceDefinition",
        "metadata": { "name": format!("{plural}.published.example.com") },
        "spec": {
            "group": "published.example.com",
            "names": { "kind": kind, "plural": plural, "singular": singular },
            "scope": "Namespaced",
            "versions": [{
                "name": "v1",
                "served": true,
                "storage": true,
                "schema": {
                    "openAPIV3Schema": { "type": "object", "properties": { "spec": spec } },
                },
            }],
        },
    })
}

/// Where CRDs are created; nothing is stored where `dry` is set.
pub(crate) fn crds(dry: bool) -> String {
    let path = "/apis/apiextensions.k8s.io/v1/customresourcedefinitions";
    if dry { format!("{path}?dryRun=All") } else { path.to_owned() }
}
