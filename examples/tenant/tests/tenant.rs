//! A Tenant from its making to its end, on a real API server, as the operator's ServiceAccount: a
//! cluster-scoped kind, which is watched everywhere whatever namespaces are.

use std::collections::BTreeMap;

use kopr::k8s_openapi::api::core::v1::{ConfigMap, Namespace, ResourceQuota};
use kopr::prelude::*;
use kopr::testing::Sandbox;
use serde_json::json;
use tenant_operator::api::v1alpha1::{Tenant, TenantSpec};
use tenant_operator::controllers::tenant::{DEFAULTS, NOTICE, QUOTA};

fn defaults(test: &Sandbox, pods: u32) -> ConfigMap {
    ConfigMap {
        metadata: ObjectMeta {
            name: Some(DEFAULTS.to_owned()),
            namespace: Some(test.own_namespace().to_owned()),
            ..ObjectMeta::default()
        },
        data: Some(BTreeMap::from([("pods".to_owned(), pods.to_string())])),
        ..ConfigMap::default()
    }
}

fn has_pods(wanted: &str) -> impl Fn(&ResourceQuota) -> bool {
    move |quota| {
        let hard = quota.spec.as_ref().and_then(|spec| spec.hard.as_ref());
        hard.and_then(|hard| hard.get("pods"))
            .is_some_and(|pods| pods.0 == wanted)
    }
}

fn is_ready(tenant: &Tenant) -> bool {
    let status = tenant.status.as_ref();
    status.is_some_and(|status| {
        status.observed_generation == tenant.metadata.generation
            && status
                .conditions
                .iter()
                .any(|one| one.type_ == "Ready" && one.status == "True")
    })
}

/// One after the other: tenants live in the cluster, so two operators for them would meet.
#[tokio::test(flavor = "multi_thread")]
async fn a_tenant_from_its_making_to_its_end_in_each_watch_scope() -> Result<()> {
    for manifests in ["deploy", "tests/scopes/list/deploy", "tests/scopes/own/deploy"] {
        a_tenants_life(manifests).await?;
    }
    Ok(())
}

async fn a_tenants_life(manifests: &str) -> Result<()> {
    let test = Sandbox::start(tenant_operator::operator(), manifests).await?;
    // Names of its own: tenants live in the cluster, where tests meet.
    let name = test.namespace().to_owned();
    let namespace = format!("tenant-{name}");
    test.create(defaults(&test, 10)).await?;
    let spec = TenantSpec {
        contact: "ops@example.com".to_owned(),
        limits: Default::default(),
        notice: Some("welcome".to_owned()),
    };
    test.create(Tenant::new(&name, spec)).await?;
    let tenant = test.wait(&name, is_ready).await?;
    let since = |tenant: &Tenant| {
        let status = tenant.status.clone().unwrap_or_default();
        status.conditions[0].last_transition_time.clone()
    };

    // What it owns, in its own namespace.
    let owned = test.wait::<Namespace>(&namespace, |_| true).await?;
    assert_eq!(owned.metadata.owner_references.unwrap_or_default()[0].name, name);
    test.wait_in(&namespace, QUOTA, has_pods("10")).await?;
    test.wait_in(&namespace, NOTICE, |notice: &ConfigMap| {
        notice.data.as_ref().is_some_and(|data| data["text"] == "welcome")
    })
    .await?;

    // The defaults change, and reach who has read them; own limits come first.
    let change = json!({ "data": { "pods": "20" } });
    test.api_in::<ConfigMap>(test.own_namespace())
        .patch(
            DEFAULTS,
            &Default::default(),
            &kopr::kube::api::Patch::Merge(change),
        )
        .await?;
    test.wait_in(&namespace, QUOTA, has_pods("20")).await?;
    test.patch::<Tenant>(&name, json!({ "spec": { "limits": { "pods": 3 } } }))
        .await?;
    test.wait_in(&namespace, QUOTA, has_pods("3")).await?;

    // Without a notice there is none. A condition that holds on keeps its time.
    test.patch::<Tenant>(&name, json!({ "spec": { "notice": null } }))
        .await?;
    test.wait_gone_in::<ConfigMap>(&namespace, NOTICE).await?;
    assert_eq!(since(&test.wait(&name, is_ready).await?), since(&tenant));

    // An edit by hand in the tenant's namespace is put right.
    test.api_in::<ResourceQuota>(&namespace)
        .patch(
            QUOTA,
            &Default::default(),
            &kopr::kube::api::Patch::Merge(json!({ "spec": { "hard": { "pods": "99" } } })),
        )
        .await?;
    test.wait_in(&namespace, QUOTA, has_pods("3")).await?;

    // Gone, but for the record.
    test.delete::<Tenant>(&name).await?;
    test.wait_gone::<Tenant>(&name).await?;
    let record = format!("tenant-{name}");
    test.wait_in(test.own_namespace(), &record, |record: &ConfigMap| {
        record.data.as_ref().is_some_and(|data| data["state"] == "left")
    })
    .await?;
    test.finish_without(&[(
        "patch events.events.k8s.io",
        "an event is patched only when it repeats",
    )])
    .await
}

#[tokio::test(flavor = "multi_thread")]
async fn a_right_that_is_missing_in_the_cluster_is_named() -> Result<()> {
    let test = Sandbox::builder(tenant_operator::operator(), "deploy")
        .edit(|object| {
            for rule in object["rules"].as_array_mut().into_iter().flatten() {
                if rule["resources"].to_string().contains("\"namespaces\"") {
                    rule["verbs"] = json!(["create", "patch", "watch"]);
                }
            }
            if let Some(fields) = object.as_object_mut() {
                fields.retain(|_, value| !value.is_null());
            }
        })
        .start()
        .await?;
    test.wait_log("the role lacks \"list\" on \"namespaces\" in the cluster")
        .await?;
    assert_eq!(test.writes()?, []);
    // The right does not come back here: this operator would meet the tenants of the other test.
    test.discard().await
}
