//! A `CustomResourceDefinition` that somebody else wrote, as a [`Resource`]: the reverse of [`kopr_model::crd`].
//!
//! Reading is forgiving: what is missing or has a wrong form is read as empty, and stays in its place, so that
//! pointers into the object hold. Whether the members are right is for the check to say.

use std::collections::BTreeMap;

use kopr_model::{
    Column, ColumnType, Conversion, ConversionService, Descriptors, Resource, ResourceVersion, Scale, Scope,
    Source,
};
use serde_json::{Map, Value};

/// Reads the CRD.
pub fn resource(crd: &Value) -> Resource {
    let (metadata, spec) = (&crd["metadata"], &crd["spec"]);
    let names = &spec["names"];
    let kind = text(names, "kind");
    Resource {
        group: text(spec, "group"),
        plural: text(names, "plural"),
        singular: some_text(names, "singular").unwrap_or_else(|| kind.to_lowercase()),
        kind,
        short_names: texts(names, "shortNames"),
        categories: texts(names, "categories"),
        scope: match spec["scope"].as_str() {
            Some("Cluster") => Scope::Cluster,
            _ => Scope::Namespaced,
        },
        versions: list(spec, "versions").iter().map(version).collect(),
        annotations: map(metadata, "annotations"),
        labels: map(metadata, "labels"),
        conversion: Some(&spec["conversion"])
            .filter(|conversion| conversion["strategy"] == "Webhook")
            .map(|conversion| webhook(&conversion["webhook"])),
        reconciled: false,
    }
}

fn version(version: &Value) -> ResourceVersion {
    let subresources = &version["subresources"];
    ResourceVersion {
        name: text(version, "name"),
        served: flag(version, "served"),
        storage: flag(version, "storage"),
        deprecated: flag(version, "deprecated"),
        // An empty one is refused, not taken for absent.
        deprecation_warning: version["deprecationWarning"].as_str().map(str::to_owned),
        status: subresources["status"].is_object(),
        schema: without_null_keywords(&version["schema"]["openAPIV3Schema"]),
        columns: list(version, "additionalPrinterColumns")
            .iter()
            .map(column)
            .collect(),
        scale: Some(&subresources["scale"])
            .filter(|scale| scale.is_object())
            .map(|scale| Scale {
                spec_replicas_path: text(scale, "specReplicasPath"),
                status_replicas_path: text(scale, "statusReplicasPath"),
                label_selector_path: some_text(scale, "labelSelectorPath"),
            }),
        selectable: list(version, "selectableFields")
            .iter()
            .map(|field| text(field, "jsonPath"))
            .collect(),
        losses: Vec::new(),
        descriptors: Descriptors::default(),
        source: Source::default(),
        sources: BTreeMap::new(),
    }
}

fn column(column: &Value) -> Column {
    Column {
        name: text(column, "name"),
        json_path: text(column, "jsonPath"),
        // Whatever stands at the path fits into text, so that only the type itself is complained about.
        type_: ColumnType::parse(&text(column, "type")).unwrap_or(ColumnType::String),
        format: some_text(column, "format"),
        description: some_text(column, "description"),
        priority: column["priority"]
            .as_i64()
            .and_then(|priority| i32::try_from(priority).ok())
            .unwrap_or_default(),
    }
}

fn webhook(webhook: &Value) -> Conversion {
    let client = &webhook["clientConfig"];
    Conversion {
        service: Some(&client["service"])
            .filter(|service| service.is_object())
            .map(|service| ConversionService {
                namespace: text(service, "namespace"),
                name: text(service, "name"),
                path: some_text(service, "path"),
                port: service["port"].as_u64().and_then(|port| u16::try_from(port).ok()),
            }),
        url: some_text(client, "url"),
        ca_bundle: some_text(client, "caBundle"),
        review_versions: texts(webhook, "conversionReviewVersions"),
    }
}

/// A schema as the server reads it: a keyword that is null is not there. Values keep their nulls.
fn without_null_keywords(schema: &Value) -> Value {
    match schema {
        Value::Object(fields) => fields
            .iter()
            .filter(|(key, value)| !value.is_null() || key.as_str() == "default")
            .map(|(key, value)| {
                let value = match key.as_str() {
                    "default" | "enum" | "example" => value.clone(),
                    _ => without_null_keywords(value),
                };
                (key.clone(), value)
            })
            .collect::<Map<_, _>>()
            .into(),
        Value::Array(items) => items.iter().map(without_null_keywords).collect(),
        other => other.clone(),
    }
}

fn list<'a>(object: &'a Value, key: &str) -> &'a [Value] {
    object[key].as_array().map_or(&[], Vec::as_slice)
}

fn text(object: &Value, key: &str) -> String {
    some_text(object, key).unwrap_or_default()
}

/// A text; the server takes an empty one for absent.
fn some_text(object: &Value, key: &str) -> Option<String> {
    object[key]
        .as_str()
        .filter(|text| !text.is_empty())
        .map(str::to_owned)
}

fn texts(object: &Value, key: &str) -> Vec<String> {
    list(object, key)
        .iter()
        .map(|text| text.as_str().unwrap_or_default().to_owned())
        .collect()
}

fn flag(object: &Value, key: &str) -> bool {
    object[key].as_bool().unwrap_or_default()
}

fn map(object: &Value, key: &str) -> BTreeMap<String, String> {
    let members = object[key].as_object().into_iter().flatten();
    members
        .map(|(key, value)| (key.clone(), value.as_str().unwrap_or_default().to_owned()))
        .collect()
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::resource;

    #[test]
    fn what_is_written_is_read_back() {
        let crd = json!({
            "apiVersion": "apiextensions.k8s.io/v1",
            "kind": "CustomResourceDefinition",
            "metadata": {
                "name": "things.example.com", "annotations": { "a": "b" }, "labels": { "c": "d" },
            },
            "spec": {
                "group": "example.com",
                "names": {
                    "kind": "Thing", "listKind": "ThingList", "plural": "things", "singular": "thing",
                    "shortNames": ["th"], "categories": ["all"],
                },
                "scope": "Cluster",
                "conversion": { "strategy": "Webhook", "webhook": {
                    "clientConfig": { "caBundle": "eA==", "service": {
                        "name": "s", "namespace": "n", "path": "/convert", "port": 8443,
                    }},
                    "conversionReviewVersions": ["v1"],
                }},
                "versions": [
                    {
                        "name": "v1", "served": true, "storage": true,
                        "schema": { "openAPIV3Schema": { "type": "object" } },
                        "subresources": { "status": {}, "scale": {
                            "specReplicasPath": ".spec.a", "statusReplicasPath": ".status.a",
                            "labelSelectorPath": ".status.s",
                        }},
                        "additionalPrinterColumns": [{
                            "name": "A", "jsonPath": ".spec.a", "type": "integer", "format": "int32",
                            "description": "how many", "priority": 1,
                        }],
                        "selectableFields": [{ "jsonPath": ".spec.a" }],
                    },
                    {
                        "name": "v1alpha1", "served": false, "storage": false, "deprecated": true,
                        "deprecationWarning": "use v1",
                        "schema": { "openAPIV3Schema": { "type": "object" } },
                    },
                ],
            },
        });
        assert_eq!(kopr_model::crd(&resource(&crd)), crd);
    }

    #[test]
    fn null_is_absent_and_nothing_is_no_error() {
        let crd = json!({ "spec": { "versions": [null, {
            "name": "v1", "additionalPrinterColumns": null,
            "schema": { "openAPIV3Schema": { "items": null, "default": null, "enum": [null] } },
        }]}});
        let resource = resource(&crd);
        assert_eq!(resource.versions.len(), 2);
        assert_eq!(
            resource.versions[1].schema,
            json!({ "default": null, "enum": [null] })
        );
    }
}
