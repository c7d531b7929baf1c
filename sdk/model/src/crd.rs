//! A [`Resource`] as a `CustomResourceDefinition`.
//!
//! It is here, and not in the SDK or the CLI, because both give it out: the SDK through kube's
//! `CustomResourceExt::crd`, the CLI as a file. One function, so that the two cannot differ.

use serde_json::{Map, Value, json};

use crate::{Conversion, Resource, ResourceVersion};

/// The CRD object of a resource, its versions in Kubernetes' order of priority.
///
/// Optional members are left out rather than written empty, so that a server's defaults do not show
/// up as a difference.
pub fn crd(resource: &Resource) -> Value {
    let mut names = json!({
        "kind": resource.kind,
        "listKind": format!("{}List", resource.kind),
        "plural": resource.plural,
        "singular": resource.singular,
    });
    if !resource.short_names.is_empty() {
        names["shortNames"] = json!(resource.short_names);
    }
    if !resource.categories.is_empty() {
        names["categories"] = json!(resource.categories);
    }
    let mut crd = json!({
        "apiVersion": "apiextensions.k8s.io/v1",
        "kind": "CustomResourceDefinition",
        "metadata": { "name": resource.crd_name() },
        "spec": {
            "group": resource.group,
            "names": names,
            "scope": resource.scope.as_str(),
            "versions": resource.by_priority().into_iter().map(version).collect::<Vec<_>>(),
        },
    });
    if !resource.annotations.is_empty() {
        crd["metadata"]["annotations"] = json!(resource.annotations);
    }
    if !resource.labels.is_empty() {
        crd["metadata"]["labels"] = json!(resource.labels);
    }
    if let Some(webhook) = &resource.conversion {
        crd["spec"]["conversion"] = conversion(webhook);
    }
    crd
}

fn conversion(conversion: &Conversion) -> Value {
    let mut client = Map::new();
    if let Some(service) = &conversion.service {
        client.insert("service".to_owned(), json!(service));
    }
    if let Some(url) = &conversion.url {
        client.insert("url".to_owned(), json!(url));
    }
    if let Some(bundle) = &conversion.ca_bundle {
        client.insert("caBundle".to_owned(), json!(bundle));
    }
    json!({
        "strategy": "Webhook",
        "webhook": { "clientConfig": client, "conversionReviewVersions": conversion.review_versions },
    })
}

fn version(version: &ResourceVersion) -> Value {
    let mut out = json!({
        "name": version.name,
        "served": version.served,
        "storage": version.storage,
        // A kind without a schema has no CRD that a server takes; kube's `crd()` gives it out even so.
        "schema": if version.schema.is_null() { json!({}) } else { json!({ "openAPIV3Schema": version.schema }) },
    });
    if version.deprecated {
        out["deprecated"] = json!(true);
    }
    if let Some(warning) = &version.deprecation_warning {
        out["deprecationWarning"] = json!(warning);
    }
    let mut subresources = Map::new();
    if version.status {
        subresources.insert("status".to_owned(), json!({}));
    }
    if let Some(scale) = &version.scale {
        subresources.insert("scale".to_owned(), json!(scale));
    }
    if !subresources.is_empty() {
        out["subresources"] = Value::Object(subresources);
    }
    if !version.columns.is_empty() {
        out["additionalPrinterColumns"] = version
            .columns
            .iter()
            .map(|column| {
                let mut column = json!(column);
                // A priority of 0 is the server's default; written out it would show as drift.
                if column["priority"] == json!(0)
                    && let Some(fields) = column.as_object_mut()
                {
                    fields.remove("priority");
                }
                column
            })
            .collect();
    }
    if !version.selectable.is_empty() {
        out["selectableFields"] = version
            .selectable
            .iter()
            .map(|path| json!({ "jsonPath": path }))
            .collect();
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::ConversionService;

    #[test]
    fn conversions() {
        let check = |webhook: Conversion, expected: Value| {
            assert_eq!(
                conversion(&webhook),
                json!({ "strategy": "Webhook", "webhook": expected })
            );
        };
        check(
            Conversion {
                service: Some(ConversionService {
                    namespace: "cache".to_owned(),
                    name: "webhook".to_owned(),
                    path: Some("/convert".to_owned()),
                    port: Some(8443),
                }),
                ca_bundle: Some("LS0t".to_owned()),
                review_versions: vec!["v1".to_owned()],
                url: None,
            },
            json!({
                "clientConfig": {
                    "service": { "namespace": "cache", "name": "webhook", "path": "/convert", "port": 8443 },
                    "caBundle": "LS0t",
                },
                "conversionReviewVersions": ["v1"],
            }),
        );
        check(
            Conversion {
                url: Some("https://convert.example.com".to_owned()),
                review_versions: vec!["v1".to_owned(), "v1beta1".to_owned()],
                ..Conversion::default()
            },
            json!({
                "clientConfig": { "url": "https://convert.example.com" },
                "conversionReviewVersions": ["v1", "v1beta1"],
            }),
        );
    }
}
