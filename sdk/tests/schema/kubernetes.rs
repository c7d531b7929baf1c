//! Kubernetes' own types inside a spec.

use std::collections::BTreeMap;

use kopr::Schema;
use kopr::k8s_openapi::ByteString;
use kopr::k8s_openapi::api::apps::v1::DeploymentStatus;
use kopr::k8s_openapi::api::core::v1::{
    Container, LocalObjectReference, PodTemplateSpec, ResourceRequirements,
};
use kopr::k8s_openapi::apiextensions_apiserver::pkg::apis::apiextensions::v1::{
    JSON, JSONSchemaProps, JSONSchemaPropsOrBool,
};
use kopr::k8s_openapi::apimachinery::pkg::api::resource::Quantity;
use kopr::k8s_openapi::apimachinery::pkg::apis::meta::v1::{Condition, FieldsV1, LabelSelector, ObjectMeta};
use kopr::k8s_openapi::apimachinery::pkg::runtime::RawExtension;
use kopr::k8s_openapi::apimachinery::pkg::util::intstr::IntOrString;
use serde::{Deserialize, Serialize};
use serde_json::{Value, json};

use crate::{check, convert};

/// A node without its texts.
fn bare(mut node: Value) -> Value {
    fn strip(node: &mut Value) {
        match node {
            Value::Object(fields) => {
                if fields.get("description").is_some_and(Value::is_string) {
                    fields.remove("description");
                }
                fields.values_mut().for_each(strip);
            }
            Value::Array(items) => items.iter_mut().for_each(strip),
            _ => {}
        }
    }
    strip(&mut node);
    node
}

#[test]
fn int_or_string_and_quantity_everywhere() {
    #[derive(Schema, Serialize, Deserialize)]
    struct Places {
        /// A port.
        port: IntOrString,
        perhaps: Option<IntOrString>,
        #[serde(skip_serializing_if = "Option::is_none")]
        size: Option<Quantity>,
        map: BTreeMap<String, Option<Quantity>>,
        list: Vec<Option<IntOrString>>,
    }
    let found = convert::<Places>();
    assert_eq!(found.schema["properties"]["port"]["description"], "A port.");
    let forms = json!([{ "type": "integer" }, { "type": "string" }]);
    let either = json!({ "x-kubernetes-int-or-string": true, "anyOf": forms });
    let nullable = json!({ "x-kubernetes-int-or-string": true, "anyOf": forms, "nullable": true });
    let properties = bare(found.schema["properties"].clone());
    assert_eq!(properties["port"], either);
    assert_eq!(properties["perhaps"], nullable);
    assert_eq!(properties["list"]["items"], nullable);
    let quantity = &properties["size"];
    assert_eq!(quantity["x-kubernetes-int-or-string"], true);
    assert_eq!(quantity["anyOf"], forms);
    assert!(
        quantity["pattern"]
            .as_str()
            .is_some_and(|pattern| pattern.starts_with('^'))
    );
    assert!(quantity.get("nullable").is_none());
    let in_map = &properties["map"]["additionalProperties"];
    assert_eq!(
        (&in_map["nullable"], &in_map["pattern"]),
        (&json!(true), &quantity["pattern"])
    );
    assert!(found.losses.is_empty(), "{:?}", found.losses);
}

#[test]
fn conditions_are_a_map_by_type() {
    #[derive(Schema, Serialize, Deserialize)]
    struct Status {
        conditions: Vec<Condition>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        more: Option<Vec<Condition>>,
    }
    let found = convert::<Status>();
    for field in ["conditions", "more"] {
        let list = &found.schema["properties"][field];
        assert_eq!(list["x-kubernetes-list-type"], "map", "{field}");
        assert_eq!(list["x-kubernetes-list-map-keys"], json!(["type"]), "{field}");
        assert_eq!(
            list["items"]["required"],
            json!(["lastTransitionTime", "message", "reason", "status", "type"])
        );
    }
}

#[test]
fn selectors_and_references_are_one_value() {
    #[derive(Schema, Serialize, Deserialize)]
    struct Refers {
        selector: LabelSelector,
        #[serde(skip_serializing_if = "Option::is_none")]
        secret: Option<LocalObjectReference>,
    }
    let found = convert::<Refers>();
    for field in ["selector", "secret"] {
        let node = &found.schema["properties"][field];
        assert_eq!(node["x-kubernetes-map-type"], "atomic", "{field}");
        assert_eq!(node["type"], "object", "{field}");
    }
    let labels = &found.schema["properties"]["selector"]["properties"]["matchLabels"];
    assert_eq!(labels["additionalProperties"]["type"], "string");
}

#[test]
fn pod_template() {
    #[derive(Schema, Serialize, Deserialize)]
    struct Runs {
        template: PodTemplateSpec,
        resources: ResourceRequirements,
    }
    let found = convert::<Runs>();
    assert!(found.problems.is_empty(), "{:?}", found.problems);
    let template = &found.schema["properties"]["template"]["properties"];
    assert_eq!(
        template["metadata"]["properties"]["labels"]["additionalProperties"]["type"],
        "string"
    );
    let container = &template["spec"]["properties"]["containers"]["items"];
    assert_eq!(container["required"], json!(["name"]));
    let port = &container["properties"]["readinessProbe"]["properties"]["httpGet"]["properties"]["port"];
    assert_eq!(port["x-kubernetes-int-or-string"], true);
    let limits = &found.schema["properties"]["resources"]["properties"]["limits"];
    assert_eq!(limits["additionalProperties"]["x-kubernetes-int-or-string"], true);
}

/// What a user writes is checked, the rest is kept: a bare object would drop all of it.
#[test]
fn metadata() {
    #[derive(Schema, Serialize, Deserialize)]
    struct Holder {
        meta: ObjectMeta,
    }
    let texts = json!({ "type": "object", "additionalProperties": { "type": "string" } });
    check::<Holder>(json!({
        "type": "object",
        "properties": {
            "meta": {
                "type": "object",
                "properties": {
                    "annotations": texts,
                    "finalizers": {
                        "type": "array",
                        "items": { "type": "string" },
                        "x-kubernetes-list-type": "set",
                    },
                    "labels": texts,
                    "name": { "type": "string" },
                    "namespace": { "type": "string" },
                },
                "x-kubernetes-preserve-unknown-fields": true,
            },
        },
        "required": ["meta"],
    }));
}

#[test]
fn what_kubernetes_leaves_free() {
    #[derive(Schema, Serialize, Deserialize)]
    struct Free {
        raw: RawExtension,
        fields: FieldsV1,
        json: JSON,
        #[serde(skip_serializing_if = "Option::is_none")]
        /// A form.
        either: Option<JSONSchemaPropsOrBool>,
    }
    let object = json!({ "type": "object", "x-kubernetes-preserve-unknown-fields": true });
    let value = json!({ "x-kubernetes-preserve-unknown-fields": true });
    check::<Free>(json!({
        "type": "object",
        "properties": {
            "raw": object,
            "fields": object,
            "json": value,
            "either": { "description": "A form.", "x-kubernetes-preserve-unknown-fields": true },
        },
        "required": ["fields", "json", "raw"],
    }));
}

/// A schema of schemas contains itself at some thirty places: that is said once.
#[test]
fn schema_of_schemas() {
    #[derive(Schema, Serialize, Deserialize)]
    struct Holder {
        schema: JSONSchemaProps,
    }
    check::<Holder>(json!({
        "type": "object",
        "properties": {
            "schema": { "type": "object", "x-kubernetes-preserve-unknown-fields": true },
        },
        "required": ["schema"],
    }))
    .loses(".spec.schema: a schema contains itself");
}

/// Ports are a map by number and protocol, and the protocol has the default that makes it a key.
#[test]
fn ports_are_a_map() {
    #[derive(Schema, Serialize, Deserialize)]
    struct Runs {
        container: Container,
    }
    let found = convert::<Runs>();
    let container = &found.schema["properties"]["container"];
    let ports = &container["properties"]["ports"];
    assert_eq!(ports["x-kubernetes-list-type"], "map");
    assert_eq!(
        ports["x-kubernetes-list-map-keys"],
        json!(["containerPort", "protocol"])
    );
    let port = &ports["items"];
    assert_eq!(
        port["properties"]["protocol"],
        json!({ "type": "string", "default": "TCP" })
    );
    assert_eq!(port["required"], json!(["containerPort"]));
    let environment = &container["properties"]["env"];
    assert_eq!(environment["x-kubernetes-list-map-keys"], json!(["name"]));
    assert_eq!(
        container["properties"]["args"]["x-kubernetes-list-type"],
        "atomic"
    );
}

/// A status that is Kubernetes' own type is refined like a field of that type.
#[test]
fn a_whole_status() {
    let found = convert::<DeploymentStatus>();
    let conditions = &found.schema["properties"]["conditions"];
    assert_eq!(conditions["x-kubernetes-list-map-keys"], json!(["type"]));
    assert_eq!(found.schema, bare(found.schema.clone()), "no texts");
}

/// The text of a field stays; those of Kubernetes are left out, or a pod would take 300 kB.
#[test]
fn texts() {
    #[derive(Schema, Serialize, Deserialize)]
    struct Holder {
        /// Own.
        own: LocalObjectReference,
        plain: Option<Vec<LocalObjectReference>>,
    }
    let reference = |mut text: Value| {
        let node = json!({
            "type": "object",
            "properties": { "name": { "type": "string", "default": "" } },
            "x-kubernetes-map-type": "atomic",
        });
        let fields = text.as_object_mut().expect("an object");
        fields.extend(node.as_object().cloned().expect("an object"));
        text
    };
    check::<Holder>(json!({
        "type": "object",
        "properties": {
            "own": reference(json!({ "description": "Own." })),
            "plain": { "type": "array", "items": reference(json!({})), "nullable": true },
        },
        "required": ["own"],
    }));
}

/// Bytes have no schema of their own, and other types of that name have theirs.
#[test]
fn bytes() {
    mod other {
        #[derive(kopr::Schema, serde::Serialize, serde::Deserialize)]
        pub(super) struct ByteString {
            pub(super) text: String,
        }
    }
    #[derive(Schema, Serialize, Deserialize)]
    struct Tuple(ByteString);
    #[derive(Schema, Serialize, Deserialize)]
    enum Source {
        Inline(ByteString),
        Parts { parts: [ByteString; 2] },
    }
    #[derive(Schema, Serialize, Deserialize)]
    struct Blobs {
        /// Raw.
        plain: ByteString,
        #[serde(default)]
        defaulted: ByteString,
        #[serde(skip_serializing_if = "Option::is_none")]
        perhaps: Option<ByteString>,
        many: BTreeMap<String, ByteString>,
        deep: Vec<BTreeMap<String, Option<Box<ByteString>>>>,
        tuple: Tuple,
        source: Source,
        other: other::ByteString,
        #[serde(flatten)]
        rest: BTreeMap<String, ByteString>,
    }
    let bytes = json!({ "type": "string", "format": "byte" });
    check::<Blobs>(json!({
        "type": "object",
        "properties": {
            "plain": { "type": "string", "format": "byte", "description": "Raw." },
            "defaulted": { "type": "string", "format": "byte", "default": "" },
            "perhaps": bytes,
            "many": { "type": "object", "additionalProperties": bytes },
            "deep": {
                "type": "array",
                "items": {
                    "type": "object",
                    "additionalProperties": { "type": "string", "format": "byte", "nullable": true },
                },
            },
            "tuple": bytes,
            "source": {
                "type": "object",
                "properties": {
                    "Inline": bytes,
                    "Parts": {
                        "type": "object",
                        "properties": {
                            "parts": { "type": "array", "items": bytes, "minItems": 2, "maxItems": 2 },
                        },
                        "required": ["parts"],
                    },
                },
                "oneOf": [{ "required": ["Inline"] }, { "required": ["Parts"] }],
            },
            "other": {
                "type": "object",
                "properties": { "text": { "type": "string" } },
                "required": ["text"],
            },
        },
        "required": ["deep", "many", "other", "plain", "source", "tuple"],
        "x-kubernetes-preserve-unknown-fields": true,
    }))
    .loses(".spec: the values of members beside the named ones");
}

/// Whoever wants the texts of Kubernetes says so.
#[test]
fn texts_that_are_asked_for() {
    #[derive(Schema, Serialize, Deserialize)]
    struct Holder {
        /// Own.
        #[kopr(docs = full)]
        container: Container,
        #[kopr(docs = short)]
        size: Quantity,
        /// Own.
        #[kopr(docs = none)]
        none: Container,
        dropped: Container,
    }
    let found = convert::<Holder>();
    let properties = &found.schema["properties"];
    assert_eq!(properties["container"]["description"], "Own.");
    let image = &properties["container"]["properties"]["image"]["description"];
    assert!(
        image
            .as_str()
            .is_some_and(|text| text.starts_with("Container image name.")),
        "{image}"
    );
    let size = &properties["size"]["description"];
    let size = size.as_str().expect("it has a text");
    assert!(size.starts_with("Quantity is") && !size.contains('\n'), "{size}");
    for field in ["none", "dropped"] {
        assert_eq!(properties[field], bare(properties[field].clone()), "{field}");
    }
}
