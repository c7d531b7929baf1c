//! Kubernetes' own types in a spec or a status.

use kopr::k8s_openapi::apimachinery::pkg::api::resource::Quantity;
use kopr::k8s_openapi::apimachinery::pkg::apis::meta::v1::{Condition, LabelSelector};
use kopr::k8s_openapi::apimachinery::pkg::util::intstr::IntOrString;
use kopr::k8s_openapi::api::core::v1::{LocalObjectReference, PodTemplateSpec, ResourceRequirements};
use serde_json::json;

use crate::harness::zoo;
use crate::topics::shows;
use crate::types;

type Bytes<'a, 'b> = &'a mut arbitrary::Unstructured<'b>;

fn either(bytes: Bytes<'_, '_>) -> arbitrary::Result<IntOrString> {
    Ok(if bytes.arbitrary()? {
        IntOrString::Int(bytes.arbitrary()?)
    } else {
        IntOrString::String(bytes.arbitrary()?)
    })
}

fn quantity(bytes: Bytes<'_, '_>) -> arbitrary::Result<Quantity> {
    let unit = bytes.choose(&["", "m", "k", "Mi", "Gi"])?;
    Ok(Quantity(format!("{}{unit}", bytes.int_in_range(0..=5000)?)))
}

fn perhaps<T>(
    bytes: Bytes<'_, '_>,
    of: fn(Bytes<'_, '_>) -> arbitrary::Result<T>,
) -> arbitrary::Result<Option<T>> {
    if bytes.arbitrary()? { of(bytes).map(Some) } else { Ok(None) }
}

types! {
    struct Either { #[arbitrary(with = either)] port: IntOrString }
    struct Amount { #[arbitrary(with = quantity)] memory: Quantity }
    struct Perhaps {
        #[arbitrary(with = |bytes: Bytes<'_, '_>| perhaps(bytes, either))]
        port: Option<IntOrString>,
        #[arbitrary(with = |bytes: Bytes<'_, '_>| perhaps(bytes, quantity))]
        size: Option<Quantity>,
        #[arbitrary(with = |bytes: Bytes<'_, '_>| Ok(vec![perhaps(bytes, either)?, None]))]
        list: Vec<Option<IntOrString>>,
    }
}

shows! {
    fn integers_or_texts_and_quantities_also_where_they_may_be_null() {
        [
            zoo::<Either>().accepts(json!({ "port": 80 })).accepts(json!({ "port": "http" })).refuses(json!({ "port": true })),
            zoo::<Amount>()
                .accepts(json!({ "memory": "128Mi" }))
                .refuses(json!({ "memory": "much" }))
                .refuses(json!({ "memory": [] })),
            zoo::<Perhaps>()
                .accepts(json!({ "port": null, "size": null, "list": [null, 1, "a"] }))
                .refuses(json!({ "list": [1.5] })),
        ]
    }
}

types! {
    struct Selected {
        #[arbitrary(value = LabelSelector::default())]
        selector: LabelSelector,
        #[arbitrary(value = LocalObjectReference { name: "a".to_owned() })]
        secret: LocalObjectReference,
        #[arbitrary(value = ResourceRequirements::default())]
        resources: ResourceRequirements,
        #[arbitrary(default)]
        conditions: Vec<Condition>,
    }
    struct Templated { #[arbitrary(value = PodTemplateSpec::default())] template: PodTemplateSpec }
}

shows! {
    fn labels_and_annotations_of_a_pod_template_are_kept() {
        let template = json!({
            "metadata": { "labels": { "a": "b" }, "annotations": { "c": "d" } },
            "spec": { "containers": [{ "name": "a", "image": "b", "ports": [{ "containerPort": 80, "protocol": "TCP" }] }] },
        });
        [
            zoo::<Templated>().accepts(json!({ "template": template })),
            zoo::<Selected>()
                .accepts(json!({
                    "selector": { "matchLabels": { "a": "b" } }, "secret": { "name": "a" },
                    "resources": { "limits": { "cpu": "1", "memory": "1Gi" } },
                    "conditions": [{
                        "type": "Ready", "status": "True", "reason": "R", "message": "",
                        "lastTransitionTime": "2026-01-01T00:00:00Z",
                    }],
                })),
        ]
    }
}
