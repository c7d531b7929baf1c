//! A project on kube-rs that changed one import: its attributes, and what it does with the kind, as they were.

use std::collections::BTreeMap;

use kopr::CustomResource;
use kopr::schemars::_private::serde_json::{self, Value, json};
use kube::api::{Api, ListParams, Patch, PatchParams, PostParams};
use kube::core::object::{HasSpec, HasStatus};
use kube::{Client, CustomResourceExt, Resource, ResourceExt as _};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// The least: cluster-scoped, since nothing else is said.
#[derive(CustomResource, Clone, Debug, Deserialize, Serialize, JsonSchema)]
#[kube(group = "clux.dev", version = "v1", kind = "Bar")]
struct BarSpec {
    /// What it is about.
    info: String,
}

/// Every key.
#[derive(CustomResource, Serialize, Deserialize, Debug, PartialEq, Clone, JsonSchema, Default)]
#[kube(
    group = "clux.dev",
    version = "v1",
    kind = "Foo",
    root = "FooCrd",
    namespaced,
    doc = "A Foo.",
    status = "FooStatus",
    derive = "PartialEq",
    derive = "Default",
    attr = "allow(clippy::module_name_repetitions)",
    singular = "foot",
    plural = "feetz",
    shortname = "f",
    shortname = "fo",
    category = "all",
    scale(
        spec_replicas_path = ".spec.replicasCount",
        status_replicas_path = ".status.replicas",
        label_selector_path = ".status.labelSelector"
    ),
    printcolumn(
        name = "Spec",
        type_ = "string",
        description = "name of foo",
        json_path = ".spec.data",
        format = "byte",
        priority = "1"
    ),
    selectable = ".spec.replicasCount",
    annotation("clux.dev/owner", "clux"),
    label("clux.dev/tier", "back"),
    storage = true,
    served = true,
    deprecated = "Replaced by Bar",
    schema = "derived",
    crates(kube_core = "::kube::core", serde = "::serde", schemars = "::schemars")
)]
#[serde(rename_all = "camelCase")]
pub struct FooSpec {
    #[schemars(length(min = 3))]
    data: String,
    replicas_count: i32,
    #[serde(default, skip_serializing_if = "BTreeMap::is_empty")]
    labels: BTreeMap<String, String>,
}

#[derive(Serialize, Deserialize, Debug, PartialEq, Clone, JsonSchema, Default)]
#[serde(rename_all = "camelCase")]
pub struct FooStatus {
    replicas: i32,
    label_selector: String,
}

/// The older form of columns and scale.
#[derive(CustomResource, Serialize, Deserialize, Debug, Clone, JsonSchema)]
#[kube(
    group = "clux.dev",
    version = "v1",
    kind = "Old",
    namespaced,
    status = "FooStatus",
    deprecated
)]
#[kube(
    printcolumn = r#"{"name":"Spec", "type":"string", "description":"name of foo", "jsonPath":".spec.name"}"#
)]
#[kube(scale = r#"{"specReplicasPath":".spec.replicas", "statusReplicasPath":".status.replicas"}"#)]
struct OldSpec {
    name: String,
    replicas: i32,
}

/// Fields at the root.
#[derive(CustomResource, Serialize, Deserialize, Debug, Clone, JsonSchema)]
#[kube(group = "clux.dev", version = "v1", kind = "Bucket", namespaced, no_spec)]
struct BucketFields {
    name: String,
}

/// Another's kind, of which no CRD is needed.
#[derive(CustomResource, Serialize, Deserialize, Debug, Clone)]
#[kube(
    group = "metrics.k8s.io",
    version = "v1beta1",
    kind = "PodMetrics",
    namespaced,
    schema = "disabled"
)]
struct PodMetricsSpec {
    window: String,
}

/// A schema by hand, on the root struct.
#[derive(CustomResource, Serialize, Deserialize, Debug, Clone)]
#[kube(
    group = "clux.dev",
    version = "v1",
    kind = "Hand",
    namespaced,
    schema = "manual"
)]
struct HandSpec {
    size: i32,
}

impl JsonSchema for Hand {
    fn schema_name() -> std::borrow::Cow<'static, str> {
        "Hand".into()
    }
    fn json_schema(_: &mut schemars::SchemaGenerator) -> schemars::Schema {
        schemars::json_schema!({
            "type": "object",
            "required": ["spec"],
            "properties": {
                "metadata": { "type": "object" },
                "spec": {
                    "type": "object",
                    "properties": { "size": { "type": "integer", "maximum": 9 } },
                },
            },
        })
    }
}

/// Compiles; there is no cluster to call it with.
#[allow(dead_code, reason = "only its types matter")]
async fn requests(client: Client) -> Result<(), kube::Error> {
    let foos: Api<FooCrd> = Api::default_namespaced(client.clone());
    let bars: Api<Bar> = Api::all(client.clone());
    let one = FooCrd::new("one", FooSpec::default());
    foos.create(&PostParams::default(), &one).await?;
    let mut one = foos.get("one").await?;
    one.spec_mut().replicas_count += 1;
    one.status_mut().get_or_insert_default().replicas = 1;
    foos.patch("one", &PatchParams::apply("test"), &Patch::Apply(&one))
        .await?;
    let _: Vec<Bar> = bars.list(&ListParams::default()).await?.items;
    Ok(())
}

fn crd<K: CustomResourceExt>() -> Value {
    serde_json::to_value(K::crd()).expect("a CRD is serialisable")
}

#[test]
fn names() {
    assert_eq!(FooCrd::kind(&()), "Foo");
    assert_eq!(FooCrd::plural(&()), "feetz");
    assert_eq!(FooCrd::crd_name(), "feetz.clux.dev");
    assert_eq!(FooCrd::shortnames(), ["f", "fo"]);
    assert_eq!(Bar::url_path(&(), None), "/apis/clux.dev/v1/bars");
    assert_eq!(Bar::api_resource().kind, "Bar");
}

/// Labels and annotations are on objects too, as kube's derive has it.
#[test]
fn objects() {
    let one = FooCrd::new("one", FooSpec::default());
    assert_eq!(one.annotations()["clux.dev/owner"], "clux");
    assert_eq!(one.labels()["clux.dev/tier"], "back");
    assert_eq!(one, one.clone());
    assert_eq!(FooCrd::default().spec(), one.spec());
    assert_eq!((one.status(), FooCrd::default().metadata.labels), (None, None));
    assert_eq!(
        serde_json::to_value(Bar::new("one", BarSpec { info: "i".to_owned() })).expect("serialisable"),
        json!({
            "apiVersion": "clux.dev/v1",
            "kind": "Bar",
            "metadata": { "name": "one" },
            "spec": { "info": "i" },
        })
    );
}

#[test]
fn definitions() {
    let bar = crd::<Bar>();
    assert_eq!(bar["spec"]["scope"], "Cluster");
    let version = &bar["spec"]["versions"][0];
    assert_eq!(version.get("additionalPrinterColumns"), None);
    let schema = &version["schema"]["openAPIV3Schema"];
    assert_eq!(
        schema["description"],
        "Auto-generated derived type for BarSpec via `CustomResource`"
    );
    assert_eq!(
        schema["properties"]["spec"]["description"],
        "The least: cluster-scoped, since nothing else is said."
    );

    let one = crd::<FooCrd>();
    assert_eq!(
        one["metadata"],
        json!({
            "name": "feetz.clux.dev",
            "annotations": { "clux.dev/owner": "clux" },
            "labels": { "clux.dev/tier": "back" },
        })
    );
    assert_eq!(one["spec"]["names"]["singular"], "foot");
    let version = &one["spec"]["versions"][0];
    assert_eq!(version["deprecationWarning"], "Replaced by Bar");
    assert_eq!(
        version["selectableFields"],
        json!([{ "jsonPath": ".spec.replicasCount" }])
    );
    assert_eq!(
        version["additionalPrinterColumns"],
        json!([{ "name": "Spec", "type": "string", "description": "name of foo", "jsonPath": ".spec.data",
                 "format": "byte", "priority": 1 }])
    );
    assert_eq!(
        version["subresources"]["scale"]["labelSelectorPath"],
        ".status.labelSelector"
    );
    assert_eq!(
        version["schema"]["openAPIV3Schema"]["properties"]["spec"]["properties"]["data"]["minLength"],
        3
    );

    let old = crd::<Old>();
    let version = &old["spec"]["versions"][0];
    assert_eq!(version["additionalPrinterColumns"][0]["jsonPath"], ".spec.name");
    assert_eq!(
        version["subresources"]["scale"]["specReplicasPath"],
        ".spec.replicas"
    );
    assert_eq!(version["deprecated"], true);
}

#[test]
fn fields_at_the_root() {
    let bucket = Bucket::new("blobs", BucketFields { name: "b".to_owned() });
    let written = json!({
        "apiVersion": "clux.dev/v1",
        "kind": "Bucket",
        "metadata": { "name": "blobs" },
        "name": "b",
    });
    assert_eq!(serde_json::to_value(&bucket).expect("serialisable"), written);
    let read: Bucket = serde_json::from_value(written).expect("what was written can be read");
    assert_eq!(read.spec().name, "b");
}

#[test]
fn schemas_of_other_origin() {
    let version = |crd: &Value| crd["spec"]["versions"][0]["schema"].clone();
    assert_eq!(version(&crd::<PodMetrics>()), json!({}));
    assert_eq!(
        version(&crd::<Hand>())["openAPIV3Schema"],
        json!({
            "type": "object",
            "description": "A schema by hand, on the root struct.",
            "required": ["spec"],
            "properties": {
                "apiVersion": { "type": "string" },
                "kind": { "type": "string" },
                "metadata": { "type": "object" },
                "spec": { "type": "object", "properties": { "size": { "type": "integer", "maximum": 9.0 } } },
            },
        })
    );
    // The root has a schema too, as beside kube's derive.
    let schema = schemars::schema_for!(FooCrd).to_value();
    assert_eq!(schema["required"], json!(["spec"]));
    assert!(schema["properties"].get("metadata").is_none());
}
