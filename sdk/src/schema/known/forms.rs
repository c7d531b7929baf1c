//! Types with a form of their own, whatever their Rust schema says.

use serde_json::{Map, Value, json};

const QUANTITY: &str = "io.k8s.apimachinery.pkg.api.resource.Quantity";
const INT_OR_STRING: &str = "io.k8s.apimachinery.pkg.util.intstr.IntOrString";
const OBJECT_META: &str = "io.k8s.apimachinery.pkg.apis.meta.v1.ObjectMeta";

/// Any object: what is in it is another kind's to say.
const FREE_OBJECTS: &[&str] = &[
    "io.k8s.apimachinery.pkg.apis.meta.v1.FieldsV1",
    "io.k8s.apimachinery.pkg.apis.meta.v1.Patch",
    "io.k8s.apimachinery.pkg.runtime.RawExtension",
];

/// Any value. The Rust schema of the first calls it an object, which it need not be.
const FREE_VALUES: &[&str] = &[
    "io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1.JSON",
    "io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1.JSONSchemaPropsOrArray",
    "io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1.JSONSchemaPropsOrBool",
    "io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1.JSONSchemaPropsOrStringArray",
];

/// A schema of schemas contains itself at some thirty places.
const SCHEMA: &str = "io.k8s.apiextensions-apiserver.pkg.apis.apiextensions.v1.JSONSchemaProps";

/// What controller-gen writes for a quantity.
const QUANTITY_PATTERN: &str = r"^(\+|-)?(([0-9]+(\.[0-9]*)?)|(\.[0-9]+))(([KMGTPE]i)|[numkMGTPE]|([eE](\+|-)?(([0-9]+(\.[0-9]*)?)|(\.[0-9]+))))?$";

/// A form, and what it does not say.
pub(super) struct Form {
    pub(super) node: Map<String, Value>,
    pub(super) loss: Option<&'static str>,
}

/// The form of the type of that name, if it has one.
pub(super) fn form(name: &str) -> Option<Form> {
    let mut loss = None;
    let node = match name {
        QUANTITY => json!({
            "anyOf": super::super::scalar::two_forms(),
            "pattern": QUANTITY_PATTERN,
            "x-kubernetes-int-or-string": true,
        }),
        INT_OR_STRING => json!({
            "anyOf": super::super::scalar::two_forms(),
            "x-kubernetes-int-or-string": true,
        }),
        OBJECT_META => metadata(),
        SCHEMA => {
            loss = Some("a schema contains itself; the API server checks only that it is an object");
            json!({ "type": "object", "x-kubernetes-preserve-unknown-fields": true })
        }
        name if FREE_OBJECTS.contains(&name) => {
            json!({ "type": "object", "x-kubernetes-preserve-unknown-fields": true })
        }
        name if FREE_VALUES.contains(&name) => {
            json!({ "x-kubernetes-preserve-unknown-fields": true })
        }
        _ => return None,
    };
    let Value::Object(node) = node else { return None };
    Some(Form { node, loss })
}

/// Metadata inside of another object, such as that of a pod template.
///
/// A bare `type: object`, as controller-gen writes by default, drops labels and annotations. The whole
/// type would refuse the `creationTimestamp: null` that is in every template which Go has written. So:
/// the members that a user writes are checked, the others are kept as they are.
fn metadata() -> Value {
    let texts = json!({ "type": "object", "additionalProperties": { "type": "string" } });
    json!({
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
    })
}

/// Types of Rust's standard library that no user of Kubernetes expects, and what to take instead.
pub(super) fn advice(name: &str, node: &Map<String, Value>) -> Option<&'static str> {
    let members = |names: &[&str]| {
        node.get("properties")
            .and_then(Value::as_object)
            .is_some_and(|members| members.keys().eq(names))
    };
    // A number may follow the name, where another type has the same.
    if name.starts_with("Duration") && members(&["nanos", "secs"]) {
        Some(
            "that it is a duration: `std::time::Duration` is an object of seconds and nanoseconds, in which nobody can write `30s`; use `kopr::Duration`",
        )
    } else if name.starts_with("SystemTime") && members(&["nanos_since_epoch", "secs_since_epoch"]) {
        Some(
            "that it is a time: `std::time::SystemTime` is an object of seconds and nanoseconds; use `k8s_openapi`'s `Time` or `jiff::Timestamp`, which are written `2026-11-30T12:00:00Z`",
        )
    } else {
        None
    }
}
