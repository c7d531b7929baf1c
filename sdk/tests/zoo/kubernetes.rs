//! Kubernetes' own types in a spec or a status.

use kopr::k8s_openapi::ByteString;
use kopr::k8s_openapi::api::core::v1::{LocalObjectReference, PodTemplateSpec, ResourceRequirements};
use kopr::k8s_openapi::apimachinery::pkg::api::resource::Quantity;
use kopr::k8s_openapi::apimachinery::pkg::apis::meta::v1::{Condition, LabelSelector, MicroTime, Time};
use kopr::k8s_openapi::apimachinery::pkg::util::intstr::IntOrString;
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
    if bytes.arbitrary()? {
        of(bytes).map(Some)
    } else {
        Ok(None)
    }
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

fn moment(bytes: Bytes<'_, '_>) -> arbitrary::Result<jiff::Timestamp> {
    let second = bytes.int_in_range(0..=4_000_000_000_i64)?;
    let nanosecond = bytes.int_in_range(0..=999_999_999)?;
    jiff::Timestamp::new(second, nanosecond).map_err(|_| arbitrary::Error::IncorrectFormat)
}

types! {
    struct Times {
        #[arbitrary(with = |bytes: Bytes<'_, '_>| moment(bytes).map(Time))]
        time: Time,
        #[arbitrary(with = |bytes: Bytes<'_, '_>| moment(bytes).map(MicroTime))]
        exact: MicroTime,
        #[arbitrary(with = |bytes: Bytes<'_, '_>| perhaps(bytes, |bytes| moment(bytes).map(Time)))]
        perhaps: Option<Time>,
        #[schemars(with = "Time")]
        #[arbitrary(with = moment)]
        plain: jiff::Timestamp,
    }
}

#[derive(
    kopr::Schema, serde::Serialize, serde::Deserialize, arbitrary::Arbitrary, Clone, Debug, PartialEq,
)]
struct Encoded {
    #[arbitrary(with = |bytes: Bytes<'_, '_>| {
        let mut some: Vec<u8> = bytes.arbitrary()?;
        some.push(0);
        Ok(ByteString(some))
    })]
    bytes: ByteString,
}

shows! {
    fn times_are_texts_in_a_format_that_the_server_checks() {
        let good = json!({
            "time": "2026-01-01T00:00:00Z", "exact": "2026-01-01T00:00:00.123456Z", "perhaps": null,
            "plain": "2026-01-01T00:00:00.123456789Z",
        });
        let mut wrong = good.clone();
        wrong["time"] = json!("yesterday");
        [zoo::<Times>().accepts(good).refuses(wrong)]
    }
}

shows! {
    /// The server takes no empty text there. A list of small numbers it takes for bytes, and leaves it a list.
    fn bytes_in_base64_have_the_format_byte() {
        [zoo::<Encoded>()
            .accepts(json!({ "bytes": "AP8=" }))
            .refuses(json!({ "bytes": "no base64!" }))
            .refuses(json!({ "bytes": "" }))
            .refuses(json!({ "bytes": 1 }))]
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
