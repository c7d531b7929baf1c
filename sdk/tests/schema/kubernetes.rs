//! Kubernetes' own types inside a spec.

use std::collections::BTreeMap;

use kopr::Schema;
use kopr::k8s_openapi::api::core::v1::{LocalObjectReference, PodTemplateSpec, ResourceRequirements};
use kopr::k8s_openapi::apiextensions_apiserver::pkg::apis::apiextensions::v1::JSONSchemaProps;
use kopr::k8s_openapi::apimachinery::pkg::api::resource::Quantity;
use kopr::k8s_openapi::apimachinery::pkg::apis::meta::v1::{Condition, LabelSelector, ObjectMeta};
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

#[test]
fn metadata() {
    #[derive(Schema, Serialize, Deserialize)]
    struct Holder {
        meta: ObjectMeta,
    }
    let found = convert::<Holder>();
    let meta = &found.schema["properties"]["meta"]["properties"];
    assert_eq!(meta["creationTimestamp"]["format"], "date-time");
    assert_eq!(meta["annotations"]["additionalProperties"]["type"], "string");
}

/// A type that contains itself many times over ends, and in no time.
#[test]
fn schema_of_schemas() {
    #[derive(Schema, Serialize, Deserialize)]
    struct Holder {
        schema: JSONSchemaProps,
    }
    let found = convert::<Holder>();
    assert!(found.problems.is_empty(), "{:?}", found.problems);
    assert!(
        found
            .losses
            .iter()
            .any(|loss| loss.reason.contains("contains itself")),
        "{:?}",
        found.losses
    );
}

/// The text of a field wins over that of Kubernetes.
#[test]
fn texts() {
    #[derive(Schema, Serialize, Deserialize)]
    struct Holder {
        /// Own.
        own: LocalObjectReference,
    }
    check::<Holder>(json!({
        "type": "object",
        "properties": {
            "own": {
                "type": "object",
                "description": "Own.",
                "properties": {
                    "name": {
                        "type": "string",
                        "description": convert::<LocalObjectReference>().schema["properties"]["name"]["description"],
                    },
                },
                "required": ["name"],
                "x-kubernetes-map-type": "atomic",
            },
        },
        "required": ["own"],
    }));
}
