//! The table of `schema/known/published.txt`, made anew from what an API server publishes.

use std::collections::BTreeMap;
use std::fmt::Write as _;
use std::path::Path;

use kopr::kube::Client;
use kopr_cluster::Options;
use serde_json::{Map, Value};

/// Alpha and beta APIs are asked for too: whoever turns them on may embed their types.
#[tokio::test(flavor = "multi_thread")]
async fn table_is_what_kubernetes_publishes() {
    let options = Options::ephemeral().with_api_server_flag("--runtime-config=api/all=true");
    let cluster = kopr_cluster::start(&options)
        .await
        .expect("a control plane starts");
    let client = cluster.client().await.expect("it has a client");
    let definitions = definitions(&client).await;
    cluster.stop().await.expect("it stops");
    assert!(definitions.len() > 600, "{} definitions", definitions.len());

    let found = table(&definitions);
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/schema/known/published.txt");
    #[allow(
        clippy::disallowed_methods,
        reason = "blessing is asked for through the environment, and writes a file of the sources"
    )]
    if std::env::var_os("KOPR_BLESS").is_some() {
        std::fs::write(&path, &found).expect("the folder can be written to");
    }
    let table = std::fs::read_to_string(&path).unwrap_or_default();
    assert!(
        table == found,
        "{} is not what Kubernetes {} publishes; if that is right, run \
         KOPR_BLESS=1 cargo test --workspace --test published table",
        path.display(),
        kopr_cluster::KUBERNETES_VERSION,
    );
}

/// All definitions of Kubernetes' own types.
async fn definitions(client: &Client) -> BTreeMap<String, Map<String, Value>> {
    let index = get(client, "/openapi/v3").await;
    let mut all = BTreeMap::new();
    for group in index["paths"].as_object().expect("groups by path").values() {
        let url = group["serverRelativeURL"].as_str().expect("where it is");
        let group = get(client, url).await;
        let schemas = group["components"]["schemas"].as_object().cloned();
        for (name, definition) in schemas.unwrap_or_default() {
            if let (true, Value::Object(definition)) = (name.starts_with("io.k8s."), definition) {
                all.insert(name, definition);
            }
        }
    }
    all
}

async fn get(client: &Client, path: &str) -> Value {
    let request = http::Request::get(path)
        .body(Vec::new())
        .expect("the path is one");
    client.request(request).await.expect("it is served")
}

/// One type after the other, and below it its members; only those of which something is said.
fn table(definitions: &BTreeMap<String, Map<String, Value>>) -> String {
    let version = kopr_cluster::KUBERNETES_VERSION;
    let mut out = format!(
        "# What Kubernetes {version} publishes of its types; written by\n\
         # KOPR_BLESS=1 cargo test --workspace --test published table\n"
    );
    for (name, definition) in definitions {
        let mut members = String::new();
        let required = definition.get("required").and_then(Value::as_array);
        let properties = definition.get("properties").and_then(Value::as_object);
        for (member, property) in properties.into_iter().flatten() {
            let is_required = required.is_some_and(|names| names.iter().any(|name| name == member));
            let facts = facts(property, is_required);
            if !facts.is_empty() {
                let _ = writeln!(members, "  {member}{facts}");
            }
            for inner in ["items", "additionalProperties"] {
                let inner = &property[inner];
                let deeper = facts_of_a_value(inner);
                assert!(
                    deeper.is_empty(),
                    "{name}.{member}: the table has no place for{deeper}"
                );
            }
        }
        let own = definition.get("x-kubernetes-map-type").and_then(Value::as_str);
        let own = own.map(|map| format!(" map={map}")).unwrap_or_default();
        if !(own.is_empty() && members.is_empty()) {
            let _ = write!(out, "{name}{own}\n{members}");
        }
    }
    out
}

/// What is said of a member.
fn facts(property: &Value, is_required: bool) -> String {
    let mut facts = String::new();
    if let Some(list) = property["x-kubernetes-list-type"].as_str() {
        let _ = write!(facts, " list={list}");
        let keys = property["x-kubernetes-list-map-keys"].as_array();
        let keys: Vec<&str> = keys.into_iter().flatten().filter_map(Value::as_str).collect();
        if !keys.is_empty() {
            let _ = write!(facts, ":{}", keys.join(","));
        }
    }
    if let Some(map) = property["x-kubernetes-map-type"].as_str() {
        let _ = write!(facts, " map={map}");
    }
    // `{}` stands at every struct and adds nothing. The zero of what is required stands there because Go
    // has no other value for what is missing; it would make the member optional.
    let default = property.get("default").filter(|default| {
        let empty = default.as_object().is_some_and(Map::is_empty);
        let zero = [Value::from(""), Value::from(0), Value::from(false)].contains(default);
        !(default.is_null() || empty || (is_required && zero))
    });
    if let Some(default) = default {
        let _ = write!(facts, " default={default}");
    }
    facts
}

/// What is said of the items of a list, or the values of a map; there is nothing so far.
fn facts_of_a_value(value: &Value) -> String {
    let mut value = value.clone();
    if let Some(value) = value.as_object_mut() {
        // A zero, as above: no item is ever missing.
        value.remove("default");
    }
    let inner = ["items", "additionalProperties"].map(|key| value.get(key).map(facts_of_a_value));
    let own = facts(&value, true);
    inner.into_iter().flatten().fold(own, |all, one| all + &one)
}
