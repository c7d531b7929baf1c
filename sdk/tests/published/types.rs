//! Kubernetes' types in a spec, on a real API server: accepted, small, and nothing of a value is lost.

use std::collections::BTreeMap;

use kopr::k8s_openapi::ByteString;
use kopr::k8s_openapi::api::core::v1::PodTemplateSpec;
use kopr::k8s_openapi::apimachinery::pkg::api::resource::Quantity;
use kopr::k8s_openapi::apimachinery::pkg::apis::meta::v1::{MicroTime, Time};
use kopr::k8s_openapi::apimachinery::pkg::runtime::RawExtension;
use kopr::k8s_openapi::apimachinery::pkg::util::intstr::IntOrString;
use kopr::k8s_openapi::jiff;
use kopr::schema::{HasSchema, json_schema, structural};
use kopr::{Duration, Schema};
use serde::de::DeserializeOwned;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::{checker, server};

/// The schema of a type, of which nothing is lost.
#[track_caller]
fn schema<T: HasSchema>() -> Value {
    let found = structural(&json_schema::<T>(), ".spec");
    assert_eq!(found.losses, [], "losses");
    assert_eq!(found.problems.len(), 0, "{:?}", found.problems);
    assert_eq!(checker::offences(&found.schema), Vec::<String>::new());
    found.schema
}

/// What serde writes of a value is what the API server keeps, and what serde reads again.
async fn round_trip<T: HasSchema + Serialize + DeserializeOwned>(kind: &str, value: Value) {
    let client = server::client().await;
    let crd = server::crd(kind, &schema::<T>());
    let plural = crd["spec"]["names"]["plural"]
        .as_str()
        .expect("it has a plural")
        .to_owned();
    server::install(&client, &crd).await;
    let value: T = serde_json::from_value(value).expect("the value is one of the type");
    let value = serde_json::to_value(value).expect("it is written");
    let kept = server::store(&client, &plural, kind, &value).await;
    assert_eq!(kept, value, "{kind}");
}

#[derive(Schema, Serialize, Deserialize)]
struct Runs {
    /// What runs.
    template: PodTemplateSpec,
}

#[test]
fn a_pod_template_is_small() {
    let crd = server::crd("Small", &schema::<Runs>());
    let bytes = crd.to_string().len();
    assert!(bytes < 80_000, "{bytes} bytes");
    let spec = &crd["spec"]["versions"][0]["schema"]["openAPIV3Schema"]["properties"]["spec"];
    assert_eq!(spec["properties"]["template"]["description"], "What runs.");
    assert_eq!(crd.to_string().matches("\"description\":\"").count(), 1);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_pod_template_keeps_labels_and_annotations() {
    round_trip::<Runs>(
        "PodHolder",
        json!({
            "template": {
                "metadata": {
                    "name": "web",
                    "labels": { "app": "web" },
                    "annotations": { "example.com/note": "kept" },
                    "finalizers": ["example.com/hold"],
                    "generateName": "web-",
                    "ownerReferences": [
                        { "apiVersion": "v1", "kind": "Pod", "name": "a", "uid": "1" },
                    ],
                },
                "spec": {
                    "containers": [{
                        "name": "web",
                        "image": "web:1",
                        "ports": [
                            { "containerPort": 80, "protocol": "TCP" },
                            { "containerPort": 80, "protocol": "UDP" },
                        ],
                        "resources": { "limits": { "cpu": "500m", "memory": "1Gi" } },
                        "env": [{ "name": "A", "value": "1" }],
                        "readinessProbe": { "httpGet": { "port": "http", "path": "/" } },
                    }],
                    "volumes": [{ "name": "v", "emptyDir": { "sizeLimit": "1Gi" } }],
                    "topologySpreadConstraints": [{
                        "maxSkew": 1,
                        "topologyKey": "zone",
                        "whenUnsatisfiable": "DoNotSchedule",
                        "labelSelector": { "matchLabels": { "app": "web" } },
                    }],
                },
            },
        }),
    )
    .await;
}

/// Templates that were written by Go have a null there.
#[tokio::test(flavor = "multi_thread")]
async fn a_template_of_go_is_taken() {
    let client = server::client().await;
    let crd = server::crd("GoHolder", &schema::<Runs>());
    server::install(&client, &crd).await;
    let template = json!({
        "template": {
            "metadata": { "creationTimestamp": null, "labels": { "app": "web" } },
            "spec": { "containers": [{ "name": "web", "ports": [{ "containerPort": 80 }] }] },
        },
    });
    let kept = server::store(&client, "goholders", "GoHolder", &template).await;
    assert_eq!(kept["template"]["metadata"]["labels"], json!({ "app": "web" }));
    // The default that makes the protocol a key.
    let ports = &kept["template"]["spec"]["containers"][0]["ports"];
    assert_eq!(*ports, json!([{ "containerPort": 80, "protocol": "TCP" }]));
}

#[derive(Schema, Serialize, Deserialize)]
struct Forms {
    port: IntOrString,
    size: Option<Quantity>,
    map: BTreeMap<String, Option<Quantity>>,
    list: Vec<Option<IntOrString>>,
    raw: RawExtension,
    bytes: ByteString,
    many: BTreeMap<String, Option<ByteString>>,
    timeout: Duration,
    waits: Vec<Duration>,
    time: Time,
    micro: MicroTime,
    stamp: jiff::Timestamp,
    date: jiff::civil::Date,
    at: jiff::civil::Time,
    moment: jiff::civil::DateTime,
    signed: jiff::SignedDuration,
    span: jiff::Span,
}

#[tokio::test(flavor = "multi_thread")]
async fn forms_are_kept() {
    round_trip::<Forms>(
        "FormHolder",
        json!({
            "port": 80,
            "size": "1500m",
            "map": { "a": "1Gi", "b": null },
            "list": [1, "http", null],
            "raw": { "kind": "Any", "nested": { "deep": [1, { "a": "b" }] } },
            "bytes": "AAEC",
            "many": { "a": "AAEC", "b": null },
            "timeout": "1m30s",
            "waits": ["0s", "250ms", "1h", "1h0.5s"],
            "time": "2026-11-30T12:00:00Z",
            "micro": "2026-11-30T12:00:00.123456Z",
            "stamp": "2026-11-30T12:00:00.5Z",
            "date": "2026-11-30",
            "at": "12:00:00.25",
            "moment": "2026-11-30T12:00:00",
            "signed": "-PT1H30M0.5S",
            "span": "P1Y2M3W4DT5H6M7.008S",
        }),
    )
    .await;
}

#[derive(Schema, Serialize, Deserialize)]
struct Foreign {
    either: either::Either<i32, String>,
    ordered: indexmap::IndexMap<String, i32>,
    few: smallvec::SmallVec<[i32; 2]>,
    url: url::Url,
    uuid: uuid::Uuid,
    version: semver::Version,
    when: chrono::DateTime<chrono::Utc>,
    day: chrono::NaiveDate,
    hour: chrono::NaiveTime,
    moment: chrono::NaiveDateTime,
}

#[tokio::test(flavor = "multi_thread")]
async fn types_of_other_crates_are_kept() {
    round_trip::<Foreign>(
        "ForeignHolder",
        json!({
            "either": { "Left": 1 },
            "ordered": { "b": 1, "a": 2 },
            "few": [1, 2, 3],
            "url": "https://example.com/a?b=c#d",
            "uuid": "67e55044-10b1-426f-9247-bb680e5fe0c8",
            "version": "1.2.3-rc.1+build.5",
            "when": "2026-11-30T12:00:00.5Z",
            "day": "2026-11-30",
            "hour": "12:00:00.25",
            "moment": "2026-11-30T12:00:00",
        }),
    )
    .await;
}
