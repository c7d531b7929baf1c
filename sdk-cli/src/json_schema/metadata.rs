//! Metadata of an object, as people write it and as a server gives it back.

use kopr_model::Scope;
use serde_json::{Value, json};

/// Pattern of a DNS label.
const LABEL: &str = "[a-z0-9]([-a-z0-9]*[a-z0-9])?";

/// Its schema; an embedded object may lack a name, which its controller gives.
pub(super) fn schema(scope: Option<Scope>) -> Value {
    let text = |about: &str| json!({ "type": "string", "description": about, "markdownDescription": about });
    let with = |mut schema: Value, more: Value| {
        if let (Some(schema), Value::Object(more)) = (schema.as_object_mut(), more) {
            schema.extend(more);
        }
        schema
    };
    let name = json!({ "maxLength": 253, "minLength": 1, "pattern": format!("^{LABEL}(\\.{LABEL})*$") });
    let label_value = "^(([A-Za-z0-9][-A-Za-z0-9_.]*)?[A-Za-z0-9])?$";
    let map = |about: &str, value: Value| json!({ "type": ["object", "null"], "description": about, "markdownDescription": about, "additionalProperties": value });
    let time = |about: &str| with(text(about), json!({ "type": ["string", "null"] }));
    let mut properties = json!({
        "name": with(text("Name of the object."), name),
        "generateName": text("What a generated name begins with; only where the object is created, not applied."),
        "labels": map("Labels, by which objects are selected.",
            json!({ "type": "string", "maxLength": 63, "pattern": label_value })),
        "annotations": map("Notes for people and programs.", json!({ "type": "string" })),
        "finalizers": { "type": ["array", "null"], "items": { "type": "string" },
            "description": "Who has to agree before the object goes." },
        "ownerReferences": { "type": ["array", "null"], "description": "Objects with which this one goes.",
            "items": {
                "type": "object",
                "additionalProperties": false,
                "required": ["apiVersion", "kind", "name", "uid"],
                "properties": {
                    "apiVersion": { "type": "string" },
                    "kind": { "type": "string" },
                    "name": { "type": "string" },
                    "uid": { "type": "string" },
                    "controller": { "type": ["boolean", "null"] },
                    "blockOwnerDeletion": { "type": ["boolean", "null"] },
                },
            } },
        "uid": text("Set by the server."),
        "resourceVersion": text("Set by the server."),
        "generation": { "type": "integer", "description": "Set by the server." },
        "creationTimestamp": time("Set by the server."),
        "deletionTimestamp": time("Set by the server."),
        "deletionGracePeriodSeconds": { "type": ["integer", "null"], "description": "Set by the server." },
        "selfLink": text("Not used any more."),
        "managedFields": { "type": ["array", "null"], "items": { "type": "object" },
            "description": "Set by the server." },
    });
    // An embedded object may be of any kind.
    if scope != Some(Scope::Cluster) {
        properties["namespace"] = with(
            text("Namespace of the object."),
            json!({ "maxLength": 63, "pattern": format!("^{LABEL}$") }),
        );
    }
    let mut schema = json!({
        "type": "object",
        "description": "What every object has.",
        "properties": properties,
        "additionalProperties": false,
    });
    if scope.is_some() {
        schema["anyOf"] = json!([{ "required": ["name"] }, { "required": ["generateName"] }]);
    }
    schema
}
