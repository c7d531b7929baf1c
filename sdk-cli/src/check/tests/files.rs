//! CRDs that somebody else wrote: their members, and what differs from those that kopr makes.

use serde_json::{Value, json};

use crate::check::check_object;
use crate::settings::Apply;

/// A CRD without a fault; `patch` is laid over it (null takes away), `version` over its one version.
fn crd(mut patch: Value) -> Value {
    let mut version = json!({
        "name": "v1", "served": true, "storage": true,
        "schema": { "openAPIV3Schema": { "type": "object", "properties": {
            "spec": { "type": "object", "properties": { "size": { "type": "integer" } } },
        }}},
    });
    if let Some(over) = patch.as_object_mut().and_then(|patch| patch.remove("version")) {
        super::merge(&mut version, over);
    }
    let mut crd = json!({
        "apiVersion": "apiextensions.k8s.io/v1",
        "kind": "CustomResourceDefinition",
        "metadata": { "name": "things.example.com", "creationTimestamp": null },
        "spec": {
            "group": "example.com",
            "names": { "kind": "Thing", "listKind": "ThingList", "plural": "things" },
            "scope": "Namespaced",
            "versions": [version],
        },
    });
    super::merge(&mut crd, patch);
    crd
}

#[test]
fn every_rule_of_a_file() {
    // what is laid over, the findings with their pointers
    for (patch, expected) in [
        (json!({}), &[][..]),
        (
            json!({ "status": { "conditions": [] }, "metadata": { "labels": { "a": "b" } } }),
            &[],
        ),
        (
            json!({ "apiVersion": "apiextensions.k8s.io/v1beta1" }),
            &[
                "error C2 /apiVersion: the CRD is `apiextensions.k8s.io/v1beta1`, which no supported API server takes",
            ],
        ),
        (
            json!({ "spec": { "version": "v1" } }),
            &[
                "error C1 /spec/version: a CRD has no member `version` here: kubectl refuses it, other clients drop it",
            ],
        ),
        (
            json!({ "spec": { "scope": "Everywhere" } }),
            &["error C1 /spec/scope: it is not one of `Cluster`, `Namespaced`"],
        ),
        (
            json!({ "spec": { "scope": null } }),
            &["error C1 /spec: the member `scope` is missing"],
        ),
        (
            json!({ "metadata": { "annotations": { "a/b": 1 } } }),
            &["error C1 /metadata/annotations/a~1b: it is not a text"],
        ),
        (
            json!({ "version": { "schema": null } }),
            &["error C1 /spec/versions/0: the member `schema` is missing"],
        ),
        (
            json!({ "version": { "additionalPrinterColumns": [{ "name": "A", "jsonPath": ".spec.size", "type": "int" }] } }),
            &[
                "error C1 /spec/versions/0/additionalPrinterColumns/0/type: it is not one of `boolean`, `date`, `integer`, `number`, `string`",
            ],
        ),
        (
            json!({ "spec": { "conversion": { "strategy": "Webhook", "webhook": {
                "conversionReviewVersions": ["v1"],
                "clientConfig": { "service": { "name": "a", "namespace": "b", "port": 70_000 } } } } } }),
            &[
                "error C1 /spec/conversion/webhook/clientConfig/service/port: it is not a whole number from 1 to 65535",
            ],
        ),
        (
            json!({ "metadata": { "name": "thing.example.com" } }),
            &["error C3 /metadata/name: the name of the CRD is `thing.example.com`"],
        ),
        (
            json!({ "spec": { "names": { "listKind": "Thing" } } }),
            &["error C3 /spec/names/listKind: the list kind is `Thing`, as the kind is"],
        ),
        (
            json!({ "spec": { "names": { "kind": "thing" } } }),
            &[
                "warning S14 /spec/names/kind: the kind `thing` is not written as kinds are: it begins with `t`, not with a capital letter",
            ],
        ),
        (
            json!({ "spec": { "names": { "kind": "a b" } } }),
            &[
                "error S14 /spec/names/kind: the kind `a b` is refused: it begins with `a`, not with a capital letter",
            ],
        ),
        (
            json!({ "spec": { "preserveUnknownFields": true } }),
            &["error C4 /spec/preserveUnknownFields: `preserveUnknownFields` is true"],
        ),
        (
            json!({ "spec": { "versions": [] } }),
            &["error V1 /spec/versions: there is no version"],
        ),
        (
            json!({ "spec": { "conversion": { "strategy": "Webhook", "webhook": { "conversionReviewVersions": ["v1beta1"],
                "clientConfig": { "url": "https://example.com", "caBundle": "eA==" } } } } }),
            &[
                "warning V6 /spec/conversion/webhook/clientConfig/caBundle: the certificates of the conversion webhook are no PEM, so no call of it succeeds",
                "warning V6 /spec/conversion/webhook/conversionReviewVersions: the conversion webhook does not speak `v1`, only `v1beta1`",
            ],
        ),
        (
            json!({ "spec": { "group": "things.k8s.io" }, "metadata": { "name": "things.things.k8s.io" } }),
            &[
                "error S20 /metadata: the group `things.k8s.io` belongs to the Kubernetes project, and the annotation `api-approved.kubernetes.io` is not there",
            ],
        ),
        (
            json!({ "version": { "schema": { "openAPIV3Schema": { "properties": { "spec": { "properties": { "size": { "format": "int23" } } } } } } } }),
            &[
                "warning S18 /spec/versions/0/schema/openAPIV3Schema/properties/spec/properties/size/format: the server does not know the format `int23` here, warns of it and checks nothing",
            ],
        ),
    ] {
        let object = crd(patch.clone());
        let found: Vec<String> = check_object(&object, Apply::ClientSide)
            .into_iter()
            .map(|finding| {
                assert!(finding.help.is_some() && finding.source.is_none(), "{finding:?}");
                let pointer = finding.pointer.unwrap_or_default();
                // What is found stands somewhere.
                assert!(object.pointer(&pointer).is_some(), "{pointer}");
                format!(
                    "{} {} {pointer}: {}",
                    finding.level.as_str(),
                    finding.rule,
                    finding.message
                )
            })
            .collect();
        assert_eq!(found, expected, "{patch}");
    }
}

#[test]
fn others_may_have_versions_that_differ() {
    let mut object = crd(json!({}));
    let mut other = object["spec"]["versions"][0].clone();
    other["name"] = json!("v1alpha1");
    other["storage"] = json!(false);
    let spec = &mut other["schema"]["openAPIV3Schema"]["properties"]["spec"]["properties"];
    spec["more"] = json!({ "type": "string" });
    spec["size"]["minimum"] = json!(1);
    object["spec"]["versions"].as_array_mut().unwrap().push(other);
    let levels: Vec<_> = check_object(&object, Apply::ClientSide)
        .iter()
        .map(|finding| format!("{} {}", finding.level.as_str(), finding.place))
        .collect();
    assert_eq!(
        levels,
        [
            "warning things.example.com v1alpha1 .spec.more",
            "note things.example.com v1alpha1 .spec.size"
        ]
    );
}
