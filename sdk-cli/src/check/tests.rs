//! For every rule: a kind that keeps it, and one that breaks it with what is then said.

use std::collections::BTreeSet;

use kopr_model::Operator;
use serde_json::{Value, json};

use super::{FAMILIES, Finding, check};
use crate::emit::Input;
use crate::settings::Settings;

mod files;
mod generated;
mod release;
mod sizes;
mod versions;

/// A kind that keeps every rule; `patch` changes it (null takes away). The key `field` is the schema
/// of `.spec.field`, the key `version` is laid over the one version.
fn kind(mut patch: Value) -> Value {
    let mut schema = json!({
        "type": "object",
        "required": ["spec"],
        "properties": {
            "spec": { "type": "object", "properties": { "size": { "type": "integer", "format": "int32" } } },
            "status": { "type": "object", "properties": {
                "ready": { "type": "integer" },
                "selector": { "type": "string" },
            }},
        },
    });
    if let Some(field) = patch.as_object_mut().and_then(|patch| patch.remove("field")) {
        schema["properties"]["spec"]["properties"]["field"] = field;
    }
    let mut version = json!({
        "name": "v1", "served": true, "storage": true, "status": true, "schema": schema,
        "source": { "item": "demo::MemcachedSpec", "file": "src/api.rs", "line": 7 },
    });
    if let Some(over) = patch.as_object_mut().and_then(|patch| patch.remove("version")) {
        merge(&mut version, over);
    }
    let mut resource = json!({
        "group": "cache.example.com", "kind": "Memcached", "plural": "memcacheds", "singular": "memcached",
        "scope": "Namespaced", "versions": [version],
    });
    merge(&mut resource, patch);
    resource
}

fn merge(base: &mut Value, over: Value) {
    match (base, over) {
        (Value::Object(base), Value::Object(over)) => {
            for (key, value) in over {
                if value.is_null() {
                    base.remove(&key);
                } else {
                    merge(base.entry(key).or_insert(Value::Null), value);
                }
            }
        }
        (base, over) => *base = over,
    }
}

fn operator(resources: &[Value]) -> Operator {
    serde_json::from_value(json!({
        "name": "demo", "domain": "cache.example.com", "package": { "name": "demo", "version": "0.1.0" },
        "resources": resources,
        "ports": [{ "name": "metrics", "number": 8080 }],
    }))
    .unwrap()
}

fn found(operator: &Operator, settings: &str) -> Vec<Finding> {
    let settings = Settings::parse(settings, "kopr.toml", None).unwrap();
    check(&Input {
        operator,
        settings: &settings,
    })
}

fn findings(operator: &Operator, settings: &str) -> Vec<String> {
    found(operator, settings)
        .iter()
        .map(ToString::to_string)
        .collect()
}

/// `-----BEGIN CERTIFICATE-----`, a SEQUENCE of one number, the end.
const CERTIFICATE: &str =
    "LS0tLS1CRUdJTiBDRVJUSUZJQ0FURS0tLS0tCk1BTUNBUUU9Ci0tLS0tRU5EIENFUlRJRklDQVRFLS0tLS0K";
/// The same bytes as `PRIVATE KEY`.
const KEY: &str = "LS0tLS1CRUdJTiBQUklWQVRFIEtFWS0tLS0tCk1BTUNBUUU9Ci0tLS0tRU5EIFBSSVZBVEUgS0VZLS0tLS0K";
/// As a certificate again, without the last byte.
const CUT: &str = "LS0tLS1CRUdJTiBDRVJUSUZJQ0FURS0tLS0tCk1BTUNBUT09Ci0tLS0tRU5EIENFUlRJRklDQVRFLS0tLS0K";

const PLACE: &str = "memcacheds.cache.example.com";

#[test]
fn every_rule_of_a_kind() {
    let map = |keys: Value, item: Value| {
        json!({ "field": { "type": "array", "x-kubernetes-list-type": "map", "x-kubernetes-list-map-keys": keys,
            "items": item } })
    };
    let item = |name: Value, required: Value| json!({ "type": "object", "properties": { "name": name }, "required": required });
    let text = json!({ "type": "string" });
    let column = |type_: &str, path: &str| json!({ "version": { "columns": [{ "name": "Size", "jsonPath": path, "type": type_ }] } });
    let scale = |spec: &str, status: &str, selector: &str| {
        json!({ "version": { "scale": { "specReplicasPath": spec, "statusReplicasPath": status,
            "labelSelectorPath": selector } } })
    };
    let conversion = |conversion: Value| json!({ "conversion": conversion });
    let union = json!([{ "required": ["a"] }, { "required": ["b"] }]);
    let ab = json!({ "a": text, "b": text });

    // rule, keeps it, breaks it, what is said
    let cases: Vec<(&str, Value, Value, &str)> = vec![
        (
            "S1",
            json!({ "field": text }),
            json!({ "field": { "description": "x" } }),
            "v1 .spec.field: the schema has no type",
        ),
        (
            "S1",
            json!({ "field": { "x-kubernetes-preserve-unknown-fields": true } }),
            json!({ "field": { "type": "array", "items": { "type": "BoolString" } } }),
            "v1 .spec.field[]: the schema has the type `BoolString`, which there is not",
        ),
        (
            "S1",
            json!({ "field": { "x-kubernetes-int-or-string": true } }),
            json!({ "field": { "type": "object", "additionalProperties": {} } }),
            "v1 .spec.field{}: the schema has no type",
        ),
        (
            "S2",
            json!({ "field": { "type": "object", "properties": ab, "oneOf": union } }),
            json!({ "field": { "type": "object", "properties": ab, "oneOf": [{ "type": "object", "required": ["a"] }] } }),
            "v1 .spec.field oneOf[0]: `type` may not stand inside a junctor",
        ),
        (
            "S2",
            json!({ "field": { "type": "string", "not": { "enum": ["a"] } } }),
            json!({ "field": { "type": "string", "not": { "description": "a" } } }),
            "v1 .spec.field not: `description` may not stand inside a junctor",
        ),
        (
            "S3",
            json!({ "field": { "x-kubernetes-int-or-string": true, "anyOf": [{ "type": "integer" }, { "type": "string" }] } }),
            json!({ "field": { "x-kubernetes-int-or-string": true, "anyOf": [{ "type": "string" }, { "type": "integer" }] } }),
            "v1 .spec.field anyOf[0]: `type` may not stand inside a junctor",
        ),
        (
            "S3",
            json!({ "field": { "x-kubernetes-int-or-string": true,
                "allOf": [{ "anyOf": [{ "type": "integer" }, { "type": "string" }] }, { "pattern": "a" }] } }),
            json!({ "field": { "x-kubernetes-int-or-string": true,
                "allOf": [{ "pattern": "a" }, { "anyOf": [{ "type": "integer" }, { "type": "string" }] }] } }),
            "v1 .spec.field allOf[1].anyOf[0]: `type` may not stand inside a junctor",
        ),
        (
            "S4",
            json!({ "field": { "type": "object", "properties": ab, "anyOf": [{ "properties": { "a": { "enum": ["x"] } } }] } }),
            json!({ "field": { "type": "object", "properties": ab, "anyOf": [{ "properties": { "c": { "enum": ["x"] } } }] } }),
            "v1 .spec.field anyOf[0]: the property `c` is restricted here and described nowhere outside",
        ),
        (
            "S5",
            json!({ "field": text }),
            json!({ "field": { "type": "object", "$ref": "#/x" } }),
            "v1 .spec.field: `$ref` is not supported",
        ),
        (
            "S5",
            json!({ "field": text }),
            json!({ "field": { "type": "object", "patternProperties": { "a": { "type": "string" } } } }),
            "v1 .spec.field: `patternProperties` is not supported",
        ),
        (
            "S5",
            json!({ "field": text }),
            json!({ "field": { "type": "string", "examples": ["a"] } }),
            "v1 .spec.field: `examples` is not a keyword of a CRD's schema",
        ),
        (
            "S6",
            json!({ "field": { "type": "object", "additionalProperties": text } }),
            json!({ "field": { "type": "object", "additionalProperties": text, "properties": ab } }),
            "v1 .spec.field: `additionalProperties` stands beside `properties`",
        ),
        (
            "S6",
            json!({}),
            json!({ "version": { "schema": { "additionalProperties": text } } }),
            "v1: `additionalProperties` stands at the root",
        ),
        (
            "S7",
            json!({ "field": { "type": "array", "items": text } }),
            json!({ "field": { "type": "array", "items": [text] } }),
            "v1 .spec.field: `items` is not one schema",
        ),
        (
            "S7",
            json!({}),
            json!({ "field": { "type": "array" } }),
            "v1 .spec.field: the list has no schema for its items",
        ),
        (
            "S8",
            json!({ "field": { "type": "array", "items": text, "uniqueItems": false } }),
            json!({ "field": { "type": "array", "items": text, "uniqueItems": true } }),
            "v1 .spec.field: `uniqueItems: true` is too slow for the server",
        ),
        (
            "S9",
            map(json!(["name"]), item(text.clone(), json!(["name"]))),
            map(json!(["name"]), item(text.clone(), json!([]))),
            "v1 .spec.field: the key `name` is neither required nor has it a default",
        ),
        (
            "S9",
            map(
                json!(["name"]),
                item(json!({ "type": "string", "default": "x" }), json!([])),
            ),
            map(json!(["other"]), item(text.clone(), json!(["name"]))),
            "v1 .spec.field: the key `other` is no field of the items",
        ),
        (
            "S9",
            json!({}),
            map(
                json!(["name"]),
                item(json!({ "type": "string", "nullable": true }), json!(["name"])),
            ),
            "v1 .spec.field: the key `name` is nullable",
        ),
        (
            "S9",
            json!({}),
            map(
                json!(["name"]),
                item(json!({ "type": "object" }), json!(["name"])),
            ),
            "v1 .spec.field: the key `name` is not a scalar",
        ),
        (
            "S9",
            json!({}),
            map(json!([]), item(text.clone(), json!(["name"]))),
            "v1 .spec.field: the map list names no keys",
        ),
        (
            "S9",
            json!({}),
            map(json!(["name"]), text.clone()),
            "v1 .spec.field: items of a map list are not objects",
        ),
        (
            "S10",
            json!({ "field": { "type": "array", "x-kubernetes-list-type": "set", "items": text } }),
            json!({ "field": { "type": "array", "x-kubernetes-list-type": "set", "items": { "type": "object" } } }),
            "v1 .spec.field: items of the set are objects that are not atomic",
        ),
        (
            "S10",
            json!({ "field": { "type": "array", "x-kubernetes-list-type": "set", "items": { "x-kubernetes-int-or-string": true } } }),
            json!({ "field": { "type": "array", "x-kubernetes-list-type": "set", "items": { "type": "string", "nullable": true } } }),
            "v1 .spec.field: items of the set are nullable",
        ),
        (
            "S11",
            column("integer", ".spec.size"),
            column("integer", "spec.size"),
            "v1 column `Size`: its path `spec.size` does not begin with a dot",
        ),
        (
            "S11",
            column("string", ".spec.size"),
            column("integer", ".spec.sizes"),
            "v1 column `Size`: its path `.spec.sizes` points at nothing: `.spec` has no field `sizes`; did you mean `size`?",
        ),
        (
            "S11",
            column("date", ".metadata.creationTimestamp"),
            column("boolean", ".spec.size"),
            "v1 column `Size`: it has another type than the field at `.spec.size`",
        ),
        (
            "S12",
            scale(".spec.size", ".status.ready", ".status.selector"),
            scale(".status.ready", ".status.ready", ".status.selector"),
            "v1 scale specReplicasPath: `.status.ready` is not a path that it can be",
        ),
        (
            "S12",
            json!({}),
            scale(".spec.size", ".status.ready_replicas", ".status.selector"),
            "v1 scale statusReplicasPath: `.status.ready_replicas` points at nothing: `.status` has no field `ready_replicas`; did you mean `ready`?",
        ),
        (
            "S12",
            json!({}),
            scale(".spec.size", ".status.ready", ".status.ready"),
            "v1 scale labelSelectorPath: `.status.ready` is not a string, which is a selector in its text form",
        ),
        (
            "S13",
            json!({ "version": { "selectable": [".spec.size"] } }),
            json!({ "version": { "selectable": [".spec"] } }),
            "v1 selectable field `.spec`: it is neither a string nor a boolean nor an integer",
        ),
        (
            "S13",
            json!({}),
            json!({ "version": { "selectable": [".metadata.name"] } }),
            "v1 selectable field `.metadata.name`: it is not a path of dots outside of metadata",
        ),
        (
            "S15",
            json!({}),
            json!({ "version": { "schema": { "type": "string" } } }),
            "v1: the root is not of type `object`",
        ),
        (
            "S15",
            json!({}),
            json!({ "version": { "schema": { "nullable": true } } }),
            "v1: the root is nullable",
        ),
        (
            "S15",
            json!({ "version": { "status": false, "schema": { "oneOf": [{ "required": ["spec"] }] } } }),
            json!({ "version": { "schema": { "oneOf": [{ "required": ["spec"] }] } } }),
            "v1: `oneOf` stands at the root beside a status subresource",
        ),
        (
            "S16",
            json!({ "version": { "schema": { "properties": { "metadata": { "type": "object", "properties": { "name": { "type": "string", "maxLength": 9 } } } } } } }),
            json!({ "version": { "schema": { "properties": { "metadata": { "type": "object", "properties": { "labels": { "type": "object" } } } } } } }),
            "v1 .metadata: `labels` is restricted",
        ),
        (
            "S17",
            json!({ "field": { "type": "integer", "default": 1 } }),
            json!({ "field": { "type": "integer", "default": "1" } }),
            "v1 .spec.field: the default does not obey its schema: it is a string, not of type `integer`",
        ),
        (
            "S17",
            json!({ "field": { "type": "object", "default": { "a": "x" }, "required": ["a"], "properties": { "a": { "type": "string", "default": "x" } } } }),
            json!({ "field": { "type": "object", "default": { "c": 1 }, "properties": ab } }),
            "v1 .spec.field.c: the default does not obey its schema: the schema has no such field, so the server would drop it",
        ),
        (
            "S17",
            json!({}),
            json!({ "field": { "type": "string", "default": null } }),
            "v1 .spec.field: the default is null",
        ),
        (
            "S17",
            json!({}),
            json!({ "field": { "type": "object", "properties": ab, "default": { "a": null } } }),
            "v1 .spec.field.a: the default does not obey its schema: it is null, and the schema is not `nullable`",
        ),
        (
            "S18",
            json!({ "field": { "type": "integer", "format": "int64" } }),
            json!({ "field": { "type": "integer", "format": "uint32" } }),
            "v1 .spec.field: the server does not know the format `uint32` here, warns of it and checks nothing",
        ),
        (
            "S18",
            json!({ "field": { "type": "string", "format": "date-time" } }),
            json!({ "field": { "type": "string", "format": "ip" } }),
            "v1 .spec.field: the server does not know the format `ip` here, warns of it and checks nothing",
        ),
        (
            "S19",
            json!({ "field": { "type": "object", "x-kubernetes-preserve-unknown-fields": true } }),
            json!({ "field": { "type": "object", "additionalProperties": true } }),
            "v1 .spec.field: objects below `additionalProperties: true` are emptied by the server",
        ),
        (
            "L1",
            json!({ "version": { "losses": [] } }),
            json!({ "version": { "losses": [{ "path": ".spec.x", "reason": "any shape is taken" }] } }),
            "v1 .spec.x: any shape is taken",
        ),
        (
            "S14",
            json!({ "shortNames": ["mc"], "categories": ["all"] }),
            json!({ "group": "Probe.Example" }),
            "the group `Probe.Example` is refused: `P` is a capital letter",
        ),
        (
            "S14",
            json!({}),
            json!({ "group": "cache" }),
            "the group `cache` is refused: it has no dot; add your domain",
        ),
        (
            "S14",
            json!({}),
            json!({ "shortNames": ["LK"] }),
            "the short name `LK` is refused: `L` is a capital letter",
        ),
        (
            "S14",
            json!({}),
            json!({ "categories": ["my_cat"] }),
            "the category `my_cat` is refused: `_` is not one of a-z, 0-9 or `-`",
        ),
        (
            "S14",
            json!({}),
            json!({ "version": { "name": "1" } }),
            "the version `1` is refused: it begins with the digit `1`",
        ),
        (
            "S20",
            json!({ "group": "k8s.io.example.com" }),
            json!({ "group": "cache.k8s.io" }),
            "the group `cache.k8s.io` belongs to the Kubernetes project, and the annotation `api-approved.kubernetes.io` is not there",
        ),
        (
            "S20",
            json!({ "group": "cache.k8s.io", "annotations": { "api-approved.kubernetes.io": "https://example.com/x" } }),
            json!({ "group": "k8s.io", "annotations": { "api-approved.kubernetes.io": "yes" } }),
            "the annotation `api-approved.kubernetes.io` is `yes`, which is neither a URL nor begins with `unapproved`",
        ),
        (
            "S20",
            json!({ "group": "a.kubernetes.io", "annotations": { "api-approved.kubernetes.io": "unapproved, a test" } }),
            json!({ "group": "a.kubernetes.io" }),
            "the group `a.kubernetes.io` belongs to the Kubernetes project",
        ),
        (
            "V1",
            json!({}),
            json!({ "version": { "storage": false } }),
            "no version is stored of `v1` (`demo::MemcachedSpec`)",
        ),
        (
            "V4",
            json!({}),
            json!({ "version": { "served": false } }),
            "no version is served of `v1` (`demo::MemcachedSpec`)",
        ),
        (
            "V6",
            conversion(
                json!({ "service": { "namespace": "n", "name": "s", "path": "/convert/", "port": 443 },
                "caBundle": CERTIFICATE, "reviewVersions": ["v1", "v1beta1"] }),
            ),
            conversion(json!({ "reviewVersions": ["v1"] })),
            "the conversion webhook has no address",
        ),
        (
            "V6",
            conversion(json!({ "url": "https://hooks.example.com:8443/convert", "reviewVersions": ["v1"] })),
            conversion(
                json!({ "url": "https://a", "service": { "namespace": "n", "name": "s" },
                "reviewVersions": ["v1"] }),
            ),
            "the conversion webhook has both a Service and a URL",
        ),
        (
            "V6",
            json!({}),
            conversion(json!({ "url": "http://a.example.com", "reviewVersions": ["v1"] })),
            "the URL `http://a.example.com` of the conversion webhook does not begin with `https://`",
        ),
        (
            "V6",
            json!({}),
            conversion(json!({ "url": "https://a.example.com/x?y", "reviewVersions": ["v1"] })),
            "the URL `https://a.example.com/x?y` of the conversion webhook has a query or a fragment",
        ),
        (
            "V6",
            json!({}),
            conversion(
                json!({ "service": { "namespace": "n", "name": "s", "port": 0 }, "reviewVersions": ["v1"] }),
            ),
            "the port of the conversion webhook is 0",
        ),
        (
            "V6",
            json!({}),
            conversion(
                json!({ "service": { "namespace": "n", "name": "s", "path": "convert" }, "reviewVersions": ["v1"] }),
            ),
            "`convert` is not a path of the conversion webhook that the server takes",
        ),
        (
            "V6",
            json!({}),
            conversion(json!({ "url": "https://a", "reviewVersions": ["v1beta1"] })),
            "the conversion webhook does not speak `v1`, only `v1beta1`",
        ),
        (
            "V6",
            json!({}),
            conversion(
                json!({ "url": "https://a", "caBundle": "bm8gY2VydGlmaWNhdGU=", "reviewVersions": ["v1"] }),
            ),
            "the certificates of the conversion webhook are no PEM, so no call of it succeeds",
        ),
        (
            "V6",
            json!({}),
            conversion(json!({ "url": "https://a", "caBundle": KEY, "reviewVersions": ["v1"] })),
            "the certificates of the conversion webhook hold no block `CERTIFICATE`, so no call of it succeeds",
        ),
        (
            "V6",
            json!({}),
            conversion(json!({ "url": "https://a", "caBundle": CUT, "reviewVersions": ["v1"] })),
            "the certificates of the conversion webhook hold only blocks `CERTIFICATE` with something else in them",
        ),
        (
            "V3",
            json!({ "version": { "deprecated": true, "deprecationWarning": "use v2" } }),
            json!({ "version": { "deprecationWarning": "use v2" } }),
            "`v1` has a deprecation warning and is not deprecated",
        ),
        (
            "V3",
            json!({}),
            json!({ "version": { "deprecated": true, "deprecationWarning": "a\nb" } }),
            "the deprecation warning of `v1` is refused",
        ),
        (
            "Z1",
            json!({}),
            json!({ "field": { "type": "string", "description": "x".repeat(300_000) } }),
            "the CRD has ",
        ),
        (
            "Z1",
            json!({}),
            json!({ "field": { "type": "string", "description": "x".repeat(1_600_000) } }),
            "the CRD has ",
        ),
        (
            "E1",
            json!({ "version": { "schema": { "properties": { "spec": { "required": ["field"], "properties": { "field": { "type": "string", "pattern": "^[a-c]{3}$" } } } } } } }),
            json!({ "version": { "schema": { "properties": { "spec": { "required": ["field"], "properties": { "field": { "type": "string", "pattern": "^a{2}$", "minLength": 3 } } } } } } }),
            "v1 sample .spec.field: no value was found that fits: \"example\" does not match `^a{2}$`",
        ),
        (
            "E1",
            json!({}),
            json!({ "field": { "type": "string", "minLength": 5, "example": "abc" } }),
            "v1 sample .spec.field: no value was found that fits: \"abc\" is shorter than `minLength`",
        ),
        (
            "S4",
            json!({ "version": { "status": false, "schema": { "anyOf": [{ "properties": { "spec": { "required": ["size"] } } }] } } }),
            json!({ "version": { "status": false, "schema": { "anyOf": [{ "properties": { "c": { "enum": ["x"] } } }] } } }),
            "v1 anyOf[0]: the property `c` is restricted here and described nowhere outside",
        ),
        (
            "S4",
            json!({ "field": { "type": "object", "additionalProperties": { "type": "string" }, "anyOf": [{ "properties": { "c": { "enum": ["x"] } } }] } }),
            json!({ "version": { "status": false, "schema": { "oneOf": [{ "properties": { "spec": { "properties": { "c": { "minimum": 1 } } } } }] } } }),
            "v1 .spec oneOf[0]: the property `c` is restricted here and described nowhere outside",
        ),
        (
            "S9",
            json!({}),
            json!({ "field": { "type": "array", "x-kubernetes-list-type": "map", "x-kubernetes-list-map-keys": ["a"], "items": { "type": "object", "nullable": true, "required": ["a"], "properties": { "a": { "type": "string" } } } } }),
            "v1 .spec.field: items of the map list are nullable",
        ),
        (
            "S9",
            json!({}),
            json!({ "field": { "type": "array", "x-kubernetes-list-type": "map", "x-kubernetes-list-map-keys": ["a", "a"], "items": { "type": "object", "required": ["a"], "properties": { "a": { "type": "string" } } } } }),
            "v1 .spec.field: a key of the map list is named twice",
        ),
        (
            "S11",
            json!({ "version": { "columns": [{ "name": "Size", "jsonPath": ".spec.size", "type": "integer", "format": "int32" }] } }),
            json!({ "version": { "columns": [{ "name": "Size", "jsonPath": ".spec.size", "type": "integer", "format": "uint32" }] } }),
            "v1 column `Size`: the format `uint32` is refused",
        ),
        (
            "S13",
            json!({}),
            json!({ "version": { "selectable": [".spec.size", ".spec.size"] } }),
            "v1 selectable field `.spec.size`: it is named twice",
        ),
        (
            "S16",
            json!({}),
            json!({ "version": { "schema": { "properties": { "metadata": { "type": "object", "description": "x" } } } } }),
            "v1 .metadata: `description` stands there",
        ),
        (
            "S17",
            json!({}),
            json!({ "field": { "type": "object", "default": {}, "required": ["a"], "properties": { "a": { "type": "string", "default": "x" } } } }),
            "v1 .spec.field.a: the default does not obey its schema: it is required and not there",
        ),
        (
            "S18",
            json!({ "field": { "type": "number", "format": "double" } }),
            json!({ "field": { "type": "number", "format": "int64" } }),
            "v1 .spec.field: the server does not know the format `int64` here, warns of it and checks nothing",
        ),
        (
            "S21",
            json!({ "field": { "type": "string", "x-kubernetes-validations": [{ "rule": "self != ''", "message": "a" }] } }),
            json!({ "field": { "type": "string", "x-kubernetes-validations": [{ "rule": "self != ''", "message": "a\nb" }] } }),
            "v1 .spec.field: the message of the rule `self != ''` has a line break",
        ),
        (
            "S21",
            json!({}),
            json!({ "field": { "type": "string", "x-kubernetes-validations": [{ "rule": " " }] } }),
            "v1 .spec.field: a rule in CEL is empty",
        ),
        (
            "P1",
            json!({ "field": { "type": "string", "pattern": "^[a-z]([-a-z0-9]*[a-z0-9])?$" } }),
            json!({ "field": { "type": "string", "pattern": "^(?!a)" } }),
            "v1 .spec.field: the pattern `^(?!a)` is not a regular expression that the server takes",
        ),
        (
            "X1",
            json!({ "field": { "type": "object", "x-kubernetes-map-type": "granular" } }),
            json!({ "field": { "type": "string", "x-kubernetes-list-type": "set" } }),
            "v1 .spec.field: `x-kubernetes-list-type` stands on something that is no list",
        ),
        (
            "X1",
            json!({}),
            json!({ "field": { "type": "string", "x-kubernetes-map-type": "atomic" } }),
            "v1 .spec.field: `x-kubernetes-map-type` stands on something that is no object",
        ),
        (
            "X1",
            json!({}),
            json!({ "field": { "type": "object", "x-kubernetes-map-type": "x" } }),
            "v1 .spec.field: `x-kubernetes-map-type` is \"x\"",
        ),
        (
            "X1",
            json!({ "field": { "type": "object", "x-kubernetes-embedded-resource": true, "x-kubernetes-preserve-unknown-fields": true } }),
            json!({ "field": { "type": "object", "x-kubernetes-embedded-resource": true } }),
            "v1 .spec.field: `x-kubernetes-embedded-resource` stands on an object without fields",
        ),
        (
            "X1",
            json!({}),
            json!({ "field": { "type": "object", "x-kubernetes-preserve-unknown-fields": false } }),
            "v1 .spec.field: `x-kubernetes-preserve-unknown-fields` is not true",
        ),
        (
            "X1",
            json!({ "field": { "type": "integer", "minimum": 1, "exclusiveMinimum": true } }),
            json!({ "field": { "type": "integer", "exclusiveMinimum": 5 } }),
            "v1 .spec.field: `exclusiveMinimum` is not a boolean",
        ),
        (
            "S10",
            json!({}),
            json!({ "field": { "type": "array", "x-kubernetes-list-type": "set", "items": { "type": "object", "x-kubernetes-map-type": "atomic" } } }),
            "v1 .spec.field: items of the set are not scalar",
        ),
    ];
    let mut covered = BTreeSet::new();
    for (rule, keeps, breaks, says) in cases {
        let silent = findings(&operator(&[kind(keeps.clone())]), "");
        assert!(silent.is_empty(), "{rule}: {keeps}\n{silent:#?}");
        let found = findings(&operator(&[kind(breaks.clone())]), "");
        let group = breaks["group"].as_str().unwrap_or("cache.example.com");
        let joint = if says.starts_with("v1") { " " } else { ": " };
        let expected = format!("{rule}: memcacheds.{group}{joint}{says}");
        let line = found.iter().find(|line| line.contains(&expected));
        let line = line.unwrap_or_else(|| panic!("`{expected}` is not among {found:#?}"));
        assert!(
            line.contains("\n  from `demo::MemcachedSpec` (src/api.rs:7)"),
            "{line}"
        );
        assert!(line.contains("\n  help: ") || rule == "L1", "no way out: {line}");
        covered.insert(rule);
    }
    let elsewhere = [
        "B1", "B2", "B3", "B4", "B5", "B6", "Z2", "Z3", "C1", "C2", "C3", "C4", "O1", "M1", "M2", "M3", "M4",
        "O2", "O3", "O4", "O5", "O6", "O7", "O8", "O9", "V2", "V5",
    ];
    let all: BTreeSet<&str> = FAMILIES
        .iter()
        .flat_map(|family| family.rules)
        .map(|rule| rule.id)
        .collect();
    let missing: Vec<_> = all
        .iter()
        .filter(|id| !covered.contains(*id) && !elsewhere.contains(id))
        .collect();
    assert!(missing.is_empty(), "rules without a case: {missing:?}");
}

#[test]
fn the_table_is_sorted_and_ids_are_unique() {
    for pair in FAMILIES.windows(2) {
        assert!(
            pair[0].name < pair[1].name,
            "{} before {}",
            pair[0].name,
            pair[1].name
        );
    }
    let ids: Vec<&str> = FAMILIES
        .iter()
        .flat_map(|family| family.rules)
        .map(|rule| rule.id)
        .collect();
    let unique: BTreeSet<&str> = ids.iter().copied().collect();
    assert_eq!(ids.len(), unique.len(), "{ids:?}");
}
