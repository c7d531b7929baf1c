//! Asking a real API server.

use std::time::Duration;

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

/// The group of this run: the control plane is shared with others.
fn group() -> String {
    format!("published-{}.example.com", std::process::id())
}

/// A CRD whose spec has that schema.
pub(crate) fn crd(kind: &str, spec: &Value) -> Value {
    let singular = kind.to_lowercase();
    let (plural, group) = (format!("{singular}s"), group());
    json!({
        "apiVersion": "apiextensions.k8s.io/v1",
        "kind": "CustomResourceDefinition",
        "metadata": { "name": format!("{plural}.{group}") },
        "spec": {
            "group": group,
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
    if dry {
        format!("{path}?dryRun=All")
    } else {
        path.to_owned()
    }
}

/// Creates a CRD, of which the API server has to warn of nothing, and waits until its kind is served.
pub(crate) async fn install(client: &Client, crd: &Value) {
    let name = crd["metadata"]["name"].as_str().expect("it has a name");
    let path = format!("{}/{name}", crds(false));
    assert_eq!(create(client, &crds(false), crd).await, Ok(Vec::new()), "{name}");
    for _ in 0..100 {
        let stored = get(client, &path).await.expect("it was created");
        let conditions = stored["status"]["conditions"]
            .as_array()
            .cloned()
            .unwrap_or_default();
        let established = |one: &Value| one["type"] == "Established" && one["status"] == "True";
        if conditions.iter().any(established) {
            return;
        }
        tokio::time::sleep(Duration::from_millis(100)).await;
    }
    panic!("{name} is not served");
}

/// Stores an object with that spec, and gives back what was kept of it. The kind is gone afterwards.
pub(crate) async fn store(client: &Client, plural: &str, kind: &str, spec: &Value) -> Value {
    let path = format!("/apis/{}/v1/namespaces/default/{plural}", group());
    let object = json!({
        "apiVersion": format!("{}/v1", group()),
        "kind": kind,
        "metadata": { "name": "one" },
        "spec": spec,
    });
    // The kind may be established a moment before its path is there.
    let mut answer = create(client, &path, &object).await;
    for _ in 0..50 {
        if !matches!(&answer, Err(text) if text.contains("404")) {
            break;
        }
        tokio::time::sleep(Duration::from_millis(100)).await;
        answer = create(client, &path, &object).await;
    }
    let stored = get(client, &format!("{path}/one")).await;
    remove(client, &format!("{}/{plural}.{}", crds(false), group())).await;
    assert_eq!(answer, Ok(Vec::new()), "{kind}");
    stored.expect("it was stored")["spec"].clone()
}

async fn get(client: &Client, path: &str) -> Option<Value> {
    let request = http::Request::get(path)
        .body(Vec::new())
        .expect("the path is one");
    client.request(request).await.ok()
}

/// Removes what is at a path, and waits until it is gone.
async fn remove(client: &Client, path: &str) {
    let request = http::Request::delete(path)
        .body(Vec::new())
        .expect("the path is one");
    let _ = client.request::<Value>(request).await;
    for _ in 0..100 {
        if get(client, path).await.is_none() {
            return;
        }
        tokio::time::sleep(Duration::from_millis(50)).await;
    }
    panic!("{path} does not go away");
}

/// The oracle is one: it refuses, and it warns.
#[tokio::test(flavor = "multi_thread")]
async fn it_answers() {
    let client = client().await;
    let ask = async |schema: Value| create(&client, &crds(true), &crd("Answer", &schema)).await;
    assert_eq!(ask(json!({ "type": "string" })).await, Ok(Vec::new()));
    let warnings = ask(json!({ "type": "integer", "format": "uint32" }))
        .await
        .expect("it is taken");
    assert!(
        warnings.iter().any(|text| text.contains("unrecognized format")),
        "{warnings:?}"
    );
    let refused = ask(json!({ "type": "object", "properties": { "a": {} } })).await;
    assert!(refused.is_err_and(|text| text.contains("must not be empty")));
}
