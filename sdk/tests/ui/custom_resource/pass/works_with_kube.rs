//! A derived kind works with kube-rs as it is.

use kopr::k8s_openapi::apiextensions_apiserver::pkg::apis::apiextensions::v1::CustomResourceDefinition;
use kopr::kube::api::{Api, ListParams, Patch, PatchParams};
use kopr::kube::core::object::{HasSpec, HasStatus};
use kopr::kube::{self, Client, CustomResourceExt, Resource, ResourceExt as _};
use kopr::prelude::*;
use kopr::schemars::_private::serde_json::{self, json};

/// A memcached cluster.
#[derive(CustomResource, Serialize, Deserialize, Clone, Debug, PartialEq)]
#[kopr(
    group = "cache.example.com",
    version = "v1alpha1",
    kind = "Memcached",
    namespaced,
    status = "MemcachedStatus",
    shortname = "mc"
)]
pub struct MemcachedSpec {
    pub size: i32,
}

#[derive(Schema, Serialize, Deserialize, Clone, Debug, Default, PartialEq)]
pub struct MemcachedStatus {
    pub ready: i32,
}

#[derive(CustomResource, Serialize, Deserialize, Clone, Debug)]
#[kopr(group = "cache.example.com", version = "v1alpha1", kind = "Region", cluster)]
pub struct RegionSpec {}

/// Compiles; there is no cluster to call it with.
#[allow(dead_code, reason = "only its types matter")]
async fn requests(client: Client) -> Result<(), kube::Error> {
    let api: Api<Memcached> = Api::namespaced(client.clone(), "default");
    let regions: Api<Region> = Api::all(client);
    let mut one = api.get("one").await?;
    one.spec_mut().size += 1;
    let patch = PatchParams::apply("test");
    api.patch("one", &patch, &Patch::Apply(&one)).await?;
    api.patch_status("one", &patch, &Patch::Apply(&one)).await?;
    let _: Vec<Region> = regions.list(&ListParams::default()).await?.items;
    Ok(())
}

#[test]
fn names() {
    assert_eq!(Memcached::kind(&()), "Memcached");
    assert_eq!(Memcached::group(&()), "cache.example.com");
    assert_eq!(Memcached::version(&()), "v1alpha1");
    assert_eq!(Memcached::api_version(&()), "cache.example.com/v1alpha1");
    assert_eq!(Memcached::plural(&()), "memcacheds");
    assert_eq!(
        Memcached::url_path(&(), Some("default")),
        "/apis/cache.example.com/v1alpha1/namespaces/default/memcacheds"
    );
    assert_eq!(
        Region::url_path(&(), None),
        "/apis/cache.example.com/v1alpha1/regions"
    );
    let resource = Memcached::api_resource();
    assert_eq!(resource.plural, "memcacheds");
    assert_eq!(Memcached::crd_name(), "memcacheds.cache.example.com");
    assert_eq!(Memcached::shortnames(), ["mc"]);
}

#[test]
fn definition() {
    let crd: CustomResourceDefinition = Memcached::crd();
    assert_eq!(crd.name_any(), Memcached::crd_name());
    assert_eq!(crd.spec.scope, "Namespaced");
    let version = &crd.spec.versions[0];
    assert!(
        version
            .subresources
            .as_ref()
            .is_some_and(|sub| sub.status.is_some())
    );
    assert_eq!(Region::crd().spec.scope, "Cluster");
    assert!(Region::crd().spec.versions[0].subresources.is_none());
}

#[test]
fn wire_form() {
    let mut object = Memcached::new("one", MemcachedSpec { size: 3 });
    let written = json!({
        "apiVersion": "cache.example.com/v1alpha1",
        "kind": "Memcached",
        "metadata": { "name": "one" },
        "spec": { "size": 3 },
    });
    assert_eq!(serde_json::to_value(&object).expect("serialisable"), written);
    *object.status_mut() = Some(MemcachedStatus { ready: 2 });
    object.meta_mut().namespace = Some("default".to_owned());
    let written = serde_json::to_value(&object).expect("serialisable");
    assert_eq!(written["status"], json!({ "ready": 2 }));
    let read: Memcached = serde_json::from_value(written).expect("what was written can be read");
    assert_eq!(read.spec(), object.spec());
    assert_eq!(read.status(), object.status());
    assert_eq!(read.meta(), object.meta());
    // As in lists, whose items carry neither `apiVersion` nor `kind`.
    let read: Memcached = serde_json::from_value(json!({ "spec": { "size": 1 }, "status": null }))
        .expect("the least that an object has");
    assert_eq!((read.spec.size, read.status), (1, None));
    let error = serde_json::from_value::<Memcached>(json!({ "metadata": {} })).expect_err("no spec");
    assert_eq!(error.to_string(), "missing field `spec`");
}

#[test]
fn without_status() {
    let region: Region = serde_json::from_value(json!({ "spec": {}, "status": { "odd": true } }))
        .expect("what the type does not know is no error");
    assert_eq!(
        format!("{region:?}").split_once("spec").map(|(_, rest)| rest),
        Some(": RegionSpec }")
    );
}

#[test]
fn debug_and_clone() {
    let object = Memcached::new("one", MemcachedSpec { size: 3 });
    let text = format!("{:?}", object.clone());
    assert!(text.starts_with("Memcached { metadata: ObjectMeta {"), "{text}");
    assert!(
        text.ends_with("spec: MemcachedSpec { size: 3 }, status: None }"),
        "{text}"
    );
}
